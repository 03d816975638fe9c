// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace clv {

/// A place in OpenCL C source.
/// Units: `line` and `column` count from 1; 0 means unknown (LLVM drops columns above 65535).
/// `column` counts bytes of the UTF-8 text, as Clang does. `file` is empty for the file under study.
struct SourceLocation {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    [[nodiscard]] bool isKnown() const { return line != 0; }
    friend auto operator<=>(const SourceLocation &, const SourceLocation &) = default;
};

/// Half-open range [begin, end) in one file.
struct SourceRange {
    SourceLocation begin;
    SourceLocation end;
};

} // namespace clv
