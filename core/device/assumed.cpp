// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/device.h"

#include <algorithm>

namespace clv::device {

namespace {

/// A CPU as PoCL and its like drive it: 8 single-precision lanes with one fma a cycle and core, of which compilers
/// reach about half; memory shared by all cores.
DevicePeaks assumedCpu(double cores, double clockGhz)
{
    DevicePeaks peaks;
    peaks.launchOverheadNs = 20e3;
    peaks.groupDispatchNs = 150 / cores;
    peaks.globalReadBytesPerNs = std::min(8.0 * cores, 60.0);
    peaks.globalWriteBytesPerNs = peaks.globalReadBytesPerNs * 0.6;
    peaks.globalCopyBytesPerNs = peaks.globalReadBytesPerNs * 0.8;
    peaks.cacheReadBytesPerNs = 16 * cores;
    peaks.localBytesPerNs = 16 * cores * clockGhz; // ordinary memory, in the first-level cache
    peaks.fp32OpsPerNs = 8 * cores * clockGhz;
    peaks.fp64OpsPerNs = 4 * cores * clockGhz;
    peaks.int32OpsPerNs = 4 * cores * clockGhz;
    peaks.specialOpsPerNs = 0.2 * cores * clockGhz;
    peaks.globalAtomicsSpreadPerNs = 0.05 * cores * clockGhz;
    peaks.globalAtomicsSamePerNs = 0.02 * clockGhz;
    peaks.localAtomicsPerNs = 0.05 * cores * clockGhz;
    peaks.barrierNs = 300;
    peaks.dependentLoadNs = 100;
    return peaks;
}

/// A compute unit of a GPU: `lanes` fma a cycle, special functions and local memory at a quarter and at one word a
/// lane, fp64 at 1/16 where it exists at all, 8 GB/s of memory for each unit.
DevicePeaks assumedGpu(double units, double clockGhz, double warpWidth, bool hasFp64)
{
    const double lanes = std::max(32.0, std::min(warpWidth * 2, 64.0));
    const double issue = lanes * units * clockGhz;
    DevicePeaks peaks;
    peaks.launchOverheadNs = 8e3;
    peaks.groupDispatchNs = 100 / units;
    peaks.globalReadBytesPerNs = 8 * units;
    peaks.globalWriteBytesPerNs = 7.5 * units;
    peaks.globalCopyBytesPerNs = 7 * units;
    peaks.cacheReadBytesPerNs = 16 * units;
    peaks.localBytesPerNs = 4 * issue / 2;
    peaks.fp32OpsPerNs = 2 * issue;
    peaks.fp64OpsPerNs = hasFp64 ? 2 * issue / 16 : 0;
    peaks.int32OpsPerNs = issue / 2;
    peaks.specialOpsPerNs = issue / 8;
    peaks.globalAtomicsSpreadPerNs = units * clockGhz / 4;
    peaks.globalAtomicsSamePerNs = clockGhz / 2;
    peaks.localAtomicsPerNs = issue / 8;
    peaks.barrierNs = 30 / clockGhz;
    peaks.dependentLoadNs = 600;
    return peaks;
}

} // namespace

DevicePeaks assumedPeaks(const DeviceDescription &device)
{
    const double units = std::max<double>(1, device.computeUnits);
    const bool isCpu = device.type == DeviceType::Cpu;
    const double clockGhz = device.maxClockMhz > 0 ? device.maxClockMhz / 1000.0 : (isCpu ? 2.5 : 1.2);
    const double warpWidth = device.warpWidth > 0 ? device.warpWidth : 32;
    DevicePeaks peaks = isCpu ? assumedCpu(units, clockGhz) : assumedGpu(units, clockGhz, warpWidth, device.hasFp64);
    peaks.source = "assumed";
    return peaks;
}

} // namespace clv::device
