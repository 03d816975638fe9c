// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/source_location.h"

#include <cstdint>
#include <optional>
#include <string>

namespace clv::measure {

/// First error of a compiler log in the forms "file:line:column: error: text" (Clang-based drivers),
/// "error: file:line:column: text" (PoCL) or "file(line): error: text". `where.file` is empty when the log names the
/// program text itself.
struct LoggedError {
    SourceLocation where;
    std::string message;
    std::uint32_t count = 0; ///< errors in the log
};
[[nodiscard]] std::optional<LoggedError> firstError(const std::string &log);

/// What `-cl-nv-verbose` says about one kernel; none where the log does not mention it.
struct RegisterUse {
    std::optional<std::uint32_t> registers, spillBytes;
};
[[nodiscard]] RegisterUse registerUse(const std::string &log, const std::string &kernel);

} // namespace clv::measure
