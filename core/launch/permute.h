// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/hash.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace clv::launch {

/// A pseudo-random permutation of 0..count-1, any element on demand without a table.
/// Method: rounds of steps that are bijections on w-bit words (add, multiply by an odd number, fold the upper half into
/// the lower); values that fall beyond `count` are mapped again until they do not (cycle walking). 2^w < 2 count, so
/// that is less than twice on average.
class Permutation {
public:
    Permutation(std::uint64_t count, std::uint64_t seed) : m_count(count)
    {
        m_bits = count <= 1 ? 0 : static_cast<int>(std::bit_width(count - 1));
        m_mask = m_bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << m_bits) - 1;
        m_fold = std::max(1, (m_bits + 1) / 2);
        for (std::size_t i = 0; i < m_rounds.size(); ++i) {
            m_rounds[i].add = mix64(seed * 8 + 2 * i);
            m_rounds[i].multiply = mix64(seed * 8 + 2 * i + 1) | 1;
        }
    }

    [[nodiscard]] std::uint64_t operator()(std::uint64_t index) const
    {
        if (m_count <= 1)
            return 0;
        std::uint64_t x = index;
        do {
            for (const Round &round : m_rounds) {
                x = ((x + round.add) * round.multiply) & m_mask;
                x ^= x >> m_fold;
            }
        } while (x >= m_count);
        return x;
    }

private:
    struct Round {
        std::uint64_t add = 0, multiply = 1;
    };
    std::uint64_t m_count;
    std::uint64_t m_mask = 0;
    int m_bits = 0, m_fold = 1;
    std::array<Round, 4> m_rounds;
};

} // namespace clv::launch
