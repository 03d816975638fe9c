// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/launch.h"
#include "signatures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace clv::launch {
namespace {

using test::kernel;
using testing::HasSubstr;

/// Limits usual for GPUs.
DeviceDescription gpu()
{
    DeviceDescription device;
    device.name = "GPU";
    device.maxWorkGroupSize = 1024;
    device.maxWorkItemSizes = {1024, 1024, 64};
    device.localMemBytes = 48 * 1024;
    device.maxConstantBytes = 65536;
    device.maxAllocBytes = std::uint64_t{1} << 32;
    device.globalMemBytes = std::uint64_t{1} << 33;
    device.maxSubGroups = 32;
    device.hasFp64 = true;
    return device;
}

/// The CPU device of PoCL 3.1 on the machine of the reference cases.
DeviceDescription pocl()
{
    DeviceDescription device = gpu();
    device.name = "CPU";
    device.maxWorkGroupSize = 4096;
    device.maxWorkItemSizes = {4096, 4096, 4096};
    device.localMemBytes = device.maxConstantBytes = 512 * 1024;
    device.maxSubGroups = 0;
    return device;
}

Launch launchOf(std::uint32_t dimensions, Size3 global, Size3 local)
{
    Launch launch;
    launch.ndrange.workDim = dimensions;
    launch.ndrange.global = global;
    launch.ndrange.local = local;
    return launch;
}

std::string refusal(const Launch &launch, const KernelSignature &signature, const DeviceDescription *device)
{
    const Result<void> checked = checkLegal(launch, signature, device);
    return checked.ok() ? "" : checked.error().message;
}

void addBuffer(Launch &launch, const std::string &name, ArgumentKind kind, std::uint64_t bytes)
{
    BufferValue buffer;
    buffer.element = test::element(ScalarType::Float);
    buffer.bytes = bytes;
    launch.arguments.push_back({name, kind, buffer});
}

TEST(CheckLegal, PrimeGlobalSizeTakesOnlyLocalOne) // case 01
{
    const KernelSignature blend = kernel("blend", {});
    EXPECT_EQ(refusal(launchOf(1, {{1000003, 1, 1}}, {{1, 1, 1}}), blend, nullptr), "");
    const std::string message = refusal(launchOf(1, {{1000003, 1, 1}}, {{256, 1, 1}}), blend, nullptr);
    EXPECT_THAT(message, HasSubstr("the local size 256 does not divide the global size 1000003"));
    EXPECT_THAT(message, HasSubstr("global size 1000192"));
    EXPECT_THAT(message, HasSubstr("local size 1"));
    EXPECT_EQ(refusal(launchOf(1, {{1000192, 1, 1}}, {{256, 1, 1}}), blend, nullptr), "");
    EXPECT_THAT(refusal(launchOf(1, {{1000003, 1, 1}}, {{1000003, 1, 1}}), blend, nullptr), "");
    const DeviceDescription device = gpu();
    EXPECT_THAT(refusal(launchOf(1, {{1000003, 1, 1}}, {{1000003, 1, 1}}), blend, &device), HasSubstr("at most 1024"));
}

TEST(CheckLegal, NonUniformGroupsNeedDeviceAndLanguage)
{
    const KernelSignature bare = kernel("k", {});
    Launch launch = launchOf(1, {{1000, 1, 1}}, {{256, 1, 1}});
    DeviceDescription device = gpu();
    device.hasNonUniformGroups = true;
    EXPECT_NE(refusal(launch, bare, &device), ""); // OpenCL C 1.2 promises uniform groups
    launch.buildOptions.words = {"-cl-std=CL2.0"};
    EXPECT_EQ(refusal(launch, bare, &device), "");
    launch.buildOptions.words = {"-cl-std=CL3.0", "-cl-uniform-work-group-size"};
    EXPECT_NE(refusal(launch, bare, &device), "");
    launch.buildOptions.words = {"-cl-std=CL3.0"};
    device.hasNonUniformGroups = false;
    EXPECT_NE(refusal(launch, bare, &device), "");
}

TEST(CheckLegal, RequiredLocalSizeHoldsExactly) // case 31
{
    KernelSignature quad = kernel("quad_avg", {}, 2);
    quad.requiredLocalSize = Size3{{8, 4, 1}};
    EXPECT_EQ(refusal(launchOf(2, {{320, 240, 1}}, {{8, 4, 1}}), quad, nullptr), "");
    for (const Size3 &wrong : {Size3{{4, 8, 1}}, Size3{{32, 1, 1}}})
        EXPECT_THAT(refusal(launchOf(2, {{320, 240, 1}}, wrong), quad, nullptr),
                    HasSubstr("kernel 'quad_avg' requires the local size 8 x 4"));
    EXPECT_THAT(refusal(launchOf(1, {{320, 1, 1}}, {{8, 1, 1}}), quad, nullptr),
                HasSubstr("needs 2 dimensions, not 1"));
    EXPECT_THAT(refusal(launchOf(2, {{320, 242, 1}}, {{8, 4, 1}}), quad, nullptr), HasSubstr("in dimension 1"));
}

TEST(CheckLegal, GroupsHaveTheDevicesLimit) // case 33
{
    const KernelSignature mm = kernel("mm", {}, 2);
    const Launch large = launchOf(2, {{256, 256, 1}}, {{64, 64, 1}});
    const DeviceDescription small = gpu(), cpu = pocl();
    EXPECT_THAT(refusal(large, mm, &small),
                HasSubstr("64 x 64 makes work-groups of 4096 work-items, but at most 1024"));
    EXPECT_EQ(checkLegal(large, mm, &small).error().category, ErrorCategory::Device);
    EXPECT_EQ(refusal(large, mm, &cpu), "");
    EXPECT_THAT(refusal(launchOf(3, {{1, 1, 128}}, {{1, 1, 128}}), mm, &small), HasSubstr("dimension 2"));
}

TEST(CheckLegal, SubGroupsMustExist) // case 47
{
    KernelSignature parts = kernel("dot_parts", {});
    parts.usesSubGroups = true;
    const Launch launch = launchOf(1, {{4096, 1, 1}}, {{256, 1, 1}});
    const DeviceDescription with = gpu(), without = pocl();
    EXPECT_EQ(refusal(launch, parts, &with), "");
    EXPECT_THAT(refusal(launch, parts, &without), HasSubstr("sub-groups"));
}

TEST(CheckLegal, ConstantBuffersHaveTheDevicesLimit) // case 61
{
    Launch launch = launchOf(1, {{262144, 1, 1}}, {{256, 1, 1}});
    addBuffer(launch, "curve", ArgumentKind::ConstantBuffer, 80000);
    const DeviceDescription small = gpu(), cpu = pocl();
    const std::string message = refusal(launch, kernel("shade", {}), &small);
    EXPECT_THAT(message, HasSubstr("constant buffer 'curve' has 80000 bytes"));
    EXPECT_THAT(message, HasSubstr("65536 bytes (64 KiB)"));
    EXPECT_EQ(refusal(launch, kernel("shade", {}), &cpu), "");
}

TEST(CheckLegal, OddLocalSizesAreFineWhenTheyDivide) // case 65
{
    const KernelSignature heat = kernel("heat", {});
    const DeviceDescription device = gpu();
    for (const std::uint64_t size : {1, 8, 32, 33, 48, 64, 96, 100, 128})
        EXPECT_EQ(refusal(launchOf(1, {{1056000, 1, 1}}, {{size, 1, 1}}), heat, &device), "") << size;
    for (const std::uint64_t size : {7, 13, 17, 49, 512})
        EXPECT_THAT(refusal(launchOf(1, {{1056000, 1, 1}}, {{size, 1, 1}}), heat, &device),
                    HasSubstr("does not divide"))
            << size;
}

TEST(CheckLegal, MemoryAndFeaturesHaveTheDevicesLimits)
{
    const DeviceDescription device = gpu();
    KernelSignature signature = kernel("k", {});
    Launch launch = launchOf(1, {{64, 1, 1}}, {{64, 1, 1}});
    launch.arguments.push_back({"tile", ArgumentKind::LocalBuffer, LocalValue{40 * 1024}});
    EXPECT_EQ(refusal(launch, signature, &device), "");
    signature.staticLocalBytes = 8 * 1024; // exactly 48 KiB
    EXPECT_EQ(refusal(launch, signature, &device), "");
    signature.staticLocalBytes += 1;
    EXPECT_THAT(refusal(launch, signature, &device), HasSubstr("local memory"));
    signature.staticLocalBytes = 0;
    addBuffer(launch, "a", ArgumentKind::GlobalBuffer, (std::uint64_t{1} << 32) + 1);
    EXPECT_THAT(refusal(launch, signature, &device), HasSubstr("one allocation"));
    launch.arguments.pop_back();
    for (const char *name : {"a", "b", "c"})
        addBuffer(launch, name, ArgumentKind::GlobalBuffer, std::uint64_t{3} << 30);
    EXPECT_THAT(refusal(launch, signature, &device), HasSubstr("together"));
    EXPECT_EQ(refusal(launch, signature, nullptr), "");
    launch.arguments.clear();
    signature.usesFp16 = true;
    EXPECT_THAT(refusal(launch, signature, &device), HasSubstr("half precision"));
    signature.usesFp16 = false;
    signature.usesImages = true;
    EXPECT_THAT(refusal(launch, signature, &device), HasSubstr("images"));
}

} // namespace
} // namespace clv::launch
