// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/ndrange.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace clv {

/// What one launch of one kernel does, independent of the device except for `warpWidth`: the input of every
/// predictor. Counts are estimates for the whole launch from the sampled groups unless a name says otherwise.
/// A warp is `warpWidth` work-items with consecutive linear local ids. New fields go at the end; a change of
/// meaning raises `kProfileVersion`.
inline constexpr std::uint32_t kProfileVersion = 1;

struct ExecutionProfile {
    NDRange ndrange;
    double warpWidth = 32;
    double workItems = 0, workGroups = 0, warps = 0;
    double sampledGroupShare = 0;      ///< 1 = every group executed

    // Warp instructions by class (one per warp however many lanes are active).
    double fp32 = 0, fp64 = 0, fp16 = 0, int32 = 0, int64 = 0;
    double fp32Fma = 0, fp64Fma = 0;   ///< of fp32/fp64: fused multiply-adds (2 operations)
    double fp32Div = 0, fp64Div = 0, intDiv = 0;
    double special = 0, special64 = 0; ///< transcendental and root results
    double conversion = 0, control = 0, select = 0, move = 0;
    double globalLoads = 0, globalStores = 0, constantLoads = 0, localLoads = 0, localStores = 0;
    double privateLoads = 0, privateStores = 0;
    double globalAtomics = 0, localAtomics = 0, barriers = 0, imageReads = 0, imageWrites = 0;
    double warpInstructions = 0;       ///< all classes
    double laneInstructions = 0;       ///< summed over active lanes
    double activeLaneRatio = 0;        ///< laneInstructions / (warpInstructions * warpWidth)

    // Global memory.
    double requestedReadBytes = 0, requestedWriteBytes = 0;
    double readSectors = 0, writeSectors = 0; ///< 32-byte sectors after coalescing within a request
    double uniqueReadBytes = 0, uniqueWriteBytes = 0;
    double cachedReadSectors = 0;      ///< of readSectors: hit a 128 KiB per-group filter (reuse within a group)
    double indirectShare = 0;          ///< share of read sectors whose address was loaded
    // Local memory.
    double localPasses = 0;            ///< bank-serialised passes, loads and stores
    double localBytesPerGroup = 0;
    // Atomics.
    double globalAtomicLanes = 0;      ///< lane operations
    double globalAtomicHottestShare = 0; ///< of them on the hottest 128-byte line
    double localAtomicLanes = 0;
    double localAtomicDegree = 0;      ///< mean same-address lanes a request

    // Shape of the work.
    double criticalPathInstructions = 0; ///< longest warp, warp instructions
    double meanWarpInstructions = 0;
    double dependentLoadDepth = 0;     ///< longest chain of loads whose address depends on a load, per work-item
    double groupImbalance = 1;         ///< max / mean warp instructions over sampled groups
    double laneImbalance = 1;          ///< max / mean lane instructions within a warp
    double divergentBranchShare = 0;   ///< of executed warp branches
    double loopTripMean = 0;           ///< iterations per loop entry, all loops
    double liveRegisters = 0;          ///< estimate, 32-bit registers per work-item
    double privateBytes = 0;           ///< arrays left in private memory, per work-item
    bool isTruncated = false;          ///< the step budget ended the sample early
};

/// The numeric fields in fixed order, for models and exports.
struct ProfileField {
    const char *name;
    const char *unit;
    double ExecutionProfile::*member;
};
[[nodiscard]] std::span<const ProfileField> profileFields();

} // namespace clv
