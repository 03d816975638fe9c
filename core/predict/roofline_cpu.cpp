// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predict/roofline.h"

#include <algorithm>
#include <cmath>

/// CPU devices such as PoCL: a work-group is a loop over its work-items on one core, vectorised where control flow
/// allows it; groups are dealt out to one thread a core; a barrier cuts the loop in two and keeps what lives across
/// it in memory. Lanes that are switched off cost nothing, gathers go through caches one by one, and what
/// coalescing means on a GPU is spatial reuse between neighbouring iterations here.
namespace clv::predict {

namespace {

constexpr double kOverlap = 2;          // p of the p-norm: out-of-order cores overlap memory and arithmetic in part
constexpr double kScalarPerCycle = 3.0; // IR instructions a nominal cycle: address arithmetic folds into operands
constexpr double kVectorUse = 0.35;     // of the fma rate that vectorised loops reach, loads and addresses included
constexpr double kMinVectorItems = 8;   // below, the loop over work-items is not worth vector code
constexpr double kIntDivCycles = 12;    // scalar, also in vectorised loops (no SIMD integer division)
constexpr double kFpDivCycles = 4;
constexpr double kGatherCycles = 1.2;      // per lane and access that vector code has to do one by one
constexpr double kSpecialDependence = 1.7; // kernels wait for results; the microbenchmark has two independent chains
constexpr double kLoopBranches = 3; // branches an iteration of a loop around a barrier, and of the guards outside
constexpr double kLeastWalk = 16;   // iterations from which a walk down a column leaves the prefetched lines

// Costs of an access that no prefetcher sees coming, as shares of the latency of DRAM and with the misses that a core
// keeps in flight (about 5) taken into account: second-level hit, last-level hit (or a first-level set that strides of
// a page overfill), DRAM, and a line that another core has just written.
constexpr double kSecondLevelShare = 0.004;
constexpr double kLastLevelShare = 0.02;
constexpr double kDramShare = 0.2;
constexpr double kCoherenceShare = 0.05;
constexpr double kFirstLevelBytes = 64 << 10; // what stays near a core beside everything else
constexpr double kSecondLevelBytes = 1 << 20;
constexpr double kPageBytes = 4096;
constexpr double kLineBytes = 64;

struct Cpu {
    const ExecutionProfile &p;
    const Machine &m;
    const Traffic &t;
    const MemoryReport *memory;
    double threads = 1;     ///< that have work
    double spread = 1;      ///< tail: busiest thread over mean
    double vectorShare = 0; ///< of the instructions, in vector code

