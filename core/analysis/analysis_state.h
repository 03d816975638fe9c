// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/access_recorder.h"
#include "core/analysis/analyze.h"
#include "core/analysis/index_expression.h"

#include <vector>

namespace clv::analysis {

/// Everything the reports are made from (internal to the room): one launch, run once.
struct State {
    const emulator::Program &program;
    const KernelSignature &signature;
    const Launch &launch;
    const emulator::RunResult &run;
    const AccessRecorder &recorder;
    Symbols &symbols;
    std::vector<SiteFacts> facts;                 ///< per site of the program
    std::vector<std::vector<std::uint32_t>> rows; ///< sites of the program behind each AccessSite, in its order
};

/// Sites of the program that are one access of the source: copies made by unrolling and loop versions. Same place,
/// direction and buffer, and indices that `joinUnrolled` can write as one or that differ by a constant at most.
[[nodiscard]] std::vector<std::vector<std::uint32_t>>
groupSites(std::span<const emulator::SiteInfo> sites, const std::vector<SiteFacts> &facts, const Symbols &symbols);
/// The rows of the memory panel, by line; fills `state.rows` alike.
[[nodiscard]] std::vector<AccessSite> accessSites(State &state);
/// Buffers in the order of the arguments, then local arrays; fills `trafficShare` of buffers only.
[[nodiscard]] std::vector<BufferUse> bufferUses(const State &state, const std::vector<AccessSite> &sites);
/// Distinct sectors of a global or constant buffer argument over the whole launch.
[[nodiscard]] Footprint::Estimate footprintOf(const State &state, std::size_t argument);
[[nodiscard]] ExecutionProfile makeProfile(const State &state);
[[nodiscard]] std::vector<Finding> findProblems(const State &state, const ExecutionProfile &profile,
                                                const MemoryReport &memory);

} // namespace clv::analysis
