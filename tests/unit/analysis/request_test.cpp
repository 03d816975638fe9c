// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/request.h"

#include <gtest/gtest.h>

namespace {

using namespace clv::analysis;

Lanes strided(std::uint64_t start, std::int64_t stride, std::uint32_t mask = ~0U)
{
    std::uint64_t offsets[kWarpLanes];
    for (int lane = 0; lane < kWarpLanes; ++lane)
        offsets[lane] = start + static_cast<std::uint64_t>(lane * stride);
    return packLanes(offsets, mask);
}

std::uint32_t sectorsOf(const Lanes &lanes, std::uint32_t bytes)
{
    SectorList sectors;
    findSectors(lanes, bytes, sectors);
    return sectors.count;
}

// 32 floats side by side are 128 bytes: 4 sectors, 5 when they start 4 bytes into one.
TEST(Sectors, NeighbouringFloatsFillFour)
{
    EXPECT_EQ(sectorsOf(strided(0, 4), 4), 4U);
    EXPECT_EQ(sectorsOf(strided(4, 4), 4), 5U);
}

TEST(Sectors, StrideOfASectorNeedsOneEach)
{
    EXPECT_EQ(sectorsOf(strided(12, 32), 4), 32U);
    EXPECT_EQ(sectorsOf(strided(0, 4096), 4), 32U);
    EXPECT_EQ(sectorsOf(strided(0, 8), 4), 8U);
}

TEST(Sectors, UniformIsOneAndDescendingCountsLikeAscending)
{
    EXPECT_EQ(sectorsOf(strided(400, 0), 4), 1U);
    EXPECT_EQ(sectorsOf(strided(124, -4), 4), 4U);
}

// float4 lanes 4 bytes apart cover bytes 16 .. 16+31*4+15 = 155: sectors 0 to 4.
TEST(Sectors, OverlappingLanesCountEachSectorOnce)
{
    EXPECT_EQ(sectorsOf(strided(16, 4), 16), 5U);
}

// float16 lanes, 64 bytes each, from byte 16: bytes 16..2063 touch sectors 0..64.
TEST(Sectors, WideLanesOffTheGrid)
{
    EXPECT_EQ(sectorsOf(strided(16, 64), 64), 65U);
}

TEST(Sectors, InactiveLanesDoNotCount)
{
    EXPECT_EQ(sectorsOf(strided(0, 4, 0x80000001U), 4), 2U);
    EXPECT_EQ(sectorsOf(strided(0, 4, 0), 4), 0U);
}

// Two rows of a 16 x 16 group, rows 4096 bytes apart: 2 + 2.
TEST(Sectors, TwoHalfRows)
{
    std::uint64_t offsets[kWarpLanes];
    for (int lane = 0; lane < kWarpLanes; ++lane)
        offsets[lane] = static_cast<std::uint64_t>(lane / 16 * 4096 + lane % 16 * 4);
    EXPECT_EQ(sectorsOf(packLanes(offsets, ~0U), 4), 4U);
    // The transposed store: 16 columns 4096 bytes apart, two neighbours in each.
    for (int lane = 0; lane < kWarpLanes; ++lane)
        offsets[lane] = static_cast<std::uint64_t>(lane % 16 * 4096 + lane / 16 * 4);
    EXPECT_EQ(sectorsOf(packLanes(offsets, ~0U), 4), 16U);
}

TEST(DistinctBytes, CountsEachByteOnce)
{
    EXPECT_EQ(distinctBytes(strided(0, 0), 4), 4U);
    EXPECT_EQ(distinctBytes(strided(0, 4), 4), 128U);
    EXPECT_EQ(distinctBytes(strided(0, 64), 4), 128U);
    EXPECT_EQ(distinctBytes(strided(0, 4), 16), 31U * 4 + 16);
    EXPECT_EQ(distinctBytes(strided(1000, -8), 8), 256U);
}

TEST(BankPasses, NeighboursAndBroadcastAreFree)
{
    EXPECT_EQ(bankPasses(strided(0, 4), 4).passes, 1U);
    EXPECT_EQ(bankPasses(strided(0, 0), 4).passes, 1U);
    EXPECT_EQ(bankPasses(strided(0, 1), 1).passes, 1U);  // four chars to a word
    EXPECT_EQ(bankPasses(strided(0, 12), 4).passes, 1U); // odd strides in words hit every bank once
}

TEST(BankPasses, PowersOfTwoSerialise)
{
    EXPECT_EQ(bankPasses(strided(0, 8), 4).passes, 2U);
    EXPECT_EQ(bankPasses(strided(0, 64), 4).passes, 16U);
    EXPECT_EQ(bankPasses(strided(0, 128), 4).passes, 32U);
    EXPECT_EQ(bankPasses(strided(0, 132), 4).passes, 1U); // padded rows
}

// t[lx][ly] of a 16 x 16 group of floats: lanes 64 bytes apart in x, two neighbours in y. Banks 0 and 1, or 16 and 17:
// 16 rows over two bank pairs, so 8 words meet in each bank.
TEST(BankPasses, TransposedTileOfSixteen)
{
    std::uint64_t offsets[kWarpLanes];
    for (int lane = 0; lane < kWarpLanes; ++lane)
        offsets[lane] = static_cast<std::uint64_t>(lane % 16 * 64 + lane / 16 * 4);
    EXPECT_EQ(bankPasses(packLanes(offsets, ~0U), 4).passes, 8U);
}

TEST(BankPasses, WideLanesGoInPhases)
{
    const BankPasses doubles = bankPasses(strided(0, 8), 8);
    EXPECT_EQ(doubles.phases, 2U);
    EXPECT_EQ(doubles.passes, 2U);
    const BankPasses quads = bankPasses(strided(0, 16), 16);
    EXPECT_EQ(quads.phases, 4U);
    EXPECT_EQ(quads.passes, 4U);
    // Doubles 16 bytes apart: a half warp meets each bank pair twice.
    EXPECT_EQ(bankPasses(strided(0, 16), 8).passes, 4U);
}

TEST(SameAddress, LargestCrowd)
{
    EXPECT_EQ(sameAddressLanes(strided(0, 0)), 32U);
    EXPECT_EQ(sameAddressLanes(strided(0, 4)), 1U);
    EXPECT_EQ(sameAddressLanes(strided(0, 0, 0xffU)), 8U);
}

} // namespace
