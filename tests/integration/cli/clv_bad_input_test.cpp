// SPDX-License-Identifier: GPL-3.0-or-later
#include "clv_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// Bad input: each case gives its exit code and exactly one sentence that says what is wrong and where.
namespace clv::test {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr const char *kScale = "__kernel void scale(__global float *x, float a, int n)\n"
                               "{ int i = get_global_id(0); if (i < n) x[i] *= a; }\n";

struct Case {
    const char *name;
    const char *source;                 ///< text of k.cl
    const char *launchFile;             ///< text of k.launch.json; null: none
    std::vector<std::string> arguments; ///< command first; "K" is replaced by the path of k.cl
    int code;
    std::vector<std::string> words; ///< all of them in the sentence
};

void PrintTo(const Case &c, std::ostream *out)
{
    *out << c.name;
}

class BadInput : public ::testing::TestWithParam<Case> {};

TEST_P(BadInput, GivesOneSentenceAndItsExitCode)
{
    const Case &c = GetParam();
    const Folder folder;
    const std::string kernel = folder.write("k.cl", c.source);
    if (c.launchFile != nullptr) {
        ASSERT_FALSE(folder.write("k.launch.json", c.launchFile).empty());
    }
    std::vector<std::string> arguments = c.arguments;
    for (std::string &argument : arguments)
        if (argument == "K")
            argument = kernel;
    const Outcome outcome = runClv(arguments);
    EXPECT_EQ(outcome.code, c.code) << outcome.err;
    const auto sentences = outcome.sentences();
    ASSERT_THAT(sentences, SizeIs(1)) << outcome.err;
    for (const std::string &word : c.words)
        EXPECT_THAT(sentences.front(), HasSubstr(word));
}

INSTANTIATE_TEST_SUITE_P(
    Sources, BadInput,
    ::testing::Values(
        Case{"NotOpenCl",
             "Dear reader,\nthis is a letter.\n",
             nullptr,
             {"analyze", "K"},
             1,
             {"k.cl:1", "does not compile"}},
        Case{"Empty", "", nullptr, {"analyze", "K"}, 1, {"no kernel"}},
        Case{"NoKernel", "int twice(int x) { return 2 * x; }\n", nullptr, {"analyze", "K"}, 1, {"no kernel"}},
        Case{"CompileError",
             "__kernel void k(__global int *x)\n{ x[0] = missing; }\n",
             nullptr,
             {"predict", "K", "--device", "h200"},
             1,
             {"k.cl:2:10", "missing"}},
        Case{"OutOfBounds",
             "__kernel void k(__global int *x)\n{ x[get_global_id(0) + 1] = 1; }\n",
             R"({"version": 1, "kernel": "k", "global": 256, "arguments": {"x": {"count": 256, "contents": "zeros"}}})",
             {"analyze", "K"},
             1,
             {"out of bounds", "element 256", "1024 bytes"}},
        Case{"UnknownKernel", kScale, nullptr, {"analyze", "K", "--kernel", "scael"}, 2, {"'scael'", "scale"}}),
    [](const auto &parameter) { return std::string(parameter.param.name); });

constexpr const char *kLaunch = R"({"version": 1, "kernel": "scale", "global": 1024, "local": 64,
 "arguments": {"x": {"count": "n", "contents": "zeros"}, "a": 2, "n": 1024}})";

