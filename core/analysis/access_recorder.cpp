// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/access_recorder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace clv::analysis {

namespace {

constexpr double kFirstLevelBytes = 128.0 * 1024;
constexpr double kConstantShare = 0.95;
constexpr std::uint32_t kMaxAlignment = 128;

/// The stride of a full warp whose lanes all follow each other at one distance: the commonest request by far, and
/// the one that can be counted without looking at each lane again.
std::optional<std::int64_t> evenStride(const std::uint64_t *offsets)
{
    const std::uint64_t step = offsets[1] - offsets[0];
    std::uint64_t different = 0;
    for (int lane = 1; lane < kWarpLanes; ++lane)
        different |= (offsets[lane] - offsets[lane - 1]) ^ step;
    return different == 0 ? std::optional(static_cast<std::int64_t>(step)) : std::nullopt;
}

} // namespace

void SiteRecord::addStride(std::int64_t bytes, double pairs)
{
    for (Stride &stride : strides) {
        if (stride.pairs == 0)
            stride.bytes = bytes;
        if (stride.bytes == bytes) {
            stride.pairs += pairs;
            return;
        }
    }
    otherStrides += pairs;
}

void SiteRecord::add(const SiteRecord &other)
{
    requests += other.requests;
    lanes += other.lanes;
    sectors += other.sectors;
    idealSectors += other.idealSectors;
    sectorsAgain += other.sectorsAgain;
    bankPasses += other.bankPasses;
    bankPhases += other.bankPhases;
    uniformRequests += other.uniformRequests;
    severalLanes += other.severalLanes;
    sharedAddress += other.sharedAddress;
    denseRequests += other.denseRequests;
    sameAddressLanes += other.sameAddressLanes;
    neighbourPairs += other.neighbourPairs;
    unitPairs += other.unitPairs;
    rowSteps += other.rowSteps;
    rowStepsAsStride += other.rowStepsAsStride;
    alignmentBits |= other.alignmentBits;
    for (const Stride &stride : other.strides)
        if (stride.pairs > 0)
            addStride(stride.bytes, stride.pairs);
    otherStrides += other.otherStrides;
}

std::optional<std::int64_t> SiteRecord::constantStride() const
{
    const auto most = std::ranges::max_element(strides, {}, &Stride::pairs);
    if (most->pairs <= 0 || most->pairs < kConstantShare * neighbourPairs)
        return std::nullopt;
    return most->bytes;
}

std::uint32_t SiteRecord::alignmentBytes() const
{
    if (requests <= 0)
        return 0;
    return alignmentBits == 0 ? kMaxAlignment
                              : std::min(kMaxAlignment, 1U << std::min(7, std::countr_zero(alignmentBits)));
}

AccessRecorder::AccessRecorder(std::span<const emulator::SiteInfo> sites, std::span<const emulator::BlockInfo> blocks,
                               const Launch &launch)
    : m_siteInfo(sites), m_blocks(blocks), m_sites(sites.size()), m_footprints(launch.arguments.size()),
      m_bufferBytes(launch.arguments.size(), 0), m_rowLength(std::max<std::uint64_t>(1, launch.ndrange.local.x()))
{
    const std::uint64_t items = std::max<std::uint64_t>(1, launch.ndrange.groupItems());
    m_warps = static_cast<std::uint32_t>((items + kWarpLanes - 1) / kWarpLanes);
    // The group's warps fill the first level together.
    m_reach = static_cast<std::uint32_t>(std::ceil(kFirstLevelBytes / kSectorBytes / m_warps));
    m_clock.assign(m_warps, 0);
    for (std::uint32_t warp = 0; warp < m_warps; ++warp) {
        double starts = 0;
        for (std::uint32_t lane = 1; lane < kWarpLanes; ++lane)
            starts += isRowStart(warp, lane);
        m_rowStarts.push_back(starts);
    }
    m_laneWork.resize(m_warps);
    for (std::size_t i = 0; i < launch.arguments.size(); ++i)
        if (const auto *buffer = std::get_if<BufferValue>(&launch.arguments[i].value))
            m_bufferBytes[i] = buffer->bytes;
}

void AccessRecorder::groupBegin(std::uint64_t linearGroup, double weight)
{
    m_weight = weight;
    std::ranges::fill(m_clock, 0U);
    for (auto &lanes : m_laneWork)
        lanes.fill(0);
    for (Footprint &footprint : m_footprints)
        footprint.beginGroup(linearGroup, weight);
}

void AccessRecorder::groupEnd(std::uint64_t /*linearGroup*/)
{
    for (Footprint &footprint : m_footprints)
        footprint.endGroup();
    for (const auto &lanes : m_laneWork) {
        std::uint64_t sum = 0, active = 0;
        std::uint32_t most = 0;
        for (const std::uint32_t work : lanes) {
            sum += work;
            active += work > 0;
            most = std::max(most, work);
        }
        m_longestLaneWork += m_weight * most * static_cast<double>(active);
        m_allLaneWork += m_weight * static_cast<double>(sum);
    }
}

