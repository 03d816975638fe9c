// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace clv::launch {

/// Bits of the IEEE 754 binary16 number nearest to `value` (ties to even). Beyond 65504: infinity.
[[nodiscard]] inline std::uint16_t halfBits(double value)
{
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const double magnitude = std::abs(value);
    if (std::isnan(value))
        return 0x7e00;
    if (magnitude >= 65520.0) // half way between the largest finite number and the next power of two
        return static_cast<std::uint16_t>(sign | 0x7c00);
    if (magnitude < 0x1p-14) // subnormal: units of 2^-24; 1024 units carry over into the smallest normal number
        return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::nearbyint(magnitude * 0x1p24)));
    int exponent = 0;
    const double fraction = std::frexp(magnitude, &exponent); // magnitude = fraction * 2^exponent, fraction in [0.5, 1)
    const auto mantissa = static_cast<std::uint32_t>(std::nearbyint(fraction * 2048.0)); // 1024..2048
    // A mantissa of 2048 carries into the exponent by plain addition.
    return static_cast<std::uint16_t>(sign | (static_cast<std::uint32_t>(exponent + 14 - 1) * 1024u + mantissa));
}

} // namespace clv::launch
