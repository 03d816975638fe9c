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
    int priority = 0;      ///< lower is better: 0.. locals and members, 100.. file, 200.. built-ins, 300.. keywords
};

/// What libclang says of a text: for the editor, on every keystroke.
struct Outline {
    std::vector<Diagnostic> diagnostics;
    std::vector<KernelSignature> kernels; ///< in source order; also those of a file with errors, as far as parsed
    std::vector<std::string> missingMacros;
    std::vector<std::string> missingIncludes;
    std::vector<std::string> includedFiles; ///< absolute paths
};

/// A file kept parsed by libclang and reparsed on change; the flags are those of `compile`.
/// Cost for 25 lines: reparse about 2 ms, completion about 3 ms; the first parse of a process about 25 ms.
/// Thread: one owner at a time.
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

/// Declarations of the OpenCL C built-ins (for call tips and the lexer): name and overloads, of 1.2 and 3.0 together.
/// Cost: the first call in a process parses Clang's full header twice, about 0.2 s; a server may make it on a thread of
/// its own before anybody types. Thread: any.
struct Builtin {
    std::string name;
    std::vector<std::string> signatures;
};
[[nodiscard]] const std::vector<Builtin> &builtins();

} // namespace clv::frontend
