// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clv {

enum class DeviceType { Unknown = 0, Cpu, Gpu, Accelerator, Other };
[[nodiscard]] const char *toString(DeviceType type);

/// Rates of a device by microbenchmark or, marked in `source`, from a published table. 0 = not known.
struct DevicePeaks {
    double launchOverheadNs = 0;       ///< event time of an empty kernel, one group
    double groupDispatchNs = 0;        ///< added per work-group once the device is full
    double globalReadBytesPerNs = 0;   ///< large footprint, unit stride; bytes per ns = GB/s
    double globalWriteBytesPerNs = 0;
    double globalCopyBytesPerNs = 0;   ///< both directions counted
    double cacheReadBytesPerNs = 0;    ///< footprint that fits the last-level cache
    double localBytesPerNs = 0;
    double fp32OpsPerNs = 0;           ///< operations, an fma counts 2
    double fp64OpsPerNs = 0;
    double int32OpsPerNs = 0;          ///< instructions: a multiply-add counts 1
    double specialOpsPerNs = 0;        ///< equal parts of exp, log, sin, sqrt: results
    double globalAtomicsSpreadPerNs = 0;
    double globalAtomicsSamePerNs = 0; ///< one address
    double localAtomicsPerNs = 0;
    double barrierNs = 0;              ///< one barrier of a 256-item group
    double dependentLoadNs = 0;        ///< latency, footprint beyond the caches
    std::string source;                ///< "microbenchmark", "table"
    std::string measuredAtUtc;         ///< RFC 3339; empty for tables
};

/// One OpenCL device, identified by platform and device name (indices move between boots).
/// Values the driver does not give are 0 and shown as "n/a".
struct DeviceDescription {
    std::string platformName, name, vendor, driverVersion, openclVersion, openclCVersion;
    DeviceType type = DeviceType::Unknown;
    std::uint32_t index = 0;             ///< position in the list of this run
    std::uint32_t computeUnits = 0;
    std::uint32_t maxClockMhz = 0;
    std::uint64_t globalMemBytes = 0, maxAllocBytes = 0, globalCacheBytes = 0;
    std::uint64_t localMemBytes = 0, maxConstantBytes = 0;
    std::uint64_t maxWorkGroupSize = 0;
    std::array<std::uint64_t, 3> maxWorkItemSizes{};
    std::uint32_t warpWidth = 0;         ///< preferred work-group multiple: 32 on NVIDIA
    std::uint32_t maxSubGroups = 0;
    std::uint32_t timerResolutionNs = 0;
    bool hasFp64 = false, hasFp16 = false, hasImages = false, hasGenericAddressSpace = false;
    bool hasNonUniformGroups = false, hasLocalMemoryHardware = false;
    bool isLocal = false;                ///< can be measured on in this session
    std::vector<std::string> extensions;
    std::optional<DevicePeaks> peaks;

    /// "name (platform)": the key under which peaks, calibrations and history are kept.
    [[nodiscard]] std::string key() const { return name + " (" + platformName + ")"; }
};

} // namespace clv
