// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/footprint.h"
#include "core/analysis/request.h"
#include "core/emulator/emulator.h"
#include "core/types/launch.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace clv::analysis {

/// What the requests of one static access had in common. Counts are weighted to the whole launch.
struct SiteRecord {
    double requests = 0, lanes = 0;
    double sectors = 0, idealSectors = 0, sectorsAgain = 0; ///< `Again`: found in the first level (see Footprint)
    double bankPasses = 0, bankPhases = 0;                  ///< local memory; equal when no bank conflicts
    double uniformRequests = 0;                             ///< all active lanes at one address
    double severalLanes = 0;                                ///< requests with two lanes or more
    double sharedAddress = 0;                               ///< of those: two lanes or more at the same address
    double denseRequests = 0;        ///< of those: distinct elements that lie without gap, in any order
    double sameAddressLanes = 0;     ///< atomics: sum over requests of the largest number of lanes at one address
    double neighbourPairs = 0;       ///< work-items that are neighbours in x, both active
    double unitPairs = 0;            ///< of those: one element apart
    double rowSteps = 0;             ///< lanes that follow each other across the end of a row of the group
    double rowStepsAsStride = 0;     ///< of those: apart by the stride of the neighbours before
    std::uint64_t alignmentBits = 0; ///< bitwise or of the lowest addresses

    struct Stride {
        std::int64_t bytes = 0;
        double pairs = 0;
    };
    std::array<Stride, 8> strides{}; ///< the first eight seen
    double otherStrides = 0;

    void add(const SiteRecord &other);
    /// The stride of at least 95% of the neighbours (guards and clamps at borders make up the rest).
    [[nodiscard]] std::optional<std::int64_t> constantStride() const;
    /// Largest power of two up to 128 that divides the lowest address of every request; 0 without requests.
    [[nodiscard]] std::uint32_t alignmentBytes() const;
    [[nodiscard]] double sectorsPerRequest() const { return requests > 0 ? sectors / requests : 0; }
    [[nodiscard]] double idealPerRequest() const { return requests > 0 ? idealSectors / requests : 0; }

private:
    void addStride(std::int64_t bytes, double pairs);
    friend class AccessRecorder;
};

/// Listens to a run and keeps one SiteRecord per static access, one Footprint per buffer, the hottest lines of atomics
/// and the work of each lane. Neighbours are work-items next to each other in x; when the group is one work-item wide,
/// those with consecutive linear ids.
/// Cost: about 50 ns for a coalesced request.
class AccessRecorder final : public emulator::Listener {
public:
    AccessRecorder(std::span<const emulator::SiteInfo> sites, std::span<const emulator::BlockInfo> blocks,
                   const Launch &launch);

    void groupBegin(std::uint64_t linearGroup, double weight) override;
    void access(const emulator::AccessEvent &event) override;
    void block(std::uint32_t block, std::uint32_t warp, std::uint32_t activeMask) override;
    [[nodiscard]] bool wantsBlocks() const override { return true; }
    void barrier(std::uint32_t warpsArrived, std::uint32_t warpsInGroup, const SourceLocation &where) override;
    void groupEnd(std::uint64_t linearGroup) override;

    [[nodiscard]] const std::vector<SiteRecord> &sites() const { return m_sites; }
    /// Per kernel argument; untouched for arguments that are no global or constant buffer.
    [[nodiscard]] const std::vector<Footprint> &footprints() const { return m_footprints; }
    [[nodiscard]] double globalAtomicLanes() const { return m_globalAtomicLanes; }
    [[nodiscard]] double hottestLineLanes() const;
    /// max / mean lane instructions within a warp, over the warps of the sample.
    [[nodiscard]] double laneImbalance() const;

private:
    void recordNeighbours(const Lanes &lanes, std::uint32_t warp, std::uint32_t bytesPerLane, SiteRecord &record);
    void recordEvenNeighbours(std::uint64_t first, std::int64_t stride, std::uint32_t warp, std::uint32_t bytesPerLane,
                              SiteRecord &record);
    void recordRange(const emulator::AccessEvent &event, std::int64_t stride, SiteRecord &record);
    void recordSectors(const emulator::AccessEvent &event, std::uint32_t bytes, SiteRecord &record);
    void recordGlobal(const emulator::AccessEvent &event, const Lanes &lanes, SiteRecord &record);
    void dropOutside(const emulator::AccessEvent &event, Lanes &lanes) const;
    [[nodiscard]] bool isRowStart(std::uint32_t warp, std::uint32_t lane) const;

    std::span<const emulator::SiteInfo> m_siteInfo;
    std::span<const emulator::BlockInfo> m_blocks;
    std::vector<SiteRecord> m_sites;
    std::vector<Footprint> m_footprints;
    std::vector<std::uint64_t> m_bufferBytes;
    std::uint64_t m_rowLength = 1;
    std::uint32_t m_warps = 1, m_reach = 0;
    double m_weight = 1;
    std::vector<double> m_rowStarts;    ///< per warp: lanes but the first that begin a row of the group
    std::vector<std::uint32_t> m_clock; ///< per warp: sectors asked for
    std::vector<std::array<std::uint32_t, kWarpLanes>> m_laneWork; ///< per warp and lane: instructions
    std::unordered_map<std::uint64_t, double> m_atomicLines;       ///< lanes by buffer and 128-byte line
    double m_globalAtomicLanes = 0;
    double m_longestLaneWork = 0, m_allLaneWork = 0;
    SectorList m_scratch;
};

} // namespace clv::analysis