void AccessRecorder::block(std::uint32_t block, std::uint32_t warp, std::uint32_t activeMask)
{
    if (warp >= m_laneWork.size() || block >= m_blocks.size())
        return;
    const std::uint32_t instructions = m_blocks[block].instructions;
    auto &lanes = m_laneWork[warp];
    for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane)
        lanes[lane] += (activeMask >> lane & 1) * instructions;
}

void AccessRecorder::barrier(std::uint32_t /*warpsArrived*/, std::uint32_t /*warpsInGroup*/,
                             const SourceLocation & /*where*/)
{
    // Warps leave a barrier together.
    std::ranges::fill(m_clock, *std::ranges::max_element(m_clock));
}

bool AccessRecorder::isRowStart(std::uint32_t warp, std::uint32_t lane) const
{
    return m_rowLength > 1 && (std::uint64_t{warp} * kWarpLanes + lane) % m_rowLength == 0;
}

void AccessRecorder::recordNeighbours(const Lanes &lanes, std::uint32_t warp, std::uint32_t bytesPerLane,
                                      SiteRecord &record)
{
    std::int64_t stride = 0;
    std::uint32_t pairs = 0; // run of equal strides, flushed when the stride changes
    bool isUniform = true, isUnit = true, isAscending = true, hasTwins = false;
    std::uint64_t low = lanes.address[0], high = low;
    for (std::uint32_t i = 1; i < lanes.count; ++i) {
        isUniform = isUniform && lanes.address[i] == lanes.address[0];
        isAscending = isAscending && lanes.address[i] > lanes.address[i - 1];
        hasTwins = hasTwins || lanes.address[i] == lanes.address[i - 1];
        isUnit = isUnit && lanes.address[i] == lanes.address[i - 1] + bytesPerLane;
        low = std::min(low, lanes.address[i]);
        high = std::max(high, lanes.address[i]);
        if (lanes.lane[i] != lanes.lane[i - 1] + 1)
            continue;
        const auto step = static_cast<std::int64_t>(lanes.address[i] - lanes.address[i - 1]);
        if (isRowStart(warp, lanes.lane[i])) {
            record.rowSteps += m_weight;
            record.rowStepsAsStride += step == stride ? m_weight : 0;
            continue;
        }
        if (pairs > 0 && step != stride) {
            record.addStride(stride, m_weight * pairs);
            pairs = 0;
        }
        stride = step;
        ++pairs;
        record.neighbourPairs += m_weight;
        record.unitPairs += step == bytesPerLane ? m_weight : 0;
    }
    if (pairs > 0)
        record.addStride(stride, m_weight * pairs);
    record.alignmentBits |= low;
    record.uniformRequests += isUniform ? m_weight : 0;
    if (lanes.count < 2)
        return;
    record.severalLanes += m_weight;
    if (isUniform) {
        record.sharedAddress += m_weight;
    } else if (isUnit) {
        record.denseRequests += m_weight;
    } else {
        const bool isShared = hasTwins || (!isAscending && sameAddressLanes(lanes) > 1);
        record.sharedAddress += isShared ? m_weight : 0;
        const bool isDense = !isShared && high - low == std::uint64_t{lanes.count - 1} * bytesPerLane;
        record.denseRequests += isDense ? m_weight : 0;
    }
}

void AccessRecorder::dropOutside(const emulator::AccessEvent &event, Lanes &lanes) const
{
    if (!event.isOutOfBounds || event.buffer < 0 || static_cast<std::size_t>(event.buffer) >= m_bufferBytes.size())
        return;
    const std::uint64_t bytes = m_bufferBytes[static_cast<std::size_t>(event.buffer)];
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < lanes.count; ++i)
        if (lanes.address[i] < bytes && bytes - lanes.address[i] >= event.bytesPerLane) {
            lanes.address[kept] = lanes.address[i];
            lanes.lane[kept++] = lanes.lane[i];
        }
    lanes.count = kept;
}

void AccessRecorder::recordSectors(const emulator::AccessEvent &event, std::uint32_t bytes, SiteRecord &record)
{
    record.sectors += m_weight * m_scratch.count;
    record.idealSectors += m_weight * ((bytes + kSectorBytes - 1) / kSectorBytes);
    const AccessDirection direction = m_siteInfo[event.site].direction;
    if (event.buffer >= 0 && static_cast<std::size_t>(event.buffer) < m_footprints.size()) {
        std::uint32_t &clock = m_clock[std::min<std::size_t>(event.warp, m_clock.size() - 1)];
        Footprint &footprint = m_footprints[static_cast<std::size_t>(event.buffer)];
        const bool isWrite = direction != AccessDirection::Read;
        record.sectorsAgain += m_weight * footprint.touch(m_scratch, isWrite, clock, m_reach);
        clock += m_scratch.count;
    }
}

