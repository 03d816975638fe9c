// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/opencl_handles.h"
#include "core/types/device.h"

#include <string>
#include <vector>

namespace clv::measure::opencl {

struct Device {
    cl_platform_id platform = nullptr;
    cl_device_id id = nullptr;
    DeviceDescription description;
    [[nodiscard]] bool isNvidia() const;
    [[nodiscard]] int majorVersion() const; ///< of "OpenCL 3.0 ..."; 1 when unreadable
    [[nodiscard]] bool hasExtension(const char *name) const;
};

/// All devices of all platforms, in the loader's order. Device error when there is none, with the remedy.
[[nodiscard]] Result<std::vector<Device>> enumerateDevices();
/// One of them by key, index or substring (`device::choose`).
[[nodiscard]] Result<Device> findDevice(const std::string &wanted);

} // namespace clv::measure::opencl
