// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/peaks.h"

namespace clv::measure::opencl {
Result<DevicePeaks> measureDevicePeaks(const Session &, const ProgressCallback &, std::stop_token)
{
    return deviceError("not yet");
}
} // namespace clv::measure::opencl
