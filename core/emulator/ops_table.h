// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of every operation; part of ops_impl.h.

template <typename T>
constexpr T quotient(T a, T b)
{
    if constexpr (std::is_signed_v<T>)
        if (b == T(-1))
            return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a));
    return b == 0 ? T(0) : static_cast<T>(a / b); // undefined in OpenCL C: the emulator answers zero
}

template <typename T>
constexpr T remainderOf(T a, T b)
{
    if constexpr (std::is_signed_v<T>)
        if (b == T(-1))
            return 0;
    return b == 0 ? T(0) : static_cast<T>(a % b);
}

template <typename T>
constexpr T signExtend(T value, T shift)
{
    return static_cast<T>(static_cast<std::make_signed_t<T>>(value << shift) >> shift);
}

#define CLV_UNARY(op, D, A, expr)                                                                                      \
    table[static_cast<std::size_t>(Op::op)] = unary<D, A, [](A a) -> D { return (expr); }>;
#define CLV_BINARY(op, D, A, expr)                                                                                     \
    table[static_cast<std::size_t>(Op::op)] = binary<D, A, [](A a, A b) -> D { return (expr); }>;
#define CLV_TERNARY(op, D, A, B, C, expr)                                                                              \
    table[static_cast<std::size_t>(Op::op)] = ternary<D, A, B, C, [](A a, B b, C c) -> D { return (expr); }>;

void fillIntegers(Handler *table)
{
    // clang-format off
    CLV_UNARY(Move32, u32, u32, a)
    CLV_TERNARY(Select32, u32, u32, u32, u32, a != 0 ? b : c)
    CLV_BINARY(Add32, u32, u32, a + b)
    CLV_BINARY(Sub32, u32, u32, a - b)
    CLV_BINARY(Mul32, u32, u32, a * b)
    CLV_BINARY(And32, u32, u32, a & b)
    CLV_BINARY(Or32, u32, u32, a | b)
    CLV_BINARY(Xor32, u32, u32, a ^ b)
    CLV_BINARY(Shl32, u32, u32, a << (b & 31))
    CLV_BINARY(LShr32, u32, u32, a >> (b & 31))
    CLV_BINARY(UDiv32, u32, u32, quotient(a, b))
    CLV_BINARY(URem32, u32, u32, remainderOf(a, b))
    CLV_BINARY(UMin32, u32, u32, a < b ? a : b)
    CLV_BINARY(UMax32, u32, u32, a > b ? a : b)
    CLV_BINARY(AShr32, i32, i32, a >> (b & 31))
    CLV_BINARY(SDiv32, i32, i32, quotient(a, b))
    CLV_BINARY(SRem32, i32, i32, remainderOf(a, b))
    CLV_BINARY(SMin32, i32, i32, a < b ? a : b)
    CLV_BINARY(SMax32, i32, i32, a > b ? a : b)
    CLV_BINARY(Eq32, u32, u32, a == b)
    CLV_BINARY(Ne32, u32, u32, a != b)
    CLV_BINARY(ULt32, u32, u32, a < b)
    CLV_BINARY(ULe32, u32, u32, a <= b)
    CLV_BINARY(SLt32, u32, i32, a < b)
    CLV_BINARY(SLe32, u32, i32, a <= b)
    CLV_BINARY(SExtBits32, u32, u32, signExtend(a, b))
    CLV_UNARY(Move64, u64, u64, a)
    CLV_TERNARY(Select64, u64, u32, u64, u64, a != 0 ? b : c)
    CLV_BINARY(Add64, u64, u64, a + b)
    CLV_BINARY(Sub64, u64, u64, a - b)
    CLV_BINARY(Mul64, u64, u64, a * b)
    CLV_BINARY(And64, u64, u64, a & b)
    CLV_BINARY(Or64, u64, u64, a | b)
    CLV_BINARY(Xor64, u64, u64, a ^ b)
    CLV_BINARY(Shl64, u64, u64, a << (b & 63))
    CLV_BINARY(LShr64, u64, u64, a >> (b & 63))
    CLV_BINARY(UDiv64, u64, u64, quotient(a, b))
    CLV_BINARY(URem64, u64, u64, remainderOf(a, b))
    CLV_BINARY(UMin64, u64, u64, a < b ? a : b)
    CLV_BINARY(UMax64, u64, u64, a > b ? a : b)
    CLV_BINARY(AShr64, i64, i64, a >> (b & 63))
    CLV_BINARY(SDiv64, i64, i64, quotient(a, b))
    CLV_BINARY(SRem64, i64, i64, remainderOf(a, b))
    CLV_BINARY(SMin64, i64, i64, a < b ? a : b)
    CLV_BINARY(SMax64, i64, i64, a > b ? a : b)
    CLV_BINARY(Eq64, u32, u64, a == b)
    CLV_BINARY(Ne64, u32, u64, a != b)
    CLV_BINARY(ULt64, u32, u64, a < b)
    CLV_BINARY(ULe64, u32, u64, a <= b)
    CLV_BINARY(SLt64, u32, i64, a < b)
    CLV_BINARY(SLe64, u32, i64, a <= b)
    CLV_BINARY(SExtBits64, u64, u64, signExtend(a, b))
    CLV_BINARY(UMulHi32, u32, u32, static_cast<u32>(static_cast<u64>(a) * b >> 32))
    CLV_BINARY(SMulHi32, i32, i32, static_cast<i32>(static_cast<i64>(a) * b >> 32))
    CLV_UNARY(ZExt32To64, u64, u32, a)
    CLV_UNARY(SExt32To64, i64, i32, a)
    CLV_UNARY(Trunc64To32, u32, u64, static_cast<u32>(a))
    CLV_TERNARY(MulAdd64, u64, u64, u64, u64, a + b * c)
    CLV_TERNARY(MulAddS32To64, u64, u64, i32, u64, a + static_cast<u64>(static_cast<i64>(b)) * c)
    // clang-format on
}

