// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predict/machine.h"

#include "core/device/device.h"

#include <algorithm>

namespace clv::predict {

namespace {

constexpr double DevicePeaks::*kRates[] = {
    &DevicePeaks::launchOverheadNs,       &DevicePeaks::groupDispatchNs,      &DevicePeaks::globalReadBytesPerNs,
    &DevicePeaks::globalWriteBytesPerNs,  &DevicePeaks::globalCopyBytesPerNs, &DevicePeaks::cacheReadBytesPerNs,
    &DevicePeaks::localBytesPerNs,        &DevicePeaks::fp32OpsPerNs,         &DevicePeaks::fp64OpsPerNs,
    &DevicePeaks::int32OpsPerNs,          &DevicePeaks::specialOpsPerNs,      &DevicePeaks::globalAtomicsSpreadPerNs,
    &DevicePeaks::globalAtomicsSamePerNs, &DevicePeaks::localAtomicsPerNs,    &DevicePeaks::barrierNs,
    &DevicePeaks::dependentLoadNs,
};

/// Last resort, when even the assumptions of core/device leave a gap: slow but finite, so that nothing divides by 0.
constexpr double kFallbackRate = 1;

int fillGaps(DevicePeaks &peaks, const DevicePeaks &assumed)
{
    int filled = 0;
    for (double DevicePeaks::*rate : kRates) {
        if (peaks.*rate > 0)
            continue;
        peaks.*rate = assumed.*rate > 0 ? assumed.*rate : kFallbackRate;
        ++filled;
    }
    return filled;
}

/// Last-level cache where the driver does not tell (PoCL reports none): 1 MiB a core and 16 MiB shared is the small
/// end of what servers and desktops have; 4 MiB is a small GPU.
double assumedCacheBytes(bool isCpu, double computeUnits)
{
    return isCpu ? (1 << 20) * (16 + computeUnits) : 4.0 * (1 << 20);
}

} // namespace

Machine machineOf(const DeviceDescription &device)
{
    Machine machine;
    machine.isCpu = device.type == DeviceType::Cpu;
    machine.computeUnits = std::max<double>(1, device.computeUnits);
    machine.clockGhz = device.maxClockMhz > 0 ? device.maxClockMhz / 1000.0 : (machine.isCpu ? 2.5 : 1.2);
    machine.warpWidth = machine.isCpu ? 1 : std::max<double>(1, device.warpWidth > 0 ? device.warpWidth : 32);
    machine.cacheBytes = device.globalCacheBytes > 0 ? static_cast<double>(device.globalCacheBytes)
                                                     : assumedCacheBytes(machine.isCpu, machine.computeUnits);
    // A GPU compute unit holds two groups of the largest size at least; NVIDIA units hold more local memory (up to
    // 228 KiB on sm_90) than the 48 KiB that OpenCL hands to one group.
    machine.itemsPerUnit = device.maxWorkGroupSize > 0 ? 2.0 * static_cast<double>(device.maxWorkGroupSize) : 2048;
    const double localLimit = device.localMemBytes > 0 ? static_cast<double>(device.localMemBytes) : 32768;
    machine.localBytesPerUnit = device.vendor.find("NVIDIA") != std::string::npos ? 4.5 * localLimit : localLimit;

    const DevicePeaks assumed = device::assumedPeaks(device);
    if (!device.peaks) {
        machine.peaks = assumed;
        fillGaps(machine.peaks, {});
        machine.caveat = "the rates of this device were not measured: they are assumed from its description";
        machine.intervalFactor = 4;
        return machine;
    }
    machine.peaks = *device.peaks;
    const int filled = fillGaps(machine.peaks, assumed);
    if (machine.peaks.source != "microbenchmark") {
        machine.caveat = "the rates of this device come from a table, not from measurements on this machine";
        machine.intervalFactor = 2.5;
    }
    if (filled > 0)
        machine.caveat +=
            std::string(machine.caveat.empty() ? "" : "; ") + std::to_string(filled) + " of its rates are assumed";
    return machine;
}

} // namespace clv::predict
