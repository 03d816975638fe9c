// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predict/roofline.h"

#include <algorithm>
#include <cmath>

/// GPU: warps issue in lockstep, many warps a compute unit hide latency, work-groups are dealt out to compute units.
/// Rates of the H200 named below: microbenchmarks on that device (fp32 fma 29.3 T/s, int32 mad 16.6, int32 division
/// 1.11, fp32 division 3.6, fp64 division 1.22 beside fma64 16.6, exp(double) 0.76).
namespace clv::predict {

namespace {

constexpr double kOverlap = 4;         // p of the p-norm: resources overlap almost fully
constexpr double kIntDivCost = 15;     // int32 operations an integer division: 16.6 / 1.11
constexpr double kInt64Cost = 2;       // 32-bit pieces
constexpr double kFp32DivCost = 8;     // fp32 instructions: 29.3 / 3.6
constexpr double kConversionCost = 4;  // int32 operations: 16.6 / 4.0
constexpr double kFp64DivCost = 14;    // fp64 fmas: 16.6 / 1.22
constexpr double kSpecial64Cost = 22;  // 16.6 / 0.76
constexpr double kLoadStoreIssue = 4;  // issue slots a memory instruction: a load/store unit has a quarter of the lanes
constexpr double kSectorsPerCycle = 4; // first-level cache: 128 bytes
constexpr double kLoadsInFlight = 8;   // per warp: unrolled by 4, about two independent streams
constexpr double kDependentCycles = 2.5; // cycles an instruction of a lone warp: latency 4-5, some independence
constexpr double kL1Share = 0.08;        // of the DRAM latency: 36 ns against 450 ns and more
constexpr double kL2Share = 0.4;
constexpr double kRegistersPerUnit = 65536;
constexpr double kRegistersBeyondLive = 14; // driver's count over live values (2,586 kernels, H200)

struct Gpu {
    const ExecutionProfile &p;
    const Machine &m;
    const Traffic &t;
    double warpsPerGroup = 1;
    double residentGroups = 1; ///< per compute unit
    double spread = 1;         ///< tail: busiest unit over mean

