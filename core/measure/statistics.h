// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/estimate.h"

#include <cstdint>
#include <vector>

namespace clv::measure {

/// Median of `values`; the mean of the middle two for an even count; 0 for none.
[[nodiscard]] double median(std::vector<double> values);
/// Median absolute deviation from the median, not scaled.
[[nodiscard]] double medianAbsoluteDeviation(const std::vector<double> &values);

struct Interval {
    double low = 0, high = 0;
};
/// 95% confidence interval of the median by order statistics: [x(k), x(n+1-k)] with the largest k for which
/// 2*P(B < k) <= 0.05, B binomial(n, 1/2). No assumption on the distribution. Below 6 samples no such k exists: the
/// whole range. Source: Conover, Practical Nonparametric Statistics, 3rd ed., section 3.2.
/// Example: n = 7: k = 1 (coverage 98.4%); n = 20: k = 6 (95.9%).
[[nodiscard]] Interval medianInterval(std::vector<double> values);

/// The four stamps of one profiling event, device clock.
struct EventTimes {
    std::uint64_t queuedNs = 0, submittedNs = 0, startNs = 0, endNs = 0;
    [[nodiscard]] bool isOrdered() const
    {
        return queuedNs <= submittedNs && submittedNs <= startNs && startNs <= endNs;
    }
    /// 0 for a clock that ran backwards: such a sample is marked by TimerHealth, never wrapped around.
    [[nodiscard]] double durationNs() const { return endNs > startNs ? static_cast<double>(endNs - startNs) : 0; }
};

/// What the health check needs to know about a series.
struct TimerEvidence {
    std::vector<double> samplesNs; ///< in the order taken
    bool isOrdered = true;         ///< all events
    bool hasZero = false;          ///< some event
    double deviceNsOverHostNs = 0; ///< largest ratio of summed event time to wall time of a sample
    double resolutionNs = 0;       ///< CL_DEVICE_PROFILING_TIMER_RESOLUTION
};
[[nodiscard]] TimerHealth judgeTimer(const TimerEvidence &evidence);

} // namespace clv::measure
