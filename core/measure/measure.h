// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/progress.h"
#include "core/support/result.h"
#include "core/types/device.h"
#include "core/types/estimate.h"
#include "core/types/launch.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace clv::measure {

/// Timing protocol: warm up, then repeat until `maxSamples` or `maxTimeMs`, at least `minSamples`.
struct Protocol {
    std::uint32_t warmups = 2;
    std::uint32_t minSamples = 7, maxSamples = 20;
    double maxTimeMs = 200;
    bool restoreBuffers = true; ///< refill buffers the kernel writes and reads, between samples
};

struct MeasureRequest {
    std::string sourceText;
    std::string sourcePath;      ///< for -I; may be empty
    Launch launch;
    std::string device;          ///< key or what `device::choose` takes
    Protocol protocol;
};

/// Runs in the worker process: the only code that loads an OpenCL driver (through the ICD loader).
namespace opencl {
[[nodiscard]] Result<std::vector<DeviceDescription>> listDevices();
[[nodiscard]] Result<Measurement> measure(const MeasureRequest &request, const ProgressCallback &progress, std::stop_token stop);
[[nodiscard]] Result<DevicePeaks> measurePeaks(const std::string &device, const ProgressCallback &progress, std::stop_token stop);
} // namespace opencl

/// Blocking client of one `clv-worker` process. A worker that crashes, hangs past the deadline or exceeds its memory
/// is killed and replaced; the error says which (Crash, Timeout, Device) and names the kernel.
class WorkerClient {
public:
    struct Options {
        std::vector<std::string> command; ///< default: the sibling `clv-worker`; "ssh host clv-worker" works too
        std::chrono::milliseconds deadline{60'000};
        std::uint64_t maxAddressSpaceBytes = 0;
    };
    explicit WorkerClient(Options options);
    ~WorkerClient();

    [[nodiscard]] Result<std::vector<DeviceDescription>> devices();
    [[nodiscard]] Result<DevicePeaks> peaks(const std::string &device, const ProgressCallback &progress = {});
    [[nodiscard]] Result<Measurement> measure(const MeasureRequest &request, const ProgressCallback &progress = {},
                                              std::stop_token stop = {});

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace clv::measure