    /// Warp instructions of a class in an emulated warp of 32; hardware of another width issues more or fewer.
    [[nodiscard]] double warps(double warpInstructions) const { return warpInstructions * p.warpWidth / m.warpWidth; }
    [[nodiscard]] double lanesRate(double opsPerNs) const { return opsPerNs / m.warpWidth; }
};

double residentGroups(const ExecutionProfile &p, const Machine &m)
{
    const double items = std::max<double>(1, static_cast<double>(p.ndrange.groupItems()));
    const double padded = std::ceil(items / m.warpWidth) * m.warpWidth;
    double groups = std::floor(m.itemsPerUnit / padded);
    if (p.localBytesPerGroup > 0)
        groups = std::min(groups, std::floor(m.localBytesPerUnit / p.localBytesPerGroup));
    const double registers = std::ceil((p.liveRegisters + kRegistersBeyondLive) / 8) * 8;
    groups = std::min(groups, std::floor(kRegistersPerUnit / (registers * padded)));
    return std::clamp(groups, 1.0, 32.0);
}

void addCompute(const Gpu &g, Breakdown &out)
{
    const ExecutionProfile &p = g.p;
    const DevicePeaks &k = g.m.peaks;
    const double issueRate = g.lanesRate(k.fp32OpsPerNs / 2); // warp instructions a ns
    const double fma64Rate = g.lanesRate(k.fp64OpsPerNs / 2);
    const double intRate = g.lanesRate(k.int32OpsPerNs);
    const double specialRate = g.lanesRate(k.specialOpsPerNs);

    const double fp32 = g.warps(p.fp32 + p.fp16 + (kFp32DivCost - 1) * p.fp32Div) / issueRate;
    const double fp64 = g.warps(p.fp64 + (kFp64DivCost - 1) * p.fp64Div + kSpecial64Cost * p.special64) / fma64Rate;
    const double integer =
        g.warps(p.int32 + kInt64Cost * p.int64 + kIntDivCost * p.intDiv + kConversionCost * p.conversion) / intRate;
    const double special = g.warps(p.special) / specialRate;
    const double memoryInstructions = p.globalLoads + p.globalStores + p.constantLoads + p.localLoads + p.localStores +
                                      p.privateLoads + p.privateStores + p.globalAtomics + p.localAtomics;
    const double issue = g.warps(p.warpInstructions + (kLoadStoreIssue - 1) * memoryInstructions) / issueRate;
    out.computeNs = std::max({g.warps(p.fp32) / issueRate, g.warps(p.fp64) / fma64Rate});
    out.terms.push_back({"compute fp32", fp32 * g.spread, 0});
    out.terms.push_back({"compute fp64", fp64 * g.spread, 0});
    out.terms.push_back({"compute int", integer * g.spread, 0});
    out.terms.push_back({"special functions", special * g.spread, 0});
    out.terms.push_back({"instruction issue", issue * g.spread, 0});
}

void addMemory(const Gpu &g, Breakdown &out)
{
    const DevicePeaks &k = g.m.peaks;
    const double sectors = g.p.readSectors + g.p.writeSectors;
    const double firstLevelRate = g.m.computeUnits * g.m.clockGhz * kSectorsPerCycle; // sectors a ns
    const double passBytes = g.m.warpWidth * 4;                                       // one pass serves a word a lane
    out.terms.push_back({"DRAM", dramNs(g.t.dramReadBytes, g.t.dramWriteBytes, k), 0});
    out.terms.push_back(
        {"cache", std::max(g.t.nearBytes / k.cacheReadBytesPerNs, sectors / firstLevelRate * g.spread), 0});
    out.terms.push_back({"local memory", g.p.localPasses * passBytes / k.localBytesPerNs * g.spread, 0});
}

void addAtomics(const Gpu &g, Breakdown &out)
{
    const DevicePeaks &k = g.m.peaks;
    const double hottest = g.p.globalAtomicLanes * std::clamp(g.p.globalAtomicHottestShare, 0.0, 1.0);
    const double global =
        std::max(g.p.globalAtomicLanes / k.globalAtomicsSpreadPerNs, hottest / k.globalAtomicsSamePerNs);
    const double local = g.p.localAtomicLanes * std::max(1.0, g.p.localAtomicDegree) / k.localAtomicsPerNs * g.spread;
    out.terms.push_back({"atomics", std::max(global, local), 0});
}

void addBarriers(const Gpu &g, Breakdown &out)
{
    const double groupBarriers = g.p.barriers / g.warpsPerGroup;
    const double perBarrier = g.m.peaks.barrierNs * std::max(0.25, g.warpsPerGroup * g.p.warpWidth / 256);
    const double concurrent = g.m.computeUnits * g.residentGroups;
    out.terms.push_back(
        {"barriers", groupBarriers * perBarrier / std::min(concurrent, std::max(1.0, g.p.workGroups)), 0});
}

/// Time of one warp on its own: loads that wait for each other, and its instructions one after the other.
double warpAloneNs(const Gpu &g, double instructions)
{
    const double warps = std::max(1.0, g.p.warps);
    const double loads = (g.p.globalLoads + g.p.imageReads) / warps;
    const double steps = std::max(g.p.dependentLoadDepth, loads / kLoadsInFlight);
    const double missed = 1 - g.t.firstLevelShare;
    const double mix = g.t.firstLevelShare * kL1Share + missed * (g.t.dramShare + (1 - g.t.dramShare) * kL2Share);
    const double localSteps = (g.p.localLoads + g.p.localAtomics) / warps / (kLoadsInFlight / 2);
    const double dependentNs = g.m.peaks.dependentLoadNs;
    return steps * dependentNs * mix + localSteps * dependentNs * kL1Share +
           instructions * kDependentCycles / g.m.clockGhz + g.p.barriers / warps * g.m.peaks.barrierNs;
}

void addLatency(const Gpu &g, Breakdown &out)
{
    const double rounds = std::max(1.0, g.p.workGroups / (g.m.computeUnits * g.residentGroups));
    const double mean = warpAloneNs(g, g.p.meanWarpInstructions) * rounds;
    const double longest = warpAloneNs(g, std::max(g.p.criticalPathInstructions, g.p.meanWarpInstructions));
    out.terms.push_back({"latency", std::max(mean, longest), 0});
}

/// The group with the most work ends last: what it does beyond the mean, on one compute unit.
double imbalanceNs(const Gpu &g, const Breakdown &out)
{
    double throughput = 0;
    for (const EstimateTerm &term : out.terms)
        if (term.name != "latency")
            throughput = std::max(throughput, term.ns);
    const double oneGroup = throughput / std::max(1.0, g.p.workGroups / g.m.computeUnits) / g.residentGroups;
    return std::max(0.0, g.p.groupImbalance - 1) * oneGroup;
}

} // namespace

Breakdown gpuBreakdown(const Input &input, const Machine &machine)
{
    Breakdown out;
    const ExecutionProfile &profile = *input.profile;
    out.traffic = trafficOf(profile, machine);
    out.ops = activeOperations(profile);
    out.launchNs = machine.peaks.launchOverheadNs;

    Gpu g{profile, machine, out.traffic};
    g.warpsPerGroup = std::max(1.0, profile.warps / std::max(1.0, profile.workGroups));
    g.residentGroups = residentGroups(profile, machine);
    g.spread = tailFactor(profile.workGroups, machine.computeUnits);
    addCompute(g, out);
    addMemory(g, out);
    addAtomics(g, out);
    addBarriers(g, out);
    addLatency(g, out);
    out.terms.push_back({"dispatch", profile.workGroups * machine.peaks.groupDispatchNs, 0});
    const double imbalance = imbalanceNs(g, out);

    std::vector<double> overlapping;
    for (const EstimateTerm &term : out.terms)
        overlapping.push_back(term.ns);
    out.totalNs = out.launchNs + overlapped(overlapping, kOverlap) + imbalance;
    out.terms.push_back({"imbalance", imbalance, 0});
    out.terms.push_back({"launch", out.launchNs, 0});
    return out;
}

} // namespace clv::predict
