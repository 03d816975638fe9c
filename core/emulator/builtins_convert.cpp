// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/builtins.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

namespace clv::emulator {

namespace {

enum class Rounding : std::uint8_t { Default, Even, Zero, Up, Down };

struct Target {
    std::string_view name;
    std::uint32_t bits;
    bool isFloat, isSigned;
};
constexpr Target kTargets[] = {
    {"char", 8, false, true}, {"uchar", 8, false, false}, {"short", 16, false, true}, {"ushort", 16, false, false},
    {"int", 32, false, true}, {"uint", 32, false, false}, {"long", 64, false, true},  {"ulong", 64, false, false},
    {"half", 16, true, true}, {"float", 32, true, true},  {"double", 64, true, true},
};

struct Parsed {
    const Target *target = nullptr;
    bool isSaturating = false;
    Rounding rounding = Rounding::Default;
};

Parsed parse(std::string_view name)
{
    Parsed result;
    if (!name.starts_with("convert_"))
        return result;
    name.remove_prefix(8);
    const std::size_t end = std::min(name.find_first_of("0123456789_"), name.size());
    const std::string_view type = name.substr(0, end);
    result.isSaturating = name.find("_sat") != std::string_view::npos;
    constexpr std::pair<std::string_view, Rounding> kModes[] = {
        {"_rte", Rounding::Even}, {"_rtz", Rounding::Zero}, {"_rtp", Rounding::Up}, {"_rtn", Rounding::Down}};
    for (const auto &[suffix, rounding] : kModes)
        if (name.ends_with(suffix))
            result.rounding = rounding;
    for (const Target &target : kTargets)
        if (target.name == type)
            result.target = &target;
    return result;
}

double rounded(double value, Rounding rounding)
{
    switch (rounding) {
    case Rounding::Even: return std::nearbyint(value);
    case Rounding::Up: return std::ceil(value);
    case Rounding::Down: return std::floor(value);
    default: return std::trunc(value);
    }
}

/// Floating to integer, out-of-range values clamped, NaN to zero. `code` is Rounding | bits << 4 | signed << 12.
std::uint64_t floatToInteger(std::uint64_t bits, std::uint64_t code, std::uint64_t)
{
    const double value = rounded(std::bit_cast<double>(bits), static_cast<Rounding>(code & 15));
    const auto width = static_cast<int>(code >> 4 & 0xff);
    if (std::isnan(value))
        return 0;
    const bool isSigned = (code >> 12 & 1) != 0;
    const double low = isSigned ? -std::ldexp(1.0, width - 1) : 0.0;
    const double high = std::ldexp(1.0, isSigned ? width - 1 : width); // first value outside
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    if (value >= high)
        return isSigned ? mask >> 1 : mask;
    if (value < low)
        return isSigned ? (std::uint64_t{1} << (width - 1)) : 0;
    return (isSigned ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                     : static_cast<std::uint64_t>(value)) &
           mask;
}

/// Integer to integer with clamping. `code`: from bits | from signed << 8 | to bits << 12 | to signed << 20.
std::uint64_t integerSaturate(std::uint64_t bits, std::uint64_t code, std::uint64_t)
{
    __extension__ typedef __int128 Wide;
    const unsigned from = code & 0xff, to = code >> 12 & 0xff;
    const bool fromSigned = (code >> 8 & 1) != 0, toSigned = (code >> 20 & 1) != 0;
    Wide value = static_cast<Wide>(bits);
    if (fromSigned && (bits >> (from - 1) & 1))
        value -= Wide{1} << from;
    const Wide low = toSigned ? -(Wide{1} << (to - 1)) : Wide{0};
    const Wide high = (Wide{1} << (toSigned ? to - 1 : to)) - 1;
    value = value < low ? low : value > high ? high : value;
    const std::uint64_t mask = to == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << to) - 1;
    return static_cast<std::uint64_t>(value) & mask;
}

/// The neighbour of `result` in the direction asked for, when rounding to nearest went the other way.
template <typename T>
T directed(T nearest, long double exact, Rounding rounding)
{
    const auto got = static_cast<long double>(nearest);
    const bool mustGoDown = rounding == Rounding::Down || (rounding == Rounding::Zero && exact > 0);
    const bool mustGoUp = rounding == Rounding::Up || (rounding == Rounding::Zero && exact < 0);
    if (mustGoDown && got > exact)
        return std::nextafter(nearest, -std::numeric_limits<T>::infinity());
    if (mustGoUp && got < exact)
        return std::nextafter(nearest, std::numeric_limits<T>::infinity());
    return nearest;
}

std::uint64_t directedHalf(long double exact, Rounding rounding)
{
    const double magnitude = std::fabs(static_cast<double>(exact));
    const std::uint64_t sign = std::signbit(static_cast<double>(exact)) ? 0x8000 : 0;
    const bool isAway = rounding == Rounding::Up ? sign == 0 : rounding == Rounding::Down ? sign != 0 : false;
    if (std::isnan(magnitude))
        return 0x7e00;
    if (std::isinf(magnitude))
        return sign | 0x7c00;
    if (magnitude >= 65536.0)
        return sign | (isAway ? 0x7c00 : 0x7bff);
    const int exponent = magnitude < 0x1p-14 ? -14 : std::ilogb(magnitude);
    const double units = std::ldexp(magnitude, 10 - exponent); // below 2^11
    const double whole = isAway ? std::ceil(units) : std::floor(units);
    const auto mantissa = static_cast<std::uint64_t>(whole);
    return sign | (static_cast<std::uint64_t>(exponent + 14) * 1024 + mantissa);
}

/// To a floating type with a direction. `code`: Rounding | source kind << 4 (0 double, 1 signed, 2 unsigned) | bits
/// << 8.
std::uint64_t toFloatDirected(std::uint64_t bits, std::uint64_t code, std::uint64_t)
{
    const auto rounding = static_cast<Rounding>(code & 15);
    const unsigned kind = code >> 4 & 15;
    const long double exact = kind == 0   ? static_cast<long double>(std::bit_cast<double>(bits))
                              : kind == 1 ? static_cast<long double>(static_cast<std::int64_t>(bits))
                                          : static_cast<long double>(bits);
    switch (code >> 8 & 0xff) {
    case 16: return directedHalf(exact, rounding);
    case 32: return std::bit_cast<std::uint32_t>(directed(static_cast<float>(exact), exact, rounding));
    default: return std::bit_cast<std::uint64_t>(directed(static_cast<double>(exact), exact, rounding));
    }
}

} // namespace

