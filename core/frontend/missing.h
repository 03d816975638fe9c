// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/diagnostic.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace clv::frontend {

/// Names that a -D would have to define, in order of first use: undeclared names and types that look like macros
/// (no lower-case letter, or standing in an array size or a work-group attribute; of lower-case types only those that
/// Clang has no near spelling for and that are named like a type to be chosen, "real" or "dtype", or that a conditional
/// directive tests), and the names that an `#error` guard tests.
[[nodiscard]] std::vector<std::string> missingMacros(std::string_view text, const std::vector<Diagnostic> &diagnostics);

/// Names that the directives of `text` define, whether or not a condition leaves them out.
[[nodiscard]] std::set<std::string> definedMacros(std::string_view text);

/// Files that #include did not find, in order.
[[nodiscard]] std::vector<std::string> missingIncludes(const std::vector<Diagnostic> &diagnostics);

} // namespace clv::frontend
