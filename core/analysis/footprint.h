// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/request.h"

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace clv::analysis {

/// Which sectors of one buffer the sampled groups touch, and what that says of the groups that were not run.
///
/// Reuse within a group ("first level"): a sector is found again when the sectors that the whole group moves between
/// the two touches fit in 128 KiB. The emulator runs warps one after the other up to a barrier while hardware runs them
/// side by side, so time is measured per warp (sectors it asked for so far) and multiplied by the number of warps.
///
/// Reuse between groups: a part that (nearly) every group touches counts once; the rest is extrapolated like a random
/// draw from a pool whose size follows from how much far groups overlap (disjoint groups: no pool, plain sum).
/// Known wrong: sampled groups that overlap by accident of the sample's layout and not as others do.
class Footprint {
public:
    void beginGroup(std::uint64_t linearGroup, double weight);
    /// `clock`: sectors the warp asked for before. `reach`: sectors of one warp's time that the first level holds.
    /// Returns how many of the sectors are found again.
    std::uint32_t touch(const SectorList &sectors, bool isWrite, std::uint32_t clock, std::uint32_t reach);
    void endGroup();

    /// Distinct sectors over the whole launch.
    struct Estimate {
        double read = 0, write = 0, any = 0;
        bool isExact = false;
    };
    /// `groupsSharingData`: number of groups that provably touch the same addresses; 0 = not known.
    /// `capacitySectors`: no more than these exist; 0 = not known.
    [[nodiscard]] Estimate estimate(bool allGroupsRan, double groupsSharingData, double capacitySectors) const;

    enum Kind { Read, Write, Any, Kinds };
    /// Sectors touched by the sampled groups, each counted once.
    [[nodiscard]] double sampledUnion(Kind kind) const { return m_union[kind]; }

private:
    struct Page {
        std::uint64_t number = 0;
        std::uint64_t groupMask[2]{}; ///< read, written by the running group
        std::uint64_t unionMask[2]{}; ///< by any sampled group
        std::uint32_t epoch = 0;      ///< group the masks and clocks belong to
        std::array<std::uint32_t, 64> clock{};
        std::array<std::uint8_t, 64> farGroups{}; ///< of the far groups: how many touch the sector
        std::uint64_t previousMask = 0;           ///< by the group before, for the overlap of neighbours
        std::uint32_t previousEpoch = 0;
    };
    Page &page(std::uint64_t number);
    void mergePage(Page &page);
    [[nodiscard]] double extrapolate(double weightedSum, double capacity) const;

    std::unordered_map<std::uint64_t, std::unique_ptr<Page>> m_pages;
    Page *m_lastPage = nullptr;
    std::vector<Page *> m_groupPages;
    std::uint32_t m_epoch = 0;
    std::uint64_t m_group = 0;
    double m_weight = 0;
    bool m_isFar = false, m_isNeighbour = false;
    std::vector<std::uint64_t> m_farGroupNumbers;
    double m_groupSectors[Kinds]{}, m_groupOverlap = 0; ///< of the running group
    double m_weighted[Kinds]{};                         ///< sum over groups of weight x sectors
    double m_union[Kinds]{};
    double m_neighbourSectors = 0, m_neighbourOverlap = 0;
    double m_farSum = 0;
};

} // namespace clv::analysis
