// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/opencl_session.h"
#include "core/support/progress.h"
#include "core/types/device.h"

#include <stop_token>

namespace clv::measure::opencl {

/// Rates of a device by microbenchmark: best of several runs each, about 6 s in all on a small CPU. What a device
/// cannot do (fp64, local memory too small) stays 0. Method of each: core/measure/README.md.
[[nodiscard]] Result<DevicePeaks> measureDevicePeaks(const Session &session, const ProgressCallback &progress,
                                                     std::stop_token stop);

} // namespace clv::measure::opencl
