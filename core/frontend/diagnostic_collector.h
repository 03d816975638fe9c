// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/diagnostic.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

#include <string>
#include <vector>

namespace clv::frontend {

/// Physical place of `location` (of a macro: where it is used); `file` empty for the main file.
[[nodiscard]] SourceLocation placeOf(clang::SourceLocation location, const clang::SourceManager &sources);

/// Keeps what Clang says, with ranges and fix-its.
class DiagnosticCollector : public clang::DiagnosticConsumer {
public:
    void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override;
    void BeginSourceFile(const clang::LangOptions &language, const clang::Preprocessor *) override
    {
        m_language = &language;
    }
    void EndSourceFile() override { m_language = nullptr; }
    [[nodiscard]] std::vector<Diagnostic> take() { return std::move(m_diagnostics); }

private:
    void addRange(const clang::Diagnostic &info, Diagnostic &diagnostic) const;
    void addFixIts(const clang::Diagnostic &info, Diagnostic &diagnostic) const;

    std::vector<Diagnostic> m_diagnostics;
    const clang::LangOptions *m_language = nullptr;
};

} // namespace clv::frontend
