// SPDX-License-Identifier: GPL-3.0-or-later
// Included once for every instruction set with CLV_ISA set to its namespace. Everything lives in that namespace (or is
// local to the file), so that no function compiled for a wider instruction set can be picked by the linker elsewhere.

#include "core/emulator/context.h"
#include "core/emulator/ops.h"

#include <cmath>
#include <cstring>

namespace clv::emulator::CLV_ISA {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

template <typename T>
inline T *at(Context &context, Slot slot)
{
    return reinterpret_cast<T *>(context.base[slot & kAreaBits] + (slot & ~kAreaBits));
}

template <typename T>
inline void blend(Context &context, T *__restrict to, const T *__restrict from)
{
    for (u32 l = 0; l < kLanes; ++l) {
        using Bits = std::conditional_t<sizeof(T) == 4, i32, i64>;
        Bits *out = reinterpret_cast<Bits *>(to);
        const Bits in = reinterpret_cast<const Bits *>(from)[l];
        const Bits lanes = context.laneMask[l];
        out[l] = (in & lanes) | (out[l] & ~lanes);
    }
}

/// Runs `body(out, component)` for each component, through a temporary when inactive lanes must keep their value.
template <typename D, typename Body>
inline void forComponents(Context &context, const Inst &inst, Body body)
{
    D *to = at<D>(context, inst.dst);
    if (!inst.isMasked || context.isFull) {
        for (u32 k = 0; k < inst.components; ++k)
            body(to + k * kLanes, k * kLanes);
        return;
    }
    D *temporary = reinterpret_cast<D *>(context.temporary);
    for (u32 k = 0; k < inst.components; ++k) {
        body(temporary, k * kLanes);
        blend(context, to + k * kLanes, temporary);
    }
}

template <typename D, typename A, auto F>
void unary(Context &context, const Inst &inst)
{
    const A *a = at<const A>(context, inst.a);
    forComponents<D>(context, inst, [&](D *out, u32 first) {
#pragma GCC ivdep
        for (u32 l = 0; l < kLanes; ++l)
            out[l] = F(a[first + l]);
    });
}

template <typename D, typename A, auto F>
void binary(Context &context, const Inst &inst)
{
    const A *a = at<const A>(context, inst.a);
    const A *b = at<const A>(context, inst.b);
    forComponents<D>(context, inst, [&](D *out, u32 first) {
#pragma GCC ivdep
        for (u32 l = 0; l < kLanes; ++l)
            out[l] = F(a[first + l], b[first + l]);
    });
}

template <typename D, typename A, typename B, typename C, auto F>
void ternary(Context &context, const Inst &inst)
{
    const A *a = at<const A>(context, inst.a);
    const B *b = at<const B>(context, inst.b);
    const C *c = at<const C>(context, inst.c);
    forComponents<D>(context, inst, [&](D *out, u32 first) {
#pragma GCC ivdep
        for (u32 l = 0; l < kLanes; ++l)
            out[l] = F(a[first + l], b[first + l], c[first + l]);
    });
}

inline u64 loadLane(const std::byte *place, u32 bytes, u32 lane)
{
    return bytes == 4 ? reinterpret_cast<const u32 *>(place)[lane] : reinterpret_cast<const u64 *>(place)[lane];
}

void scalar(Context &context, const Inst &inst)
{
    const auto fn = reinterpret_cast<ScalarFn>(const_cast<void *>(inst.extra));
    const u32 dstBytes = inst.aux & 0xff, aBytes = inst.aux >> 8 & 0xff, bBytes = inst.aux >> 16 & 0xff,
              cBytes = inst.aux >> 24;
    std::byte *dst = at<std::byte>(context, inst.dst);
    const std::byte *a = at<const std::byte>(context, inst.a);
    const std::byte *b = at<const std::byte>(context, inst.b);
    const std::byte *c = at<const std::byte>(context, inst.c);
    for (u32 k = 0; k < inst.components; ++k) {
        for (u32 rest = context.mask; rest != 0; rest &= rest - 1) {
            const u32 lane = k * kLanes + static_cast<u32>(__builtin_ctz(rest));
            const u64 result = fn(loadLane(a, aBytes, lane), bBytes ? loadLane(b, bBytes, lane) : 0,
                                  cBytes ? loadLane(c, cBytes, lane) : 0);
            if (dstBytes == 4)
                reinterpret_cast<u32 *>(dst)[lane] = static_cast<u32>(result);
            else
                reinterpret_cast<u64 *>(dst)[lane] = result;
        }
    }
}

template <typename T, typename F>
constexpr T saturating(F x)
{
    // Limits as the floating type holds them; the upper one rounds up to a power of two, so compare with >=.
    constexpr F kLow = static_cast<F>(std::numeric_limits<T>::min());
    constexpr F kHigh = static_cast<F>(std::numeric_limits<T>::max() / 2 + 1) * F(2);
    if (!(x == x))
        return 0;
    return x >= kHigh ? std::numeric_limits<T>::max() : x <= kLow ? std::numeric_limits<T>::min() : static_cast<T>(x);
}

#if defined(__AVX2__)
// Conversions of binary16 compile to vcvtph2ps and vcvtps2ph here.
inline float fromHalf(u32 bits)
{
    _Float16 half;
    const auto low = static_cast<std::uint16_t>(bits);
    std::memcpy(&half, &low, 2);
    return static_cast<float>(half);
}
template <typename F>
inline u32 toHalf(F value)
{
    const _Float16 half = static_cast<_Float16>(value);
    std::uint16_t bits;
    std::memcpy(&bits, &half, 2);
    return bits;
}
#else
inline float fromHalf(u32 bits)
{
    const u32 sign = (bits & 0x8000u) << 16;
    const u32 magnitude = bits & 0x7fffu;
    if (magnitude >= 0x7c00u)
        return __builtin_bit_cast(float, sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
    const float value = magnitude >= 0x400u ? __builtin_bit_cast(float, (magnitude << 13) + (112u << 23))
                                            : static_cast<float>(magnitude) * 0x1p-24f;
    return __builtin_bit_cast(float, sign | __builtin_bit_cast(u32, value));
}
template <typename F>
inline u32 toHalf(F value)
{
    const double x = static_cast<double>(value);
    const u32 sign = std::signbit(x) ? 0x8000u : 0;
    const double magnitude = std::fabs(x);
    if (!(magnitude == magnitude))
        return sign | 0x7e00u;
    if (magnitude >= 65520.0)
        return sign | 0x7c00u;
    if (magnitude < 0x1p-14)
        return sign | static_cast<u32>(std::nearbyint(magnitude * 0x1p24));
    int exponent = 0;
    const double fraction = std::frexp(magnitude, &exponent);
    return sign | (static_cast<u32>(std::nearbyint(fraction * 2048.0)) + static_cast<u32>(exponent + 13) * 1024u);
}
#endif

#include "core/emulator/access_impl.h"
#include "core/emulator/ops_table.h"

} // namespace

void fillHandlers(Handler *table)
{
    fillIntegers(table);
    fillFloats(table);
    table[static_cast<std::size_t>(Op::Scalar)] = scalar;
    table[static_cast<std::size_t>(Op::Memory)] = memoryAccess;
}

} // namespace clv::emulator::CLV_ISA
