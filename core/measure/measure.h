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
    std::string sourcePath; ///< for -I; may be empty
    Launch launch;
    std::string device; ///< key or what `device::choose` takes
    Protocol protocol;
};

/// The progress text that begins with this comes right before a kernel runs for the first time: a worker that dies
/// after it was killed by the kernel, before it by the driver's compiler or an allocation.
inline constexpr const char *kLaunchStage = "first launch";

/// Runs in the worker process: the only code that loads an OpenCL driver (through the ICD loader).
/// Linked from `clv_measure_opencl`; `core/measure/engine.h` keeps contexts between calls.
namespace opencl {
[[nodiscard]] Result<std::vector<DeviceDescription>> listDevices();
[[nodiscard]] Result<Measurement> measure(const MeasureRequest &request, const ProgressCallback &progress,
                                          std::stop_token stop);
[[nodiscard]] Result<DevicePeaks> measurePeaks(const std::string &device, const ProgressCallback &progress,
                                               std::stop_token stop);
} // namespace opencl

/// Blocking client of one `clv-worker` process, started when first needed. A worker that crashes, hangs past the
/// deadline or exceeds its memory is killed and replaced by the next call; the error says which (Crash, Timeout) and
/// names the kernel. A request whose worker died before its kernel was launched is tried once more; one whose kernel
/// was launched never is.
/// Thread: one owner. Errors: those of the worker, plus Crash, Timeout, Cancelled, Io (cannot be started).
class WorkerClient {
public:
    struct Options {
        std::vector<std::string> command; ///< default: the sibling `clv-worker`; "ssh host clv-worker" works too
        std::chrono::milliseconds deadline{60'000}; ///< longest silence: every sample and step is a sign of life
        std::uint64_t maxAddressSpaceBytes = 0;     ///< 0: none; GPU drivers reserve far more than they use
        std::vector<std::pair<std::string, std::string>> environment; ///< added to the inherited one
    };
    explicit WorkerClient(Options options);
    ~WorkerClient();

    WorkerClient(const WorkerClient &) = delete;
    WorkerClient &operator=(const WorkerClient &) = delete;

    /// With the peaks that were measured earlier (`device::loadPeaks`).
    [[nodiscard]] Result<std::vector<DeviceDescription>> devices();
    /// Takes some seconds; the result is kept (`device::savePeaks`).
    [[nodiscard]] Result<DevicePeaks> peaks(const std::string &device, const ProgressCallback &progress = {},
                                            std::stop_token stop = {});
    [[nodiscard]] Result<Measurement> measure(const MeasureRequest &request, const ProgressCallback &progress = {},
                                              std::stop_token stop = {});

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace clv::measure
