// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/types/memory_report.h"

namespace clv
{

const char *toString(AccessDirection direction)
{
    switch (direction) {
    case AccessDirection::Read: return "read";
    case AccessDirection::Write: return "write";
    case AccessDirection::Atomic: return "atomic";
    case AccessDirection::Unknown: break;
    }
    return "unknown";
}

const char *toString(AccessPattern pattern)
{
    switch (pattern) {
    case AccessPattern::Uniform: return "uniform";
    case AccessPattern::UnitStride: return "unit stride";
    case AccessPattern::ConstantStride: return "constant stride";
    case AccessPattern::Blocked: return "blocked";
    case AccessPattern::Permuted: return "permuted";
    case AccessPattern::Indirect: return "indirect";
    case AccessPattern::DataDependent: return "data-dependent";
    case AccessPattern::Unknown: break;
    }
    return "unknown";
}

} // namespace clv
