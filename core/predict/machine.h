// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/device.h"

#include <string>

namespace clv::predict {

/// A device as the analytic formulas want it: every rate known, every gap filled with an assumption that `caveat`
/// names.
struct Machine {
    DevicePeaks peaks;       ///< no field is 0
    bool isCpu = false;      ///< work-items of a group run one after the other (or in SIMD) on one core
    double computeUnits = 1; ///< cores of a CPU
    double clockGhz = 1;
    double warpWidth = 32;      ///< of hardware; 1 on a CPU
    double cacheBytes = 0;      ///< last level
    double itemsPerUnit = 2048; ///< GPU: resident work-items a compute unit
    double localBytesPerUnit = 0;
    std::string caveat;        ///< where the rates come from, when not from this device's microbenchmarks
    double intervalFactor = 2; ///< median / low = high / median of the 80% interval; not calibrated
};

[[nodiscard]] Machine machineOf(const DeviceDescription &device);

} // namespace clv::predict
