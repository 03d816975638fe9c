// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/emulator/register_program.h"

/// Operations of the register program (internal to the room). Suffix: 32 or 64 = lane bits; F = IEEE binary32,
/// D = binary64, H = binary16 in the low half of a 32-bit lane.
namespace clv::emulator {

// clang-format off
#define CLV_EMULATOR_OPS(X) \
    X(Move32) X(Move64) X(Select32) X(Select64) \
    X(Add32) X(Sub32) X(Mul32) X(And32) X(Or32) X(Xor32) X(Shl32) X(LShr32) X(AShr32) \
    X(UDiv32) X(SDiv32) X(URem32) X(SRem32) X(UMin32) X(UMax32) X(SMin32) X(SMax32) X(UMulHi32) X(SMulHi32) \
    X(Add64) X(Sub64) X(Mul64) X(And64) X(Or64) X(Xor64) X(Shl64) X(LShr64) X(AShr64) \
    X(UDiv64) X(SDiv64) X(URem64) X(SRem64) X(UMin64) X(UMax64) X(SMin64) X(SMax64) \
    X(Eq32) X(Ne32) X(ULt32) X(ULe32) X(SLt32) X(SLe32) \
    X(Eq64) X(Ne64) X(ULt64) X(ULe64) X(SLt64) X(SLe64) \
    X(SExtBits32) X(SExtBits64) X(ZExt32To64) X(SExt32To64) X(Trunc64To32) \
    X(MulAdd64) X(MulAddS32To64) \
    X(AddF) X(SubF) X(MulF) X(DivF) X(FmaF) X(SqrtF) X(NegF) X(AbsF) X(MinF) X(MaxF) X(FloorF) X(CeilF) X(TruncF) X(RintF) \
    X(AddD) X(SubD) X(MulD) X(DivD) X(FmaD) X(SqrtD) X(NegD) X(AbsD) X(MinD) X(MaxD) X(FloorD) X(CeilD) X(TruncD) X(RintD) \
    X(OEqF) X(OLtF) X(OLeF) X(ONeF) X(OrdF) X(UEqF) X(ULtF) X(ULeF) X(UNeF) X(UnoF) \
    X(OEqD) X(OLtD) X(OLeD) X(ONeD) X(OrdD) X(UEqD) X(ULtD) X(ULeD) X(UNeD) X(UnoD) \
    X(S32ToF) X(U32ToF) X(S64ToF) X(U64ToF) X(S32ToD) X(U32ToD) X(S64ToD) X(U64ToD) \
    X(FToS32) X(FToU32) X(FToS64) X(FToU64) X(DToS32) X(DToU32) X(DToS64) X(DToU64) \
    X(FToD) X(DToF) X(HToF) X(FToH) X(DToH) \
    X(Scalar) X(CrossLane) X(Memory)
// clang-format on

enum class Op : std::uint16_t {
#define CLV_OP_NAME(name) name,
    CLV_EMULATOR_OPS(CLV_OP_NAME)
#undef CLV_OP_NAME
        Count
};
inline constexpr std::size_t kOps = static_cast<std::size_t>(Op::Count);

/// Handlers for the best instruction set of this machine (environment CLAIRVOYANT_ISA=baseline|avx2|avx512 lowers it).
[[nodiscard]] const Handler *handlers();
[[nodiscard]] inline Handler handlerOf(Op op)
{
    return handlers()[static_cast<std::size_t>(op)];
}

/// `aux` of Op::Scalar: lane bytes of the operands, 0 = absent.
[[nodiscard]] constexpr std::uint32_t scalarShape(std::uint32_t dst, std::uint32_t a, std::uint32_t b = 0,
                                                  std::uint32_t c = 0)
{
    return dst | a << 8 | b << 16 | c << 24;
}

namespace baseline {
void fillHandlers(Handler *table);
}
namespace avx2 {
void fillHandlers(Handler *table);
}
namespace avx512 {
void fillHandlers(Handler *table);
}

} // namespace clv::emulator
