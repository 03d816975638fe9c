// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace clv::analysis {

inline constexpr std::uint32_t kSectorBytes = 32;
inline constexpr std::uint32_t kLineBytes = 128; ///< unit in which hardware serialises global atomics
inline constexpr std::uint32_t kBanks = 32;
inline constexpr std::uint32_t kBankBytes = 4;
inline constexpr int kWarpLanes = 32;

/// The active lanes of one memory request, packed: `address[i]` belongs to lane `lane[i]`, lanes ascending.
struct Lanes {
    std::uint32_t count = 0;
    std::array<std::uint64_t, kWarpLanes> address{};
    std::array<std::uint8_t, kWarpLanes> lane{};
};
[[nodiscard]] Lanes packLanes(const std::uint64_t *offsets, std::uint32_t activeMask);

/// The distinct 32-byte sectors of a request, ascending.
/// A lane of up to 128 bytes (double16) touches up to 5 sectors.
struct SectorList {
    std::uint32_t count = 0;
    std::array<std::uint64_t, kWarpLanes * 5> sector{};
};
/// Cost: one pass when the addresses ascend or descend, else a sort. Lanes of more than 128 bytes count their first
/// 128 bytes.
void findSectors(const Lanes &lanes, std::uint32_t bytesPerLane, SectorList &out);

/// Distinct bytes that the lanes ask for; lanes at one address count once.
/// Example: 32 lanes at one float: 4; 32 neighbouring floats: 128.
[[nodiscard]] std::uint32_t distinctBytes(const Lanes &lanes, std::uint32_t bytesPerLane);

/// Serialised passes of a local-memory request: 32 banks of 4 bytes, lanes at the same word are served together.
/// Lanes of 8 bytes go in halves, of 16 bytes in quarters of the warp, wider ones in several rounds of quarters, so
/// `phases` is the number of passes of a request without conflicts and `passes / phases` the conflict degree.
struct BankPasses {
    std::uint32_t passes = 0;
    std::uint32_t phases = 0;
};
[[nodiscard]] BankPasses bankPasses(const Lanes &lanes, std::uint32_t bytesPerLane);

/// Largest number of lanes at one address (the rounds of an atomic request).
[[nodiscard]] std::uint32_t sameAddressLanes(const Lanes &lanes);

} // namespace clv::analysis
