// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frontend/source_text.h"
#include "core/types/diagnostic.h"
#include "core/types/kernel.h"

#include <memory>
#include <string>
#include <vector>

namespace clv::frontend {

/// Optimised LLVM IR of a source with its line table; holds the LLVM module behind `Impl`
/// (`core/frontend/ir_module_impl.h`, for rooms that link LLVM). Immutable and shareable once made.
class IrModule {
public:
    struct Impl;
    explicit IrModule(std::unique_ptr<Impl> impl);
    ~IrModule();
    IrModule(const IrModule &) = delete;
    IrModule &operator=(const IrModule &) = delete;
    [[nodiscard]] const Impl &impl() const { return *m_impl; }
    [[nodiscard]] std::string printed() const; ///< textual IR, for people who debug

private:
    std::unique_ptr<Impl> m_impl;
};

struct CompileSettings {
    bool optimise = true;             ///< false: as with -cl-opt-disable (helpers are inlined all the same)
    std::vector<UnsavedFile> unsaved; ///< edited headers that are not saved yet
    double timeLimitSeconds = 30;     ///< of wall time; a longer compilation is an Error of category Kernel
};

struct Compilation {
    std::vector<Diagnostic> diagnostics;
    std::shared_ptr<const IrModule> module; ///< null when there was an error
    std::vector<KernelSignature> kernels;   ///< as the IR has them, with staticLocalBytes and workDimQueried
    std::string languageVersion;            ///< "CL1.2", "CL3.0": the first that compiled
};

/// Source to optimised IR in process. An error in the source is a diagnostic in the value; an Error is returned only
/// for unusable options or a crash of the compiler (survived by means of LLVM's CrashRecoveryContext).
/// Options understood: -D -U -I -cl-std= -cl-*; others are refused by name, as a driver would.
/// Language: the given -cl-std, else CL1.2, else CL3.0. Cost: about 8 ms for 25 lines. Thread: any.
[[nodiscard]] Result<Compilation> compile(const SourceText &source, const BuildOptions &options,
                                          const CompileSettings &settings = {});

} // namespace clv::frontend
