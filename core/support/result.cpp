// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/support/result.h"

namespace clv
{

std::string Error::describe() const
{
    std::string text;
    if (!where.file.empty())
        text += where.file + ':';
    if (where.isKnown()) {
        if (where.file.empty())
            text += "line ";
        text += std::to_string(where.line) + ':';
        if (where.column != 0)
            text += std::to_string(where.column) + ':';
    }
    if (!text.empty())
        text += ' ';
    return text + message;
}

int exitCode(ErrorCategory category)
{
    switch (category) {
    case ErrorCategory::Kernel: return 1;
    case ErrorCategory::Usage:
    case ErrorCategory::Io: return 2;
    case ErrorCategory::Device:
    case ErrorCategory::Crash: return 3;
    case ErrorCategory::Timeout: return 4;
    case ErrorCategory::Cancelled: return 130;
    case ErrorCategory::Unknown:
    case ErrorCategory::Internal: break;
    }
    return 70;
}

const char *toString(ErrorCategory category)
{
    switch (category) {
    case ErrorCategory::Kernel: return "kernel";
    case ErrorCategory::Usage: return "usage";
    case ErrorCategory::Device: return "device";
    case ErrorCategory::Timeout: return "timeout";
    case ErrorCategory::Io: return "io";
    case ErrorCategory::Cancelled: return "cancelled";
    case ErrorCategory::Crash: return "crash";
    case ErrorCategory::Internal: return "internal";
    case ErrorCategory::Unknown: break;
    }
    return "unknown";
}

} // namespace clv
