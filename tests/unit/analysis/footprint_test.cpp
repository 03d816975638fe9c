// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/footprint.h"

#include <gtest/gtest.h>

#include <random>

namespace {

using namespace clv::analysis;

SectorList range(std::uint64_t first, std::uint32_t count)
{
    SectorList list;
    for (std::uint32_t i = 0; i < count; ++i)
        list.sector[list.count++] = first + i;
    return list;
}

/// A group that reads `count` neighbouring sectors.
void runGroup(Footprint &footprint, std::uint64_t group, double weight, std::uint64_t first, std::uint32_t count)
{
    footprint.beginGroup(group, weight);
    for (std::uint32_t done = 0; done < count; done += 32)
        footprint.touch(range(first + done, std::min(32U, count - done)), false, done, 4096);
    footprint.endGroup();
}

TEST(Footprint, DisjointGroupsAddUp)
{
    Footprint footprint;
    for (std::uint64_t group : {0, 100, 101, 500, 999})
        runGroup(footprint, group, 200, group * 64, 64);
    EXPECT_NEAR(footprint.estimate(false, 0, 0).read, 1000 * 64, 1);
    EXPECT_EQ(footprint.estimate(false, 0, 0).write, 0);
}

TEST(Footprint, OneTableForAllCountsOnce)
{
    Footprint footprint;
    for (std::uint64_t group : {0, 100, 500, 999})
        runGroup(footprint, group, 250, 0, 128);
    EXPECT_NEAR(footprint.estimate(false, 0, 0).any, 128, 1);
}

// A parameter block of 2 sectors that every group reads, beside 64 of its own.
TEST(Footprint, CommonPartDoesNotDrownTheRest)
{
    Footprint footprint;
    for (std::uint64_t group : {0, 100, 500, 998}) {
        footprint.beginGroup(group, 250);
        footprint.touch(range(0, 2), false, 0, 4096);
        footprint.touch(range(64 + group * 32, 32), false, 2, 4096);
        footprint.touch(range(64 + group * 32 + 32000, 32), false, 34, 4096);
        footprint.endGroup();
    }
    EXPECT_NEAR(footprint.estimate(false, 0, 0).any, 1000 * 64 + 2, 700);
}

// Halos: each group of 64 sectors shares 8 with the next: 56 new ones a group.
TEST(Footprint, HalosOfNeighboursAreCountedOnce)
{
    Footprint footprint;
    for (std::uint64_t group : {0, 400, 401, 402, 403, 998})
        runGroup(footprint, group, 1000.0 / 6, group * 56, 64);
    EXPECT_NEAR(footprint.estimate(false, 0, 0).any, 1000 * 56, 1000);
}

// 400 groups draw 500 of 20 000 sectors at random: 200 000 draws reach all but e^-10 of them.
TEST(Footprint, RandomGatherFillsItsPool)
{
    Footprint footprint;
    std::mt19937 random(5);
    for (std::uint64_t group = 0; group < 400; group += 40) {
        footprint.beginGroup(group, 40);
        for (int i = 0; i < 500; ++i)
            footprint.touch(range(random() % 20000, 1), false, static_cast<std::uint32_t>(i), 4096);
        footprint.endGroup();
    }
    EXPECT_NEAR(footprint.estimate(false, 0, 20000).any, 20000, 2000);
    EXPECT_LE(footprint.estimate(false, 0, 20000).any, 20000);
}

TEST(Footprint, KnownSharingDividesTheSum)
{
    Footprint footprint;
    for (std::uint64_t group : {0, 17, 255})
        runGroup(footprint, group, 256.0 / 3, group / 16 * 64, 64);
    // 16 x 16 groups, each row of groups reads one row of the matrix: 16 rows of 64 sectors.
    EXPECT_NEAR(footprint.estimate(false, 16, 0).any, 16 * 64, 1);
}

TEST(Footprint, AllGroupsRanIsExact)
{
    Footprint footprint;
    for (std::uint64_t group = 0; group < 4; ++group)
        runGroup(footprint, group, 1, group * 10, 16);
    const auto estimate = footprint.estimate(true, 0, 0);
    EXPECT_TRUE(estimate.isExact);
    EXPECT_EQ(estimate.any, 3 * 10 + 16);
}

TEST(Footprint, ReuseEndsWhereTheCacheEnds)
{
    Footprint footprint;
    footprint.beginGroup(0, 1);
    EXPECT_EQ(footprint.touch(range(0, 4), false, 0, 100), 0U);
    EXPECT_EQ(footprint.touch(range(0, 4), false, 100, 100), 4U);
    EXPECT_EQ(footprint.touch(range(0, 4), false, 201, 100), 0U);
    footprint.endGroup();
    footprint.beginGroup(1, 1);
    EXPECT_EQ(footprint.touch(range(0, 4), false, 0, 100), 0U) << "another group starts cold";
}

} // namespace
