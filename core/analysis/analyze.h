// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/emulator/emulator.h"
#include "core/types/launch.h"
#include "core/types/memory_report.h"
#include "core/types/profile.h"

#include <stop_token>

namespace clv::analysis {

struct AnalysisOptions {
    emulator::RunOptions run;
};

/// Facts of one launch: from the program's IR (index expressions, extents) and one emulated sample.
struct Analysis {
    ExecutionProfile profile;
    MemoryReport memory; ///< with findings
    emulator::RunResult run;
};

/// Thread: any; the program may be shared. Errors: those of `emulator::run`.
[[nodiscard]] Result<Analysis> analyze(const emulator::Program &program, const KernelSignature &signature,
                                       const Launch &launch, const AnalysisOptions &options, std::stop_token stop);

} // namespace clv::analysis
