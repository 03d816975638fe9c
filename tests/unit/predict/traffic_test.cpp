// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predict/traffic.h"

#include <gtest/gtest.h>

namespace clv::predict {
namespace {

Machine machineWithCache(double bytes)
{
    Machine machine;
    machine.cacheBytes = bytes;
    return machine;
}

/// Reads `unique` bytes `times` times over and writes `written` bytes once; no reuse within a group.
ExecutionProfile profileOf(double unique, double times, double written)
{
    ExecutionProfile profile;
    profile.uniqueReadBytes = unique;
    profile.readSectors = unique * times / 32;
    profile.uniqueWriteBytes = written;
    profile.writeSectors = written / 32;
    return profile;
}

TEST(MissShare, IsZeroBelowTheCacheAndOneBeyondIt)
{
    EXPECT_EQ(missShare(0, 1000), 0);
    EXPECT_EQ(missShare(500, 1000), 0);
    EXPECT_EQ(missShare(1500, 1000), 1);
    EXPECT_EQ(missShare(1e12, 1000), 1);
    EXPECT_GT(missShare(1000, 1000), 0);
    EXPECT_LT(missShare(1000, 1000), 1);
}

TEST(MissShare, NeverFallsAsTheFootprintGrows)
{
    double last = 0;
    for (double bytes = 100; bytes < 10000; bytes *= 1.1) {
        EXPECT_GE(missShare(bytes, 1000), last);
        last = missShare(bytes, 1000);
    }
}

TEST(Traffic, SmallFootprintStaysInTheCacheOfAWarmDevice)
{
    const Traffic traffic = trafficOf(profileOf(1e6, 1, 1e6), machineWithCache(64e6));
    EXPECT_EQ(traffic.dramBytes(), 0);
    EXPECT_DOUBLE_EQ(traffic.nearBytes, 2e6);
    EXPECT_DOUBLE_EQ(traffic.footprintBytes, 2e6);
}

TEST(Traffic, LargeStreamsComeFromDramOnce)
{
    const Traffic traffic = trafficOf(profileOf(1e9, 1, 5e8), machineWithCache(1e6));
    EXPECT_DOUBLE_EQ(traffic.dramReadBytes, 1e9);
    EXPECT_DOUBLE_EQ(traffic.dramWriteBytes, 5e8);
    EXPECT_DOUBLE_EQ(traffic.dramShare, 1);
}

TEST(Traffic, RereadsOfAFootprintBeyondTheCacheMissInPart)
{
    // 100 MB read four times through a 25 MB cache: the first pass misses, of the other three a quarter is kept.
    const Traffic traffic = trafficOf(profileOf(100e6, 4, 0), machineWithCache(25e6));
    EXPECT_NEAR(traffic.dramReadBytes, 100e6 + 300e6 * 0.75, 1);
}

TEST(Traffic, ReuseWithinAGroupDoesNotReachTheSecondLevel)
{
    ExecutionProfile profile = profileOf(1e6, 8, 0);
    profile.cachedReadSectors = profile.readSectors * 7 / 8;
    const Traffic traffic = trafficOf(profile, machineWithCache(64e6));
    EXPECT_DOUBLE_EQ(traffic.firstLevelShare, 7.0 / 8);
    EXPECT_DOUBLE_EQ(traffic.nearBytes, 1e6);
}

TEST(DramTime, MixingReadsAndWritesIsNeverFasterThanEitherAlone)
{
    DevicePeaks peaks;
    peaks.globalReadBytesPerNs = 4;
    peaks.globalWriteBytesPerNs = 2;
    peaks.globalCopyBytesPerNs = 2.5;
    EXPECT_DOUBLE_EQ(dramNs(400, 0, peaks), 100);
    EXPECT_DOUBLE_EQ(dramNs(0, 400, peaks), 200);
    // 200 read and 200 written: 50 + 100 at the pure rates, 160 at the copy rate of an even mixture.
    EXPECT_DOUBLE_EQ(dramNs(200, 200, peaks), 160);
    peaks.globalCopyBytesPerNs = 100; // a measurement that cannot be
    EXPECT_DOUBLE_EQ(dramNs(200, 200, peaks), 150);
    EXPECT_EQ(dramNs(0, 0, peaks), 0);
}

} // namespace
} // namespace clv::predict
