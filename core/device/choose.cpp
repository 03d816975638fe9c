// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace clv::device {

namespace {

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

bool contains(const std::string &text, const std::string &part)
{
    return lowered(text).find(part) != std::string::npos;
}

/// PoCL calls its platform 'Portable Computing Language'; the name that people know stands in the version text.
bool isOnPlatform(const DeviceDescription &device, const std::string &part)
{
    return contains(device.platformName, part) || contains(device.openclVersion, part);
}

bool matches(const DeviceDescription &device, const std::string &wanted)
{
    if (contains(device.name, wanted) || isOnPlatform(device, wanted) || contains(device.key(), wanted))
        return true;
    const std::size_t colon = wanted.find(':');
    return colon != std::string::npos && colon > 0 && isOnPlatform(device, wanted.substr(0, colon)) &&
           contains(device.name, wanted.substr(colon + 1));
}

std::string listed(const std::vector<DeviceDescription> &devices)
{
    std::string text;
    for (const DeviceDescription &device : devices)
        text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", device.index, device.key());
    return text.empty() ? "none" : text;
}

Result<DeviceDescription> byIndex(const std::vector<DeviceDescription> &devices, const std::string &wanted)
{
    // Tables follow the devices of this run and have no index of their own: there the position counts.
    const std::size_t index = wanted.size() > 6 ? devices.size() : std::stoul(wanted);
    for (const DeviceDescription &device : devices)
        if (device.isLocal && device.index == index)
            return device;
    if (index < devices.size())
        return devices[index];
    return usageError(fmt::format("There is no device {}; devices are: {}.", wanted, listed(devices)));
}

const DeviceDescription &preferred(const std::vector<DeviceDescription> &devices)
{
    const auto rank = [](const DeviceDescription &device) {
        return (device.isLocal ? 2 : 0) + (device.type == DeviceType::Gpu ? 1 : 0);
    };
    return *std::max_element(devices.begin(), devices.end(),
                             [&](const auto &a, const auto &b) { return rank(a) < rank(b); });
}

} // namespace

Result<DeviceDescription> choose(const std::vector<DeviceDescription> &devices, const std::string &wanted)
{
    if (devices.empty())
        return deviceError("There is no device to choose from; install an OpenCL driver, for example the package "
                           "pocl-opencl-icd.");
    if (wanted.empty())
        return preferred(devices);
    if (std::all_of(wanted.begin(), wanted.end(), [](unsigned char c) { return std::isdigit(c); }))
        return byIndex(devices, wanted);

    const std::string part = lowered(wanted);
    std::vector<DeviceDescription> found;
    for (const DeviceDescription &device : devices) {
        if (lowered(device.key()) == part)
            return device;
        if (matches(device, part))
            found.push_back(device);
    }
    if (found.empty())
        return usageError(fmt::format("No device matches '{}'; devices are: {}.", wanted, listed(devices)));
    // A table of the very device that is plugged in is no second answer, nor are several of the same kind.
    const bool isOneKind = std::all_of(found.begin(), found.end(),
                                       [&](const auto &device) { return device.key() == found.front().key(); });
    if (found.size() == 1 || isOneKind)
        return preferred(found);
    return usageError(
        fmt::format("'{}' matches several devices: {}; use an index or more of the name.", wanted, listed(found)));
}

} // namespace clv::device
