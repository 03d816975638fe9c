// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/footprint.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace clv::analysis {

namespace {

constexpr std::uint64_t kFarDistance = 2; // groups; nearer ones share halos that others do not share with them
constexpr double kCommonShare = 0.8;      // a sector that so many far groups touch belongs to all

/// Expected share of distinct members among z draws a member: (1 - e^-z) / z.
double distinctShare(double z)
{
    return z < 1e-9 ? 1 : -std::expm1(-z) / z;
}

/// The z for which distinctShare(z) = share: how often the sample has drawn the pool.
double drawsPerMember(double share)
{
    if (share >= 1 - 1e-9)
        return 0;
    double low = 0, high = 1;
    while (distinctShare(high) > share && high < 1e6)
        high *= 2;
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (distinctShare(middle) > share ? low : high) = middle;
    }
    return (low + high) / 2;
}

} // namespace

void Footprint::beginGroup(std::uint64_t linearGroup, double weight)
{
    m_isNeighbour = m_epoch != 0 && linearGroup == m_group + 1;
    m_isFar = std::ranges::none_of(m_farGroupNumbers, [linearGroup](std::uint64_t other) {
        return (other > linearGroup ? other - linearGroup : linearGroup - other) < kFarDistance;
    });
    m_isFar = m_isFar && m_farGroupNumbers.size() < 255;
    if (m_isFar)
        m_farGroupNumbers.push_back(linearGroup);
    m_group = linearGroup;
    m_weight = weight;
    ++m_epoch;
}

Footprint::Page &Footprint::page(std::uint64_t number)
{
    if (m_lastPage == nullptr || m_lastPage->number != number) {
        auto &slot = m_pages[number];
        if (!slot) {
            slot = std::make_unique<Page>();
            slot->number = number;
        }
        m_lastPage = slot.get();
    }
    Page &found = *m_lastPage;
    if (found.epoch != m_epoch) {
        found.epoch = m_epoch;
        found.groupMask[0] = found.groupMask[1] = 0;
        m_groupPages.push_back(&found);
    }
    return found;
}

std::uint32_t Footprint::touch(const SectorList &sectors, bool isWrite, std::uint32_t clock, std::uint32_t reach)
{
    std::uint32_t again = 0;
    for (std::uint32_t i = 0; i < sectors.count; ++i) {
        Page &where = page(sectors.sector[i] / 64);
        const std::uint32_t place = sectors.sector[i] % 64;
        const std::uint64_t bit = 1ULL << place;
        if (((where.groupMask[0] | where.groupMask[1]) & bit) != 0) {
            const std::uint32_t before = where.clock[place];
            again += (before > clock ? before - clock : clock - before) <= reach;
        }
        where.groupMask[isWrite ? 1 : 0] |= bit;
        where.clock[place] = clock;
    }
    return again;
}

void Footprint::mergePage(Page &where)
{
    const std::uint64_t any = where.groupMask[0] | where.groupMask[1];
    m_groupSectors[Read] += std::popcount(where.groupMask[0]);
    m_groupSectors[Write] += std::popcount(where.groupMask[1]);
    m_groupSectors[Any] += std::popcount(any);
    if (where.previousEpoch + 1 == m_epoch)
        m_groupOverlap += std::popcount(any & where.previousMask);
    where.previousMask = any;
    where.previousEpoch = m_epoch;

    const std::uint64_t before = where.unionMask[0] | where.unionMask[1];
    m_union[Read] += std::popcount(where.groupMask[0] & ~where.unionMask[0]);
    m_union[Write] += std::popcount(where.groupMask[1] & ~where.unionMask[1]);
    m_union[Any] += std::popcount(any & ~before);
    where.unionMask[0] |= where.groupMask[0];
    where.unionMask[1] |= where.groupMask[1];
    if (m_isFar)
        for (std::uint64_t rest = any; rest != 0; rest &= rest - 1)
            ++where.farGroups[static_cast<std::size_t>(std::countr_zero(rest))];
}

void Footprint::endGroup()
{
    std::fill_n(m_groupSectors, Kinds, 0.0);
    m_groupOverlap = 0;
    for (Page *touched : m_groupPages)
        mergePage(*touched);
    m_groupPages.clear();
    for (int kind = 0; kind < Kinds; ++kind)
        m_weighted[kind] += m_weight * m_groupSectors[kind];
    if (m_isNeighbour) {
        m_neighbourSectors += m_groupSectors[Any];
        m_neighbourOverlap += m_groupOverlap;
    }
    if (m_isFar)
        m_farSum += m_groupSectors[Any];
}

double Footprint::extrapolate(double weightedSum, double capacity) const
{
    // Sectors common to (nearly) all far groups, and the rest.
    const auto groups = static_cast<double>(m_farGroupNumbers.size());
    double common = 0, commonTouches = 0, farUnion = 0;
    for (const auto &[number, where] : m_pages)
        for (const std::uint8_t count : where->farGroups) {
            farUnion += count > 0;
            if (groups >= 2 && count >= kCommonShare * groups) {
                ++common;
                commonTouches += count;
            }
        }
    if (m_farSum <= 0)
        return weightedSum;
    const double restSum = m_farSum - commonTouches;
    const double restUnion = farUnion - common;
    double total = weightedSum * restSum / m_farSum;
    if (m_neighbourSectors > 0) {
        // Halos: what a group shares with the one before it, beyond the common part.
        const double overlap = m_neighbourOverlap - m_neighbourSectors * commonTouches / m_farSum;
        const double rest = std::max(1.0, m_neighbourSectors * restSum / m_farSum);
        total *= 1 - std::clamp(overlap / rest, 0.0, 1.0);
    }
    const double draws = restSum > 0 ? drawsPerMember(restUnion / restSum) : 0;
    if (draws > 0) {
        double pool = restSum / draws;
        if (capacity > 0)
            pool = std::min(pool, capacity);
        total = pool * -std::expm1(-total / pool);
    }
    return total + common;
}

Footprint::Estimate Footprint::estimate(bool allGroupsRan, double groupsSharingData, double capacitySectors) const
{
    Estimate result;
    double *const out[Kinds]{&result.read, &result.write, &result.any};
    result.isExact = allGroupsRan;
    const double spread = allGroupsRan || groupsSharingData > 0 || m_weighted[Any] <= 0
                              ? 0
                              : extrapolate(m_weighted[Any], capacitySectors) / m_weighted[Any];
    for (int kind = 0; kind < Kinds; ++kind) {
        double total = m_union[kind];
        if (!allGroupsRan && groupsSharingData > 0)
            total = m_weighted[kind] / groupsSharingData;
        else if (!allGroupsRan)
            total = m_weighted[kind] * spread;
        if (capacitySectors > 0)
            total = std::min(total, capacitySectors);
        *out[kind] = std::max(total, m_union[kind]);
    }
    return result;
}

} // namespace clv::analysis