void fillFloats(Handler *table)
{
    // clang-format off
    CLV_BINARY(AddF, float, float, a + b)
    CLV_BINARY(SubF, float, float, a - b)
    CLV_BINARY(MulF, float, float, a * b)
    CLV_BINARY(DivF, float, float, a / b)
    CLV_BINARY(MinF, float, float, a < b || b != b ? a : b)
    CLV_BINARY(MaxF, float, float, a > b || b != b ? a : b)
    CLV_UNARY(SqrtF, float, float, __builtin_sqrtf(a))
    CLV_UNARY(NegF, float, float, -a)
    CLV_UNARY(AbsF, float, float, __builtin_fabsf(a))
    CLV_UNARY(FloorF, float, float, __builtin_floorf(a))
    CLV_UNARY(CeilF, float, float, __builtin_ceilf(a))
    CLV_UNARY(TruncF, float, float, __builtin_truncf(a))
    CLV_UNARY(RintF, float, float, __builtin_rintf(a))
    CLV_TERNARY(FmaF, float, float, float, float, __builtin_fmaf(a, b, c))
    CLV_BINARY(OEqF, u32, float, a == b)
    CLV_BINARY(OLtF, u32, float, a < b)
    CLV_BINARY(OLeF, u32, float, a <= b)
    CLV_BINARY(ONeF, u32, float, a < b || a > b)
    CLV_BINARY(OrdF, u32, float, a == a && b == b)
    CLV_BINARY(UEqF, u32, float, !(a < b || a > b))
    CLV_BINARY(ULtF, u32, float, !(a >= b))
    CLV_BINARY(ULeF, u32, float, !(a > b))
    CLV_BINARY(UNeF, u32, float, a != b)
    CLV_BINARY(UnoF, u32, float, a != a || b != b)
    CLV_UNARY(S32ToF, float, i32, static_cast<float>(a))
    CLV_UNARY(FToS32, i32, float, saturating<i32>(a))
    CLV_UNARY(U32ToF, float, u32, static_cast<float>(a))
    CLV_UNARY(FToU32, u32, float, saturating<u32>(a))
    CLV_UNARY(S64ToF, float, i64, static_cast<float>(a))
    CLV_UNARY(FToS64, i64, float, saturating<i64>(a))
    CLV_UNARY(U64ToF, float, u64, static_cast<float>(a))
    CLV_UNARY(FToU64, u64, float, saturating<u64>(a))
    CLV_BINARY(AddD, double, double, a + b)
    CLV_BINARY(SubD, double, double, a - b)
    CLV_BINARY(MulD, double, double, a * b)
    CLV_BINARY(DivD, double, double, a / b)
    CLV_BINARY(MinD, double, double, a < b || b != b ? a : b)
    CLV_BINARY(MaxD, double, double, a > b || b != b ? a : b)
    CLV_UNARY(SqrtD, double, double, __builtin_sqrt(a))
    CLV_UNARY(NegD, double, double, -a)
    CLV_UNARY(AbsD, double, double, __builtin_fabs(a))
    CLV_UNARY(FloorD, double, double, __builtin_floor(a))
    CLV_UNARY(CeilD, double, double, __builtin_ceil(a))
    CLV_UNARY(TruncD, double, double, __builtin_trunc(a))
    CLV_UNARY(RintD, double, double, __builtin_rint(a))
    CLV_TERNARY(FmaD, double, double, double, double, __builtin_fma(a, b, c))
    CLV_BINARY(OEqD, u32, double, a == b)
    CLV_BINARY(OLtD, u32, double, a < b)
    CLV_BINARY(OLeD, u32, double, a <= b)
    CLV_BINARY(ONeD, u32, double, a < b || a > b)
    CLV_BINARY(OrdD, u32, double, a == a && b == b)
    CLV_BINARY(UEqD, u32, double, !(a < b || a > b))
    CLV_BINARY(ULtD, u32, double, !(a >= b))
    CLV_BINARY(ULeD, u32, double, !(a > b))
    CLV_BINARY(UNeD, u32, double, a != b)
    CLV_BINARY(UnoD, u32, double, a != a || b != b)
    CLV_UNARY(S32ToD, double, i32, static_cast<double>(a))
    CLV_UNARY(DToS32, i32, double, saturating<i32>(a))
    CLV_UNARY(U32ToD, double, u32, static_cast<double>(a))
    CLV_UNARY(DToU32, u32, double, saturating<u32>(a))
    CLV_UNARY(S64ToD, double, i64, static_cast<double>(a))
    CLV_UNARY(DToS64, i64, double, saturating<i64>(a))
    CLV_UNARY(U64ToD, double, u64, static_cast<double>(a))
    CLV_UNARY(DToU64, u64, double, saturating<u64>(a))
    CLV_UNARY(FToD, double, float, static_cast<double>(a))
    CLV_UNARY(DToF, float, double, static_cast<float>(a))
    CLV_UNARY(HToF, float, u32, fromHalf(a))
    CLV_UNARY(FToH, u32, float, toHalf(a))
    CLV_UNARY(DToH, u32, double, toHalf(a))
    // clang-format on
}

#undef CLV_UNARY
#undef CLV_BINARY
#undef CLV_TERNARY
