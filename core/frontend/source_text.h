// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clv::frontend {

/// The bytes of a source file, understood once for editor, analysis and measurement alike, so that no two of them
/// see different text. `bytes` is what was read and is what a save must write back when nothing was edited.
struct SourceText {
    std::string path;  ///< absolute; -I words are relative to its folder. Empty for text never saved
    std::string bytes; ///< original
    std::string text;  ///< what compilers get: no BOM; LF, CRLF or CR kept (all are line ends to Clang)
    bool hasBom = false;
};

/// Errors (each with its line): UTF-16 or UTF-32 text, a NUL byte, over `maxBytes`, a file of other binary content.
/// Undecodable bytes inside comments are allowed. Empty text is not an error here (it has no kernel).
[[nodiscard]] Result<SourceText> decodeSource(std::string path, std::string bytes, std::size_t maxBytes = 8u << 20);
[[nodiscard]] Result<SourceText> readSource(const std::string &path);

/// Unsaved text of included files, by absolute path.
struct UnsavedFile {
    std::string path;
    std::string text;
};

} // namespace clv::frontend
