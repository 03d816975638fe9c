// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"
#include "core/types/kernel.h"

#include <filesystem>
#include <string>
#include <vector>

namespace clv::frontend {

/// Build options sorted by what they mean to Clang. Made once, used by the compiler and by the editor's parser, so
/// that both see the same program.
struct ParsedOptions {
    std::vector<std::string> preprocessor; ///< "-DX=1", "-UX", "-I/abs/dir", in order
    std::vector<std::string> language;     ///< the -cl-* words Clang knows by the same name
    std::string standard;                  ///< "CL1.2" as given by -cl-std; empty when not given
    bool suppressWarnings = false;         ///< -w
    bool warningsAreErrors = false;        ///< -Werror
    bool disableOptimisation = false;      ///< -cl-opt-disable
};

/// Words as for clBuildProgram (OpenCL 3.0 API, section 5.8.6). Relative -I folders are taken from `folder`.
/// Errors: Usage, naming the word that is not understood or lacks its value.
[[nodiscard]] Result<ParsedOptions> parseOptions(const BuildOptions &options, const std::filesystem::path &folder);

/// Language versions to try, in order: the given one, else CL1.2 and then CL3.0.
[[nodiscard]] std::vector<std::string> standardsToTry(const ParsedOptions &options);

/// Absolute path under which the compiler sees the main file; text that was never saved gets a name in a folder that
/// does not exist, so that nothing is included by accident.
[[nodiscard]] std::string mainFilePath(const std::string &sourcePath);

/// Folder with `include/opencl-c-base.h` of the Clang in use: $CLAIRVOYANT_CLANG_RESOURCE_DIR, else the copy
/// installed with this program, else the one found when it was built. Error (Internal) when none holds the header.
[[nodiscard]] Result<std::string> clangResourceDir();

} // namespace clv::frontend
