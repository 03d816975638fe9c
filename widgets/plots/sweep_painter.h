// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/sweep_layout.h"

#include <QFont>

#include <optional>

class QPainter;

namespace clv::plots {

/// The read-out: a vertical line with every value at that x.
struct ReadOut {
    double x = 0; ///< value, one of the data's
    QPointF pointer;
};

/// What the charts library does not draw: grid, ticks, titles, legend, whiskers, error strip, read-out.
/// Below the curves and above them are two calls, since the curves lie between.
struct SweepPainter {
    const SweepPlotData &data;
    const SweepLayout &layout;
    const Palette &palette;
    QFont font;

    void paintBelow(QPainter &painter) const;
    void paintAbove(QPainter &painter) const;
    void paintReadOut(QPainter &painter, const ReadOut &readOut) const;
    void paintEmpty(QPainter &painter, const QRectF &area, const QString &text) const;

private:
    void paintGrid(QPainter &painter) const;
    void paintHatch(QPainter &painter) const;
    void paintWhiskers(QPainter &painter) const;
    void paintRefused(QPainter &painter) const;
    void paintFarPoints(QPainter &painter) const;
    void paintAxes(QPainter &painter) const;
    void paintLegend(QPainter &painter) const;
    void paintEndLabels(QPainter &painter) const;
    void paintStrip(QPainter &painter) const;
};

/// Distinct x values of all series in ascending order.
[[nodiscard]] std::vector<double> allX(const SweepPlotData &data);

/// Lines of the read-out: name, value with interval; then error factor and remarks.
struct ReadOutRow {
    int series = -1;
    QString name, value, interval;
};
[[nodiscard]] std::vector<ReadOutRow> readOutRows(const SweepPlotData &data, double x);

[[nodiscard]] Qt::PenStyle penStyle(Dash dash);

} // namespace clv::plots
