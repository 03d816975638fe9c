// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clv::emulator {

/// A parameter of a mangled OpenCL built-in. `element` is the Itanium letter of the scalar: c h s t i j l m f d,
/// 'H' for half, 'b', 'v', or '?' for anything else (images, events, structs: see `name`).
struct MangledParameter {
    char element = '?';
    std::uint32_t width = 1; ///< vector width of the value or pointee
    bool isPointer = false;
    std::string name;

    [[nodiscard]] bool isSigned() const
    {
        return element == 'c' || element == 'a' || element == 's' || element == 'i' || element == 'l';
    }
    [[nodiscard]] bool isFloat() const { return element == 'f' || element == 'd' || element == 'H'; }
};

struct MangledName {
    std::string name;
    std::vector<MangledParameter> parameters;
};

/// Understands the subset of the Itanium ABI that Clang uses for OpenCL built-ins. None: not such a name.
[[nodiscard]] std::optional<MangledName> parseMangledName(std::string_view text);

} // namespace clv::emulator
