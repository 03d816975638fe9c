// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"
#include "core/types/device.h"

#include <optional>
#include <string>
#include <vector>

namespace clv::device {

/// Devices whose description and peaks ship with the project (`resources/devices/*.json`).
[[nodiscard]] std::vector<DeviceDescription> tabulatedDevices();

/// Peaks measured earlier on this machine, under XDG data (`devices/<key hash>.json`); keyed by device and driver.
[[nodiscard]] std::optional<DevicePeaks> loadPeaks(const DeviceDescription &device);
[[nodiscard]] Result<void> savePeaks(const DeviceDescription &device, const DevicePeaks &peaks);

/// Conservative peaks for a device nobody has measured, from its description; `source` = "assumed".
[[nodiscard]] DevicePeaks assumedPeaks(const DeviceDescription &device);

/// One device out of `devices` by key, by index ("0"), by case-insensitive substring of name, platform or OpenCL
/// version
/// ("pocl", "h200"), or by "platform:name". An empty wish takes the first GPU that can be measured on, else the first
/// device. Errors: none matches, or several of different kinds do (each is listed).
[[nodiscard]] Result<DeviceDescription> choose(const std::vector<DeviceDescription> &devices,
                                               const std::string &wanted);

} // namespace clv::device
