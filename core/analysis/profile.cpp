// SPDX-License-Identifier: GPL-3.0-or-later
// All fields of ExecutionProfile: block counts times block contents, and what the recorder saw.
#include "core/analysis/analysis_state.h"
#include "core/analysis/load_chain.h"

#include <algorithm>
#include <array>

namespace clv::analysis {

namespace {

using emulator::OpClass;

/// Where each class of operation is counted. Fused and divide counts are also part of fp32 and fp64.
struct ClassField {
    OpClass op;
    double ExecutionProfile::*field;
    double ExecutionProfile::*also;
};
constexpr std::array<ClassField, emulator::kOpClasses> kClassFields{{
    {OpClass::Fp32, &ExecutionProfile::fp32, nullptr},
    {OpClass::Fp32Fma, &ExecutionProfile::fp32Fma, &ExecutionProfile::fp32},
    {OpClass::Fp32Div, &ExecutionProfile::fp32Div, &ExecutionProfile::fp32},
    {OpClass::Fp64, &ExecutionProfile::fp64, nullptr},
    {OpClass::Fp64Fma, &ExecutionProfile::fp64Fma, &ExecutionProfile::fp64},
    {OpClass::Fp64Div, &ExecutionProfile::fp64Div, &ExecutionProfile::fp64},
    {OpClass::Fp16, &ExecutionProfile::fp16, nullptr},
    {OpClass::Int32, &ExecutionProfile::int32, nullptr},
    {OpClass::Int64, &ExecutionProfile::int64, nullptr},
    {OpClass::IntDiv, &ExecutionProfile::intDiv, nullptr},
    {OpClass::Special, &ExecutionProfile::special, nullptr},
    {OpClass::Special64, &ExecutionProfile::special64, nullptr},
    {OpClass::Conversion, &ExecutionProfile::conversion, nullptr},
    {OpClass::Control, &ExecutionProfile::control, nullptr},
    {OpClass::Select, &ExecutionProfile::select, nullptr},
    {OpClass::Move, &ExecutionProfile::move, nullptr},
    {OpClass::GlobalLoad, &ExecutionProfile::globalLoads, nullptr},
    {OpClass::GlobalStore, &ExecutionProfile::globalStores, nullptr},
    {OpClass::ConstantLoad, &ExecutionProfile::constantLoads, nullptr},
    {OpClass::LocalLoad, &ExecutionProfile::localLoads, nullptr},
    {OpClass::LocalStore, &ExecutionProfile::localStores, nullptr},
    {OpClass::PrivateLoad, &ExecutionProfile::privateLoads, nullptr},
    {OpClass::PrivateStore, &ExecutionProfile::privateStores, nullptr},
    {OpClass::GlobalAtomic, &ExecutionProfile::globalAtomics, nullptr},
    {OpClass::LocalAtomic, &ExecutionProfile::localAtomics, nullptr},
    {OpClass::Barrier, &ExecutionProfile::barriers, nullptr},
    {OpClass::ImageRead, &ExecutionProfile::imageReads, nullptr},
    {OpClass::ImageWrite, &ExecutionProfile::imageWrites, nullptr},
}};

void addInstructions(const State &state, ExecutionProfile &profile)
{
    const auto blocks = state.program.blocks();
    for (std::size_t b = 0; b < blocks.size() && b < state.run.blockWarps.size(); ++b) {
        const double warps = state.run.blockWarps[b];
        for (const ClassField &entry : kClassFields) {
            const double count = warps * blocks[b].ops[static_cast<std::size_t>(entry.op)];
            profile.*entry.field += count;
            if (entry.also != nullptr)
                profile.*entry.also += count;
        }
        profile.warpInstructions += warps * blocks[b].instructions;
        profile.laneInstructions += state.run.blockLanes[b] * blocks[b].instructions;
    }
    const double slots = profile.warpInstructions * profile.warpWidth;
    profile.activeLaneRatio = slots > 0 ? profile.laneInstructions / slots : 0;
}

void addMemory(const State &state, ExecutionProfile &profile)
{
    double indirectSectors = 0, atomicRequests = 0, atomicDegree = 0;
    const auto sites = state.program.sites();
    for (std::size_t i = 0; i < sites.size(); ++i) {
        const SiteRecord &record = state.recorder.sites()[i];
        const double bytes = record.lanes * sites[i].bytesPerLane;
        const bool isAtomic = sites[i].direction == AccessDirection::Atomic;
        if (sites[i].space == AddressSpace::Private)
            continue;
        if (sites[i].space == AddressSpace::Local || record.bankPhases > 0) {
            profile.localPasses += record.bankPasses;
            if (isAtomic) {
                profile.localAtomicLanes += record.lanes;
                atomicRequests += record.requests;
                atomicDegree += record.sameAddressLanes;
            }
            continue;
        }
        if (isAtomic)
            continue; // counted by lanes, below
        if (sites[i].direction == AccessDirection::Write) {
            profile.requestedWriteBytes += bytes;
            profile.writeSectors += record.sectors;
            continue;
        }
        profile.requestedReadBytes += bytes;
        profile.readSectors += record.sectors;
        profile.cachedReadSectors += record.sectorsAgain;
        if ((state.facts[i].depends & kOnLoaded) != 0)
            indirectSectors += record.sectors;
    }
    profile.indirectShare = profile.readSectors > 0 ? indirectSectors / profile.readSectors : 0;
    profile.localAtomicDegree = atomicRequests > 0 ? atomicDegree / atomicRequests : 0;
    for (std::size_t i = 0; i < state.launch.arguments.size(); ++i) {
        const Footprint::Estimate estimate = footprintOf(state, i);
        profile.uniqueReadBytes += estimate.read * kSectorBytes;
        profile.uniqueWriteBytes += estimate.write * kSectorBytes;
    }
    profile.globalAtomicLanes = state.recorder.globalAtomicLanes();
    if (profile.globalAtomicLanes > 0)
        profile.globalAtomicHottestShare = state.recorder.hottestLineLanes() / profile.globalAtomicLanes;
    profile.localBytesPerGroup =
        static_cast<double>(state.program.staticLocalBytes() + state.launch.localArgumentBytes());
}

void addShape(const State &state, ExecutionProfile &profile)
{
    const emulator::RunResult &run = state.run;
    double groups = 0, instructions = 0, longestGroup = 0;
    for (const emulator::GroupRun &group : run.groups) {
        const auto count = static_cast<double>(group.warpInstructions);
        groups += group.weight;
        instructions += group.weight * count;
        longestGroup = std::max(longestGroup, count);
        profile.criticalPathInstructions =
            std::max(profile.criticalPathInstructions, static_cast<double>(group.maxWarpInstructions));
    }
    if (groups > 0 && instructions > 0) {
        profile.groupImbalance = longestGroup / (instructions / groups);
        profile.meanWarpInstructions = instructions / groups / std::max(1.0, profile.warps / profile.workGroups);
    }
    profile.laneImbalance = state.recorder.laneImbalance();
    double branches = 0, divergent = 0, entries = 0, iterations = 0;
    for (std::size_t i = 0; i < run.branchWarps.size(); ++i) {
        branches += run.branchWarps[i];
        divergent += run.branchDivergent[i];
    }
    for (std::size_t i = 0; i < run.loopEntries.size(); ++i) {
        entries += run.loopEntries[i];
        iterations += loopRounds(state.program, run, i);
    }
    profile.divergentBranchShare = branches > 0 ? divergent / branches : 0;
    profile.loopTripMean = entries > 0 ? iterations / entries : 0;
    profile.dependentLoadDepth = dependentLoadDepth(state.program, run);
}

} // namespace

ExecutionProfile makeProfile(const State &state)
{
    ExecutionProfile profile;
    const NDRange &range = state.launch.ndrange;
    profile.ndrange = range;
    profile.warpWidth = kWarpLanes;
    profile.workItems = static_cast<double>(range.workItems());
    profile.workGroups = static_cast<double>(range.numGroups().product());
    // A remainder group along x is rare enough to be counted as a full one.
    profile.warps = profile.workGroups * static_cast<double>((range.groupItems() + kWarpLanes - 1) / kWarpLanes);
    if (state.run.totalGroups > 0)
        profile.sampledGroupShare = static_cast<double>(state.run.groups.size()) / state.run.totalGroups;
    addInstructions(state, profile);
    addMemory(state, profile);
    addShape(state, profile);
    profile.liveRegisters = state.program.liveRegisters();
    profile.privateBytes = static_cast<double>(state.program.privateBytes());
    profile.isTruncated = state.run.isTruncated;
    return profile;
}

} // namespace clv::analysis
