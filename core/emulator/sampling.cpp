// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/sampling.h"

#include <algorithm>

namespace clv::emulator {

namespace {

/// splitmix64: the place inside a stratum.
std::uint64_t mixed(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

} // namespace

std::vector<SampledGroup> planSample(std::uint64_t totalGroups, std::uint32_t maxGroups, std::uint64_t seed)
{
    std::vector<SampledGroup> plan;
    if (totalGroups <= std::max(1u, maxGroups)) {
        for (std::uint64_t group = 0; group < totalGroups; ++group)
            plan.push_back({group, 1});
        return plan;
    }
    if (maxGroups <= 2) {
        plan.push_back({totalGroups / 2, static_cast<double>(totalGroups)});
        return plan;
    }
    const std::uint64_t interior = totalGroups - 2;
    const bool hasRun = maxGroups >= 5;
    const std::uint64_t strata = maxGroups - 2 - (hasRun ? 2 : 0);
    plan.push_back({0, 1});
    for (std::uint64_t k = 0; k < strata; ++k) {
        const std::uint64_t begin = 1 + interior * k / strata, end = 1 + interior * (k + 1) / strata;
        const std::uint64_t size = end - begin;
        const bool isRun = hasRun && k == strata / 2 && size >= 3;
        const std::uint64_t room = isRun ? size - 2 : size;
        const std::uint64_t first = begin + mixed(seed * 0x10001u + k) % room;
        const std::uint64_t members = isRun ? 3 : 1;
        for (std::uint64_t j = 0; j < members; ++j)
            plan.push_back({first + j, static_cast<double>(size) / static_cast<double>(members)});
    }
    plan.push_back({totalGroups - 1, 1});
    return plan;
}

} // namespace clv::emulator
