// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/workshop.h"

#include "core/study/keys.h"
#include "core/support/hash.h"

namespace clv::study {

namespace {

std::vector<predict::LineWork> lineWorkOf(const emulator::Program &program, const emulator::RunResult &run)
{
    std::map<std::uint32_t, double> byLine;
    const auto blocks = program.blocks();
    for (std::size_t i = 0; i < blocks.size() && i < run.blockWarps.size(); ++i)
        for (const auto &[line, instructions] : blocks[i].lineOps)
            byLine[line] += run.blockWarps[i] * instructions;
    std::vector<predict::LineWork> work;
    for (const auto &[line, instructions] : byLine)
        if (line != 0 && instructions > 0)
            work.push_back({line, instructions});
    return work;
}

/// Work-groups that differ in their work are missed by a small sample (a Mandelbrot set's inside, a frontier of a
/// graph): such launches are looked at again with more groups, which costs tens of milliseconds.
constexpr std::uint32_t kGroupsWhenUneven = 96;
bool isUneven(const ExecutionProfile &profile)
{
    constexpr double kUneven = 1.2;
    return profile.sampledGroupShare < 1 && profile.groupImbalance > kUneven;
}

std::uint64_t optionsKey(const analysis::AnalysisOptions &options)
{
    const emulator::RunOptions &run = options.run;
    return mix64(run.warpInstructionBudget * 64 + run.maxGroups + (run.full ? 1u << 20 : 0) +
                 (run.growBuffers ? 1u << 21 : 0) + run.seed * 0x10000000ULL);
}

} // namespace

Result<std::shared_ptr<const frontend::Outline>> Workshop::outline(const frontend::SourceText &source,
                                                                   const BuildOptions &options)
{
    // Which files are included is known only after parsing, so those of the last parse of this text decide.
    const std::uint64_t textKey = sourceKey(source, options, {});
    if (auto known = m_outlines.find(textKey)) {
        if (m_outlines.find(sourceKey(source, options, known->includedFiles) ^ 1) != nullptr)
            return known;
    }
    auto fresh = m_document.update(source, options);
    if (!fresh)
        return fresh.error();
    ++m_counters.outlines;
    auto shared = std::make_shared<const frontend::Outline>(std::move(*fresh));
    m_outlines.store(sourceKey(source, options, shared->includedFiles) ^ 1, shared);
    return m_outlines.store(textKey, shared);
}

Result<std::shared_ptr<const frontend::Compilation>> Workshop::compile(const frontend::SourceText &source,
                                                                       const BuildOptions &options, std::uint64_t key)
{
    if (auto known = m_compilations.find(key))
        return known;
    auto fresh = frontend::compile(source, options);
    if (!fresh)
        return fresh.error();
    ++m_counters.compilations;
    return m_compilations.store(key, std::make_shared<const frontend::Compilation>(std::move(*fresh)));
}

Result<Ready> Workshop::lower(const frontend::Compilation &compilation, std::uint64_t sourceKey,
                              const std::string &kernel)
{
    const std::uint64_t key = hashText(kernel, sourceKey);
    if (auto known = m_programs.find(key))
        return *known;
    auto program = emulator::Program::lower(compilation.module, kernel);
    if (!program)
        return program.error();
    ++m_counters.lowerings;
    return *m_programs.store(key, std::make_shared<const Ready>(Ready{key, std::move(*program)}));
}

Result<std::shared_ptr<const Analysed>> Workshop::analyse(const Ready &ready, const KernelSignature &signature,
                                                          const Launch &launch,
                                                          const analysis::AnalysisOptions &options,
                                                          std::stop_token stop)
{
    const std::uint64_t key = mix64(ready.key ^ mix64(launchKey(launch) ^ optionsKey(options)));
    if (auto known = m_analyses.find(key))
        return known;
    auto fresh = analysis::analyze(*ready.program, signature, launch, options, stop);
    if (!fresh)
        return fresh.error();
    if (isUneven(fresh->profile) && options.run.maxGroups < kGroupsWhenUneven) {
        analysis::AnalysisOptions more = options;
        more.run.maxGroups = kGroupsWhenUneven;
        more.run.warpInstructionBudget *= 4;
        fresh = analysis::analyze(*ready.program, signature, launch, more, stop);
        if (!fresh)
            return fresh.error();
    }
    {
        const std::lock_guard lock(m_countersMutex);
        ++m_counters.analyses;
    }
    auto analysed = std::make_shared<Analysed>();
    analysed->lineWork = lineWorkOf(*ready.program, fresh->run);
    analysed->analysis = std::move(*fresh);
    return m_analyses.store(key, std::move(analysed));
}

Result<const predict::Predictor *> Workshop::predictor(const std::string &name)
{
    auto &slot = m_predictors[name];
    if (!slot) {
        auto made = predict::makePredictor(name);
        if (!made)
            return made.error();
        slot = std::move(*made);
    }
    return static_cast<const predict::Predictor *>(slot.get());
}

} // namespace clv::study
