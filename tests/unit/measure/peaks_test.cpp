// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/device.h"
#include "core/measure/measure.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace clv::measure {
namespace {

namespace fs = std::filesystem;

TEST(Peaks, OfTheFirstDeviceAreMeasuredAndKept)
{
    const fs::path folder = fs::path(::testing::TempDir()) / ("clv-peaks-" + std::to_string(::getpid()));
    ::setenv("XDG_DATA_HOME", folder.c_str(), 1);
    WorkerClient client({});
    const auto devices = client.devices();
    if (!devices)
        GTEST_SKIP() << "no OpenCL device: " << devices.error().message;
    const DeviceDescription device = devices->front();
    std::vector<double> fractions;
    const auto peaks = client.peaks(device.key(), [&](const Progress &p) { fractions.push_back(p.fraction); });
    ASSERT_TRUE(peaks.ok()) << peaks.error().message;
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_EQ(peaks->source, "microbenchmark");
    EXPECT_EQ(peaks->measuredAtUtc.size(), 20u);

    // Bounds that every device made so far keeps, and that a wrong unit or a removed loop breaks.
    const auto within = [](const char *what, double value, double low, double high) {
        EXPECT_GE(value, low) << what;
        EXPECT_LE(value, high) << what;
    };
    within("launch, ns", peaks->launchOverheadNs, 10, 1e6);
    within("group dispatch, ns", peaks->groupDispatchNs, 0, 1e4);
    within("read, GB/s", peaks->globalReadBytesPerNs, 0.5, 20e3);
    within("write, GB/s", peaks->globalWriteBytesPerNs, 0.5, 20e3);
    within("copy, GB/s", peaks->globalCopyBytesPerNs, 0.5, 20e3);
    within("cache, GB/s", peaks->cacheReadBytesPerNs, 1, 100e3);
    within("local, GB/s", peaks->localBytesPerNs, 1, 500e3);
    within("fp32, GFLOP/s", peaks->fp32OpsPerNs, 1, 1e6);
    within("int32, G/s", peaks->int32OpsPerNs, 0.5, 1e6);
    within("special, G/s", peaks->specialOpsPerNs, 0.005, 1e5);
    within("spread atomics, G/s", peaks->globalAtomicsSpreadPerNs, 0.001, 1e4);
    within("same atomics, G/s", peaks->globalAtomicsSamePerNs, 0.001, 1e4);
    within("local atomics, G/s", peaks->localAtomicsPerNs, 0.001, 1e5);
    within("barrier, ns", peaks->barrierNs, 1, 1e6);
    within("dependent load, ns", peaks->dependentLoadNs, 1, 1e4);
    if (device.hasFp64) {
        within("fp64, GFLOP/s", peaks->fp64OpsPerNs, 0.5, 1e6);
    }
    if (device.type == DeviceType::Cpu) {
        // Two 16-lane fma a cycle and core are the most that a CPU core does; 4 ops each with headroom for turbo.
        const double cycles = device.computeUnits * std::max(device.maxClockMhz, 1000u) / 1000.0;
        EXPECT_LE(peaks->fp32OpsPerNs, 2 * 64 * cycles);
        EXPECT_LE(peaks->globalAtomicsSamePerNs, cycles);
    }

    const auto again = client.devices();
    ASSERT_TRUE(again.ok());
    ASSERT_TRUE(again->front().peaks.has_value());
    EXPECT_EQ(again->front().peaks->fp32OpsPerNs, peaks->fp32OpsPerNs);
    fs::remove_all(folder);
}

TEST(Peaks, CanBeCancelled)
{
    WorkerClient client({});
    if (!client.devices())
        GTEST_SKIP() << "no OpenCL device";
    std::stop_source source;
    const auto peaks = client.peaks("0", [&](const Progress &) { source.request_stop(); }, source.get_token());
    ASSERT_FALSE(peaks.ok());
    EXPECT_EQ(peaks.error().category, ErrorCategory::Cancelled);
}

} // namespace
} // namespace clv::measure
