// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"
#include "core/types/launch.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clv::launch {

/// Where an expression finds the values of its names.
struct Scope {
    /// None: the name does not exist. An error: it exists, its value cannot be had (a cycle, a fault in its own text).
    std::function<Result<std::optional<double>>(const std::string &name)> value;
    /// All names that exist, for the message about one that does not.
    std::function<std::vector<std::string>()> names;
};

/// Like `evaluate`, with names looked up on demand.
[[nodiscard]] Result<double> evaluateIn(const Expression &expression, const Scope &scope);
/// Like `evaluateSize`, with names looked up on demand.
[[nodiscard]] Result<std::uint64_t> evaluateSizeIn(const Expression &expression, const Scope &scope);

/// Whether `name` means something to the grammar itself (a function, global, local, offset), so that an argument or
/// parameter of that name could not be referred to.
[[nodiscard]] bool isReservedName(const std::string &name);
/// A letter or underscore, then letters, digits, underscores.
[[nodiscard]] bool isIdentifier(const std::string &text);
/// 12 -> "12", 0.5 -> "0.5": shortest text that reads back as the same number.
[[nodiscard]] std::string numberText(double value);

} // namespace clv::launch