INSTANTIATE_TEST_SUITE_P(
    Launches, BadInput,
    ::testing::Values(
        Case{"UnknownKey",
             kScale,
             R"({"version": 1, "kernel": "scale", "global": 1024, "speed": 3})",
             {"analyze", "K"},
             2,
             {"speed", "k.launch.json"}},
        Case{"NegativeSize", kScale, R"({"version": 1, "kernel": "scale", "global": -5})", {"analyze", "K"}, 2, {"-5"}},
        Case{"BrokenJson", kScale, R"({"version": 1, "kernel": )", {"analyze", "K"}, 2, {"k.launch.json"}},
        Case{"MissingLaunchFile", kScale, nullptr, {"analyze", "K", "--launch", "nowhere.json"}, 2, {"nowhere.json"}},
        Case{"LocalDoesNotDivide", kScale, kLaunch, {"analyze", "K", "--local", "100"}, 2, {"100", "1024"}},
        Case{"UnknownArgument", kScale, kLaunch, {"analyze", "K", "--arg", "m=3"}, 2, {"m"}},
        Case{"ArgumentWithoutValue", kScale, kLaunch, {"analyze", "K", "--arg", "n"}, 2, {"NAME=VALUE"}},
        Case{"BadExpression", kScale, kLaunch, {"analyze", "K", "--global", "2^"}, 2, {"2^"}},
        Case{"FourDimensions", kScale, kLaunch, {"analyze", "K", "--global", "1,2,3,4"}, 2, {"X[,Y[,Z]]"}}),
    [](const auto &parameter) { return std::string(parameter.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Options, BadInput,
    ::testing::Values(
        Case{"UnknownCommand", "", nullptr, {"anlyze", "K"}, 2, {}},
        Case{"UnknownOption", kScale, nullptr, {"analyze", "K", "--fast"}, 2, {"--fast"}},
        Case{"NoSource", "", nullptr, {"analyze"}, 2, {"source"}},
        Case{"MissingSource", "", nullptr, {"analyze", "/nonexistent/k.cl"}, 2, {"/nonexistent/k.cl"}},
        Case{"SourceIsAFolder", "", nullptr, {"analyze", "/"}, 2, {"folder"}},
        Case{"UnknownModel",
             kScale,
             kLaunch,
             {"predict", "K", "--device", "h200", "--model", "oracle"},
             2,
             {"oracle", "roofline"}},
        Case{"UnknownBuildOption",
             kScale,
             kLaunch,
             {"analyze", "K", "--build-options", "-cl-go-faster"},
             2,
             {"-cl-go-faster"}},
        Case{"BadAxis", kScale, kLaunch, {"sweep", "K", "--device", "h200", "--axis", "n=5:1"}, 2, {"n=5:1"}},
        Case{"NoAxis", kScale, kLaunch, {"sweep", "K", "--device", "h200"}, 2, {"--axis"}},
        Case{
            "AxisOfNothing", kScale, kLaunch, {"sweep", "K", "--device", "h200", "--axis", "speed=1,2"}, 2, {"speed"}}),
    [](const auto &parameter) { return std::string(parameter.param.name); });

TEST(BadSource, BinaryIsNamedAsSuch)
{
    const Folder folder;
    std::string bytes("\x7f"
                      "ELF\x02\x01\x01\0\0\0",
                      10);
    bytes.resize(4096, '\xfe');
    const Outcome outcome = runClv({"analyze", folder.write("k.cl", bytes)});
    EXPECT_NE(outcome.code, 0);
    EXPECT_LE(outcome.code, 2);
    EXPECT_THAT(outcome.sentences(), SizeIs(1)) << outcome.err;
}

TEST(BadSource, TwoMegabytesAreAnswered)
{
    std::string source = kScale;
    for (int i = 0; source.size() < (2u << 20); ++i)
        source += i % 16 == 0 ? "float helper" + std::to_string(i) + "(float x) { return 2 * x; }\n"
                              : "// " + std::string(80, 'x') + '\n';
    const Folder folder;
    const Outcome outcome = runClv({"analyze", folder.write("k.cl", source), "--json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err.substr(0, 2000);
    EXPECT_EQ(outcome.json().value("kernel", ""), "scale");
}

TEST(BadSource, DeepNestingDoesNotCrash)
{
    std::string source = "__kernel void k(__global int *x) { x[0] = ";
    source += std::string(200000, '(') + '1' + std::string(200000, ')') + "; }\n";
    const Folder folder;
    const Outcome outcome = runClv({"analyze", folder.write("k.cl", source)});
    EXPECT_EQ(outcome.code, 1) << outcome.err.substr(0, 2000);
    EXPECT_THAT(outcome.sentences(), SizeIs(1)) << outcome.err.substr(0, 2000);
}

TEST(Limits, EndlessLoopEndsWithinTheStepBudget)
{
    const Folder folder;
    const std::string kernel =
        folder.write("k.cl", "__kernel void spin(__global volatile int *x) { while (x[get_global_id(0)] == 0) ; }\n");
    const Outcome outcome = runClv({"analyze", kernel, "--json", "--time-limit", "60"});
    EXPECT_LE(outcome.code, 1) << outcome.err;
    EXPECT_TRUE(outcome.json()["profile"]["isTruncated"].get<bool>());
}

TEST(Limits, TimeLimitIsExitCodeFour)
{
    const Folder folder;
    const Outcome outcome = runClv({"analyze", folder.write("k.cl", kScale), "--time-limit", "0.001"});
    EXPECT_EQ(outcome.code, 4);
    ASSERT_THAT(outcome.sentences(), SizeIs(1));
    EXPECT_THAT(outcome.sentences().front(), HasSubstr("0.001"));
}

TEST(Limits, TooMuchLocalMemoryForTheDevice)
{
    const Folder folder;
    const std::string kernel = folder.write(
        "k.cl", "__kernel void big(__global float *x)\n{ __local float t[65536]; int l = get_local_id(0);\n"
                "  t[l] = x[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE); x[get_global_id(0)] = t[l ^ 1]; }\n");
    const Outcome outcome = runClv({"predict", kernel, "--device", "h200"});
    EXPECT_EQ(outcome.code, 3) << outcome.err;
    ASSERT_THAT(outcome.sentences(), SizeIs(1)) << outcome.err;
    EXPECT_THAT(outcome.sentences().front(), HasSubstr("local memory"));
}

} // namespace
} // namespace clv::test
