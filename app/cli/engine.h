// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frontend/document.h"
#include "core/study/study.h"

#include <memory>
#include <string>
#include <vector>

/// What the loaded module `libclv_engine.so` does for the commands: everything that needs Clang and LLVM.
/// Both sides are built together, so C++ types may cross.
namespace clv::cli {

class Engine {
public:
    virtual ~Engine() = default;

    /// One study at a time, and beside it, from another thread, one sweep (see study::Study).
    [[nodiscard]] virtual Result<StudyResult> run(const study::Request &request, const study::StageCallback &callback,
                                                  std::stop_token stop) = 0;
    [[nodiscard]] virtual Result<Sweep> sweep(const study::Request &request, const SweepSpec &spec,
                                              const study::Study::PointCallback &callback, std::stop_token stop) = 0;
    /// Beside `run`, from another thread: it has its own document.
    [[nodiscard]] virtual Result<std::vector<frontend::Completion>> complete(const frontend::SourceText &source,
                                                                             const BuildOptions &options,
                                                                             std::uint32_t line,
                                                                             std::uint32_t column) = 0;
    [[nodiscard]] virtual Result<frontend::SourceText> decode(std::string path, std::string bytes) = 0;
    [[nodiscard]] virtual Result<SweepAxis> parseAxis(const std::string &text) = 0;
    [[nodiscard]] virtual std::string llvmVersion() = 0;
};

/// Loads the module at the first call. Errors: not installed, or made for another version. Thread: any.
[[nodiscard]] Result<Engine *> engine();

/// Where a loaded module of this installation lies; empty when it is not there.
[[nodiscard]] std::string modulePath(const std::string &fileName);

} // namespace clv::cli