/// Lanes at most a sector apart: every sector between the first and the last byte is touched.
void AccessRecorder::recordRange(const emulator::AccessEvent &event, std::int64_t stride, SiteRecord &record)
{
    const std::uint64_t low = std::min(event.offsets[0], event.offsets[kWarpLanes - 1]);
    const std::uint64_t high = std::max(event.offsets[0], event.offsets[kWarpLanes - 1]) + event.bytesPerLane;
    m_scratch.count = 0;
    for (std::uint64_t sector = low / kSectorBytes; sector <= (high - 1) / kSectorBytes; ++sector)
        m_scratch.sector[m_scratch.count++] = sector;
    const auto distance = static_cast<std::uint32_t>(std::llabs(stride));
    recordSectors(event, (kWarpLanes - 1) * std::min(distance, event.bytesPerLane) + event.bytesPerLane, record);
}

void AccessRecorder::recordGlobal(const emulator::AccessEvent &event, const Lanes &lanes, SiteRecord &record)
{
    findSectors(lanes, event.bytesPerLane, m_scratch);
    recordSectors(event, distinctBytes(lanes, event.bytesPerLane), record);
    if (m_siteInfo[event.site].direction != AccessDirection::Atomic)
        return;
    record.sameAddressLanes += m_weight * sameAddressLanes(lanes);
    m_globalAtomicLanes += m_weight * lanes.count;
    const std::uint64_t buffer = static_cast<std::uint64_t>(event.buffer + 1) << 48;
    for (std::uint32_t i = 0; i < lanes.count; ++i)
        m_atomicLines[buffer | lanes.address[i] / kLineBytes] += m_weight;
}

void AccessRecorder::recordEvenNeighbours(std::uint64_t first, std::int64_t stride, std::uint32_t warp,
                                          std::uint32_t bytesPerLane, SiteRecord &record)
{
    const double steps = m_rowStarts[std::min<std::size_t>(warp, m_rowStarts.size() - 1)];
    const double pairs = kWarpLanes - 1 - steps;
    record.neighbourPairs += m_weight * pairs;
    record.rowSteps += m_weight * steps;
    record.rowStepsAsStride += m_weight * steps;
    if (pairs > 0)
        record.addStride(stride, m_weight * pairs);
    record.alignmentBits |= stride < 0 ? first + static_cast<std::uint64_t>(stride * (kWarpLanes - 1)) : first;
    record.severalLanes += m_weight;
    if (stride == 0) {
        record.uniformRequests += m_weight;
        record.sharedAddress += m_weight;
    } else if (stride == bytesPerLane || -stride == bytesPerLane) {
        record.unitPairs += stride > 0 ? m_weight * pairs : 0;
        record.denseRequests += m_weight;
    }
}

void AccessRecorder::access(const emulator::AccessEvent &event)
{
    if (event.activeMask == 0 || event.site >= m_sites.size())
        return;
    SiteRecord &record = m_sites[event.site];
    record.requests += m_weight;
    record.lanes += m_weight * std::popcount(event.activeMask);
    if (event.space == AddressSpace::Private)
        return; // each work-item's own: addresses of lanes do not relate
    const bool isFull = event.activeMask == ~0U && !event.isOutOfBounds;
    const auto stride = isFull ? evenStride(event.offsets) : std::nullopt;
    if (stride)
        recordEvenNeighbours(event.offsets[0], *stride, event.warp, event.bytesPerLane, record);
    const bool isPlainAccess = m_siteInfo[event.site].direction != AccessDirection::Atomic;
    if (stride && isPlainAccess && event.space != AddressSpace::Local && std::llabs(*stride) <= kSectorBytes &&
        event.bytesPerLane <= kLineBytes) {
        recordRange(event, *stride, record);
        return;
    }
    if (stride && isPlainAccess && event.space == AddressSpace::Local && event.bytesPerLane <= kBankBytes &&
        (*stride == 0 || *stride == kBankBytes)) {
        record.bankPasses += m_weight;
        record.bankPhases += m_weight;
        return;
    }
    Lanes lanes = packLanes(event.offsets, event.activeMask);
    if (!stride)
        recordNeighbours(lanes, event.warp, event.bytesPerLane, record);
    if (event.space == AddressSpace::Local) {
        const BankPasses passes = bankPasses(lanes, event.bytesPerLane);
        record.bankPasses += m_weight * passes.passes;
        record.bankPhases += m_weight * passes.phases;
        if (m_siteInfo[event.site].direction == AccessDirection::Atomic)
            record.sameAddressLanes += m_weight * sameAddressLanes(lanes);
        return;
    }
    dropOutside(event, lanes);
    if (lanes.count > 0)
        recordGlobal(event, lanes, record);
}

double AccessRecorder::hottestLineLanes() const
{
    double most = 0;
    for (const auto &[line, lanes] : m_atomicLines)
        most = std::max(most, lanes);
    return most;
}

double AccessRecorder::laneImbalance() const
{
    return m_allLaneWork > 0 ? m_longestLaneWork / m_allLaneWork : 1;
}

} // namespace clv::analysis
