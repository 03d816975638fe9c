// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweeping.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace clv::cli {

void addSweepOptions(CLI::App &command, SweepOptions &options)
{
    command
        .add_option("--axis", options.axes,
                    "what is varied: global=2^10:2^20, n=1000:5000:500 (step), n=2^10:2^20:x4 (factor), "
                    "local=32,64,128 (list); a second --axis makes a grid")
        ->allow_extra_args(false);
    command.add_option("--follow", options.follow, "NAME=EXPR: another argument coupled to the axis, as in global=n")
        ->allow_extra_args(false);
    command.add_flag("--measure", options.isMeasuring, "measure every point as well");
}

Result<SweepSpec> sweepSpecOf(Engine &engine, const SweepOptions &options)
{
    if (options.axes.empty())
        return usageError("there is no --axis, so nothing is varied; for example --axis global=2^10:2^20");
    if (options.axes.size() > 2)
        return usageError(fmt::format("{} axes were given; a sweep has one or two", options.axes.size()));
    SweepSpec spec;
    auto first = engine.parseAxis(options.axes[0]);
    if (!first)
        return first.error();
    spec.axis = std::move(*first);
    if (options.axes.size() == 2) {
        auto second = engine.parseAxis(options.axes[1]);
        if (!second)
            return second.error();
        spec.second = std::move(*second);
    }
    for (const std::string &follow : options.follow) {
        const std::size_t equals = follow.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == follow.size())
            return usageError(fmt::format("--follow '{}': expected NAME=EXPR, for example n=global", follow));
        spec.follow.emplace_back(follow.substr(0, equals), follow.substr(equals + 1));
    }
    return spec;
}

Result<Sweep> runSweep(Job &job, const SweepSpec &spec, const SweepOptions &options, const MeasureOptions &measuring,
                       std::stop_token stop)
{
    auto sweep = job.engine->sweep(job.request, spec, {}, stop);
    if (!sweep || !options.isMeasuring)
        return sweep;
    for (SweepPoint &point : sweep->points) {
        if (!point.launch || (!point.refusal.empty() && !measuring.isForced)) {
            point.measurementRefusal = point.refusal;
            continue;
        }
        auto measurement = measureLaunch(job, *point.launch, measuring, stop);
        if (!measurement && measurement.error().category == ErrorCategory::Cancelled)
            return measurement.error();
        if (measurement)
            point.measurement = std::move(*measurement);
        else
            point.measurementRefusal = measurement.error().message;
    }
    return sweep;
}

} // namespace clv::cli
