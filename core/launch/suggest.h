// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clv::launch {

/// The candidate nearest to a mistyped word, if one is near enough to be meant.
[[nodiscard]] std::optional<std::string> nearest(std::string_view word, const std::vector<std::string> &candidates);
/// "a, b, c"; after 12 entries ", ...".
[[nodiscard]] std::string joined(const std::vector<std::string> &words);
/// Tail of a message about an unknown word: "; did you mean 'rows'? (known: n, rows)".
[[nodiscard]] std::string knownNamesText(std::string_view word, const std::vector<std::string> &known);

} // namespace clv::launch
