// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/convert.h"

#include "core/launch/expression.h"

#include <fmt/format.h>

#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace clv::launch {
namespace {

struct Range {
    double low, high; ///< both ends belong to it, except `high` of 64-bit types (2^63, 2^64)
    bool isHighOpen;
};

Range rangeOf(ScalarType type)
{
    switch (type) {
    case ScalarType::Char: return {-128, 127, false};
    case ScalarType::UChar: return {0, 255, false};
    case ScalarType::Short: return {-32768, 32767, false};
    case ScalarType::UShort: return {0, 65535, false};
    case ScalarType::Int: return {-2147483648.0, 2147483647.0, false};
    case ScalarType::UInt: return {0, 4294967295.0, false};
    case ScalarType::Long: return {-0x1p63, 0x1p63, true};
    case ScalarType::ULong: return {0, 0x1p64, true};
    case ScalarType::Half: return {-65504, 65504, false};
    case ScalarType::Float: return {-FLT_MAX, FLT_MAX, false};
    case ScalarType::Double: return {-DBL_MAX, DBL_MAX, false};
    case ScalarType::None: break;
    }
    return {0, 0, false};
}

/// The value of text that is nothing but an integer literal, as sign and magnitude.
struct Literal {
    bool isNegative = false;
    std::uint64_t magnitude = 0;
};

std::optional<Literal> wholeLiteral(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    Literal literal;
    if (!text.empty() && text.front() == '-') {
        literal.isNegative = true;
        text.remove_prefix(1);
    }
    const bool isHex = text.starts_with("0x") || text.starts_with("0X");
    if (isHex)
        text.remove_prefix(2);
    const auto result = std::from_chars(text.data(), text.data() + text.size(), literal.magnitude, isHex ? 16 : 10);
    if (text.empty() || result.ec != std::errc{} || result.ptr != text.data() + text.size())
        return std::nullopt;
    return literal;
}

template <typename T>
std::vector<std::byte> bytesOf(T value)
{
    std::vector<std::byte> bytes(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
    return bytes;
}

} // namespace

std::string rangeText(ScalarType type)
{
    switch (type) {
    case ScalarType::Long: return "long holds -2^63..2^63-1";
    case ScalarType::ULong: return "ulong holds 0..2^64-1";
    case ScalarType::Half: return "half holds magnitudes up to 65504";
    case ScalarType::Float: return "float holds magnitudes up to 3.4e38";
    case ScalarType::Double: return "double holds magnitudes up to 1.8e308";
    default: break;
    }
    const Range range = rangeOf(type);
    return fmt::format("{} holds {:.0f}..{:.0f}", toString(type), range.low, range.high);
}

Result<void> checkFits(double value, ScalarType type, const std::string &what)
{
    if (!isFloating(type) && value != std::floor(value))
        return usageError(
            fmt::format("{} is {}, but its type {} takes whole numbers", what, numberText(value), toString(type)));
    const Range range = rangeOf(type);
    if (value < range.low || value > range.high || (range.isHighOpen && value == range.high))
        return usageError(fmt::format("{} is {}; {}", what, numberText(value), rangeText(type)));
    return {};
}

Result<std::vector<std::byte>> laneBytes(const std::string &text, double value, ScalarType type,
                                         const std::string &what)
{
    const bool is64Bit = type == ScalarType::Long || type == ScalarType::ULong;
    if (const std::optional<Literal> literal = is64Bit ? wholeLiteral(text) : std::nullopt) {
        constexpr std::uint64_t kHalfRange = std::uint64_t{1} << 63;
        const bool isSignedType = type == ScalarType::Long;
        const bool fits = literal->isNegative
                              ? literal->magnitude == 0 || (isSignedType && literal->magnitude <= kHalfRange)
                              : !isSignedType || literal->magnitude < kHalfRange;
        if (!fits)
            return usageError(fmt::format("{} is {}; {}", what, text, rangeText(type)));
        return bytesOf(literal->isNegative ? std::uint64_t{0} - literal->magnitude : literal->magnitude);
    }
    if (const Result<void> fits = checkFits(value, type, what); !fits)
        return fits.error();
    return withType(type, [&]<typename Tag>(Tag) { return bytesOf(stored<typename Tag::type>(value)); });
}

} // namespace clv::launch
