// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace clv::frontend {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Options, BothSpellingsOfAValue)
{
    const auto parsed = parseOptions({{"-D", "A=1", "-DB", "-U", "C", "-I", "inc", "-I/abs"}}, "/src");
    ASSERT_TRUE(parsed.ok());
    EXPECT_THAT(parsed->preprocessor, ElementsAre("-DA=1", "-DB", "-UC", "-I/src/inc", "-I/abs"));
}

TEST(Options, RefusesUnknownWordsByName)
{
    for (const char *word : {"-O3", "-fast", "kernel.cl", "-cl-turbo", "-Wall"}) {
        const auto parsed = parseOptions({{word}}, {});
        ASSERT_FALSE(parsed.ok()) << word;
        EXPECT_EQ(parsed.error().category, ErrorCategory::Usage);
        EXPECT_THAT(parsed.error().message, HasSubstr(word));
    }
}

TEST(Options, AValueMustFollow)
{
    EXPECT_THAT(parseOptions({{"-D"}}, {}).error().message, HasSubstr("-D"));
}

TEST(Options, LanguageVersions)
{
    EXPECT_THAT(standardsToTry(*parseOptions({{"-cl-std=CL2.0"}}, {})), ElementsAre("CL2.0"));
    EXPECT_THAT(standardsToTry(*parseOptions({}, {})), ElementsAre("CL1.2", "CL3.0"));
    EXPECT_THAT(parseOptions({{"-cl-std=CL9"}}, {}).error().message, HasSubstr("CL9"));
}

TEST(Options, VendorWordsAreLeftOut)
{
    const auto parsed = parseOptions({{"-cl-nv-maxrregcount", "32", "-cl-nv-verbose", "-cl-mad-enable"}}, {});
    ASSERT_TRUE(parsed.ok());
    EXPECT_THAT(parsed->language, ElementsAre("-cl-mad-enable"));
}

} // namespace clv::frontend
