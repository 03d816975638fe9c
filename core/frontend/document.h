// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frontend/source_text.h"
#include "core/types/diagnostic.h"
#include "core/types/kernel.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace clv::frontend {

struct Completion {
    std::string text;      ///< what is inserted
    std::string signature; ///< "float4 mad(float4 a, float4 b, float4 c)"
    std::string kind;      ///< "function", "variable", "type", "macro", "keyword"
    int priority = 0;      ///< lower is better
};

/// What libclang says of a text: for the editor, on every keystroke.
struct Outline {
    std::vector<Diagnostic> diagnostics;
    std::vector<KernelSignature> kernels; ///< in source order; also those of a file with errors, as far as parsed
    std::vector<std::string> missingMacros;
    std::vector<std::string> missingIncludes;
    std::vector<std::string> includedFiles; ///< absolute paths
};

/// A parsed file that is reparsed on change. Source of the flags: architecture page, "Frontend".
/// Cost: first parse tens of ms, reparse about 2 ms for 25 lines. Thread: one owner at a time.
class Document {
public:
    Document();
    ~Document();
    Document(Document &&) noexcept;
    Document &operator=(Document &&) noexcept;

    /// Parses, or reparses when path and options are those of the last call.
    [[nodiscard]] Result<Outline> update(const SourceText &source, const BuildOptions &options,
                                         const std::vector<UnsavedFile> &unsaved = {});
    /// Candidates at a place of the text last given to `update`. Best first, at most `limit`.
    [[nodiscard]] std::vector<Completion> complete(std::uint32_t line, std::uint32_t column, std::size_t limit = 200);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Declarations of the OpenCL C built-ins (for call tips and the lexer): name and overloads.
struct Builtin {
    std::string name;
    std::vector<std::string> signatures;
};
[[nodiscard]] const std::vector<Builtin> &builtins();

} // namespace clv::frontend
