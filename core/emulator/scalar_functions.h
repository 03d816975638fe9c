// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/emulator/register_program.h"

#include <string_view>

/// Built-ins that run lane by lane (internal to the room). Operands and results are lane bits: integers zero extended,
/// float in the low half, double whole.
namespace clv::emulator {

/// A function of one to three integers, for every width and sign. Names of OpenCL C; those of LLVM begin with a colon.
struct IntegerFunction {
    const char *name;
    std::uint32_t operands;
    ScalarFn forType[8]; ///< i8 u8 i16 u16 i32 u32 i64 u64

    [[nodiscard]] ScalarFn forBits(std::uint32_t bits, bool isSigned) const
    {
        const int size = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : bits == 64 ? 3 : -1;
        return size < 0 ? nullptr : forType[size * 2 + (isSigned ? 0 : 1)];
    }
};
[[nodiscard]] const IntegerFunction *findIntegerFunction(std::string_view name);

/// What the operands and the result of a math function are.
enum class MathShape : std::uint8_t {
    Unary,       ///< f(x)
    Binary,      ///< f(x, y)
    Ternary,     ///< f(x, y, z)
    WithInteger, ///< f(x, int)
    ToInteger,   ///< int f(x)
    FromInteger, ///< f(uint bits): nan
};
struct MathFunction {
    const char *name;
    MathShape shape;
    ScalarFn single, wide; ///< on float and on double
};
[[nodiscard]] const MathFunction *findMathFunction(std::string_view name);

/// Functions that also write through a pointer: first result and second result.
struct TwoResultFunction {
    const char *name;
    std::uint32_t operands; ///< before the pointer
    bool isSecondInteger;
    ScalarFn single, secondSingle, wide, secondWide;
};
[[nodiscard]] const TwoResultFunction *findTwoResultFunction(std::string_view name);
/// fmod: the IR's frem.
[[nodiscard]] ScalarFn floatRemainder(bool isDouble);

} // namespace clv::emulator
