// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace clv::launch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::map<std::string, double> kNames{
    {"n", 1000}, {"rows", 7}, {"alpha", 0.5}, {"global[0]", 64}, {"local[1]", 4}};

double valueOf(const std::string &text)
{
    const Result<double> value = evaluate(text, kNames);
    EXPECT_TRUE(value.ok()) << text << ": " << (value.ok() ? "" : value.error().message);
    return value.ok() ? *value : -1e300;
}

std::string errorOf(const std::string &text)
{
    const Result<double> value = evaluate(text, kNames);
    EXPECT_FALSE(value.ok()) << text;
    return value.ok() ? "" : value.error().message;
}

TEST(Expression, FollowsTheUsualPrecedence)
{
    EXPECT_EQ(valueOf("2 + 3 * 4"), 14);
    EXPECT_EQ(valueOf("(2 + 3) * 4"), 20);
    EXPECT_EQ(valueOf("10 - 4 - 3"), 3);
    EXPECT_EQ(valueOf("100 / 5 / 2"), 10);
    EXPECT_EQ(valueOf("17 % 5"), 2);
    EXPECT_EQ(valueOf("-2^2"), -4);
    EXPECT_EQ(valueOf("2^3^2"), 512);
    EXPECT_EQ(valueOf("2^-1"), 0.5);
    EXPECT_EQ(valueOf("- -3"), 3);
}

TEST(Expression, ReadsNumbersInAllForms)
{
    EXPECT_EQ(valueOf("2^10"), 1024);
    EXPECT_EQ(valueOf("2**10"), 1024);
    EXPECT_EQ(valueOf("0x10"), 16);
    EXPECT_EQ(valueOf("0XfF"), 255);
    EXPECT_EQ(valueOf("1Ki"), 1024);
    EXPECT_EQ(valueOf("1.5Mi"), 1572864);
    EXPECT_EQ(valueOf("2Gi"), 2147483648.0);
    EXPECT_EQ(valueOf("1e6"), 1000000);
    EXPECT_EQ(valueOf(".25"), 0.25);
}

TEST(Expression, KnowsNamesAndFunctions)
{
    EXPECT_EQ(valueOf("4*(rows + 1)"), 32);
    EXPECT_EQ(valueOf("roundUp(n, 256)"), 1024);
    EXPECT_EQ(valueOf("ceilDiv(n, 256)"), 4);
    EXPECT_EQ(valueOf("min(n, 3, rows)"), 3);
    EXPECT_EQ(valueOf("max(n, 3)"), 1000);
    EXPECT_EQ(valueOf("log2(1024)"), 10);
    EXPECT_EQ(valueOf("floor(rows/2) + ceil(rows/2)"), 7);
    EXPECT_EQ(valueOf("global[0]*local[ 1 ]"), 256);
}

TEST(Expression, TellsWhereItWentWrong)
{
    EXPECT_THAT(errorOf("2 * (3 + 4"), HasSubstr("position 11: ')' is missing for the '(' at position 5"));
    EXPECT_THAT(errorOf("2 +"), HasSubstr("position 4"));
    EXPECT_THAT(errorOf("2 3"), HasSubstr("position 3"));
    EXPECT_THAT(errorOf("2)"), HasSubstr("')' without '('"));
    EXPECT_THAT(errorOf("2 $ 3"), HasSubstr("'$'"));
    EXPECT_THAT(errorOf(""), HasSubstr("empty"));
    EXPECT_THAT(errorOf("5Kb"), HasSubstr("'Kb' after a number"));
    EXPECT_THAT(errorOf("0x"), HasSubstr("suffix"));
    EXPECT_THAT(errorOf("global[3]"), HasSubstr("0, 1 or 2"));
    EXPECT_THAT(errorOf("global[0"), HasSubstr("']'"));
}

TEST(Expression, NamesTheUnknownAndTheKnown)
{
    EXPECT_THAT(errorOf("4*row"), HasSubstr("position 3: the name 'row' is unknown; did you mean 'rows'?"));
    EXPECT_THAT(errorOf("zzzzzz"), HasSubstr("alpha"));
    EXPECT_THAT(errorOf("roundup(n, 2)"), HasSubstr("did you mean 'roundUp'?"));
    EXPECT_THAT(errorOf("min"), HasSubstr("parentheses"));
    EXPECT_THAT(errorOf("ceilDiv(1)"), HasSubstr("takes 2 arguments, got 1"));
}

TEST(Expression, RefusesDivisionByZeroAndOverflow)
{
    EXPECT_THAT(errorOf("1/(rows - 7)"), HasSubstr("division by zero"));
    EXPECT_THAT(errorOf("1 % 0"), HasSubstr("division by zero"));
    EXPECT_THAT(errorOf("ceilDiv(1, 0)"), HasSubstr("division by zero"));
    EXPECT_THAT(errorOf("roundUp(1, 0)"), HasSubstr("division by zero"));
    EXPECT_THAT(errorOf("10^400"), HasSubstr("too large"));
    EXPECT_THAT(errorOf("1e308*10"), HasSubstr("too large"));
    EXPECT_THAT(errorOf("log2(0)"), HasSubstr("above 0"));
    EXPECT_THAT(errorOf("sqrt(-1)"), HasSubstr("at least 0"));
    EXPECT_THAT(errorOf("(-1)^0.5"), HasSubstr("not a number"));
}

TEST(Expression, LimitsNestingAndLength)
{
    EXPECT_THAT(errorOf(std::string(500, '(') + "1" + std::string(500, ')')), HasSubstr("nested deeper"));
    EXPECT_THAT(errorOf(std::string(2000, '-') + "1"), HasSubstr("nested deeper"));
    EXPECT_THAT(errorOf(std::string(100000, '1')), HasSubstr("characters"));
    EXPECT_EQ(valueOf(std::string(50, '(') + "1" + std::string(50, ')')), 1);
    std::string chain = "1"; // long but flat
    for (int i = 0; i < 1000; ++i)
        chain += "+1";
    EXPECT_EQ(valueOf(chain), 1001);
}

TEST(Expression, SizesAreWholeAndNotNegative)
{
    EXPECT_EQ(*evaluateSize("n/8", kNames), 125U);
    EXPECT_EQ(*evaluateSize("2^53", kNames), std::uint64_t{1} << 53);
    EXPECT_THAT(evaluateSize("n/3", kNames).error().message, HasSubstr("whole number"));
    EXPECT_THAT(evaluateSize("rows - n", kNames).error().message, HasSubstr("is -993; a size cannot be negative"));
    EXPECT_THAT(evaluateSize("2^60", kNames).error().message, HasSubstr("2^53"));
}

TEST(Expression, ListsItsNamesOnce)
{
    EXPECT_THAT(namesIn("roundUp(n, local[0]) + n*rows"), ElementsAre("n", "local[0]", "rows"));
    EXPECT_THAT(namesIn("12"), ElementsAre());
    EXPECT_THAT(namesIn("a + $"), ElementsAre("a"));
}

} // namespace
} // namespace clv::launch
