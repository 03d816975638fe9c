// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/statistics.h"

#include <gtest/gtest.h>

#include <numeric>

namespace clv::measure {
namespace {

std::vector<double> upTo(int n)
{
    std::vector<double> values(static_cast<std::size_t>(n));
    std::iota(values.begin(), values.end(), 1.0);
    return values;
}

TEST(Median, MiddleOfOddAndMeanOfEven)
{
    EXPECT_EQ(median({}), 0);
    EXPECT_EQ(median({5}), 5);
    EXPECT_EQ(median({9, 1, 5}), 5);
    EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
}

TEST(MedianAbsoluteDeviation, IgnoresOneOutlier)
{
    // Deviations from 3: 2 1 0 1 997; their median is 1.
    EXPECT_EQ(medianAbsoluteDeviation({1, 2, 3, 4, 1000}), 1);
    EXPECT_EQ(medianAbsoluteDeviation({}), 0);
}

// P(B < k) for B binomial(n, 1/2), from tables of the binomial distribution:
// n = 7: P(B < 1) = 1/128 = 0.0078, P(B < 2) = 8/128 = 0.0625     -> k = 1
// n = 10: P(B < 2) = 11/1024 = 0.0107, P(B < 3) = 56/1024 = 0.0547 -> k = 2
// n = 20: P(B < 6) = 0.0207, P(B < 7) = 0.0577                     -> k = 6
TEST(MedianInterval, FollowsTheBinomialTable)
{
    const auto expectRanks = [](int n, double low, double high) {
        const Interval interval = medianInterval(upTo(n));
        EXPECT_EQ(interval.low, low) << n;
        EXPECT_EQ(interval.high, high) << n;
    };
    expectRanks(7, 1, 7);
    expectRanks(10, 2, 9);
    expectRanks(20, 6, 15);
}

TEST(MedianInterval, SmallAndLargeSeries)
{
    EXPECT_EQ(medianInterval({}).high, 0);
    EXPECT_EQ(medianInterval({3, 1, 2}).low, 1);
    EXPECT_EQ(medianInterval({3, 1, 2}).high, 3);
    // n = 10000: half width of about 0.98 * sqrt(n) = 98 ranks around 5000.5.
    const Interval interval = medianInterval(upTo(10000));
    EXPECT_NEAR(interval.low, 4902, 2);
    EXPECT_NEAR(interval.high, 5099, 2);
}

TEST(EventTimes, BackwardsClockIsNoHugeDuration)
{
    const EventTimes backwards{10, 20, 40, 30};
    EXPECT_FALSE(backwards.isOrdered());
    EXPECT_EQ(backwards.durationNs(), 0);
    const EventTimes fine{10, 20, 30, 45};
    EXPECT_TRUE(fine.isOrdered());
    EXPECT_EQ(fine.durationNs(), 15);
}

TimerEvidence steady()
{
    TimerEvidence evidence;
    evidence.samplesNs = {1000, 1010, 990, 1005, 995, 1000, 1008, 992, 1001, 999, 1004, 996};
    evidence.deviceNsOverHostNs = 0.6;
    evidence.resolutionNs = 1;
    return evidence;
}

TEST(TimerHealth, SteadySeriesIsHealthy)
{
    const TimerHealth health = judgeTimer(steady());
    EXPECT_TRUE(health.isHealthy());
    EXPECT_TRUE(health.note.empty());
}

TEST(TimerHealth, EachFaultIsNamed)
{
    TimerEvidence coarse = steady();
    coarse.resolutionNs = 51; // above 5% of 1000
    EXPECT_TRUE(judgeTimer(coarse).isCoarse);
    coarse.resolutionNs = 49;
    EXPECT_FALSE(judgeTimer(coarse).isCoarse);

    TimerEvidence host = steady();
    host.deviceNsOverHostNs = 1.2;
    EXPECT_TRUE(judgeTimer(host).hostDisagrees);

    TimerEvidence disorder = steady();
    disorder.isOrdered = false;
    EXPECT_FALSE(judgeTimer(disorder).isHealthy());
    EXPECT_FALSE(judgeTimer(disorder).note.empty());

    TimerEvidence zero = steady();
    zero.hasZero = true;
    EXPECT_TRUE(judgeTimer(zero).hasZero);
}

TEST(TimerHealth, DriftIsSeenButNoiseIsNot)
{
    TimerEvidence drifting = steady();
    drifting.samplesNs = {1000, 1001, 1002, 1003, 1050, 1100, 1199, 1200, 1201, 1202, 1203, 1204};
    EXPECT_TRUE(judgeTimer(drifting).hasDrift);
    TimerEvidence noisy = steady();
    noisy.samplesNs = {1000, 1400, 900, 1300, 1000, 1200, 950, 1350, 1100, 1380, 940, 1250};
    EXPECT_FALSE(judgeTimer(noisy).hasDrift);
}

TEST(TimerHealth, EmptySeriesDividesByNothing)
{
    EXPECT_TRUE(judgeTimer({}).isHealthy());
}

} // namespace
} // namespace clv::measure
