// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"
#include "app/cli/guard.h"
#include "app/cli/request.h"
#include "app/cli/table.h"
#include "core/device/device.h"
#include "core/protocol/json.h"
#include "core/report/report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace clv::cli {

namespace {

std::string peaksText(const DeviceDescription &device)
{
    if (!device.peaks)
        return "assumed (clv devices --peaks measures them)";
    const DevicePeaks &peaks = *device.peaks;
    return fmt::format("{} read, {} fp32, launch {} ({})", report::formatRate(peaks.globalReadBytesPerNs, "B/s"),
                       report::formatRate(peaks.fp32OpsPerNs, "op/s"), report::formatTime(peaks.launchOverheadNs),
                       peaks.source);
}

std::string orNothing(std::uint64_t value, const std::string &text)
{
    return value == 0 ? "n/a" : text;
}

void printTable(const std::vector<DeviceDescription> &devices)
{
    using enum Table::Align;
    Table table({{"#", Right},
                 {"device"},
                 {"platform"},
                 {"type"},
                 {"units", Right},
                 {"clock", Right},
                 {"memory", Right},
                 {"local", Right},
                 {"group", Right},
                 {"rates"}});
    for (const DeviceDescription &d : devices)
        table.add({d.isLocal ? std::to_string(d.index) : "-", d.name,
                   d.isLocal ? d.platformName : d.platformName + " (described)", toString(d.type),
                   orNothing(d.computeUnits, std::to_string(d.computeUnits)),
                   orNothing(d.maxClockMhz, fmt::format("{} MHz", d.maxClockMhz)),
                   orNothing(d.globalMemBytes, report::formatBytes(static_cast<double>(d.globalMemBytes))),
                   orNothing(d.localMemBytes, report::formatBytes(static_cast<double>(d.localMemBytes))),
                   orNothing(d.maxWorkGroupSize, std::to_string(d.maxWorkGroupSize)), peaksText(d)});
    print(table.text());
}

void printCsv(const std::vector<DeviceDescription> &devices)
{
    print(csvLine({"index", "name", "platform", "type", "isLocal", "computeUnits", "maxClockMhz", "globalMemBytes",
                   "localMemBytes", "maxWorkGroupSize", "launchOverheadNs", "globalReadBytesPerNs", "fp32OpsPerNs",
                   "peaksSource"}));
    for (const DeviceDescription &d : devices) {
        const DevicePeaks peaks = d.peaks.value_or(DevicePeaks{});
        print(csvLine({d.isLocal ? std::to_string(d.index) : "", d.name, d.platformName, toString(d.type),
                       d.isLocal ? "true" : "false", std::to_string(d.computeUnits), std::to_string(d.maxClockMhz),
                       std::to_string(d.globalMemBytes), std::to_string(d.localMemBytes),
                       std::to_string(d.maxWorkGroupSize), plainNumber(peaks.launchOverheadNs),
                       plainNumber(peaks.globalReadBytesPerNs), plainNumber(peaks.fp32OpsPerNs), peaks.source}));
    }
}

/// Measures and stores the peaks of the devices asked for (all local ones by default).
Result<void> measurePeaks(measure::WorkerClient &worker, std::vector<DeviceDescription> &devices,
                          const std::string &wanted)
{
    std::optional<DeviceDescription> only;
    if (!wanted.empty()) {
        auto chosen = device::choose(devices, wanted);
        if (!chosen)
            return chosen.error();
        only = *chosen;
    }
    for (DeviceDescription &device : devices) {
        if (!device.isLocal || (only && (device.key() != only->key() || device.index != only->index)))
            continue;
        auto peaks = worker.peaks(std::to_string(device.index), [&device](const Progress &progress) {
            fmt::print(stderr, "clv: {}: {}\n", device.name, progress.what);
        });
        if (!peaks)
            return peaks.error();
        device.peaks = *peaks;
        if (auto saved = device::savePeaks(device, *peaks); !saved)
            complain(saved.error().describe());
    }
    return {};
}

int listDevices(const CommonOptions &options, bool isMeasuring)
{
    auto worker = makeWorker(options.timeLimitS);
    auto devices = localDevices(*worker);
    int code = 0;
    if (!devices) {
        // Without a driver the described devices are all there is; the exit code tells.
        code = fail(devices.error());
        if (isMeasuring || devices.error().category != ErrorCategory::Device)
            return code;
        devices = std::vector<DeviceDescription>{};
    }
    if (isMeasuring && devices->empty())
        return fail(deviceError("no OpenCL device was found on this machine, so there is nothing to measure"));
    if (isMeasuring)
        if (auto measured = measurePeaks(*worker, *devices, options.device); !measured)
            return fail(measured.error());
    if (devices->empty() && code == 0)
        complain("no OpenCL device was found on this machine (Debian: install pocl-opencl-icd); described devices "
                 "can still be predicted for");
    for (DeviceDescription &device : device::tabulatedDevices())
        devices->push_back(std::move(device));
    if (options.json)
        printJson("devices", {{"devices", *devices}});
    else if (options.csv)
        printCsv(*devices);
    else
        printTable(*devices);
    return code;
}

} // namespace

void addDevices(CLI::App &app, Action &action)
{
    auto options = std::make_shared<CommonOptions>();
    auto isMeasuring = std::make_shared<bool>(false);
    CLI::App *command = app.add_subcommand("devices", "list OpenCL devices of this machine and described ones");
    command->add_flag("--peaks", *isMeasuring, "measure rates by short microbenchmarks and keep them for predictions");
    command->add_option("--device", options->device, "with --peaks: only this device");
    command->add_option("--time-limit", options->timeLimitS, "give up after this many seconds (exit code 4)")
        ->check(CLI::PositiveNumber);
    addTableOptions(*command, *options);
    command->callback([options, isMeasuring, &action] {
        action = [options, isMeasuring] {
            return guarded({"devices", options->timeLimitS, 0},
                           [&](std::stop_token) { return listDevices(*options, *isMeasuring); });
        };
    });
}

} // namespace clv::cli
