// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/types/profile.h"

namespace clv
{

namespace
{

constexpr ProfileField kFields[] = {
    {"warpWidth", "work-items", &ExecutionProfile::warpWidth},
    {"workItems", "work-items", &ExecutionProfile::workItems},
    {"workGroups", "work-groups", &ExecutionProfile::workGroups},
    {"warps", "warps", &ExecutionProfile::warps},
    {"sampledGroupShare", "1", &ExecutionProfile::sampledGroupShare},
    {"fp32", "warp instructions", &ExecutionProfile::fp32},
    {"fp64", "warp instructions", &ExecutionProfile::fp64},
    {"fp16", "warp instructions", &ExecutionProfile::fp16},
    {"int32", "warp instructions", &ExecutionProfile::int32},
    {"int64", "warp instructions", &ExecutionProfile::int64},
    {"fp32Fma", "warp instructions", &ExecutionProfile::fp32Fma},
    {"fp64Fma", "warp instructions", &ExecutionProfile::fp64Fma},
    {"fp32Div", "warp instructions", &ExecutionProfile::fp32Div},
    {"fp64Div", "warp instructions", &ExecutionProfile::fp64Div},
    {"intDiv", "warp instructions", &ExecutionProfile::intDiv},
    {"special", "warp instructions", &ExecutionProfile::special},
    {"special64", "warp instructions", &ExecutionProfile::special64},
    {"conversion", "warp instructions", &ExecutionProfile::conversion},
    {"control", "warp instructions", &ExecutionProfile::control},
    {"select", "warp instructions", &ExecutionProfile::select},
    {"move", "warp instructions", &ExecutionProfile::move},
    {"globalLoads", "warp instructions", &ExecutionProfile::globalLoads},
    {"globalStores", "warp instructions", &ExecutionProfile::globalStores},
    {"constantLoads", "warp instructions", &ExecutionProfile::constantLoads},
    {"localLoads", "warp instructions", &ExecutionProfile::localLoads},
    {"localStores", "warp instructions", &ExecutionProfile::localStores},
    {"privateLoads", "warp instructions", &ExecutionProfile::privateLoads},
    {"privateStores", "warp instructions", &ExecutionProfile::privateStores},
    {"globalAtomics", "warp instructions", &ExecutionProfile::globalAtomics},
    {"localAtomics", "warp instructions", &ExecutionProfile::localAtomics},
    {"barriers", "warp instructions", &ExecutionProfile::barriers},
    {"imageReads", "warp instructions", &ExecutionProfile::imageReads},
    {"imageWrites", "warp instructions", &ExecutionProfile::imageWrites},
    {"warpInstructions", "warp instructions", &ExecutionProfile::warpInstructions},
    {"laneInstructions", "lane instructions", &ExecutionProfile::laneInstructions},
    {"activeLaneRatio", "1", &ExecutionProfile::activeLaneRatio},
    {"requestedReadBytes", "B", &ExecutionProfile::requestedReadBytes},
    {"requestedWriteBytes", "B", &ExecutionProfile::requestedWriteBytes},
    {"readSectors", "sectors", &ExecutionProfile::readSectors},
    {"writeSectors", "sectors", &ExecutionProfile::writeSectors},
    {"uniqueReadBytes", "B", &ExecutionProfile::uniqueReadBytes},
    {"uniqueWriteBytes", "B", &ExecutionProfile::uniqueWriteBytes},
    {"cachedReadSectors", "sectors", &ExecutionProfile::cachedReadSectors},
    {"indirectShare", "1", &ExecutionProfile::indirectShare},
    {"localPasses", "passes", &ExecutionProfile::localPasses},
    {"localBytesPerGroup", "B", &ExecutionProfile::localBytesPerGroup},
    {"globalAtomicLanes", "lane operations", &ExecutionProfile::globalAtomicLanes},
    {"globalAtomicHottestShare", "1", &ExecutionProfile::globalAtomicHottestShare},
    {"localAtomicLanes", "lane operations", &ExecutionProfile::localAtomicLanes},
    {"localAtomicDegree", "lanes", &ExecutionProfile::localAtomicDegree},
    {"criticalPathInstructions", "warp instructions", &ExecutionProfile::criticalPathInstructions},
    {"meanWarpInstructions", "warp instructions", &ExecutionProfile::meanWarpInstructions},
    {"dependentLoadDepth", "loads", &ExecutionProfile::dependentLoadDepth},
    {"groupImbalance", "1", &ExecutionProfile::groupImbalance},
    {"laneImbalance", "1", &ExecutionProfile::laneImbalance},
    {"divergentBranchShare", "1", &ExecutionProfile::divergentBranchShare},
    {"loopTripMean", "iterations", &ExecutionProfile::loopTripMean},
    {"liveRegisters", "32-bit registers", &ExecutionProfile::liveRegisters},
    {"privateBytes", "B", &ExecutionProfile::privateBytes},
};

} // namespace

std::span<const ProfileField> profileFields()
{
    return kFields;
}

} // namespace clv
