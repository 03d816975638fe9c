// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/predict/machine.h"
#include "core/predict/predictor.h"
#include "core/predict/traffic.h"

#include <string>
#include <vector>

namespace clv::predict {

/// The analytic model. Question: how long does the launch take if every resource works at the rate that the
/// microbenchmarks found, and the rest overlaps as well as it does on such devices?
///
/// Sample breakdown (SpMV on a CPU device): launch 18 µs, dispatch 3 µs, instruction issue 410 µs, cache 90 µs,
/// latency 35 µs; total 445 µs, bound by instruction issue.
///
/// Method: each resource gives a time (work / rate); times of resources that work side by side are joined by a
/// p-norm (a soft maximum), what cannot overlap is added. `roofline_gpu.cpp` and `roofline_cpu.cpp` hold the
/// formulas of the two kinds of device, since a CPU runs the work-items of a group in a loop on one core.
/// Known wrong: kernels that the device's compiler simplifies beyond our IR, register spills, atomics that the
/// compiler aggregates, rare work that the sampled work-groups miss.
struct Breakdown {
    double launchNs = 0;
    std::vector<EstimateTerm> terms; ///< shares are filled in later
    double totalNs = 0;
    double computeNs = 0; ///< at full rate, perfectly spread: for the lower bound
    double ops = 0;       ///< fp32 + fp64 + int operations of active lanes, an fma counts 2
    Traffic traffic;
};

[[nodiscard]] Breakdown gpuBreakdown(const Input &input, const Machine &machine);
[[nodiscard]] Breakdown cpuBreakdown(const Input &input, const Machine &machine);

/// (sum of ns^p)^(1/p): the maximum for p -> infinity (perfect overlap), the sum for p = 1 (none).
[[nodiscard]] double overlapped(const std::vector<double> &ns, double p);

/// Busiest unit over mean: `ceil(groups / units) / (groups / units)`, at least 1.
[[nodiscard]] double tailFactor(double groups, double units);

/// Operations of active lanes, an fma counts 2.
[[nodiscard]] double activeOperations(const ExecutionProfile &profile);

/// Shares per line out of issue work and memory traffic, weighted by how much of the time each explains.
[[nodiscard]] std::vector<LineShare> lineShares(const Input &input, const Breakdown &breakdown);

class Roofline final : public Predictor {
public:
    [[nodiscard]] std::string name() const override { return "roofline"; }
    [[nodiscard]] Result<std::vector<Estimate>> estimate(std::span<const Input> inputs,
                                                         const DeviceDescription &device) const override;
};

} // namespace clv::predict
