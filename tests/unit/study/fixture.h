// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace clv::study {

/// A CPU with round limits, so that no driver is needed.
inline DeviceDescription testDevice()
{
    DeviceDescription device;
    device.name = "test device";
    device.platformName = "test";
    device.type = DeviceType::Cpu;
    device.computeUnits = 4;
    device.maxClockMhz = 3000;
    device.maxWorkGroupSize = 1024;
    device.maxWorkItemSizes = {1024, 1024, 1024};
    device.localMemBytes = 32 << 10;
    device.globalMemBytes = 4ULL << 30;
    device.maxAllocBytes = 1ULL << 30;
    device.maxConstantBytes = 64 << 10;
    device.hasFp64 = true;
    return device;
}

inline Request requestFor(const std::string &source)
{
    Request request;
    request.source.text = request.source.bytes = source;
    request.device = testDevice();
    return request;
}

inline StudyResult studied(Study &study, const Request &request)
{
    auto result = study.run(request, {}, {});
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
    return result.ok() ? *result : StudyResult{};
}

inline const BufferValue *buffer(const StudyResult &result, const std::string &name)
{
    const LaunchArgument *argument = result.launch ? result.launch->argument(name) : nullptr;
    return argument == nullptr ? nullptr : std::get_if<BufferValue>(&argument->value);
}

} // namespace clv::study
