// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/device.h"

#include "core/protocol/json.h"
#include "core/support/hash.h"
#include "core/support/log.h"
#include "core/support/paths.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

namespace clv::device {

namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 1;
constexpr std::size_t kMaxFileBytes = 1u << 20;

fs::path peaksFile(const DeviceDescription &device)
{
    return paths::dataDir() / "devices" / (hex64(hashText(device.key() + '\n' + device.driverVersion)) + ".json");
}

/// Object of a JSON file; empty with a warning in the log when the file is not one.
std::optional<nlohmann::json> readObject(const fs::path &path)
{
    const auto text = paths::readFile(path, kMaxFileBytes);
    if (!text) {
        log::warning(text.error().message);
        return std::nullopt;
    }
    nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
    if (!json.is_object()) {
        log::warning("'" + path.string() + "' is not a JSON object; it is ignored.");
        return std::nullopt;
    }
    return json;
}

bool isPlausible(const DevicePeaks &peaks)
{
    return peaks.globalReadBytesPerNs >= 0 && peaks.launchOverheadNs >= 0 && peaks.fp32OpsPerNs >= 0 &&
           peaks.globalReadBytesPerNs + peaks.launchOverheadNs + peaks.fp32OpsPerNs > 0;
}

std::optional<DeviceDescription> readTable(const fs::path &path)
{
    const auto json = readObject(path);
    if (!json)
        return std::nullopt;
    try {
        auto device = json->get<DeviceDescription>();
        device.isLocal = false;
        if (!device.name.empty())
            return device;
        log::warning("'" + path.string() + "' names no device; it is ignored.");
    } catch (const std::exception &problem) {
        log::warning("'" + path.string() + "' is ignored: " + problem.what());
    }
    return std::nullopt;
}

} // namespace

std::vector<DeviceDescription> tabulatedDevices()
{
    const fs::path folder = paths::resourceDir("devices");
    if (folder.empty())
        return {};
    std::vector<fs::path> files;
    std::error_code failed;
    for (const auto &entry : fs::directory_iterator(folder, failed))
        if (entry.path().extension() == ".json")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<DeviceDescription> devices;
    for (const fs::path &file : files)
        if (auto device = readTable(file))
            devices.push_back(std::move(*device));
    return devices;
}

std::optional<DevicePeaks> loadPeaks(const DeviceDescription &device)
{
    const fs::path path = peaksFile(device);
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return std::nullopt;
    const auto json = readObject(path);
    if (!json)
        return std::nullopt;
    try {
        // Two devices may share a hash: the file says whose it is.
        if (json->at("format") != kFormat || json->at("device") != device.key() ||
            json->at("driverVersion") != device.driverVersion) {
            log::warning("'" + path.string() + "' belongs to another device or version; it is ignored.");
            return std::nullopt;
        }
        auto peaks = json->at("peaks").get<DevicePeaks>();
        if (isPlausible(peaks))
            return peaks;
        log::warning("'" + path.string() + "' holds no usable rates; it is ignored.");
    } catch (const std::exception &problem) {
        log::warning("'" + path.string() + "' is ignored: " + problem.what());
    }
    return std::nullopt;
}

Result<void> savePeaks(const DeviceDescription &device, const DevicePeaks &peaks)
{
    const fs::path path = peaksFile(device);
    std::error_code failed;
    fs::create_directories(path.parent_path(), failed);
    if (failed)
        return ioError("Folder '" + path.parent_path().string() + "' could not be made: " + failed.message() + ".");
    const nlohmann::json json = {
        {"format", kFormat}, {"device", device.key()}, {"driverVersion", device.driverVersion}, {"peaks", peaks}};
    const std::string text = json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
    return paths::writeFileAtomically(path, text);
}

} // namespace clv::device
