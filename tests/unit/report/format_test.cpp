// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include <gtest/gtest.h>

#include <cmath>

namespace clv::report
{
namespace
{

std::string plain(std::string text)
{
    for (std::size_t at; (at = text.find("\u2009")) != std::string::npos;)
        text.replace(at, 3, " ");
    return text;
}

TEST(Format, TimeHasThreeDigitsAndAnSiPrefix)
{
    EXPECT_EQ(plain(formatTime(0)), "0.00 ns");
    EXPECT_EQ(plain(formatTime(184'000)), "184 µs");
    EXPECT_EQ(plain(formatTime(1'234'567)), "1.23 ms");
    EXPECT_EQ(plain(formatTime(12'345)), "12.3 µs");
    EXPECT_EQ(plain(formatTime(999'600)), "1.00 ms") << "rounding must not print 1000 µs";
    EXPECT_EQ(plain(formatTime(2.5e9)), "2.50 s");
    EXPECT_EQ(plain(formatTime(120e9)), "2.00 min");
    EXPECT_EQ(formatTime(std::nan("")), "n/a");
}

TEST(Format, BytesAreBinary)
{
    EXPECT_EQ(plain(formatBytes(4)), "4 B");
    EXPECT_EQ(plain(formatBytes(1024)), "1.00 KiB");
    EXPECT_EQ(plain(formatBytes(4 << 20)), "4.00 MiB");
    EXPECT_EQ(plain(formatBytes(1023.7)), "1.00 KiB");
    EXPECT_EQ(plain(formatBytes(2.5)), "2.50 B");
}

TEST(Format, RatesCountsAndFactors)
{
    EXPECT_EQ(plain(formatRate(2710, "B/s")), "2.71 TB/s");
    EXPECT_EQ(formatRate(0, "B/s"), "n/a") << "an unknown rate is not zero";
    EXPECT_EQ(formatFactor(1.06), "×1.06");
    EXPECT_EQ(formatFactor(0), "n/a");
    EXPECT_EQ(formatFactor(123456), "×1.2e+05");
    EXPECT_EQ(formatCount(4096), "4096");
    EXPECT_EQ(plain(formatCount(1'500'000)), "1.50 M");
}

} // namespace
} // namespace clv::report
