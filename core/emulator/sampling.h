// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace clv::emulator {

/// A group to run and how many groups of the launch it stands for.
struct SampledGroup {
    std::uint64_t linearGroup = 0;
    double weight = 1;
};

/// Groups in strata over the launch: the first and the last stand for themselves, the interior is cut into equal
/// strata with one group each at a place drawn from `seed`, and the middle stratum holds a run of three neighbours
/// (for reuse between neighbours), which share its weight. Weights add up to `totalGroups`. In launch order.
[[nodiscard]] std::vector<SampledGroup> planSample(std::uint64_t totalGroups, std::uint32_t maxGroups,
                                                   std::uint64_t seed);

} // namespace clv::emulator
