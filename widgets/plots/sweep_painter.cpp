// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/sweep_painter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <set>

namespace clv::plots {

using namespace Qt::StringLiterals;

namespace {

constexpr double kMark = 4; ///< radius of a measured point

const PlotSeries &seriesAt(const SweepPlotData &data, int i)
{
    return data.series[static_cast<std::size_t>(i)];
}

QColor faded(QColor colour, bool isStale)
{
    if (isStale)
        colour.setAlphaF(colour.alphaF() * 0.45F);
    return colour;
}

/// Baseline of text in a rectangle of the font's height.
void drawText(QPainter &p, const QRectF &rect, const QString &text)
{
    p.drawText(QPointF(rect.left(), rect.top() + QFontMetricsF(p.font(), p.device()).ascent()), text);
}

double snapped(double pixel)
{
    return std::floor(pixel) + 0.5;
}

} // namespace

Qt::PenStyle penStyle(Dash dash)
{
    switch (dash) {
    case Dash::Dashed: return Qt::DashLine;
    case Dash::Dotted: return Qt::DotLine;
    case Dash::Solid: break;
    }
    return Qt::SolidLine;
}

std::vector<double> allX(const SweepPlotData &data)
{
    std::set<double> xs;
    for (const PlotSeries &s : data.series) {
        for (const PlotPoint &p : s.points)
            xs.insert(p.x);
        for (const RefusedPoint &r : s.refused)
            xs.insert(r.x);
    }
    return {xs.begin(), xs.end()};
}

std::vector<ReadOutRow> readOutRows(const SweepPlotData &data, double x)
{
    std::vector<ReadOutRow> rows;
    std::vector<QString> notes;
    for (int i = 0; i < static_cast<int>(data.series.size()); ++i) {
        const PlotSeries &series = seriesAt(data, i);
        for (const PlotPoint &p : series.points) {
            if (p.x != x)
                continue;
            QString interval;
            if (p.low && p.high)
                interval = formatValue(*p.low, data.y.unit) + u" – "_s + formatValue(*p.high, data.y.unit);
            rows.push_back({i, series.name, formatValue(p.y, data.y.unit), interval});
            if (!p.note.isEmpty())
                notes.push_back(p.note);
        }
        for (const RefusedPoint &r : series.refused)
            if (r.x == x)
                rows.push_back({i, series.name, u"–"_s, r.reason});
    }
    for (const ErrorPoint &e : errorPoints(data))
        if (e.x == x)
            rows.push_back({-1, u"predicted / measured"_s, formatValue(e.factor, Unit::Factor), {}});
    for (const QString &note : notes)
        rows.push_back({-1, note, {}, {}});
    return rows;
}

void SweepPainter::paintBelow(QPainter &p) const
{
    p.setFont(font);
    p.setRenderHint(QPainter::Antialiasing);
    paintGrid(p);
    paintHatch(p);
}

void SweepPainter::paintAbove(QPainter &p) const
{
    p.setFont(font);
    p.setRenderHint(QPainter::Antialiasing);
    p.save();
    p.setClipRect(layout.plot.adjusted(-1, -1, 1, 1));
    paintWhiskers(p);
    paintFarPoints(p);
    p.restore();
    paintAxes(p);
    paintRefused(p);
    paintLegend(p);
    paintEndLabels(p);
    if (!layout.strip.isEmpty())
        paintStrip(p);
}

void SweepPainter::paintGrid(QPainter &p) const
{
    for (const Tick &t : layout.xTicks) {
        const double x = snapped(layout.pixelX(t.position));
        QColor colour = palette.grid;
        colour.setAlphaF(t.label.isEmpty() ? 0.45F : 1.0F);
        p.setPen(QPen(colour, 1));
        p.drawLine(QPointF(x, layout.plot.top()), QPointF(x, layout.plot.bottom()));
    }
    p.setPen(QPen(palette.grid, 1));
    for (const Tick &t : layout.yTicks) {
        const double y = snapped(layout.pixelY(t.position));
        if (!t.label.isEmpty())
            p.drawLine(QPointF(layout.plot.left(), y), QPointF(layout.plot.right(), y));
    }
    if (data.currentX) {
        const double c = toAxis(*data.currentX, data.x.scale);
        if (c >= layout.range.x0 && c <= layout.range.x1) {
            p.setPen(QPen(palette.axis, 1, Qt::DashLine));
            const double x = snapped(layout.pixelX(c));
            p.drawLine(QPointF(x, layout.plot.top()), QPointF(x, layout.plot.bottom()));
        }
    }
}

/// Out of the model's range: diagonal lines over the band, or over the full height where there is no band.
void SweepPainter::paintHatch(QPainter &p) const
{
    p.save();
    p.setClipRect(layout.plot);
    for (const PlotSeries &series : data.series) {
        QColor colour = faded(palette.graphic(series.role), data.isStale);
        colour.setAlphaF(colour.alphaF() * 0.55F);
        p.setPen(Qt::NoPen);
        p.setBrush(QBrush(colour, Qt::BDiagPattern));
        for (std::size_t i = 1; i < series.points.size(); ++i) {
            const PlotPoint &a = series.points[i - 1], &b = series.points[i];
            if (!a.isOutOfRange && !b.isOutOfRange)
                continue;
            const double xa = layout.pixelX(toAxis(a.x, data.x.scale)), xb = layout.pixelX(toAxis(b.x, data.x.scale));
            const auto y = [this](double v) { return layout.pixelY(toAxis(v, data.y.scale)); };
            if (a.low && a.high && b.low && b.high)
                p.drawPolygon(QPolygonF({{xa, y(*a.low)}, {xa, y(*a.high)}, {xb, y(*b.high)}, {xb, y(*b.low)}}));
            else
                p.drawRect(QRectF(xa, layout.plot.top(), xb - xa, layout.plot.height()));
        }
    }
    p.restore();
}

void SweepPainter::paintWhiskers(QPainter &p) const
{
    for (const PlotSeries &series : data.series) {
        if (series.kind != SeriesKind::Points)
            continue;
        p.setPen(QPen(faded(palette.graphic(series.role), data.isStale), 1.2));
        for (const PlotPoint &point : series.points) {
            if (!point.low || !point.high)
                continue;
            const double x = layout.pixelX(toAxis(point.x, data.x.scale));
            const double low = layout.pixelY(toAxis(*point.low, data.y.scale));
            const double high = layout.pixelY(toAxis(*point.high, data.y.scale));
            if (!std::isfinite(low + high) || low - high < 2 * kMark + 2)
                continue; // hidden by the mark itself
            p.drawLine(QPointF(x, low), QPointF(x, high));
            p.drawLine(QPointF(x - 3, low), QPointF(x + 3, low));
            p.drawLine(QPointF(x - 3, high), QPointF(x + 3, high));
        }
    }
}

/// A cross on the axis for what has no value.
void SweepPainter::paintRefused(QPainter &p) const
{
    for (const PlotSeries &series : data.series) {
        p.setPen(QPen(faded(palette.graphic(series.role), data.isStale), 1.6, Qt::SolidLine, Qt::RoundCap));
        for (const RefusedPoint &r : series.refused) {
            const double c = toAxis(r.x, data.x.scale);
            if (!(c >= layout.range.x0 && c <= layout.range.x1))
                continue;
            const QPointF at(layout.pixelX(c), layout.plot.bottom() - 7);
            p.drawLine(at + QPointF(-3.5, -3.5), at + QPointF(3.5, 3.5));
            p.drawLine(at + QPointF(-3.5, 3.5), at + QPointF(3.5, -3.5));
        }
    }
}

/// A ring around a measured point from which the model parts by more than the chosen factor.
void SweepPainter::paintFarPoints(QPainter &p) const
{
    const double limit = std::log2(std::max(1.0, data.errorLimit));
    for (const PlotSeries &series : data.series) {
        if (series.role != Role::Measured)
            continue;
        p.setBrush(Qt::NoBrush);
        p.setPen(QPen(faded(palette.error, data.isStale), 1.5));
        for (const ErrorPoint &e : layout.errors) {
            if (std::fabs(std::log2(e.factor)) <= limit)
                continue;
            const auto at = std::ranges::find_if(series.points, [&e](const PlotPoint &m) { return m.x == e.x; });
            if (at != series.points.end())
                p.drawEllipse(
                    QPointF(layout.pixelX(toAxis(at->x, data.x.scale)), layout.pixelY(toAxis(at->y, data.y.scale))),
                    kMark + 4, kMark + 4);
        }
        break;
    }
}

void SweepPainter::paintAxes(QPainter &p) const
{
    const QRectF &foot = layout.strip.isEmpty() ? layout.plot : layout.strip;
    p.setPen(QPen(palette.axis, 1));
    p.drawLine(QPointF(layout.plot.left(), snapped(layout.plot.bottom())),
               QPointF(layout.plot.right(), snapped(layout.plot.bottom())));
    for (const Tick &t : layout.xTicks) {
        const double x = snapped(layout.pixelX(t.position));
        if (layout.strip.isEmpty())
            p.drawLine(QPointF(x, foot.bottom()), QPointF(x, foot.bottom() + (t.label.isEmpty() ? 2 : 4)));
    }
    p.setPen(palette.mutedText);
    std::size_t i = 0;
    for (const Tick &t : layout.xTicks)
        if (!t.label.isEmpty())
            drawText(p, layout.xLabels[i++], t.label);
    i = 0;
    for (const Tick &t : layout.yTicks)
        if (!t.label.isEmpty())
            drawText(p, layout.yLabels[i++], t.label);
    drawText(p, layout.yTitle, layout.yTitleText);
    drawText(p, layout.xTitle, layout.xTitleText);
}

void SweepPainter::paintLegend(QPainter &p) const
{
    for (const LegendEntry &entry : layout.legend) {
        const PlotSeries &series = seriesAt(data, entry.series);
        const double y = entry.rect.center().y();
        const QRectF swatch(entry.rect.left(), y - 5, 22, 10);
        if (series.kind == SeriesKind::Line &&
            std::ranges::any_of(series.points, [](auto &q) { return q.low && q.high; }))
            p.fillRect(swatch, faded(palette.band(series.role), data.isStale));
        const QColor colour = faded(palette.graphic(series.role), data.isStale);
        if (series.kind == SeriesKind::Points) {
            p.setPen(Qt::NoPen);
            p.setBrush(colour);
            p.drawEllipse(swatch.center(), kMark, kMark);
        } else {
            p.setPen(QPen(colour, 2, penStyle(series.dash), Qt::FlatCap));
            p.drawLine(QPointF(swatch.left(), y), QPointF(swatch.right(), y));
        }
        p.setPen(palette.text);
        drawText(p, entry.rect.adjusted(26, 0, 0, 0), entry.text);
    }
}

void SweepPainter::paintEndLabels(QPainter &p) const
{
    for (const EndLabel &label : layout.endLabels) {
        const PlotSeries &series = seriesAt(data, label.series);
        if (label.isMoved) {
            QColor leader = palette.graphic(series.role);
            leader.setAlphaF(0.6F);
            p.setPen(QPen(leader, 1));
            const QPointF to(label.rect.left() - 3, label.rect.center().y());
            const QPointF bend(std::max(layout.plot.right() + 2, label.end.x() + kMark),
                               std::clamp(label.end.y(), layout.plot.top(), layout.plot.bottom()));
            if (label.end.x() < layout.plot.right() - 24) {
                p.setPen(QPen(leader, 1, Qt::DotLine));
                p.drawLine(QPointF(label.end.x() + kMark + 2, bend.y()), QPointF(layout.plot.right() + 2, bend.y()));
                p.setPen(QPen(leader, 1));
                p.drawLine(QPointF(layout.plot.right() + 2, bend.y()), to);
            } else {
                p.drawLine(bend, to);
            }
        }
        p.setPen(faded(palette.textFor(series.role), data.isStale));
        drawText(p, label.rect, label.text);
    }
}

/// Bars up: predicted too slow; bars down: too fast. The line in the middle is a perfect prediction.
void SweepPainter::paintStrip(QPainter &p) const
{
    const QRectF &s = layout.strip;
    const double middle = s.center().y(), half = s.height() / 2;
    const auto yOf = [&](double factor) {
        return middle - std::clamp(std::log2(factor) / layout.stripLimit, -1.0, 1.0) * (half - 1);
    };
    p.setPen(QPen(palette.grid, 1));
    p.drawLine(QPointF(s.left(), snapped(s.top())), QPointF(s.right(), snapped(s.top())));
    p.drawLine(QPointF(s.left(), snapped(s.bottom())), QPointF(s.right(), snapped(s.bottom())));
    if (data.errorLimit > 1) {
        p.setPen(QPen(palette.grid, 1, Qt::DashLine));
        for (const double limit : {data.errorLimit, 1 / data.errorLimit})
            if (std::fabs(std::log2(limit)) < layout.stripLimit)
                p.drawLine(QPointF(s.left(), yOf(limit)), QPointF(s.right(), yOf(limit)));
    }
    double nearest = 24;
    double before = -1e9;
    for (const ErrorPoint &e : layout.errors) {
        const double x = layout.pixelX(toAxis(e.x, data.x.scale));
        nearest = std::min(nearest, x - before);
        before = x;
    }
    const double width = std::clamp(nearest * 0.55, 2.0, 12.0);
    p.save();
    p.setClipRect(s.adjusted(-width, -1, width, 1));
    for (const ErrorPoint &e : layout.errors) {
        const double x = layout.pixelX(toAxis(e.x, data.x.scale)), y = yOf(e.factor);
        const bool isFar = std::fabs(std::log2(e.factor)) > std::log2(std::max(1.0, data.errorLimit));
        const QColor colour = faded(palette.errorFactor(e.factor > 1 ? 4 : 0.25), data.isStale || !isFar);
        QRectF bar(x - width / 2, std::min(y, middle), width, std::fabs(y - middle));
        if (bar.height() < 2)
            bar = QRectF(x - width / 2, middle - 1, width, 2);
        p.fillRect(bar, colour);
    }
    p.restore();
    p.setPen(QPen(palette.axis, 1));
    p.drawLine(QPointF(s.left(), snapped(middle)), QPointF(s.right(), snapped(middle)));
    p.setPen(palette.mutedText);
    const QFontMetricsF metrics(p.font(), p.device());
    const double factor = std::exp2(layout.stripLimit);
    const auto label = [&](const QString &text, double y) {
        const double w = metrics.horizontalAdvance(text);
        drawText(p, QRectF(s.left() - 8 - w, y - metrics.height() / 2, w, metrics.height()), text);
    };
    label(u"×%1"_s.arg(factor), s.top() + metrics.height() * 0.2);
    label(u"×1"_s, middle);
    if (s.height() > 2.6 * metrics.height())
        label(u"×1/%1"_s.arg(factor), s.bottom() - metrics.height() * 0.2);
    if (!layout.endLabels.empty()) {
        const double room = layout.endLabels.front().rect.width();
        QRectF title(s.right() + 12, middle - metrics.height(), room + 8, metrics.height());
        p.setPen(palette.mutedText);
        if (metrics.horizontalAdvance(u"predicted /"_s) <= title.width()) {
            drawText(p, title, u"predicted /"_s);
            drawText(p, title.translated(0, metrics.height()), u"measured"_s);
        }
    }
}

void SweepPainter::paintReadOut(QPainter &p, const ReadOut &readOut) const
{
    const auto rows = readOutRows(data, readOut.x);
    const double c = toAxis(readOut.x, data.x.scale);
    if (rows.empty() || !(c >= layout.range.x0 && c <= layout.range.x1))
        return;
    p.setFont(font);
    p.setRenderHint(QPainter::Antialiasing);
    const double x = snapped(layout.pixelX(c));
    p.setPen(QPen(palette.axis, 1));
    p.drawLine(QPointF(x, layout.plot.top()),
               QPointF(x, (layout.strip.isEmpty() ? layout.plot : layout.strip).bottom()));

    const QFontMetricsF metrics(font, p.device());
    const QString exactX = formatValue(readOut.x, Unit::Plain), shortX = formatValue(readOut.x, data.x.unit);
    QString head = data.x.title.isEmpty() ? shortX : data.x.title + u"  "_s + shortX;
    if (data.x.unit == Unit::BinaryCount && exactX != shortX)
        head += u"  ("_s + exactX + u')';
    double nameWidth = 0, valueWidth = 0, intervalWidth = 0, wholeWidth = metrics.horizontalAdvance(head);
    for (const ReadOutRow &row : rows) {
        if (row.value.isEmpty()) {
            wholeWidth = std::max(wholeWidth, std::min(320.0, metrics.horizontalAdvance(row.name)));
            continue;
        }
        nameWidth = std::max(nameWidth, metrics.horizontalAdvance(row.name));
        valueWidth = std::max(valueWidth, metrics.horizontalAdvance(row.value));
        intervalWidth = std::max(intervalWidth, std::min(260.0, metrics.horizontalAdvance(row.interval)));
    }
    const double line = metrics.height() + 3, swatch = 14;
    const double width =
        std::max(wholeWidth, swatch + nameWidth + 16 + valueWidth + (intervalWidth > 0 ? 12 + intervalWidth : 0)) + 16;
    const double height = line * (static_cast<double>(rows.size()) + 1) + 12;
    const QRectF &plot = layout.plot;
    double left = x + 12;
    if (left + width > plot.right() && x - 12 - width >= 2)
        left = x - 12 - width;
    // Away from the pointer's height, so that the curve under it stays in view.
    const double y = readOut.pointer.y() > plot.center().y() ? plot.top() + 4
                                                             : std::max(plot.top() + 4, plot.bottom() - height - 14);
    const QRectF box(left, y, width, height);
    QColor fill = palette.raised;
    fill.setAlphaF(0.96F);
    p.setPen(QPen(palette.grid, 1));
    p.setBrush(fill);
    p.drawRoundedRect(box, 4, 4);

    QRectF at(box.left() + 8, box.top() + 6, width - 16, metrics.height());
    p.setPen(palette.mutedText);
    drawText(p, at, head);
    for (const ReadOutRow &row : rows) {
        at.translate(0, line);
        if (row.value.isEmpty()) {
            p.setPen(palette.mutedText);
            drawText(p, at, metrics.elidedText(row.name, Qt::ElideRight, at.width()));
            continue;
        }
        if (row.series >= 0) {
            const PlotSeries &series = seriesAt(data, row.series);
            const QColor colour = palette.graphic(series.role);
            const QPointF centre(at.left() + 4, at.center().y());
            if (series.kind == SeriesKind::Points) {
                p.setPen(Qt::NoPen);
                p.setBrush(colour);
                p.drawEllipse(centre, 3.5, 3.5);
            } else {
                p.setPen(QPen(colour, 2, penStyle(series.dash), Qt::FlatCap));
                p.drawLine(centre - QPointF(5, 0), centre + QPointF(6, 0));
            }
        }
        p.setPen(palette.text);
        drawText(p, at.adjusted(swatch, 0, 0, 0), row.name);
        const double valueRight = at.left() + swatch + nameWidth + 16 + valueWidth;
        drawText(p, QRectF(valueRight - metrics.horizontalAdvance(row.value), at.top(), valueWidth, at.height()),
                 row.value);
        if (!row.interval.isEmpty()) {
            p.setPen(palette.mutedText);
            drawText(p, QRectF(valueRight + 12, at.top(), intervalWidth, at.height()),
                     metrics.elidedText(row.interval, Qt::ElideRight, intervalWidth));
        }
    }
}

void SweepPainter::paintEmpty(QPainter &p, const QRectF &area, const QString &text) const
{
    p.setFont(font);
    p.setPen(palette.mutedText);
    p.drawText(area.adjusted(24, 12, -24, -12), static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap, text);
}

} // namespace clv::plots
