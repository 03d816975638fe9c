// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/access_recorder.h"

#include <gtest/gtest.h>

namespace {

using namespace clv;
using analysis::AccessRecorder;

constexpr int kLanes = emulator::kMaxLanes;

class RecorderTest : public testing::Test {
protected:
    void SetUp() override
    {
        m_launch.ndrange.workDim = 2;
        m_launch.ndrange.global = {{1024, 64, 1}};
        m_launch.ndrange.local = {{16, 16, 1}};
        LaunchArgument argument{"a", ArgumentKind::GlobalBuffer,
                                BufferValue{{ScalarType::Float, 1, 4, "float"}, 1 << 20, {}}};
        m_launch.arguments.push_back(argument);
        m_sites.resize(1);
        m_sites[0].space = AddressSpace::Global;
        m_sites[0].direction = AccessDirection::Read;
        m_sites[0].bytesPerLane = 4;
        m_sites[0].argument = 0;
    }

    AccessRecorder recorder() { return {m_sites, m_blocks, m_launch}; }

    template <typename Address>
    static void send(AccessRecorder &to, Address address, std::uint32_t mask = ~0U, std::uint32_t warp = 0,
                     AddressSpace space = AddressSpace::Global)
    {
        std::uint64_t offsets[kLanes];
        for (int lane = 0; lane < kLanes; ++lane)
            offsets[lane] = static_cast<std::uint64_t>(address(lane));
        emulator::AccessEvent event;
        event.space = space;
        event.buffer = 0;
        event.activeMask = mask;
        event.offsets = offsets;
        event.bytesPerLane = 4;
        event.warp = warp;
        to.access(event);
    }

    Launch m_launch;
    std::vector<emulator::SiteInfo> m_sites;
    std::vector<emulator::BlockInfo> m_blocks;
};

TEST_F(RecorderTest, RowsOfATileAreUnitStrideWithSteps)
{
    AccessRecorder to = recorder();
    to.groupBegin(0, 2);
    send(to, [](int lane) { return lane / 16 * 4096 + lane % 16 * 4; });
    to.groupEnd(0);
    const auto &record = to.sites()[0];
    EXPECT_EQ(record.constantStride(), 4);
    EXPECT_EQ(record.neighbourPairs, 2 * 30) << "15 pairs a row, two rows, weight 2";
    EXPECT_EQ(record.rowSteps, 2);
    EXPECT_EQ(record.rowStepsAsStride, 0);
    EXPECT_EQ(record.sectors, 2 * 4);
    EXPECT_EQ(record.alignmentBytes(), 128U);
}

TEST_F(RecorderTest, ColumnsOfATileHaveTheRowPitch)
{
    AccessRecorder to = recorder();
    to.groupBegin(0, 1);
    send(to, [](int lane) { return lane % 16 * 4096 + lane / 16 * 4; });
    to.groupEnd(0);
    EXPECT_EQ(to.sites()[0].constantStride(), 4096);
    EXPECT_EQ(to.sites()[0].sectorsPerRequest(), 16);
    EXPECT_EQ(to.sites()[0].idealPerRequest(), 4);
}

TEST_F(RecorderTest, WarpsAtTheSameTimeShareTheFirstLevel)
{
    AccessRecorder to = recorder();
    to.groupBegin(0, 1);
    for (std::uint32_t warp = 0; warp < 8; ++warp)
        for (int step = 0; step < 2000; ++step) // 8 warps read one stream of 256 KB together
            send(to, [step](int lane) { return step * 128 + lane * 4; }, ~0U, warp);
    to.groupEnd(0);
    EXPECT_EQ(to.sites()[0].sectors, 8 * 2000 * 4);
    EXPECT_EQ(to.sites()[0].sectorsAgain, 7 * 2000 * 4);
}

TEST_F(RecorderTest, AStreamReadAgainAfterTheCacheIsFullIsNotFound)
{
    AccessRecorder to = recorder();
    to.groupBegin(0, 1);
    for (int round = 0; round < 2; ++round)
        for (int step = 0; step < 1000; ++step) // 8 warps x 4000 sectors x 32 B = 1 MB between the touches
            send(to, [step](int lane) { return step * 128 + lane * 4; });
    to.groupEnd(0);
    EXPECT_EQ(to.sites()[0].sectorsAgain, 0);
}

TEST_F(RecorderTest, LanesOutsideTheBufferTouchNoSector)
{
    std::get<BufferValue>(m_launch.arguments[0].value).bytes = 64;
    AccessRecorder to = recorder();
    to.groupBegin(0, 1);
    std::uint64_t offsets[kLanes];
    for (int lane = 0; lane < kLanes; ++lane)
        offsets[lane] = static_cast<std::uint64_t>(lane * 4) - 8; // two before, sixteen inside, the rest behind
    emulator::AccessEvent event;
    event.buffer = 0;
    event.activeMask = ~0U;
    event.offsets = offsets;
    event.bytesPerLane = 4;
    event.isOutOfBounds = true;
    to.access(event);
    to.groupEnd(0);
    EXPECT_EQ(to.sites()[0].lanes, 32);
    EXPECT_EQ(to.sites()[0].sectors, 2);
}

TEST_F(RecorderTest, AtomicsOnOneLineAreCountedByLane)
{
    m_sites[0].direction = AccessDirection::Atomic;
    AccessRecorder to = recorder();
    to.groupBegin(0, 3);
    send(to, [](int lane) { return lane % 2 == 0 ? 0 : 4096 + lane * 128; });
    to.groupEnd(0);
    EXPECT_EQ(to.globalAtomicLanes(), 3 * 32);
    EXPECT_EQ(to.hottestLineLanes(), 3 * 16);
    EXPECT_EQ(to.sites()[0].sameAddressLanes, 3 * 16);
}

TEST_F(RecorderTest, LocalTileHasEightWayConflicts)
{
    m_sites[0].space = AddressSpace::Local;
    AccessRecorder to = recorder();
    to.groupBegin(0, 1);
    send(to, [](int lane) { return lane % 16 * 64 + lane / 16 * 4; }, ~0U, 0, AddressSpace::Local);
    to.groupEnd(0);
    EXPECT_EQ(to.sites()[0].bankPasses / to.sites()[0].bankPhases, 8);
    EXPECT_EQ(to.sites()[0].sectors, 0);
}

// Lane 0 executes a block of 10 instructions four times, the other 31 once: 40 against a mean of (40 + 310) / 32.
TEST_F(RecorderTest, LaneImbalanceIsLongestOverMean)
{
    m_blocks.resize(1);
    m_blocks[0].instructions = 10;
    AccessRecorder to = recorder();
    to.groupBegin(0, 1);
    to.block(0, 0, ~0U);
    for (int i = 0; i < 3; ++i)
        to.block(0, 0, 1);
    to.groupEnd(0);
    EXPECT_DOUBLE_EQ(to.laneImbalance(), 40.0 * 32 / 350);
}

TEST_F(RecorderTest, NothingRunNothingClaimed)
{
    const AccessRecorder to = recorder();
    EXPECT_EQ(to.laneImbalance(), 1);
    EXPECT_EQ(to.hottestLineLanes(), 0);
    EXPECT_EQ(to.sites()[0].alignmentBytes(), 0U);
    EXPECT_FALSE(to.sites()[0].constantStride().has_value());
}

} // namespace
