// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/measuring.h"

/// Sweeps, shared by sweep and report.
namespace clv::cli {

struct SweepOptions {
    std::vector<std::string> axes, follow;
    bool isMeasuring = false;
};

void addSweepOptions(CLI::App &command, SweepOptions &options);

[[nodiscard]] Result<SweepSpec> sweepSpecOf(Engine &engine, const SweepOptions &options);

/// Predicts the curve, then measures its points when asked to. A point that cannot be measured carries the reason.
[[nodiscard]] Result<Sweep> runSweep(Job &job, const SweepSpec &spec, const SweepOptions &options,
                                     const MeasureOptions &measuring, std::stop_token stop);

} // namespace clv::cli
