// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/sweep_plot_data.h"

#include "widgets/session/text.h"

#include <QCoreApplication>

namespace clv::docks {

namespace {

QString axisTitle(const std::string &name)
{
    if (name == "global")
        return QCoreApplication::translate("SweepPanel", "global size");
    if (name == "local")
        return QCoreApplication::translate("SweepPanel", "local size");
    return qtext(name);
}

plots::PlotSeries predictedSeries(const Sweep &sweep, std::size_t model)
{
    plots::PlotSeries series;
    series.name = qtext(sweep.models[model]);
    series.role = model == 0 ? plots::Role::Predicted : plots::Role::SecondModel;
    series.dash = model == 0 ? plots::Dash::Solid : plots::Dash::Dotted;
    for (const SweepPoint &point : sweep.points) {
        if (model < point.estimates.size()) {
            const Estimate &estimate = point.estimates[model];
            plots::PlotPoint shown{point.x, estimate.medianNs, {}, {}, {}, false};
            if (model == 0 && estimate.highNs > estimate.lowNs) {
                shown.low = estimate.lowNs;
                shown.high = estimate.highNs;
            }
            series.points.push_back(std::move(shown));
        } else if (!point.refusal.empty() && model == 0) {
            series.refused.push_back({point.x, qtext(point.refusal)});
        }
    }
    return series;
}

plots::PlotSeries measuredSeries(const Sweep &sweep)
{
    plots::PlotSeries series;
    series.name = QCoreApplication::translate("SweepPanel", "measured");
    series.role = plots::Role::Measured;
    series.kind = plots::SeriesKind::Points;
    for (const SweepPoint &point : sweep.points) {
        if (point.measurement)
            series.points.push_back({point.x, point.measurement->medianNs, point.measurement->lowNs,
                                     point.measurement->highNs, qtext(point.measurement->timer.note), false});
        else if (!point.measurementRefusal.empty())
            series.refused.push_back({point.x, qtext(point.measurementRefusal)});
    }
    return series;
}

} // namespace

plots::SweepPlotData plotData(const Sweep &sweep, std::optional<double> currentX, bool isStale)
{
    plots::SweepPlotData data;
    data.x.title = axisTitle(sweep.spec.axis.name);
    data.x.scale = sweep.spec.axis.isLogarithmic ? plots::Scale::Log2 : plots::Scale::Linear;
    data.x.unit = sweep.spec.axis.isLogarithmic ? plots::Unit::BinaryCount : plots::Unit::Plain;
    data.y.title = QCoreApplication::translate("SweepPanel", "time");
    for (std::size_t model = 0; model < sweep.models.size(); ++model)
        data.series.push_back(predictedSeries(sweep, model));
    if (auto measured = measuredSeries(sweep); !measured.points.empty() || !measured.refused.empty())
        data.series.push_back(std::move(measured));
    data.currentX = currentX;
    data.isStale = isStale;
    return data;
}

} // namespace clv::docks
