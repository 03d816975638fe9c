// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/opencl_devices.h"
#include "core/measure/statistics.h"

#include <string>

namespace clv::measure::opencl {

/// Context and in-order profiling queue of one device.
struct Session {
    Device device;
    Context context;
    Queue queue;

    [[nodiscard]] static Result<Session> open(Device device);
    [[nodiscard]] Result<void> finish() const;
};

/// Stamps of a finished event. Device error when the command failed on the device.
[[nodiscard]] Result<EventTimes> eventTimes(const Event &event);

/// "2026-01-31T12:00:00Z".
[[nodiscard]] std::string utcNow();

} // namespace clv::measure::opencl
