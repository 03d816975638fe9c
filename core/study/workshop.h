// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyze.h"
#include "core/emulator/emulator.h"
#include "core/frontend/compile.h"
#include "core/frontend/document.h"
#include "core/predict/predictor.h"
#include "core/study/recent_cache.h"

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace clv::study {

/// A kernel ready to be run by the emulator, and the key of all that it was made from.
struct Ready {
    std::uint64_t key = 0;
    std::shared_ptr<const emulator::Program> program;
};

/// An analysis with what only the program knows about it: which line did how much.
struct Analysed {
    analysis::Analysis analysis;
    std::vector<predict::LineWork> lineWork;
};

/// The expensive steps, each done once per content. Thread: `analyse` any number at once; the rest one at a time.
class Workshop {
public:
    /// The text as libclang sees it; the same text and options again cost a lookup.
    [[nodiscard]] Result<std::shared_ptr<const frontend::Outline>> outline(const frontend::SourceText &source,
                                                                           const BuildOptions &options);
    [[nodiscard]] Result<std::shared_ptr<const frontend::Compilation>>
    compile(const frontend::SourceText &source, const BuildOptions &options, std::uint64_t key);
    [[nodiscard]] Result<Ready> lower(const frontend::Compilation &compilation, std::uint64_t sourceKey,
                                      const std::string &kernel);
    [[nodiscard]] Result<std::shared_ptr<const Analysed>> analyse(const Ready &ready, const KernelSignature &signature,
                                                                  const Launch &launch,
                                                                  const analysis::AnalysisOptions &options,
                                                                  std::stop_token stop);
    [[nodiscard]] Result<const predict::Predictor *> predictor(const std::string &name);
    [[nodiscard]] RecentCache<LaunchSpec> &inferredLaunches() { return m_inferred; }

    /// How often work was really done, for tests and for people who wonder why an edit is slow.
    struct Counters {
        unsigned outlines = 0, compilations = 0, lowerings = 0, analyses = 0;
    };
    [[nodiscard]] const Counters &counters() const { return m_counters; }

private:
    frontend::Document m_document;
    RecentCache<frontend::Outline> m_outlines{4};
    RecentCache<frontend::Compilation> m_compilations{8};
    RecentCache<Ready> m_programs{16};
    RecentCache<Analysed> m_analyses{128};
    RecentCache<LaunchSpec> m_inferred{16};
    std::map<std::string, std::unique_ptr<predict::Predictor>> m_predictors;
    std::mutex m_countersMutex;
    Counters m_counters;
};

} // namespace clv::study
