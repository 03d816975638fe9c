// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/predict/machine.h"
#include "core/types/profile.h"

namespace clv::predict {

/// Where the bytes of a launch come from, in a state in which the launch has run before (warm caches), as measured.
/// Units: bytes over the whole launch.
struct Traffic {
    double nearBytes = 0; ///< asked of the caches behind the first level: sectors that its filter does not hold
    double dramReadBytes = 0;
    double dramWriteBytes = 0;
    double footprintBytes = 0;  ///< distinct bytes read or written
    double firstLevelShare = 0; ///< of read sectors
    double dramShare = 0;       ///< of the read sectors behind the first level
    [[nodiscard]] double dramBytes() const { return dramReadBytes + dramWriteBytes; }
};

/// Share of a footprint that a cache cannot keep between two launches: 0 while it fits with room to spare, 1 once it
/// is well beyond (cyclic streaming evicts everything before it is used again), linear in log2 between.
/// Example: half the cache 0, 1.5 times the cache 1.
[[nodiscard]] double missShare(double footprintBytes, double cacheBytes);

[[nodiscard]] Traffic trafficOf(const ExecutionProfile &profile, const Machine &machine);

/// Time to move bytes to and from DRAM: pure reads and pure writes at their own rates, mixtures towards the copy rate.
[[nodiscard]] double dramNs(double readBytes, double writeBytes, const DevicePeaks &peaks);

} // namespace clv::predict
