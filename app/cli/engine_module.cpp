// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/engine.h"

#include <llvm/Config/llvm-config.h>

#include <mutex>

namespace clv::cli {

namespace {

class LoadedEngine final : public Engine {
public:
    Result<StudyResult> run(const study::Request &request, const study::StageCallback &callback,
                            std::stop_token stop) override
    {
        return m_study.run(request, callback, stop);
    }

    Result<Sweep> sweep(const study::Request &request, const SweepSpec &spec,
                        const study::Study::PointCallback &callback, std::stop_token stop) override
    {
        return m_sweepStudy.sweep(request, spec, callback, stop);
    }

    Result<std::vector<frontend::Completion>> complete(const frontend::SourceText &source, const BuildOptions &options,
                                                       std::uint32_t line, std::uint32_t column) override
    {
        const std::lock_guard lock(m_completionMutex);
        auto outline = m_completionDocument.update(source, options);
        if (!outline)
            return outline.error();
        return m_completionDocument.complete(line, column);
    }

    Result<frontend::SourceText> decode(std::string path, std::string bytes) override
    {
        return frontend::decodeSource(std::move(path), std::move(bytes));
    }

    Result<SweepAxis> parseAxis(const std::string &text) override { return study::parseAxis(text); }

    std::string llvmVersion() override { return LLVM_VERSION_STRING; }

private:
    study::Study m_study;
    study::Study m_sweepStudy; // its own caches, so that a study never waits for a sweep
    std::mutex m_completionMutex;
    frontend::Document m_completionDocument;
};

} // namespace

} // namespace clv::cli

extern "C" __attribute__((visibility("default"))) const char *clvEngineVersion()
{
    return CLV_VERSION;
}

extern "C" __attribute__((visibility("default"))) clv::cli::Engine *clvMakeEngine()
{
    return std::make_unique<clv::cli::LoadedEngine>().release();
}
