// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measure.h"
#include "core/measure/opencl_session.h"

#include <functional>
#include <string>
#include <vector>

namespace clv::measure::opencl {

/// One kernel with its arguments set, about to be timed.
struct Subject {
    const Session *session = nullptr;
    cl_kernel kernel = nullptr;
    std::string name;
    NDRange ndrange;
    std::function<Result<void>()> restore; ///< enqueues what brings buffers back; empty when not wanted
};

/// What a series of launches gave.
struct Series {
    std::vector<double> samplesNs; ///< per launch: mean over the batch of a sample
    double firstNs = 0;            ///< event time of the very first launch
    double hostOverheadNs = 0;     ///< median over warm launches: wall time of enqueue and wait minus event time
    std::uint32_t warmups = 0;     ///< after the first launch
    std::uint32_t launchesPerSample = 1;
    TimerHealth timer;
};

/// The timing protocol of core/measure/README.md. Errors: Cancelled; Device with the OpenCL error by name.
[[nodiscard]] Result<Series> runSeries(const Subject &subject, const Protocol &protocol,
                                       const ProgressCallback &progress, std::stop_token stop);

/// Enqueues one launch; the event is for its times.
[[nodiscard]] Result<Event> enqueueLaunch(const Session &session, cl_kernel kernel, const NDRange &ndrange);

} // namespace clv::measure::opencl
