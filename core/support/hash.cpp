// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/support/hash.h"

namespace clv
{

std::uint64_t hashBytes(std::span<const std::byte> bytes, std::uint64_t seed)
{
    std::uint64_t hash = seed;
    for (std::byte b : bytes) {
        hash ^= static_cast<std::uint64_t>(b);
        hash *= 0x100000001b3ULL;
    }
    return hash;
}

std::uint64_t hashText(std::string_view text, std::uint64_t seed)
{
    return hashBytes(std::as_bytes(std::span(text.data(), text.size())), seed);
}

std::string hex64(std::uint64_t value)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text(16, '0');
    for (int i = 15; i >= 0; --i, value >>= 4)
        text[static_cast<std::size_t>(i)] = kDigits[value & 15];
    return text;
}

} // namespace clv
