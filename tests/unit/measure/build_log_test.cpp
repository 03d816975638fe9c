// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/build_log.h"

#include <gtest/gtest.h>

namespace clv::measure {
namespace {

TEST(FirstError, ClangFormInTheProgramText)
{
    const auto error = firstError("<kernel>:2:1: warning: unused\n"
                                  "<kernel>:3:12: error: use of undeclared identifier 'n'\n"
                                  "<kernel>:4:1: error: expected ';'\n");
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->where.line, 3u);
    EXPECT_EQ(error->where.column, 12u);
    EXPECT_TRUE(error->where.file.empty());
    EXPECT_EQ(error->message, "use of undeclared identifier 'n'");
    EXPECT_EQ(error->count, 2u);
}

TEST(FirstError, ErrorInAnIncludedFileKeepsItsName)
{
    const auto error = firstError("error: inc/ops.clh:5:9: error: no member named 'w'\n");
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->where.file, "inc/ops.clh");
    EXPECT_EQ(error->where.line, 5u);
}

TEST(FirstError, PoclForm)
{
    const auto error = firstError("warning: /c/tempfile_x.cl:2:1: unused variable\n"
                                  "error: /c/tempfile_x.cl:3:9: use of undeclared identifier 'nothing'\n"
                                  "Device cpu failed to build the program\n");
    ASSERT_TRUE(error.has_value());
    EXPECT_TRUE(error->where.file.empty());
    EXPECT_EQ(error->where.line, 3u);
    EXPECT_EQ(error->where.column, 9u);
    EXPECT_EQ(error->message, "use of undeclared identifier 'nothing'");
    EXPECT_EQ(error->count, 1u);
}

TEST(FirstError, FatalErrorsCount)
{
    const auto error = firstError("<kernel>:1:10: fatal error: 'x.h' file not found\n");
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->message, "'x.h' file not found");
}

TEST(FirstError, LinkerErrorHasNoPlace)
{
    const auto error = firstError("ptxas error   : Entry function 'k' uses too much shared data\n");
    ASSERT_TRUE(error.has_value());
    EXPECT_FALSE(error->where.isKnown());
}

TEST(FirstError, NothingToFind)
{
    EXPECT_FALSE(firstError("").has_value());
    EXPECT_FALSE(firstError("all fine, 0 errors\n").has_value());
    EXPECT_FALSE(firstError(std::string(1 << 20, ':')).has_value());
}

TEST(RegisterUse, OfTheRightKernel)
{
    const std::string log = "ptxas info    : Compiling entry function 'first' for 'sm_90'\n"
                            "ptxas info    : Function properties for first\n"
                            "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                            "ptxas info    : Used 10 registers, 344 bytes cmem[0]\n"
                            "ptxas info    : Compiling entry function 'second' for 'sm_90'\n"
                            "ptxas info    : Function properties for second\n"
                            "    128 bytes stack frame, 96 bytes spill stores, 104 bytes spill loads\n"
                            "ptxas info    : Used 255 registers, 344 bytes cmem[0]\n";
    EXPECT_EQ(registerUse(log, "first").registers, 10u);
    EXPECT_EQ(registerUse(log, "first").spillBytes, 0u);
    EXPECT_EQ(registerUse(log, "second").registers, 255u);
    EXPECT_EQ(registerUse(log, "second").spillBytes, 200u);
    EXPECT_FALSE(registerUse(log, "third").registers.has_value());
}

} // namespace
} // namespace clv::measure
