// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/request.h"

/// Measuring, shared by measure, compare, sweep and report.
namespace clv::cli {

struct MeasureOptions {
    std::uint32_t samples = 20;
    bool isForced = false; ///< measure although the emulator saw accesses out of bounds
};

void addMeasureOptions(CLI::App &command, MeasureOptions &options);

/// Studies the job, then measures its launch and adds the result. Progress goes to standard error.
/// Errors: the study's problems as an Error when nothing may be measured (compile error, illegal launch, out of
/// bounds).
[[nodiscard]] Result<StudyResult> studyAndMeasure(Job &job, const MeasureOptions &options, std::stop_token stop);

[[nodiscard]] Result<Measurement> measureLaunch(Job &job, const Launch &launch, const MeasureOptions &options,
                                                std::stop_token stop);

} // namespace clv::cli
