// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measuring.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

namespace clv::cli {

void addMeasureOptions(CLI::App &command, MeasureOptions &options)
{
    command.add_option("--samples", options.samples, "timed launches (default 20)")->check(CLI::Range(1, 10000));
    command.add_flag("--force", options.isForced,
                     "measure although the emulator saw accesses out of bounds (the worker may crash)");
}

Result<Measurement> measureLaunch(Job &job, const Launch &launch, const MeasureOptions &options, std::stop_token stop)
{
    measure::MeasureRequest request = measureRequest(job, launch);
    request.protocol.maxSamples = options.samples;
    request.protocol.minSamples = std::min(request.protocol.minSamples, options.samples);
    const bool isTerminal = ::isatty(STDERR_FILENO) != 0;
    auto progress = [isTerminal](const Progress &step) {
        if (isTerminal)
            fmt::print(stderr, "\r\033[Kclv: {}", step.what);
    };
    auto measurement = job.worker->measure(request, progress, stop);
    if (isTerminal)
        fmt::print(stderr, "\r\033[K");
    return measurement;
}

Result<StudyResult> studyAndMeasure(Job &job, const MeasureOptions &options, std::stop_token stop)
{
    auto result = job.engine->run(job.request, {}, stop);
    if (!result)
        return result;
    const bool isOutOfBounds = result->memory && !result->memory->outOfBounds.empty();
    if (isOutOfBounds && !options.isForced)
        return Error{
            ErrorCategory::Kernel, result->problems.front() + "; not measured (--force measures all the same)", {}};
    if (!result->launch)
        return result;
    if (!result->problems.empty() && !isOutOfBounds && !result->profile)
        complain(result->problems.front()); // the emulator gave up; a device may still run it
    auto measurement = measureLaunch(job, *result->launch, options, stop);
    if (!measurement)
        return measurement.error();
    result->measurements.push_back(std::move(*measurement));
    return result;
}

} // namespace clv::cli
