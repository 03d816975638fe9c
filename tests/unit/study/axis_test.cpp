// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace clv::study {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ParseAxis, DoublesOverAWideRange)
{
    auto axis = parseAxis("global=2^10:2^14");
    ASSERT_TRUE(axis.ok()) << axis.error().message;
    EXPECT_EQ(axis->name, "global");
    EXPECT_THAT(axis->values, ElementsAre(1024, 2048, 4096, 8192, 16384));
    EXPECT_TRUE(axis->isLogarithmic);
}

TEST(ParseAxis, TakesEvenSteps)
{
    auto axis = parseAxis("n=1000:5000:1500");
    ASSERT_TRUE(axis.ok());
    EXPECT_THAT(axis->values, ElementsAre(1000, 2500, 4000));
    EXPECT_FALSE(axis->isLogarithmic);
}

TEST(ParseAxis, TakesAFactor)
{
    auto axis = parseAxis("n=2^10:2^20:x4");
    ASSERT_TRUE(axis.ok());
    EXPECT_THAT(axis->values, ElementsAre(1024, 4096, 16384, 65536, 262144, 1048576));
    EXPECT_TRUE(axis->isLogarithmic);
}

TEST(ParseAxis, FactorsOfWholeNumbersStayWhole)
{
    auto axis = parseAxis("n=10:40:x1.5");
    ASSERT_TRUE(axis.ok());
    EXPECT_THAT(axis->values, ElementsAre(10, 15, 23, 34)); // 10, 15, 22.5, 33.75
}

TEST(ParseAxis, TakesAList)
{
    auto axis = parseAxis("local=32,64,128");
    ASSERT_TRUE(axis.ok());
    EXPECT_THAT(axis->values, ElementsAre(32, 64, 128));
}

TEST(ParseAxis, KeepsTheOrderOfAList)
{
    auto axis = parseAxis("local.x=128,1,33");
    ASSERT_TRUE(axis.ok());
    EXPECT_EQ(axis->name, "local.x");
    EXPECT_THAT(axis->values, ElementsAre(128, 1, 33));
    EXPECT_FALSE(axis->isLogarithmic);
}

TEST(ParseAxis, SingleValueIsAList)
{
    auto axis = parseAxis("n=2^20");
    ASSERT_TRUE(axis.ok());
    EXPECT_THAT(axis->values, ElementsAre(1048576));
}

TEST(ParseAxis, NarrowRangeIsCutIntoEvenSteps)
{
    auto axis = parseAxis("n=100:300");
    ASSERT_TRUE(axis.ok());
    EXPECT_EQ(axis->values.front(), 100);
    EXPECT_EQ(axis->values.back(), 300);
    EXPECT_EQ(axis->values.size(), 9u);
}

class BadAxis : public ::testing::TestWithParam<const char *> {};

TEST_P(BadAxis, IsRefusedWithTheAcceptedForms)
{
    auto axis = parseAxis(GetParam());
    ASSERT_FALSE(axis.ok());
    EXPECT_EQ(axis.error().category, ErrorCategory::Usage);
    EXPECT_THAT(axis.error().message, HasSubstr(std::string("'") + GetParam() + "'"));
    EXPECT_THAT(axis.error().message, HasSubstr("NAME=LOW:HIGH"));
}

INSTANTIATE_TEST_SUITE_P(Words, BadAxis,
                         ::testing::Values("", "global", "=1:2", "n=", "n=1:", "n=5:1", "n=1:10:0", "n=1:10:-1",
                                           "n=1:9:x1", "n=0:9:x2", "n=a:b", "n=1:2:3:4", "n=1,,2", "n=1:1000000:1",
                                           "n=1/0"));

} // namespace
} // namespace clv::study
