// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/plot_data.h"

#include <functional>
#include <vector>

namespace clv::plots {

/// Axis coordinate of a value: the value itself, or its logarithm to base 2 or 10. Not finite when the value cannot be
/// shown (0 or less on a logarithmic axis).
[[nodiscard]] double toAxis(double value, Scale scale);
[[nodiscard]] double fromAxis(double coordinate, Scale scale);

struct Tick {
    double position = 0; ///< axis coordinate
    double value = 0;
    QString label; ///< empty: a minor tick
};

struct TickRequest {
    double low = 0, high = 1; ///< axis coordinates, low < high
    Scale scale = Scale::Linear;
    Unit unit = Unit::Plain;
    double pixels = 0;                             ///< length of the axis
    double gap = 12;                               ///< least space between two labels
    std::function<double(const QString &)> extent; ///< of a label along the axis, in pixels
};

/// Ticks at round values: powers of two, decades (with 2 and 5 between when there is room), or 1-2-5 steps. Labels are
/// thinned so that no two come closer than `gap`, and stay at multiples of their step when the range moves.
/// At least one label whenever a round value lies in the range and fits at all.
[[nodiscard]] std::vector<Tick> makeTicks(const TickRequest &request);

/// Shortest exact text of a round value: "16 Ki", "10 µs", "2.5 k".
[[nodiscard]] QString tickLabel(double value, Unit unit);

} // namespace clv::plots
