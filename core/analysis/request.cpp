// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/request.h"

#include <algorithm>
#include <bit>

namespace clv::analysis {

namespace {

constexpr std::uint32_t kMaxLaneBytes = 128;

/// Ascending and distinct addresses of the lanes.
struct Sorted {
    std::uint32_t count = 0;
    std::array<std::uint64_t, kWarpLanes> address{};
};

Sorted sortedDistinct(const Lanes &lanes)
{
    Sorted sorted;
    std::copy_n(lanes.address.begin(), lanes.count, sorted.address.begin());
    const auto begin = sorted.address.begin();
    const auto end = begin + lanes.count;
    if (!std::is_sorted(begin, end))
        std::sort(begin, end);
    sorted.count = static_cast<std::uint32_t>(std::unique(begin, end) - begin);
    return sorted;
}

/// Passes of lanes [first, last), each covering `words` words from its own start.
std::uint32_t passesOfPhase(const Lanes &lanes, std::uint32_t first, std::uint32_t last, std::uint32_t skipBytes,
                            std::uint32_t words)
{
    std::array<std::array<std::uint64_t, kWarpLanes>, kBanks> seen; // NOLINT(*-member-init): counted by `used`
    std::array<std::uint8_t, kBanks> used{};
    std::uint32_t most = 0;
    for (std::uint32_t i = first; i < last; ++i) {
        const std::uint64_t firstWord = (lanes.address[i] + skipBytes) / kBankBytes;
        for (std::uint64_t word = firstWord; word < firstWord + words; ++word) {
            const std::uint32_t bank = word % kBanks;
            auto &list = seen[bank];
            if (std::find(list.begin(), list.begin() + used[bank], word) != list.begin() + used[bank])
                continue;
            list[used[bank]++] = word;
            most = std::max<std::uint32_t>(most, used[bank]);
        }
    }
    return most;
}

/// Conflict-free at a glance: lanes within 32 consecutive words have a bank for every word. Saves the exact count for
/// the commonest shapes.
bool isPlainlyFree(const Lanes &lanes)
{
    std::uint64_t low = lanes.address[0], high = low;
    for (std::uint32_t i = 1; i < lanes.count; ++i) {
        low = std::min(low, lanes.address[i]);
        high = std::max(high, lanes.address[i]);
    }
    return high / kBankBytes - low / kBankBytes < kBanks;
}

} // namespace

Lanes packLanes(const std::uint64_t *offsets, std::uint32_t activeMask)
{
    Lanes lanes;
    if (activeMask == ~0U) {
        lanes.count = kWarpLanes;
        for (std::uint32_t i = 0; i < kWarpLanes; ++i) {
            lanes.address[i] = offsets[i];
            lanes.lane[i] = static_cast<std::uint8_t>(i);
        }
        return lanes;
    }
    for (std::uint32_t rest = activeMask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        lanes.address[lanes.count] = offsets[lane];
        lanes.lane[lanes.count++] = static_cast<std::uint8_t>(lane);
    }
    return lanes;
}

void findSectors(const Lanes &lanes, std::uint32_t bytesPerLane, SectorList &out)
{
    out.count = 0;
    const std::uint64_t extra = std::clamp<std::uint32_t>(bytesPerLane, 1, kMaxLaneBytes) - 1;
    bool isAscending = true;
    std::uint64_t last = 0;
    for (std::uint32_t i = 0; i < lanes.count; ++i) {
        const std::uint64_t end = (lanes.address[i] + extra) / kSectorBytes;
        for (std::uint64_t sector = lanes.address[i] / kSectorBytes; sector <= end; ++sector) {
            if (out.count != 0 && sector == last)
                continue;
            // A lane that starts in the sector before the last one it shares with its neighbour was counted there.
            if (out.count > 1 && sector + 1 == last && out.sector[out.count - 2] == sector)
                continue;
            isAscending = isAscending && (out.count == 0 || sector > last);
            out.sector[out.count++] = last = sector;
        }
    }
    if (isAscending)
        return;
    const auto begin = out.sector.begin();
    std::sort(begin, begin + out.count);
    out.count = static_cast<std::uint32_t>(std::unique(begin, begin + out.count) - begin);
}

std::uint32_t distinctBytes(const Lanes &lanes, std::uint32_t bytesPerLane)
{
    const Sorted sorted = sortedDistinct(lanes);
    std::uint64_t bytes = 0, covered = 0;
    for (std::uint32_t i = 0; i < sorted.count; ++i) {
        const std::uint64_t end = sorted.address[i] + bytesPerLane;
        const std::uint64_t begin = i == 0 ? sorted.address[0] : std::max(sorted.address[i], covered);
        bytes += end > begin ? end - begin : 0;
        covered = i == 0 ? end : std::max(covered, end);
    }
    return static_cast<std::uint32_t>(bytes);
}

BankPasses bankPasses(const Lanes &lanes, std::uint32_t bytesPerLane)
{
    BankPasses result;
    if (lanes.count == 0)
        return result;
    if (bytesPerLane <= kBankBytes) {
        const bool isFree = isPlainlyFree(lanes);
        return {isFree ? 1U : passesOfPhase(lanes, 0, lanes.count, 0, 1), 1};
    }
    const std::uint32_t lanesAtOnce = bytesPerLane <= 8 ? 16 : 8;
    for (std::uint32_t skip = 0; skip < bytesPerLane; skip += 16) {
        const std::uint32_t words = (std::min<std::uint32_t>(bytesPerLane - skip, 16) + kBankBytes - 1) / kBankBytes;
        for (std::uint32_t first = 0; first < lanes.count;) {
            // Lanes are grouped by their place in the warp, not by their rank among the active ones.
            const std::uint32_t group = lanes.lane[first] / lanesAtOnce;
            std::uint32_t last = first;
            while (last < lanes.count && lanes.lane[last] / lanesAtOnce == group)
                ++last;
            result.passes += passesOfPhase(lanes, first, last, skip, words);
            ++result.phases;
            first = last;
        }
    }
    return result;
}

std::uint32_t sameAddressLanes(const Lanes &lanes)
{
    std::array<std::uint64_t, kWarpLanes> sorted = lanes.address;
    std::sort(sorted.begin(), sorted.begin() + lanes.count);
    std::uint32_t most = 0, run = 0;
    for (std::uint32_t i = 0; i < lanes.count; ++i) {
        run = i > 0 && sorted[i] == sorted[i - 1] ? run + 1 : 1;
        most = std::max(most, run);
    }
    return most;
}

} // namespace clv::analysis
