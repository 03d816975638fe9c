// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/device.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clv {

/// One term of a breakdown: "launch", "dispatch", "compute fp32", "DRAM", "cache", "local memory", "atomics",
/// "latency", "imbalance". Terms overlap in time, so they need not add up to the total; `share` is of the total.
struct EstimateTerm {
    std::string name;
    double ns = 0;
    double share = 0;
};

struct LineShare {
    std::uint32_t line = 0;
    double share = 0; ///< of the predicted time, 0..1
};

/// A predicted kernel time. `lowNs`..`highNs` is the 80% interval.
struct Estimate {
    std::string model;
    std::string deviceKey;
    double medianNs = 0, lowNs = 0, highNs = 0;
    double lowerBoundNs = 0;              ///< physics: bytes, operations and launch cost at the device's peaks
    std::string boundBy;                  ///< name of the largest term
    std::vector<EstimateTerm> terms;
    std::vector<LineShare> lines;
    double dramBytesPerNs = 0, opsPerNs = 0; ///< reached, if the estimate holds
    double peakShare = 0;                 ///< of the bounding resource's peak, 0..1
    std::string applicability;            ///< "like what it was trained on", or why not; empty when not known
    bool isCalibrated = false;            ///< interval checked against measurements on this device
};

/// Health of the clock behind a measurement (OpenCL 3.0 API section 5.14, profiling).
struct TimerHealth {
    bool isOrdered = true;       ///< queued <= submitted <= start <= end in every sample
    bool hasZero = false;        ///< a sample of 0 ns
    bool isCoarse = false;       ///< resolution above 5% of the median
    bool hostDisagrees = false;  ///< device time longer than the host's wall time
    bool hasDrift = false;       ///< first and last third of the series differ by more than their spread
    [[nodiscard]] bool isHealthy() const { return isOrdered && !hasZero && !isCoarse && !hostDisagrees && !hasDrift; }
    std::string note;            ///< plain words for the badge; empty when healthy
};

/// Measured kernel time: END minus START of the profiling event. Every sample is kept.
struct Measurement {
    std::string deviceKey, platformName, deviceName, driverVersion;
    std::string kernel, buildOptions, buildLog;
    std::vector<double> samplesNs;
    double medianNs = 0, madNs = 0, minNs = 0, maxNs = 0;
    double lowNs = 0, highNs = 0;         ///< 95% confidence interval of the median (order statistics)
    double firstNs = 0;                   ///< the discarded first launch
    double buildNs = 0, hostOverheadNs = 0;
    std::uint32_t warmups = 0;
    std::uint32_t launchesPerSample = 1;  ///< short kernels are batched
    std::uint64_t privateBytes = 0, localBytes = 0, preferredMultiple = 0; ///< clGetKernelWorkGroupInfo
    std::optional<std::uint32_t> registers, spillBytes; ///< where the driver tells
    bool cachesWarm = true;
    TimerHealth timer;
    std::string takenAtUtc;
};

} // namespace clv
