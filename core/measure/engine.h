// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measure.h"

namespace clv::measure::opencl {

struct BuildOutcome {
    bool ok = false;
    std::string log; ///< the driver's, unchanged
    double buildNs = 0;
};

/// The measuring side of the worker: keeps one context a device between requests. Thread: one owner.
class Engine {
public:
    Engine();
    ~Engine();

    [[nodiscard]] Result<std::vector<DeviceDescription>> devices();
    [[nodiscard]] Result<BuildOutcome> build(const std::string &sourceText, const std::string &sourcePath,
                                             const std::vector<std::string> &options, const std::string &device);
    [[nodiscard]] Result<Measurement> measure(const MeasureRequest &request, const ProgressCallback &progress,
                                              std::stop_token stop);
    [[nodiscard]] Result<DevicePeaks> peaks(const std::string &device, const ProgressCallback &progress,
                                            std::stop_token stop);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace clv::measure::opencl
