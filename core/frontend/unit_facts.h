// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frontend/document.h"
#include "core/frontend/parsed_unit.h"

#include <set>
#include <string>
#include <vector>

namespace clv::frontend {

/// What libclang tells of one unit. `mainFile`, where it is asked for, is the path under which the text was parsed;
/// places in it get an empty file name. Messages are as Clang writes them (see explain.h for what is made of them).

/// Physical place (of a macro: where it is used); unknown for places in no file.
[[nodiscard]] SourceLocation placeOf(CXSourceLocation location, const std::string &mainFile);

/// In order, each followed by its notes, as the compiler reports them: after the first file that was not found, only
/// other such files are still reported.
[[nodiscard]] std::vector<Diagnostic> diagnosticsOf(CXTranslationUnit unit, const std::string &mainFile);

/// Files of the user that were included, in order; as the compiler names them, which is absolute.
[[nodiscard]] std::vector<std::string> includedFilesOf(CXTranslationUnit unit, const std::string &mainFile);

/// Kernels with a body, in source order, and the names that the user declared outside of functions.
struct Declarations {
    std::vector<KernelSignature> kernels;
    std::set<std::string> names;
};
[[nodiscard]] Declarations declarationsOf(CXTranslationUnit unit, const std::string &mainFile);

} // namespace clv::frontend
