// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"
#include "core/types/estimate.h"
#include "core/types/launch.h"
#include "core/types/memory_report.h"
#include "core/types/profile.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clv {

/// What is varied, and over which values. `name`: "global", "global.x|y|z", "local", "local.x|y|z", a scalar
/// argument, or a free parameter of the launch.
struct SweepAxis {
    std::string name;
    std::vector<double> values;
    bool isLogarithmic = false;
};

/// `--axis global=2^10:2^20`, `n=1000:5000:500` (step), `n=2^10:2^20:x4` (factor), `local=32,64,128` (list).
/// `follow` couples names to the axis: "n=global".
struct SweepSpec {
    SweepAxis axis;
    std::optional<SweepAxis> second;
    std::vector<std::pair<std::string, Expression>> follow;
};

struct SweepPoint {
    double x = 0;
    std::optional<double> y;
    std::optional<Launch> launch;         ///< none when it could not be resolved
    std::string refusal;                  ///< why this point has no estimate; empty otherwise
    std::vector<Estimate> estimates;      ///< one per model asked for
    std::optional<Measurement> measurement;
    std::string measurementRefusal;
};

struct Sweep {
    std::string kernel;
    SweepSpec spec;
    std::vector<std::string> models;
    std::string deviceKey;
    std::vector<SweepPoint> points;       ///< in the order of the axis
};

/// Everything known about one kernel, one launch, one device: what views show and reports print.
/// Absent parts are not computed yet or failed (`problems` says why).
struct StudyResult {
    std::uint64_t revision = 0;
    std::string sourcePath;
    std::vector<Diagnostic> diagnostics;
    std::vector<KernelSignature> kernels;
    std::vector<std::string> missingMacros;   ///< names that a -D would have to define
    std::vector<std::string> missingIncludes;
    std::string kernel;                       ///< the one studied
    std::optional<LaunchSpec> launchSpec;     ///< from the file, or inferred
    bool isLaunchInferred = false;
    std::optional<Launch> launch;
    std::optional<ExecutionProfile> profile;
    std::optional<MemoryReport> memory;
    std::vector<Estimate> estimates;
    std::vector<Measurement> measurements;
    std::vector<std::string> problems;        ///< one sentence each
    ErrorCategory problemCategory = ErrorCategory::Unknown; ///< of the first problem; Unknown: none. Not part of the JSON
};

} // namespace clv
