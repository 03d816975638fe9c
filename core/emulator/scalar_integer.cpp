// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/scalar_functions.h"

#include <bit>
#include <limits>
#include <type_traits>
#include <unordered_map>

namespace clv::emulator {

namespace {

using u64 = std::uint64_t;
__extension__ typedef __int128 Wide;

template <typename T>
u64 result(T value)
{
    return static_cast<std::make_unsigned_t<T>>(value);
}
template <typename T>
T clamped(Wide value)
{
    constexpr Wide kLow = std::numeric_limits<T>::min(), kHigh = std::numeric_limits<T>::max();
    return static_cast<T>(value < kLow ? kLow : value > kHigh ? kHigh : value);
}
template <typename T>
Wide wide(u64 bits)
{
    return static_cast<T>(bits);
}
template <typename T>
constexpr unsigned kBits = sizeof(T) * 8;
template <typename T>
using Unsigned = std::make_unsigned_t<T>;

template <typename T>
u64 addSat(u64 a, u64 b, u64)
{
    return result<T>(clamped<T>(wide<T>(a) + wide<T>(b)));
}
template <typename T>
u64 subSat(u64 a, u64 b, u64)
{
    return result<T>(clamped<T>(wide<T>(a) - wide<T>(b)));
}
template <typename T>
u64 madSat(u64 a, u64 b, u64 c)
{
    return result<T>(clamped<T>(wide<T>(a) * wide<T>(b) + wide<T>(c)));
}
template <typename T>
u64 hadd(u64 a, u64 b, u64)
{
    return result<T>(static_cast<T>((wide<T>(a) + wide<T>(b)) >> 1));
}
template <typename T>
u64 rhadd(u64 a, u64 b, u64)
{
    return result<T>(static_cast<T>((wide<T>(a) + wide<T>(b) + 1) >> 1));
}
template <typename T>
u64 mulHi(u64 a, u64 b, u64)
{
    __extension__ typedef unsigned __int128 UWide;
    if constexpr (std::is_signed_v<T>)
        return result<T>(static_cast<T>((wide<T>(a) * wide<T>(b)) >> kBits<T>));
    else
        return result<T>(static_cast<T>((static_cast<UWide>(static_cast<T>(a)) * static_cast<T>(b)) >> kBits<T>));
}
template <typename T>
u64 madHi(u64 a, u64 b, u64 c)
{
    return result<T>(static_cast<T>(mulHi<T>(a, b, 0) + c));
}
template <typename T>
u64 absOf(u64 a, u64, u64)
{
    const Wide value = wide<T>(a);
    return static_cast<Unsigned<T>>(value < 0 ? -value : value);
}
template <typename T>
u64 absDiff(u64 a, u64 b, u64)
{
    const Wide value = wide<T>(a) - wide<T>(b);
    return static_cast<Unsigned<T>>(value < 0 ? -value : value);
}
template <typename T>
u64 popcount(u64 a, u64, u64)
{
    return static_cast<u64>(std::popcount(static_cast<Unsigned<T>>(a)));
}
template <typename T>
u64 clz(u64 a, u64, u64)
{
    return static_cast<u64>(std::countl_zero(static_cast<Unsigned<T>>(a)));
}
template <typename T>
u64 ctz(u64 a, u64, u64)
{
    return static_cast<u64>(std::countr_zero(static_cast<Unsigned<T>>(a)));
}
template <typename T>
u64 rotate(u64 a, u64 b, u64)
{
    return std::rotl(static_cast<Unsigned<T>>(a), static_cast<int>(b & (kBits<T> - 1)));
}
template <typename T>
u64 funnelLeft(u64 a, u64 b, u64 c)
{
    const unsigned shift = static_cast<unsigned>(c % kBits<T>);
    const u64 low = shift == 0 ? 0 : static_cast<Unsigned<T>>(b) >> (kBits<T> - shift);
    return static_cast<Unsigned<T>>(static_cast<Unsigned<T>>(a) << shift | low);
}
template <typename T>
u64 funnelRight(u64 a, u64 b, u64 c)
{
    const unsigned shift = static_cast<unsigned>(c % kBits<T>);
    const u64 high = shift == 0 ? 0 : static_cast<Unsigned<T>>(a) << (kBits<T> - shift);
    return static_cast<Unsigned<T>>(static_cast<Unsigned<T>>(b) >> shift | high);
}
template <typename T>
u64 byteSwap(u64 a, u64, u64)
{
    u64 swapped = 0;
    for (unsigned k = 0; k < sizeof(T); ++k)
        swapped |= (a >> (8 * k) & 0xff) << (8 * (sizeof(T) - 1 - k));
    return swapped;
}
template <typename T>
u64 bitReverse(u64 a, u64, u64)
{
    u64 reversed = 0;
    for (unsigned k = 0; k < kBits<T>; ++k)
        reversed |= (a >> k & 1) << (kBits<T> - 1 - k);
    return reversed;
}
template <typename T>
u64 mulOverflows(u64 a, u64 b, u64)
{
    T ignored;
    return __builtin_mul_overflow(static_cast<T>(a), static_cast<T>(b), &ignored) ? 1 : 0;
}
template <typename T>
u64 bitSelect(u64 a, u64 b, u64 c)
{
    return (a & ~c) | (b & c);
}

#define TYPES(f)                                                                                                       \
    {f<std::int8_t>,  f<std::uint8_t>,  f<std::int16_t>, f<std::uint16_t>,                                             \
     f<std::int32_t>, f<std::uint32_t>, f<std::int64_t>, f<std::uint64_t>}
#define FUNCTION(name, operands, f)                                                                                    \
    {                                                                                                                  \
        name,                                                                                                          \
        {                                                                                                              \
            name, operands, TYPES(f)                                                                                   \
        }                                                                                                              \
    }

} // namespace

const IntegerFunction *findIntegerFunction(std::string_view name)
{
    static const std::unordered_map<std::string_view, IntegerFunction> kTable = {
        FUNCTION("add_sat", 2, addSat),
        FUNCTION("sub_sat", 2, subSat),
        FUNCTION("mad_sat", 3, madSat),
        FUNCTION("hadd", 2, hadd),
        FUNCTION("rhadd", 2, rhadd),
        FUNCTION("mul_hi", 2, mulHi),
        FUNCTION("mad_hi", 3, madHi),
        FUNCTION("abs", 1, absOf),
        FUNCTION("abs_diff", 2, absDiff),
        FUNCTION("popcount", 1, popcount),
        FUNCTION("clz", 1, clz),
        FUNCTION("ctz", 1, ctz),
        FUNCTION("rotate", 2, rotate),
        FUNCTION(":fshl", 3, funnelLeft),
        FUNCTION(":fshr", 3, funnelRight),
        FUNCTION(":bswap", 1, byteSwap),
        FUNCTION(":bitreverse", 1, bitReverse),
        FUNCTION(":mul_overflows", 2, mulOverflows),
        FUNCTION("bitselect", 3, bitSelect),
    };
    const auto found = kTable.find(name);
    return found == kTable.end() ? nullptr : &found->second;
}

#undef FUNCTION
#undef TYPES

} // namespace clv::emulator
