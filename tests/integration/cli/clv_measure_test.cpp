// SPDX-License-Identifier: GPL-3.0-or-later
#include "clv_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace clv::test {
namespace {

using ::testing::HasSubstr;

/// These need a device of this machine; without one they say so and are skipped.
class OnDevice : public ::testing::Test {
protected:
    void SetUp() override
    {
        const Outcome outcome = runClv({"devices", "--json"});
        bool hasDevice = false;
        const auto json = outcome.json();
        if (json.is_object())
            for (const auto &device : json["devices"])
                hasDevice |= device.value("isLocal", false);
        if (!hasDevice)
            GTEST_SKIP() << "no OpenCL device on this machine: " << outcome.err;
    }
};

TEST_F(OnDevice, MeasureGivesSamplesAndTheirMedian)
{
    const Outcome outcome =
        runClv({"measure", exampleKernel("saxpy.cl"), "--json", "--samples", "7", "--arg", "n=4096"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto measurement = outcome.json()["measurement"];
    EXPECT_GE(measurement["samplesNs"].size(), 1u);
    EXPECT_GT(measurement["medianNs"].get<double>(), 0);
}

TEST_F(OnDevice, CompareSaysHowFarApart)
{
    const Outcome outcome = runClv({"compare", exampleKernel("saxpy.cl"), "--json", "--samples", "7"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto row = outcome.json()["comparison"][0];
    const double predicted = row["predictedNs"].get<double>();
    const double measured = row["measuredNs"].get<double>();
    EXPECT_NEAR(row["factor"].get<double>(), std::max(predicted / measured, measured / predicted), 1e-6);
}

TEST_F(OnDevice, OutOfBoundsBlocksMeasuring)
{
    const Folder folder;
    const std::string kernel =
        folder.write("k.cl", "__kernel void k(__global int *x)\n{ x[get_global_id(0) + 1] = 1; }\n");
    (void)folder.write("k.launch.json", R"({"version": 1, "kernel": "k", "global": 256,
        "arguments": {"x": {"count": 256, "contents": "zeros"}}})");
    const Outcome outcome = runClv({"measure", kernel});
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("not measured"));
}

TEST_F(OnDevice, EndlessKernelRunsIntoTheTimeLimit)
{
    const Folder folder;
    const std::string kernel =
        folder.write("k.cl", "__kernel void spin(__global volatile int *x) { while (x[get_global_id(0)] == 0) ; }\n");
    (void)folder.write("k.launch.json", R"({"version": 1, "kernel": "spin", "global": 64, "local": 64,
        "arguments": {"x": {"count": 64, "contents": "zeros"}}})");
    const Outcome outcome = runClv({"measure", kernel, "--time-limit", "5"});
    EXPECT_EQ(outcome.code, 4) << outcome.err;
    EXPECT_EQ(outcome.sentences().size(), 1u) << outcome.err;
}

} // namespace
} // namespace clv::test