bool Builtins::conversion()
{
    if (!parse(name.name).target || name.parameters.empty() || argumentCount() != 1)
        return false;
    const Val value = arg(0);
    count(OpClass::Conversion, value.size());
    finish(converted(value));
    return true;
}

Val Builtins::converted(const Val &value) const
{
    const Parsed parsed = parse(name.name);
    const bool fromSigned = name.parameters[0].isSigned();
    const Lane from = value.lane();
    const Lane to{static_cast<std::uint16_t>(parsed.target->bits), parsed.target->isFloat};
    const std::size_t n = value.size();
    const auto coded = [&](std::uint64_t code) { return lowering.constant(code, kInt64, n); };
    if (!to.isFloat && !from.isFloat) {
        if (!parsed.isSaturating)
            return lowering.resized(value, to, fromSigned);
        const Val code = coded(from.bits | std::uint64_t{fromSigned} << 8 | std::uint64_t{to.bits} << 12 |
                               std::uint64_t{parsed.target->isSigned} << 20);
        return lowering.scalarNew(integerSaturate, to, value, &code);
    }
    if (!to.isFloat) {
        const bool isPlain = parsed.rounding == Rounding::Default || parsed.rounding == Rounding::Zero;
        if (isPlain && to.bits >= 32)
            return lowering.convert(value, to, true, parsed.target->isSigned);
        const Val wide = lowering.convert(value, kDouble, true, true);
        const Val code = coded(static_cast<std::uint64_t>(parsed.rounding) | std::uint64_t{to.bits} << 4 |
                               std::uint64_t{parsed.target->isSigned} << 12);
        return lowering.scalarNew(floatToInteger, to, wide, &code);
    }
    if (parsed.rounding == Rounding::Default || parsed.rounding == Rounding::Even)
        return lowering.convert(value, to, fromSigned, true);
    const Val wide =
        from.isFloat ? lowering.convert(value, kDouble, true, true) : lowering.resized(value, kInt64, fromSigned);
    const Val code = coded(static_cast<std::uint64_t>(parsed.rounding) |
                           (from.isFloat ? 0u
                            : fromSigned ? 1u
                                         : 2u)
                               << 4 |
                           std::uint64_t{to.bits} << 8);
    return lowering.scalarNew(toFloatDirected, to, wide, &code);
}

} // namespace clv::emulator
