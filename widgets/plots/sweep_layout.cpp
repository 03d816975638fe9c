// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/sweep_layout.h"

#include "widgets/plots/label_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clv::plots {

using namespace Qt::StringLiterals;

namespace {

constexpr double kSmall = 4, kGap = 8, kWide = 12;
constexpr double kSwatch = 22; ///< line sample of the legend
constexpr double kStripHeight = 44;
constexpr double kLeastPlotWithStrip = 120; ///< pixels of plot height below which the strip gives way
constexpr double kLeastWidthForEndLabels = 420;
constexpr double kMostEndLabelShare = 0.3;

struct Extremes {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void take(double v)
    {
        if (std::isfinite(v)) {
            low = std::min(low, v);
            high = std::max(high, v);
        }
    }
    [[nodiscard]] bool isEmpty() const { return low > high; }
};

void widen(Extremes &e, double share, double least)
{
    if (e.isEmpty())
        e = {0, 1};
    const double air = std::max((e.high - e.low) * share, e.high - e.low < least ? (least - (e.high - e.low)) / 2 : 0);
    e.low -= air;
    e.high += air;
}

/// Least span worth showing: a seventh of an octave, a tenth of a decade, or a tenth of the value.
double leastSpan(const Extremes &e, Scale scale)
{
    switch (scale) {
    case Scale::Log2: return 0.5;
    case Scale::Log10: return 0.15;
    case Scale::Linear: break;
    }
    return e.isEmpty() ? 1 : std::max(std::fabs(e.high) * 0.1, 1e-9);
}

double labelled(const std::vector<Tick> &ticks, const QFontMetricsF &font)
{
    double widest = 0;
    for (const Tick &t : ticks)
        widest = std::max(widest, font.horizontalAdvance(t.label));
    return widest;
}

std::vector<Tick> yTicksFor(const SweepPlotData &data, const PlotRange &range, double pixels, const QFontMetricsF &font)
{
    return makeTicks({range.y0, range.y1, data.y.scale, data.y.unit, pixels, font.height() * 0.6,
                      [&font](const QString &) { return font.height(); }});
}

/// Rows of legend entries, left to right; returns the height used.
double placeLegend(const SweepPlotData &data, double left, double right, double top, const QFontMetricsF &font,
                   std::vector<LegendEntry> &legend)
{
    const double rowHeight = font.height() + kSmall;
    double x = left, y = top;
    for (int i = 0; i < static_cast<int>(data.series.size()); ++i) {
        const double most = right - left - kSwatch - kSmall;
        const QString text = font.elidedText(data.series[static_cast<std::size_t>(i)].name, Qt::ElideRight, most);
        const double width = kSwatch + kSmall + font.horizontalAdvance(text);
        if (x > left && x + width > right) {
            x = left;
            y += rowHeight;
        }
        legend.push_back({i, text, QRectF(x, y, width, font.height())});
        x += width + 16;
    }
    return legend.empty() ? 0 : y - top + rowHeight;
}

/// Last point of a series inside the range; NaN when there is none.
QPointF lastVisible(const PlotSeries &series, const SweepPlotData &data, const SweepLayout &l)
{
    QPointF end(std::numeric_limits<double>::quiet_NaN(), 0);
    for (const PlotPoint &p : series.points) {
        const double x = toAxis(p.x, data.x.scale), y = toAxis(p.y, data.y.scale);
        if (std::isfinite(x) && std::isfinite(y) && x >= l.range.x0 && x <= l.range.x1)
            end = {l.pixelX(x), l.pixelY(y)};
    }
    return end;
}

void placeEndLabels(const SweepPlotData &data, double width, const QFontMetricsF &font, SweepLayout &l)
{
    std::vector<double> wanted;
    std::vector<EndLabel> labels;
    for (int i = 0; i < static_cast<int>(data.series.size()); ++i) {
        const auto &series = data.series[static_cast<std::size_t>(i)];
        const QPointF end = lastVisible(series, data, l);
        if (std::isnan(end.x()))
            continue;
        labels.push_back({i, font.elidedText(series.name, Qt::ElideRight, width), {}, end, false});
        wanted.push_back(std::clamp(end.y(), l.plot.top(), l.plot.bottom()));
    }
    const double height = font.height();
    const auto centres = spreadLabels(wanted, height, l.plot.top() - height / 2, l.plot.bottom() + height / 2);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (std::isnan(centres[i]))
            continue;
        EndLabel label = labels[i];
        label.rect = QRectF(l.plot.right() + kWide, centres[i] - height / 2, width, height);
        label.isMoved = std::fabs(centres[i] - wanted[i]) > 3 || l.plot.right() - label.end.x() > 2 * kWide;
        l.endLabels.push_back(label);
    }
}

double endLabelWidth(const SweepPlotData &data, double width, const QFontMetricsF &font)
{
    if (width < kLeastWidthForEndLabels)
        return 0;
    double widest = 0;
    for (const PlotSeries &s : data.series)
        if (!s.points.empty())
            widest = std::max(widest, font.horizontalAdvance(s.name) + 1);
    return std::min(widest, width * kMostEndLabelShare);
}

double stripLimitOf(const std::vector<ErrorPoint> &errors)
{
    double most = 0;
    for (const ErrorPoint &e : errors)
        most = std::max(most, std::fabs(std::log2(e.factor)));
    return most <= 1 ? 1 : most <= 2 ? 2 : most <= 4 ? 4 : 8; // edges at factors of 2, 4, 16, 256
}

} // namespace