    [[nodiscard]] double lanes(double warpInstructions) const
    {
        return warpInstructions * p.warpWidth * std::clamp(p.activeLaneRatio, 0.0, 1.0);
    }
    [[nodiscard]] double cyclesToNs(double cycles) const { return cycles / (m.clockGhz * threads); }
};

/// Iterations a work-item spends in loops without a barrier. Loops around a barrier do not count: their bodies are the
/// pieces over which the loop over work-items runs.
double innerIterations(const ExecutionProfile &p)
{
    if (p.loopTripMean < 2 || p.workItems <= 0)
        return 0;
    const double perItem = p.warpWidth * std::clamp(p.activeLaneRatio, 0.0, 1.0) / p.workItems;
    return std::max(0.0, p.control * perItem - kLoopBranches * (p.barriers * p.warpWidth / p.workItems + 1));
}

/// How much of the work the loop over work-items does in SIMD. It has to be the innermost loop: a loop inside keeps it
/// scalar. Short branches are turned into masks, long and frequent ones are not; atomics are done one by one; narrow
/// groups leave no iterations to join.
double vectorShareOf(const ExecutionProfile &p)
{
    const bool isWide = static_cast<double>(p.ndrange.local.x()) >= kMinVectorItems;
    if (!isWide || p.globalAtomics + p.localAtomics > 0)
        return 0;
    const double inner = innerIterations(p);
    const double straight = 1 - inner / (inner + 2);
    const double maskable = 1 - std::clamp(2 * p.divergentBranchShare - 1, 0.0, 1.0);
    const double even = 1 - std::clamp((p.laneImbalance - 1.5) * 2, 0.0, 1.0);
    return straight * maskable * even;
}

/// Lane accesses of vector code that are no contiguous vector load or store.
double gatheredLanes(const Cpu &c)
{
    if (c.memory == nullptr)
        return 0;
    double lanes = 0;
    for (const AccessSite &site : c.memory->sites) {
        const bool isContiguous = site.pattern == AccessPattern::Uniform || site.pattern == AccessPattern::UnitStride;
        if (!isContiguous && site.space != AddressSpace::Private)
            lanes += site.requests * std::max(1.0, site.activeLanesPerRequest);
    }
    return lanes;
}

void addCompute(const Cpu &c, Breakdown &out)
{
    const ExecutionProfile &p = c.p;
    const DevicePeaks &k = c.m.peaks;
    const double cores = c.m.computeUnits;
    const double scalarRate = kScalarPerCycle * c.m.clockGhz * c.threads;
    const double vectorRate = std::max(scalarRate, kVectorUse * k.fp32OpsPerNs / 2 / cores * c.threads);
    const double vector64Rate = std::max(scalarRate / 2, kVectorUse * k.fp64OpsPerNs / 2 / cores * c.threads);

    const double wide = c.lanes(p.fp64 - p.fp64Div + p.int64);
    const double dear = c.lanes(p.fp32Div + p.fp64Div + p.intDiv + p.special + p.special64);
    const double plain = std::max(0.0, p.laneInstructions - dear - wide);
    const double issue = (1 - c.vectorShare) * (plain + wide) / scalarRate +
                         c.vectorShare * (plain / vectorRate + wide / vector64Rate) +
                         c.vectorShare * c.cyclesToNs(kGatherCycles * gatheredLanes(c));
    const double fpDiv = c.cyclesToNs(kFpDivCycles * c.lanes(p.fp32Div + 2 * p.fp64Div)) * (1 - c.vectorShare * 0.5);
    const double intDiv = c.cyclesToNs(kIntDivCycles * c.lanes(p.intDiv));
    const double special =
        kSpecialDependence * c.lanes(p.special + 2 * p.special64) / (k.specialOpsPerNs * c.threads / cores);
    out.computeNs = std::max(c.lanes(p.fp32) / (k.fp32OpsPerNs / 2), c.lanes(p.fp64) / (k.fp64OpsPerNs / 2));
    out.terms.push_back({"instruction issue", issue * c.spread, 0});
    out.terms.push_back({"division", (fpDiv + intDiv) * c.spread, 0});
    out.terms.push_back({"special functions", special * c.spread, 0});
}

void addMemory(const Cpu &c, Breakdown &out)
{
    const DevicePeaks &k = c.m.peaks;
    const double cores = c.m.computeUnits;
    // One core alone does not reach the bandwidth of all, but more than its share of it.
    const double reach = std::min(1.0, 1.6 * c.threads / cores);
    out.terms.push_back({"DRAM", dramNs(c.t.dramReadBytes, c.t.dramWriteBytes, k) / reach, 0});
    out.terms.push_back({"cache", c.t.nearBytes / (k.cacheReadBytesPerNs * c.threads / cores) * c.spread, 0});
}

double footprintOf(const Cpu &c, const std::string &buffer)
{
    for (const BufferUse &use : c.memory->buffers)
        if (use.name == buffer)
            return use.uniqueBytes;
    return 0;
}

/// One of many accesses all over `bytes`, as a share of the DRAM latency.
double randomShare(double bytes, double cacheBytes)
{
    if (bytes <= kFirstLevelBytes)
        return 0;
    if (bytes <= kSecondLevelBytes)
        return kSecondLevelShare;
    return kLastLevelShare + (kDramShare - kLastLevelShare) * missShare(bytes, cacheBytes);
}

/// Neighbouring work-items side by side, each walking down a column on its own: what a GPU coalesces is a new line an
/// iteration here, and a new page when the rows are long.
bool isColumnWalk(const Cpu &c, const AccessSite &site)
{
    const bool isRow = site.pattern == AccessPattern::UnitStride || site.pattern == AccessPattern::Blocked;
    const double steps = site.executionsPerWorkItem;
    if (!isRow || steps < kLeastWalk || innerIterations(c.p) < steps / 2)
        return false;
    return footprintOf(c, site.buffer) / steps >= kPageBytes;
}

/// Cost of one lane's access at a site, as a share of the DRAM latency.
double scatterShare(const Cpu &c, const AccessSite &site)
{
    const double missed = 1 - c.t.firstLevelShare;
    const bool isWrite = site.direction == AccessDirection::Write;
    const double coherence = isWrite && c.threads > 1 ? kCoherenceShare : 0;
    switch (site.pattern) {
    case AccessPattern::Indirect:
    case AccessPattern::Permuted: return randomShare(footprintOf(c, site.buffer), c.m.cacheBytes) + coherence;
    case AccessPattern::Uniform: return site.activeLanesPerRequest > 1.5 ? coherence : 0;
    case AccessPattern::ConstantStride: {
        const double stride = std::abs(site.strideBytes.value_or(0));
        if (stride < kLineBytes)
            return 0;
        return missed * (std::fmod(stride, kPageBytes) == 0 ? kLastLevelShare : kSecondLevelShare);
    }
    default: return isColumnWalk(c, site) ? missed * kLastLevelShare : 0;
    }
}

void addScatter(const Cpu &c, Breakdown &out)
{
    double latencies = 0;
    if (c.memory != nullptr)
        for (const AccessSite &site : c.memory->sites)
            if (site.space == AddressSpace::Global && site.direction != AccessDirection::Atomic)
                latencies += site.requests * std::max(1.0, site.activeLanesPerRequest) * scatterShare(c, site);
    out.terms.push_back({"scattered access", latencies * c.m.peaks.dependentLoadNs / c.threads * c.spread, 0});
}

void addAtomics(const Cpu &c, Breakdown &out)
{
    const DevicePeaks &k = c.m.peaks;
    const double share = c.threads / c.m.computeUnits;
    const double hottest = c.p.globalAtomicLanes * std::clamp(c.p.globalAtomicHottestShare, 0.0, 1.0);
    const double global =
        (c.p.globalAtomicLanes - hottest) / (k.globalAtomicsSpreadPerNs * share) + hottest / k.globalAtomicsSamePerNs;
    const double local = c.p.localAtomicLanes / (k.localAtomicsPerNs * share) * c.spread;
    out.terms.push_back({"atomics", global + local, 0});
}

void addBarriers(const Cpu &c, Breakdown &out)
{
    // barrierNs is that of 256 work-items on one core; it grows with the items that are taken up again.
    const double itemBarriers = c.p.barriers * c.p.warpWidth;
    out.terms.push_back({"barriers", itemBarriers / 256 * c.m.peaks.barrierNs / c.threads * c.spread, 0});
}

double imbalanceNs(const Cpu &c, double workNs)
{
    const double groupsPerThread = std::max(1.0, c.p.workGroups / c.threads);
    return std::max(0.0, c.p.groupImbalance - 1) * workNs / groupsPerThread / 2;
}

} // namespace

Breakdown cpuBreakdown(const Input &input, const Machine &machine)
{
    Breakdown out;
    const ExecutionProfile &profile = *input.profile;
    out.traffic = trafficOf(profile, machine);
    out.ops = activeOperations(profile);
    out.launchNs = machine.peaks.launchOverheadNs;

    Cpu c{profile, machine, out.traffic, input.memory};
    c.threads = std::clamp(profile.workGroups, 1.0, machine.computeUnits);
    c.spread = tailFactor(profile.workGroups, c.threads);
    c.vectorShare = vectorShareOf(profile);
    addCompute(c, out);
    addMemory(c, out);
    addScatter(c, out);
    std::vector<double> overlapping;
    for (const EstimateTerm &term : out.terms)
        overlapping.push_back(term.ns);
    double work = overlapped(overlapping, kOverlap);

    addAtomics(c, out);
    addBarriers(c, out);
    work += out.terms[out.terms.size() - 2].ns + out.terms.back().ns;
    const double dispatch = profile.workGroups * machine.peaks.groupDispatchNs;
    const double imbalance = imbalanceNs(c, work);
    out.terms.push_back({"dispatch", dispatch, 0});
    out.terms.push_back({"imbalance", imbalance, 0});
    out.terms.push_back({"launch", out.launchNs, 0});
    out.totalNs = out.launchNs + dispatch + work + imbalance;
    return out;
}

} // namespace clv::predict
