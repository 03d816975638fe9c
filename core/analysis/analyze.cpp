// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyze.h"

#include "core/analysis/analysis_state.h"

namespace clv::analysis {

namespace {

std::vector<Symbols::ArgumentFacts> argumentFacts(const KernelSignature &signature)
{
    std::vector<Symbols::ArgumentFacts> facts;
    for (const KernelArgument &argument : signature.arguments)
        facts.push_back({argument.name, argument.element.bytes});
    return facts;
}

std::vector<std::string> joined(std::span<const std::string> first, const std::vector<std::string> &second)
{
    std::vector<std::string> all(first.begin(), first.end());
    all.insert(all.end(), second.begin(), second.end());
    return all;
}

MemoryReport makeReport(State &state)
{
    MemoryReport report;
    report.kernel = state.program.kernel();
    report.sites = accessSites(state);
    report.buffers = bufferUses(state, report.sites);
    report.outOfBounds = state.run.outOfBounds;
    report.unsupported = joined(state.program.unsupported(), state.run.unsupported);
    report.sampledGroups = static_cast<double>(state.run.groups.size());
    report.totalGroups = state.run.totalGroups;
    return report;
}

} // namespace

Result<Analysis> analyze(const emulator::Program &program, const KernelSignature &signature, const Launch &launch,
                         const AnalysisOptions &options, std::stop_token stop)
{
    auto memory = emulator::Memory::create(launch, options.run.growBuffers);
    if (!memory)
        return memory.error();
    AccessRecorder recorder(program.sites(), program.blocks(), launch);
    auto run = emulator::run(program, launch, **memory, options.run, &recorder, stop);
    if (!run)
        return run.error();
    const auto *function = static_cast<const llvm::Function *>(program.irFunction());
    Symbols symbols(*function, argumentFacts(signature));
    Analysis analysis;
    State state{program, signature, launch, *run, recorder, symbols, {}, {}};
    state.facts.reserve(program.sites().size());
    for (const emulator::SiteInfo &site : program.sites())
        state.facts.push_back(siteFacts(symbols, site, signature));
    analysis.memory = makeReport(state);
    analysis.profile = makeProfile(state);
    analysis.memory.findings = findProblems(state, analysis.profile, analysis.memory);
    analysis.run = std::move(*run);
    return analysis;
}

} // namespace clv::analysis
