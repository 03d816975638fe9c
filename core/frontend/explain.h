// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace clv::frontend {

/// True for keywords of OpenCL C that C does not have ("kernel", "global", "half"...).
[[nodiscard]] bool isOpenClKeyword(std::string_view word);

/// Rewrites the first error where Clang's words hide the cause: an OpenCL keyword used as a name. `text` is the text
/// of the main file. Later errors that follow from it are kept.
void explainKeywords(std::string_view text, std::vector<Diagnostic> &diagnostics);

/// Names the parameter and the remedy where Clang refuses the type of a kernel parameter (size_t, bool, pointers to
/// pointers, structs that hold one of these), and drops its notes.
void explainParameters(std::string_view text, std::vector<Diagnostic> &diagnostics);

/// All of the above.
void explain(std::string_view text, std::vector<Diagnostic> &diagnostics);

/// The text with a line end after its last line. Clang finds columns on a last line without one by counting back to
/// its start, each time: 6 seconds for a program of 85,000 characters on one line.
[[nodiscard]] std::string terminated(const std::string &text);

/// Byte offsets of the line starts of a text (LF, CRLF and CR end a line).
[[nodiscard]] std::vector<std::size_t> lineStarts(std::string_view text);

} // namespace clv::frontend
