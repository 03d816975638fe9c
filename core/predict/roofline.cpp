// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predict/roofline.h"

#include <algorithm>
#include <cmath>

namespace clv::predict {

double overlapped(const std::vector<double> &ns, double p)
{
    double largest = 0;
    for (double value : ns)
        largest = std::max(largest, value);
    if (largest <= 0)
        return 0;
    double sum = 0;
    for (double value : ns)
        sum += std::pow(std::max(0.0, value) / largest, p);
    return largest * std::pow(sum, 1 / p);
}

double tailFactor(double groups, double units)
{
    if (groups <= 0 || units <= 0)
        return 1;
    return std::max(1.0, std::ceil(groups / units) / (groups / units));
}

double activeOperations(const ExecutionProfile &profile)
{
    // Divisions and fused operations are counted in fp32 and fp64 already; a fused one counts twice.
    const double instructions = profile.fp32 + profile.fp32Fma + profile.fp64 + profile.fp64Fma + profile.fp16 +
                                profile.int32 + profile.int64 + profile.intDiv + profile.special + profile.special64;
    return instructions * profile.warpWidth * std::clamp(profile.activeLaneRatio, 0.0, 1.0);
}

namespace {

/// What no implementation can undercut: the empty launch, the distinct bytes that no cache can have kept, and the
/// operations at the full rate, whichever is largest.
double lowerBound(const Breakdown &breakdown, const Machine &machine)
{
    const double bestRate = std::max(
        {machine.peaks.globalReadBytesPerNs, machine.peaks.globalWriteBytesPerNs, machine.peaks.globalCopyBytesPerNs});
    const double uncacheable = std::max(0.0, breakdown.traffic.footprintBytes - machine.cacheBytes);
    const double moved = std::min(uncacheable, breakdown.traffic.dramBytes());
    return std::max({breakdown.launchNs, moved / bestRate, breakdown.computeNs});
}

std::string applicabilityOf(const Input &input, const Machine &machine)
{
    std::string text = machine.caveat;
    auto add = [&text](const std::string &clause) { text += (text.empty() ? "" : "; ") + clause; };
    if (input.profile->isTruncated)
        add("the emulated sample was cut short by its step budget");
    if (input.memory != nullptr && !input.memory->unsupported.empty())
        add("not everything in the kernel could be emulated (" + input.memory->unsupported.front() + ")");
    if (input.memory != nullptr && !input.memory->outOfBounds.empty())
        add("the launch reads or writes out of bounds");
    add("the interval is a fixed factor, not calibrated");
    return text;
}

void finish(Estimate &estimate, const Breakdown &breakdown)
{
    estimate.terms = breakdown.terms;
    const EstimateTerm *largest = nullptr;
    for (EstimateTerm &term : estimate.terms) {
        term.share = std::min(1.0, term.ns / estimate.medianNs);
        if (largest == nullptr || term.ns > largest->ns)
            largest = &term;
    }
    if (largest != nullptr) {
        estimate.boundBy = largest->name;
        estimate.peakShare = largest->share;
    }
    std::ranges::stable_sort(estimate.terms, std::ranges::greater{}, &EstimateTerm::ns);
}

Estimate estimateOne(const Input &input, const DeviceDescription &device, const Machine &machine)
{
    const Breakdown breakdown = machine.isCpu ? cpuBreakdown(input, machine) : gpuBreakdown(input, machine);
    Estimate estimate;
    estimate.model = "roofline";
    estimate.deviceKey = device.key();
    estimate.lowerBoundNs = lowerBound(breakdown, machine);
    estimate.medianNs = std::max(breakdown.totalNs, estimate.lowerBoundNs);
    estimate.lowNs = std::max(estimate.lowerBoundNs, estimate.medianNs / machine.intervalFactor);
    estimate.highNs = estimate.medianNs * machine.intervalFactor;
    estimate.lines = lineShares(input, breakdown);
    estimate.dramBytesPerNs = breakdown.traffic.dramBytes() / estimate.medianNs;
    estimate.opsPerNs = breakdown.ops / estimate.medianNs;
    estimate.applicability = applicabilityOf(input, machine);
    finish(estimate, breakdown);
    return estimate;
}

} // namespace

Result<std::vector<Estimate>> Roofline::estimate(std::span<const Input> inputs, const DeviceDescription &device) const
{
    const Machine machine = machineOf(device);
    std::vector<Estimate> estimates;
    estimates.reserve(inputs.size());
    for (const Input &input : inputs) {
        if (input.profile == nullptr)
            return Error{ErrorCategory::Internal, "roofline needs an execution profile for every input", {}};
        estimates.push_back(estimateOne(input, device, machine));
    }
    return estimates;
}

} // namespace clv::predict
