// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frontend/options.h"
#include "core/frontend/source_text.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class DiagnosticConsumer;
class PPCallbacks;
} // namespace clang

namespace clv::frontend {

/// What one run of Clang's front end is given. The compiler and the editor's parser are set up from the same value.
struct FrontendInput {
    ParsedOptions options;
    std::string mainFile, resourceDir, text, standard;
    std::vector<UnsavedFile> unsaved;
    bool optimise = true;
    std::chrono::steady_clock::time_point deadline;

    [[nodiscard]] bool isOptimised() const { return optimise && !options.disableOptimisation; }
};

/// Arguments that decide what the language is and what is said of a text, in the spelling of `clang -cc1`. Compiler and
/// editor get these and no others; the README of this folder says why each is there.
[[nodiscard]] std::vector<std::string> languageArguments(const FrontendInput &input);

/// The same for libclang, which takes the arguments of the driver, first its name.
[[nodiscard]] std::vector<std::string> driverArguments(const FrontendInput &input);

/// Errors: those of parseOptions and clangResourceDir. `standard` is left empty.
[[nodiscard]] Result<FrontendInput> makeInput(const SourceText &source, const BuildOptions &options,
                                              const std::vector<UnsavedFile> &unsaved, double timeLimitSeconds);

/// Gives `instance` its diagnostics, invocation and in-memory files. False when Clang refuses the arguments; then the
/// consumer has the reason. The consumer stays the caller's.
[[nodiscard]] bool setUp(clang::CompilerInstance &instance, const FrontendInput &input,
                         clang::DiagnosticConsumer &consumer);

/// Watches the clock during preprocessing (see leaveIfLate).
[[nodiscard]] std::unique_ptr<clang::PPCallbacks> makeClockCallbacks(std::chrono::steady_clock::time_point deadline);

} // namespace clv::frontend
