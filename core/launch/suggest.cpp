// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/suggest.h"

#include <algorithm>
#include <cctype>

namespace clv::launch {
namespace {

constexpr std::size_t kMaxListed = 12;
constexpr std::size_t kMaxCompared = 64; // longer words are no typing mistakes

char folded(char c)
{
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// Optimal string alignment distance, letter case ignored: insert, delete, replace, swap of neighbours.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> before, previous(b.size() + 1), current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        previous[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool isEqual = folded(a[i - 1]) == folded(b[j - 1]);
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (isEqual ? 0 : 1)});
            if (i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) && folded(a[i - 2]) == folded(b[j - 1]))
                current[j] = std::min(current[j], before[j - 2] + 1);
        }
        before = previous;
        std::swap(previous, current);
    }
    return previous[b.size()];
}

} // namespace

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string> &candidates)
{
    if (word.empty() || word.size() > kMaxCompared)
        return std::nullopt;
    std::optional<std::string> best;
    std::size_t bestDistance = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string &candidate : candidates) {
        if (candidate.size() > kMaxCompared)
            continue;
        const std::size_t d = distance(word, candidate);
        if (d < bestDistance && d < candidate.size()) {
            bestDistance = d;
            best = candidate;
        }
    }
    return best;
}

std::string joined(const std::vector<std::string> &words)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i == kMaxListed)
            return text + ", ...";
        text += (i == 0 ? "" : ", ") + words[i];
    }
    return text;
}

std::string knownNamesText(std::string_view word, const std::vector<std::string> &known)
{
    if (known.empty())
        return " (there are none)";
    const std::optional<std::string> guess = nearest(word, known);
    return (guess ? "; did you mean '" + *guess + "'?" : std::string(";")) + (guess ? " (known: " : " known are ") +
           joined(known) + (guess ? ")" : "");
}

} // namespace clv::launch
