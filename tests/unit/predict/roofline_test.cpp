// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predict/machine.h"
#include "core/predict/predictor.h"
#include "core/predict/roofline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace clv::predict {
namespace {

using ::testing::HasSubstr;

DeviceDescription gpu()
{
    DeviceDescription device;
    device.name = "test GPU";
    device.platformName = "test";
    device.vendor = "NVIDIA Corporation";
    device.type = DeviceType::Gpu;
    device.computeUnits = 100;
    device.maxClockMhz = 2000;
    device.warpWidth = 32;
    device.maxWorkGroupSize = 1024;
    device.localMemBytes = 48 << 10;
    device.globalCacheBytes = 50 << 20;
    DevicePeaks peaks;
    peaks.launchOverheadNs = 5000;
    peaks.groupDispatchNs = 0.6;
    peaks.globalReadBytesPerNs = 4000;
    peaks.globalWriteBytesPerNs = 4000;
    peaks.globalCopyBytesPerNs = 3000;
    peaks.cacheReadBytesPerNs = 6000;
    peaks.localBytesPerNs = 20000;
    peaks.fp32OpsPerNs = 60000;
    peaks.fp64OpsPerNs = 30000;
    peaks.int32OpsPerNs = 16000;
    peaks.specialOpsPerNs = 4000;
    peaks.globalAtomicsSpreadPerNs = 90;
    peaks.globalAtomicsSamePerNs = 1.4;
    peaks.localAtomicsPerNs = 2400;
    peaks.barrierNs = 12;
    peaks.dependentLoadNs = 500;
    peaks.source = "microbenchmark";
    device.peaks = peaks;
    return device;
}

DeviceDescription cpu()
{
    DeviceDescription device;
    device.name = "test CPU";
    device.platformName = "Portable Computing Language";
    device.type = DeviceType::Cpu;
    device.computeUnits = 4;
    device.maxClockMhz = 3000;
    device.maxWorkGroupSize = 4096;
    device.globalCacheBytes = 16 << 20;
    DevicePeaks peaks;
    peaks.launchOverheadNs = 15000;
    peaks.groupDispatchNs = 100;
    peaks.globalReadBytesPerNs = 20;
    peaks.globalWriteBytesPerNs = 12;
    peaks.globalCopyBytesPerNs = 16;
    peaks.cacheReadBytesPerNs = 100;
    peaks.localBytesPerNs = 200;
    peaks.fp32OpsPerNs = 300;
    peaks.fp64OpsPerNs = 150;
    peaks.int32OpsPerNs = 150;
    peaks.specialOpsPerNs = 2;
    peaks.globalAtomicsSpreadPerNs = 0.4;
    peaks.globalAtomicsSamePerNs = 0.1;
    peaks.localAtomicsPerNs = 0.5;
    peaks.barrierNs = 150;
    peaks.dependentLoadNs = 90;
    peaks.source = "microbenchmark";
    device.peaks = peaks;
    return device;
}

/// A streaming kernel: each work-item reads and writes a float and does `flops` fused multiply-adds.
ExecutionProfile stream(double items, double flops = 1)
{
    ExecutionProfile p;
    p.ndrange.global[0] = static_cast<std::uint64_t>(items);
    p.ndrange.local[0] = 256;
    p.workItems = items;
    p.workGroups = std::ceil(items / 256);
    p.warps = items / 32;
    p.sampledGroupShare = 1;
    p.fp32 = p.fp32Fma = p.warps * flops;
    p.int32 = 2 * p.warps;
    p.control = p.warps;
    p.globalLoads = p.globalStores = p.warps;
    p.warpInstructions = p.fp32 + p.int32 + p.control + p.globalLoads + p.globalStores;
    p.laneInstructions = p.warpInstructions * 32;
    p.activeLaneRatio = 1;
    p.requestedReadBytes = p.requestedWriteBytes = p.uniqueReadBytes = p.uniqueWriteBytes = 4 * items;
    p.readSectors = p.writeSectors = 4 * items / 32;
    p.meanWarpInstructions = p.criticalPathInstructions = p.warpInstructions / p.warps;
    p.dependentLoadDepth = 1;
    return p;
}

Estimate estimateOf(const ExecutionProfile &profile, const DeviceDescription &device,
                    const MemoryReport *memory = nullptr)
{
    Input input;
    input.profile = &profile;
    input.memory = memory;
    auto estimates = Roofline().estimate({&input, 1}, device);
    EXPECT_TRUE(estimates.ok());
    return estimates->front();
}

double termOf(const Estimate &estimate, const std::string &name)
{
    for (const EstimateTerm &term : estimate.terms)
        if (term.name == name)
            return term.ns;
    ADD_FAILURE() << "no term " << name;
    return 0;
}

class RooflineOnDevices : public ::testing::TestWithParam<DeviceDescription> {};

TEST_P(RooflineOnDevices, TinyLaunchCostsTheLaunchOverheadAndNeverLess)
{
    const double floor = GetParam().peaks->launchOverheadNs;
    const Estimate estimate = estimateOf(stream(64), GetParam());
    EXPECT_GE(estimate.medianNs, floor);
    EXPECT_LT(estimate.medianNs, 1.5 * floor);
    EXPECT_EQ(estimate.boundBy, "launch");
}

TEST_P(RooflineOnDevices, MoreWorkItemsAreNeverFaster)
{
    double last = 0;
    for (double items = 64; items < 1e9; items *= 2) {
        const double ns = estimateOf(stream(items), GetParam()).medianNs;
        EXPECT_GE(ns, last * 0.9999) << items;
        last = ns;
    }
}

/// Raises one count at a time: whatever it is, more of it must not make the launch faster.
TEST_P(RooflineOnDevices, MoreOfAnythingIsNeverFaster)
{
    double ExecutionProfile::*const counts[] = {
        &ExecutionProfile::fp32,
        &ExecutionProfile::fp64,
        &ExecutionProfile::int32,
        &ExecutionProfile::int64,
        &ExecutionProfile::intDiv,
        &ExecutionProfile::fp32Div,
        &ExecutionProfile::fp64Div,
        &ExecutionProfile::special,
        &ExecutionProfile::special64,
        &ExecutionProfile::readSectors,
        &ExecutionProfile::writeSectors,
        &ExecutionProfile::localPasses,
        &ExecutionProfile::barriers,
        &ExecutionProfile::globalAtomicLanes,
        &ExecutionProfile::localAtomicLanes,
        &ExecutionProfile::groupImbalance,
        &ExecutionProfile::dependentLoadDepth,
    };
    const ExecutionProfile base = stream(1 << 20);
    const double before = estimateOf(base, GetParam()).medianNs;
    for (const auto count : counts) {
        ExecutionProfile more = base;
        const double added = (more.*count + 1) * 50;
        more.*count += added;
        if (count != &ExecutionProfile::groupImbalance && count != &ExecutionProfile::dependentLoadDepth) {
            more.warpInstructions += added / 32;
            more.laneInstructions += added;
        }
        EXPECT_GE(estimateOf(more, GetParam()).medianNs, before * 0.9999);
    }
}

TEST_P(RooflineOnDevices, KeepsTheOrderOfBoundsAndEstimate)
{
    for (double flops : {1.0, 100.0, 10000.0}) {
        const Estimate estimate = estimateOf(stream(1 << 22, flops), GetParam());
        EXPECT_LE(estimate.lowerBoundNs, estimate.lowNs);
        EXPECT_LE(estimate.lowNs, estimate.medianNs);
        EXPECT_LT(estimate.medianNs, estimate.highNs);
        EXPECT_FALSE(estimate.isCalibrated);
        EXPECT_THAT(estimate.applicability, HasSubstr("not calibrated"));
        for (const EstimateTerm &term : estimate.terms) {
            EXPECT_TRUE(std::isfinite(term.ns)) << term.name;
            EXPECT_GE(term.ns, 0) << term.name;
            EXPECT_LE(term.share, 1) << term.name;
        }
    }
}

TEST_P(RooflineOnDevices, NeverExceedsThePeaksOfTheDevice)
{
    const DevicePeaks &peaks = *GetParam().peaks;
    const Estimate arithmetic = estimateOf(stream(1 << 20, 20000), GetParam());
    EXPECT_LE(arithmetic.opsPerNs, peaks.fp32OpsPerNs * 1.01);
    const Estimate bandwidth = estimateOf(stream(1 << 28), GetParam());
    EXPECT_LE(bandwidth.dramBytesPerNs, std::max(peaks.globalReadBytesPerNs, peaks.globalWriteBytesPerNs));
}

INSTANTIATE_TEST_SUITE_P(Devices, RooflineOnDevices, ::testing::Values(gpu(), cpu()),
                         [](const auto &parameter) { return std::string(toString(parameter.param.type)); });

TEST(RooflineGpu, LargeCopyTakesItsBytesAtTheCopyRate)
{
    // 2^28 floats each way: 2.147e9 bytes at 3000 B/ns = 716 us; dispatch of 2^20 groups, 629 us, overlaps.
    const Estimate estimate = estimateOf(stream(1 << 28), gpu());
    EXPECT_EQ(estimate.boundBy, "DRAM");
    EXPECT_NEAR(termOf(estimate, "DRAM"), 715.8e3, 1e3);
    EXPECT_NEAR(termOf(estimate, "dispatch"), 629.1e3, 1e3);
    EXPECT_GT(estimate.medianNs, 716e3);
    EXPECT_LT(estimate.medianNs, 1100e3);
}

TEST(RooflineGpu, ArithmeticRunsAtTheFp32Rate)
{
    // 2^20 items x 10000 fma = 2.1e10 operations at 60000 a ns = 350 us.
    const Estimate estimate = estimateOf(stream(1 << 20, 10000), gpu());
    EXPECT_NEAR(termOf(estimate, "compute fp32"), 349.5e3, 10e3);
    EXPECT_GT(estimate.medianNs, 349e3);
}

TEST(RooflineGpu, IdleLanesCostAsMuchAsBusyOnes)
{
    // A group of 33 work-items takes two warps: per item about twice the time of 32.
    ExecutionProfile full = stream(1 << 20, 5000);
    ExecutionProfile half = full;
    half.warps *= 2;
    for (double ExecutionProfile::*count :
         {&ExecutionProfile::fp32, &ExecutionProfile::fp32Fma, &ExecutionProfile::int32, &ExecutionProfile::control,
          &ExecutionProfile::warpInstructions})
        half.*count *= 2;
    half.activeLaneRatio = 0.5;
    const double ratio = estimateOf(half, gpu()).medianNs / estimateOf(full, gpu()).medianNs;
    EXPECT_NEAR(ratio, 2, 0.2);
}

TEST(RooflineGpu, OneGroupLeavesTheOtherUnitsIdle)
{
    ExecutionProfile one = stream(256, 100000);
    EXPECT_GT(termOf(estimateOf(one, gpu()), "compute fp32"), 95 * 256.0 * 100000 * 2 / 60000);
}

TEST(RooflineGpu, OneAddressSerialisesAtomics)
{
    ExecutionProfile spread = stream(1 << 20);
    spread.globalAtomics = spread.warps;
    spread.globalAtomicLanes = spread.workItems;
    spread.globalAtomicHottestShare = 1e-5;
    ExecutionProfile same = spread;
    same.globalAtomicHottestShare = 1;
    EXPECT_GT(termOf(estimateOf(same, gpu()), "atomics"), 50 * termOf(estimateOf(spread, gpu()), "atomics"));
}

TEST(RooflineGpu, SmallDataComesFromTheCache)
{
    EXPECT_EQ(termOf(estimateOf(stream(1 << 20), gpu()), "DRAM"), 0);
    EXPECT_GT(termOf(estimateOf(stream(1 << 26), gpu()), "DRAM"), 0);
}

TEST(RooflineCpu, DivergentWorkDoesNotRunInVectors)
{
    ExecutionProfile straight = stream(1 << 20, 200);
    ExecutionProfile divergent = straight;
    divergent.laneImbalance = 3;
    divergent.divergentBranchShare = 0.5;
    EXPECT_GT(termOf(estimateOf(divergent, cpu()), "instruction issue"),
              1.3 * termOf(estimateOf(straight, cpu()), "instruction issue"));
}

TEST(RooflineCpu, LocalSizeOnePaysForEveryGroup)
{
    ExecutionProfile wide = stream(1 << 20);
    ExecutionProfile narrow = wide;
    narrow.ndrange.local[0] = 1;
    narrow.workGroups = narrow.workItems;
    narrow.warps = narrow.workItems;
    narrow.activeLaneRatio = 1.0 / 32;
    narrow.warpInstructions *= 32;
    // 2^20 groups x 100 ns.
    EXPECT_NEAR(termOf(estimateOf(narrow, cpu()), "dispatch"), 104.9e6, 1e6);
    EXPECT_GT(estimateOf(narrow, cpu()).medianNs, 10 * estimateOf(wide, cpu()).medianNs);
}

TEST(Roofline, SaysWhenRatesAreAssumed)
{
    DeviceDescription unmeasured = cpu();
    unmeasured.peaks.reset();
    const Estimate assumed = estimateOf(stream(1 << 20), unmeasured);
    EXPECT_THAT(assumed.applicability, HasSubstr("assumed from its description"));
    const Estimate measured = estimateOf(stream(1 << 20), cpu());
    EXPECT_GT(assumed.highNs / assumed.medianNs, measured.highNs / measured.medianNs);
    EXPECT_TRUE(std::isfinite(assumed.medianNs));
}

TEST(Roofline, FillsSingleRatesThatWereNotMeasured)
{
    DeviceDescription device = cpu();
    device.peaks->specialOpsPerNs = 0;
    const Estimate estimate = estimateOf(stream(1 << 20), device);
    EXPECT_TRUE(std::isfinite(estimate.medianNs));
    EXPECT_THAT(estimate.applicability, HasSubstr("1 of its rates"));
}

TEST(Roofline, NothingKnownAtAllStillGivesAFiniteTime)
{
    DeviceDescription nothing;
    ExecutionProfile empty;
    const Estimate estimate = estimateOf(empty, nothing);
    EXPECT_TRUE(std::isfinite(estimate.medianNs));
    EXPECT_GT(estimate.medianNs, 0);
}

TEST(Roofline, SharesLinesByWorkAndTraffic)
{
    ExecutionProfile profile = stream(1 << 28);
    MemoryReport memory;
    for (std::uint32_t line : {3U, 4U}) {
        AccessSite site;
        site.where.line = line;
        site.space = AddressSpace::Global;
        site.movedBytes = line == 3 ? 3e9 : 1e9;
        memory.sites.push_back(site);
    }
    const LineWork work[] = {{3, 10}, {4, 10}, {5, 20}};
    Input input;
    input.profile = &profile;
    input.memory = &memory;
    input.lineWork = work;
    auto estimates = Roofline().estimate({&input, 1}, gpu());
    ASSERT_TRUE(estimates.ok());
    const auto &lines = estimates->front().lines;
    ASSERT_EQ(lines.size(), 3u);
    double sum = 0;
    for (const LineShare &line : lines)
        sum += line.share;
    EXPECT_LE(sum, 1.0);
    EXPECT_GT(sum, 0.9);
    EXPECT_GT(lines[0].share, lines[1].share); // three times the traffic
}

TEST(Roofline, RefusesAnInputWithoutProfile)
{
    const Input input;
    EXPECT_FALSE(Roofline().estimate({&input, 1}, cpu()).ok());
}

TEST(Models, AreListedAndMadeByName)
{
    ASSERT_FALSE(availableModels().empty());
    EXPECT_TRUE(availableModels().front().isDefault);
    for (const ModelInfo &model : availableModels()) {
        auto made = makePredictor(model.name);
        ASSERT_TRUE(made.ok());
        EXPECT_EQ((*made)->name(), model.name);
    }
    auto unknown = makePredictor("oracle");
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.error().category, ErrorCategory::Usage);
    EXPECT_THAT(unknown.error().message, HasSubstr("roofline"));
}

TEST(Overlap, LiesBetweenMaximumAndSum)
{
    EXPECT_DOUBLE_EQ(overlapped({3, 4}, 1), 7);
    EXPECT_DOUBLE_EQ(overlapped({3, 4}, 2), 5);
    EXPECT_NEAR(overlapped({3, 4}, 50), 4, 1e-6);
    EXPECT_EQ(overlapped({}, 2), 0);
    EXPECT_EQ(overlapped({0, 0}, 2), 0);
}

TEST(Tail, LastWaveCountsWhole)
{
    EXPECT_DOUBLE_EQ(tailFactor(1, 4), 4);
    EXPECT_DOUBLE_EQ(tailFactor(4, 4), 1);
    EXPECT_DOUBLE_EQ(tailFactor(5, 4), 1.6); // two rounds instead of 1.25
    EXPECT_NEAR(tailFactor(4001, 4), 1, 0.001);
}

} // namespace
} // namespace clv::predict
