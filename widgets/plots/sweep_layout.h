// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/axis_ticks.h"

#include <QFontMetricsF>
#include <QRectF>

#include <vector>

namespace clv::plots {

/// Range of both axes, in axis coordinates.
struct PlotRange {
    double x0 = 0, x1 = 1, y0 = 0, y1 = 1;
    [[nodiscard]] double width() const { return x1 - x0; }
    [[nodiscard]] double height() const { return y1 - y0; }
    friend bool operator==(const PlotRange &, const PlotRange &) = default;
};

/// What the data spans, with a little air; whole range of a log axis starts with the data, not at one.
[[nodiscard]] PlotRange rangeOf(const SweepPlotData &data);
[[nodiscard]] bool hasAnythingToDraw(const SweepPlotData &data);

struct EndLabel {
    int series = 0;
    QString text;
    QRectF rect;
    QPointF end;          ///< end of the curve
    bool isMoved = false; ///< needs a leader
};

struct LegendEntry {
    int series = 0;
    QString text;
    QRectF rect;
};

struct LayoutOptions {
    QSizeF size;
    bool isLegendVisible = true, isStripVisible = true;
};

/// Where everything goes, in widget pixels. A pure function of data, range, size and font.
struct SweepLayout {
    QRectF plot, strip; ///< strip is empty when hidden
    QRectF yTitle, xTitle, stripTitle;
    QString yTitleText, xTitleText;
    std::vector<LegendEntry> legend;
    std::vector<EndLabel> endLabels;
    std::vector<Tick> xTicks, yTicks;
    std::vector<QRectF> xLabels, yLabels; ///< of the ticks with a label, in order
    std::vector<ErrorPoint> errors;
    double stripLimit = 1; ///< log2 of the factor at the strip's edge

    PlotRange range;
    [[nodiscard]] double pixelX(double coordinate) const;
    [[nodiscard]] double pixelY(double coordinate) const;
    [[nodiscard]] double coordinateX(double pixel) const;
    [[nodiscard]] double coordinateY(double pixel) const;
};

[[nodiscard]] SweepLayout layOut(const SweepPlotData &data, const PlotRange &range, const LayoutOptions &options,
                                 const QFontMetricsF &font);

} // namespace clv::plots