bool hasAnythingToDraw(const SweepPlotData &data)
{
    return std::ranges::any_of(data.series,
                               [](const PlotSeries &s) { return !s.points.empty() || !s.refused.empty(); });
}

PlotRange rangeOf(const SweepPlotData &data)
{
    Extremes x, y;
    for (const PlotSeries &series : data.series) {
        for (const PlotPoint &p : series.points) {
            x.take(toAxis(p.x, data.x.scale));
            y.take(toAxis(p.y, data.y.scale));
            if (p.low)
                y.take(toAxis(*p.low, data.y.scale));
            if (p.high)
                y.take(toAxis(*p.high, data.y.scale));
        }
        for (const RefusedPoint &r : series.refused)
            x.take(toAxis(r.x, data.x.scale));
    }
    widen(x, 0.02, leastSpan(x, data.x.scale));
    widen(y, 0.06, leastSpan(y, data.y.scale));
    return {x.low, x.high, y.low, y.high};
}

double SweepLayout::pixelX(double c) const
{
    return plot.left() + (c - range.x0) / range.width() * plot.width();
}
double SweepLayout::pixelY(double c) const
{
    return plot.bottom() - (c - range.y0) / range.height() * plot.height();
}
double SweepLayout::coordinateX(double p) const
{
    return range.x0 + (p - plot.left()) / plot.width() * range.width();
}
double SweepLayout::coordinateY(double p) const
{
    return range.y0 + (plot.bottom() - p) / plot.height() * range.height();
}

SweepLayout layOut(const SweepPlotData &data, const PlotRange &range, const LayoutOptions &options,
                   const QFontMetricsF &font)
{
    SweepLayout l;
    l.range = range;
    const double width = options.size.width(), height = options.size.height(), line = font.height();

    // Title of y stands level above its axis: readable without turning the head, and no room lost at the side.
    double top = kGap;
    l.yTitleText = font.elidedText(data.y.title, Qt::ElideRight, width - 2 * kGap);
    const double titleWidth = font.horizontalAdvance(l.yTitleText);
    l.yTitle = QRectF(kGap, top, titleWidth, line);
    double titleRow = l.yTitleText.isEmpty() ? 0 : line + kSmall;
    if (options.isLegendVisible) {
        double needed = 0;
        for (const PlotSeries &s : data.series)
            needed += kSwatch + kSmall + font.horizontalAdvance(s.name) + 16;
        const bool isOneRow = titleWidth + 24 + needed <= width - 2 * kGap;
        const double legendLeft = isOneRow ? std::max(width - kGap - needed + 16, titleWidth + 24) : kGap;
        const double used =
            placeLegend(data, legendLeft, width - kGap + 1, isOneRow ? top : top + titleRow, font, l.legend);
        titleRow = isOneRow ? std::max(titleRow, used) : titleRow + used;
    }
    top += titleRow + line / 2;

    l.errors = errorPoints(data);
    l.stripLimit = stripLimitOf(l.errors);
    const double below = kSmall + line + (data.x.title.isEmpty() ? 0 : line + 2) + kSmall;
    double bottom = height - below;
    const bool hasStrip =
        options.isStripVisible && !l.errors.empty() && bottom - top - kStripHeight - kWide >= kLeastPlotWithStrip;
    const double plotBottom = hasStrip ? bottom - kStripHeight - kWide : bottom;

    l.yTicks = yTicksFor(data, range, plotBottom - top, font);
    double left = kGap + labelled(l.yTicks, font) + kGap;
    if (hasStrip)
        left = std::max(left, kGap + font.horizontalAdvance(u"×256"_s) + kGap);
    const double labelWidth = endLabelWidth(data, width, font);
    const double right = width - (labelWidth > 0 ? labelWidth + kWide + kGap : kWide + kSmall);
    l.plot = QRectF(QPointF(left, top), QPointF(std::max(right, left + 20), std::max(plotBottom, top + 20)));
    if (hasStrip)
        l.strip = QRectF(l.plot.left(), bottom - kStripHeight, l.plot.width(), kStripHeight);
    if (labelWidth > 0)
        placeEndLabels(data, labelWidth, font, l);

    l.xTicks = makeTicks({range.x0, range.x1, data.x.scale, data.x.unit, l.plot.width(), kWide,
                          [&font](const QString &text) { return font.horizontalAdvance(text); }});
    for (const Tick &t : l.xTicks) {
        if (t.label.isEmpty())
            continue;
        const double w = font.horizontalAdvance(t.label);
        // The first and last label stay inside the widget.
        const double x = std::clamp(l.pixelX(t.position) - w / 2, 1.0, std::max(1.0, width - w - 1));
        l.xLabels.emplace_back(x, bottom + kSmall, w, line);
    }
    for (const Tick &t : l.yTicks) {
        if (t.label.isEmpty())
            continue;
        const double w = font.horizontalAdvance(t.label);
        l.yLabels.emplace_back(l.plot.left() - kGap - w, l.pixelY(t.position) - line / 2, w, line);
    }
    l.xTitleText = font.elidedText(data.x.title, Qt::ElideRight, l.plot.width());
    const double w = font.horizontalAdvance(l.xTitleText);
    l.xTitle = QRectF(l.plot.right() - w, bottom + kSmall + line + 2, w, line);
    return l;
}

} // namespace clv::plots
