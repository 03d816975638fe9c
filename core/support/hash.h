// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace clv {

/// 64-bit FNV-1a: stable across machines and versions, for cache keys and splits; not for security.
/// Source: Fowler, Noll, Vo; offset basis and prime of the 64-bit variant.
[[nodiscard]] std::uint64_t hashBytes(std::span<const std::byte> bytes, std::uint64_t seed = 0xcbf29ce484222325ULL);
[[nodiscard]] std::uint64_t hashText(std::string_view text, std::uint64_t seed = 0xcbf29ce484222325ULL);

/// Mixes an index into a well-spread 64-bit value (SplitMix64 finaliser, Steele et al. 2014):
/// the random-access generator behind buffer contents.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t x)
{
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

[[nodiscard]] std::string hex64(std::uint64_t value);

} // namespace clv
