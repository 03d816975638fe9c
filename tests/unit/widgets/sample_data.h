// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/estimate.h"
#include "widgets/plots/plot_data.h"

#include <cmath>

namespace clv::test {

/// A sweep as a bandwidth-bound kernel gives it: launch cost first, then proportional to the size; the second model
/// misses the launch cost, measured points scatter about the first with one outlier.
inline plots::SweepPlotData sampleSweep(int firstPower = 10, int lastPower = 24)
{
    using namespace plots;
    SweepPlotData data;
    data.x = {QStringLiteral("global size"), Scale::Log2, Unit::BinaryCount};
    data.y = {QStringLiteral("kernel time"), Scale::Log10, Unit::Nanoseconds};
    PlotSeries model{QStringLiteral("clairvoyant"), Role::Predicted, Dash::Solid, SeriesKind::Line, {}, {}};
    PlotSeries second{QStringLiteral("roofline"), Role::SecondModel, Dash::Dotted, SeriesKind::Line, {}, {}};
    PlotSeries base{QStringLiteral("pinned baseline"), Role::Baseline, Dash::Dashed, SeriesKind::Line, {}, {}};
    PlotSeries measured{QStringLiteral("measured"), Role::Measured, Dash::Solid, SeriesKind::Points, {}, {}};
    for (int e = firstPower; e <= lastPower; ++e) {
        const double n = std::exp2(e), t = 5200 + n * 0.071;
        PlotPoint p{n, t, t * 0.84, t * 1.22, {}, e > 22};
        if (p.isOutOfRange)
            p.note = QStringLiteral("larger than any launch the model was trained on");
        model.points.push_back(p);
        second.points.push_back({n, 1800 + n * 0.048, {}, {}, {}, false});
        base.points.push_back({n, 5200 + n * 0.16, {}, {}, {}, false});
        if (e == 12)
            measured.refused.push_back({n, QStringLiteral("local size 256 does not divide 1000")});
        else if (e <= 21) {
            const double m = t * (1 + 0.12 * std::sin(e * 2.3)) * (e == 17 ? 2.1 : 1);
            measured.points.push_back({n, m, m * 0.93, m * (e == 17 ? 1.5 : 1.06), {}, false});
        }
    }
    data.series = {model, second, base, measured};
    data.currentX = std::exp2(16);
    return data;
}

inline std::vector<EstimateTerm> sampleTerms()
{
    return {{"DRAM", 131e3, 0.71},        {"latency", 31e3, 0.17},    {"launch", 5.2e3, 0.028},
            {"compute fp32", 11e3, 0.06}, {"dispatch", 2.1e3, 0.011}, {"imbalance", 8e3, 0.043},
            {"atomics", 200, 0.001}};
}

} // namespace clv::test
