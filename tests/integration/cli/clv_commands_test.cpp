// SPDX-License-Identifier: GPL-3.0-or-later
#include "clv_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace clv::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Help, IsCompleteForEveryCommand)
{
    for (const char *command : {"analyze", "predict", "measure", "compare", "sweep", "report", "infer", "devices",
                                "models", "doctor", "serve"}) {
        EXPECT_THAT(runClv({"--help"}).out, HasSubstr(command));
        const Outcome help = runClv({command, "--help"});
        EXPECT_EQ(help.code, 0) << command;
        EXPECT_THAT(help.out, HasSubstr("--help")) << command;
    }
    EXPECT_THAT(runClv({"--help"}).out, HasSubstr("Exit codes"));
    EXPECT_THAT(runClv({"--version"}).out, HasSubstr("clv "));
}

TEST(Analyze, ShowsSignatureLaunchAccessesAndFindings)
{
    const Outcome outcome = runClv({"analyze", exampleKernel("saxpy.cl")});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, IsEmpty());
    for (const char *word : {"kernel  saxpy(", "launch  saxpy(", "unit stride", "read", "write"})
        EXPECT_THAT(outcome.out, HasSubstr(word));
}

TEST(Analyze, JsonHasASchemaVersionAndTheMemoryReport)
{
    const Outcome outcome = runClv({"analyze", exampleKernel("saxpy.cl"), "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto json = outcome.json();
    EXPECT_EQ(json["schemaVersion"], 1);
    EXPECT_EQ(json["command"], "analyze");
    EXPECT_EQ(json["kernel"], "saxpy");
    EXPECT_GE(json["memory"]["sites"].size(), 3u);
}

TEST(Analyze, ReadsStandardInput)
{
    const Outcome outcome =
        runClv({"analyze", "-"}, "__kernel void one(__global int *x) { x[get_global_id(0)] = 1; }\n");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("one("));
}

TEST(Predict, NeedsNoDriverForADescribedDevice)
{
    // With an empty vendor folder no OpenCL platform exists at all.
    const Folder empty;
    const Outcome outcome = runClv({"predict", exampleKernel("saxpy.cl"), "--device", "h200", "--json"}, {},
                                   {"OCL_ICD_VENDORS=" + empty.path("none")});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto estimate = outcome.json()["estimates"][0];
    EXPECT_EQ(estimate["model"], "roofline");
    EXPECT_GT(estimate["medianNs"].get<double>(), 0);
    EXPECT_LE(estimate["lowNs"].get<double>(), estimate["medianNs"].get<double>());
}

TEST(Predict, CsvHasOneRowATerm)
{
    const Outcome outcome = runClv({"predict", exampleKernel("saxpy.cl"), "--device", "h200", "--csv"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("model,device,medianNs"));
    EXPECT_THAT(outcome.out, HasSubstr(",launch,"));
}

TEST(Predict, ArgumentsChangeTheLaunch)
{
    auto workItems = [](const std::vector<std::string> &more) {
        std::vector<std::string> arguments{"predict", exampleKernel("saxpy.cl"), "--device", "h200", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = runClv(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome.json()["profile"]["workItems"].get<double>();
    };
    EXPECT_EQ(workItems({"--global", "2^12", "--local", "64", "--arg", "n=4096"}), 4096);
}

TEST(NoPlatform, IsADeviceError)
{
    const Folder empty;
    for (const char *command : {"predict", "measure", "compare"}) {
        const Outcome outcome =
            runClv({command, exampleKernel("saxpy.cl")}, {}, {"OCL_ICD_VENDORS=" + empty.path("none")});
        EXPECT_EQ(outcome.code, 3) << command << outcome.err;
        ASSERT_EQ(outcome.sentences().size(), 1u) << outcome.err;
        EXPECT_THAT(outcome.sentences().front(), ::testing::ContainsRegex("[Nn]o OpenCL (device|platform)"));
    }
}

TEST(Infer, PrintsALaunchFileThatWorks)
{
    const Folder folder;
    const std::string kernel = folder.write("k.cl", "__kernel void diff(__global const int *p, __global int *d)\n"
                                                    "{ size_t i = get_global_id(0); d[i] = p[i + 1] - p[i]; }\n");
    const Outcome inferred = runClv({"infer", kernel});
    ASSERT_EQ(inferred.code, 0) << inferred.err;
    EXPECT_THAT(inferred.out, HasSubstr("\"diff\""));
    const std::string file = folder.write("other.json", inferred.out);
    const Outcome analysed = runClv({"analyze", kernel, "--launch", file, "--json"});
    EXPECT_EQ(analysed.code, 0) << analysed.err;
}

TEST(Sweep, PrintsOneRowAPoint)
{
    const Outcome outcome =
        runClv({"sweep", exampleKernel("saxpy.cl"), "--device", "h200", "--axis", "n=2^10:2^14", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.json()["sweep"]["points"].size(), 5u);
    const Outcome csv =
        runClv({"sweep", exampleKernel("saxpy.cl"), "--device", "h200", "--axis", "n=2^10:2^14", "--csv"});
    EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 6);
}

TEST(Report, WritesAFileWithoutADevice)
{
    const Folder folder;
    const std::string file = folder.path("report.html");
    const Outcome outcome =
        runClv({"report", exampleKernel("saxpy.cl"), "-o", file, "--device", "h200", "--axis", "n=2^10:2^14"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::ifstream stream(file);
    const std::string html((std::istreambuf_iterator<char>(stream)), {});
    EXPECT_THAT(html, HasSubstr("saxpy"));
    EXPECT_THAT(html, HasSubstr("<svg"));
}

TEST(Doctor, NamesVersionsAndTraps)
{
    const Outcome outcome = runClv({"doctor", "--json", "--no-torch"}, {}, {"OCL_ICD_FILENAMES=libnothing.so"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto json = outcome.json();
    EXPECT_EQ(json["schemaVersion"], 1);
    EXPECT_GE(json["warnings"].get<int>(), 1);
    bool hasLlvm = false;
    bool warnsOfIcd = false;
    for (const auto &check : json["checks"]) {
        hasLlvm |= check["name"] == "Clang and LLVM" && check["health"] == "good";
        warnsOfIcd |= check["name"] == "OCL_ICD_FILENAMES" && check["health"] == "warning";
    }
    EXPECT_TRUE(hasLlvm);
    EXPECT_TRUE(warnsOfIcd);
}

} // namespace
} // namespace clv::test
