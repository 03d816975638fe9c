// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/half.h"
#include "core/support/result.h"
#include "core/types/kernel.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace clv::launch {

/// Storage of a `half`, so that templates can tell it from `ushort`.
struct HalfBits {
    std::uint16_t bits = 0;
};

template <typename T>
struct TypeTag {
    using type = T;
};

/// Calls `visitor(TypeTag<T>{})` with the storage type of a scalar type; `None` counts as bytes.
template <typename Visitor>
decltype(auto) withType(ScalarType type, Visitor &&visitor)
{
    switch (type) {
    case ScalarType::Char: return visitor(TypeTag<std::int8_t>{});
    case ScalarType::Short: return visitor(TypeTag<std::int16_t>{});
    case ScalarType::UShort: return visitor(TypeTag<std::uint16_t>{});
    case ScalarType::Int: return visitor(TypeTag<std::int32_t>{});
    case ScalarType::UInt: return visitor(TypeTag<std::uint32_t>{});
    case ScalarType::Long: return visitor(TypeTag<std::int64_t>{});
    case ScalarType::ULong: return visitor(TypeTag<std::uint64_t>{});
    case ScalarType::Half: return visitor(TypeTag<HalfBits>{});
    case ScalarType::Float: return visitor(TypeTag<float>{});
    case ScalarType::Double: return visitor(TypeTag<double>{});
    case ScalarType::UChar:
    case ScalarType::None: break;
    }
    return visitor(TypeTag<std::uint8_t>{});
}

/// Stores a number that `checkFits` accepts.
template <typename T>
[[nodiscard]] T stored(double value)
{
    if constexpr (std::is_same_v<T, HalfBits>)
        return HalfBits{halfBits(value)};
    else
        return static_cast<T>(value);
}

/// Stores a whole number that the type holds.
template <typename T>
[[nodiscard]] T storedWhole(std::int64_t value)
{
    if constexpr (std::is_same_v<T, HalfBits>)
        return HalfBits{halfBits(static_cast<double>(value))};
    else
        return static_cast<T>(value);
}

/// "uchar holds 0..255": range of an integer type, largest magnitude of a floating one.
[[nodiscard]] std::string rangeText(ScalarType type);
/// Errors: not whole for an integer type, out of the type's range. `what` opens the sentence: "argument 'n'".
[[nodiscard]] Result<void> checkFits(double value, ScalarType type, const std::string &what);
/// Bytes of one lane from the text of its expression and its value. A lone integer literal is taken exactly, so that
/// 64-bit integers beyond 2^53 keep every digit.
[[nodiscard]] Result<std::vector<std::byte>> laneBytes(const std::string &text, double value, ScalarType type,
                                                       const std::string &what);

} // namespace clv::launch
