// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/sweep_canvas.h"

#include <QAreaSeries>
#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QLineSeries>
#include <QMouseEvent>
#include <QPainter>
#include <QScatterSeries>
#include <QScrollBar>
#include <QValueAxis>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace clv::plots {

namespace {

constexpr double kReach = 9;           ///< pixels from a point that still hit it
constexpr double kClosest = 1.0 / 200; ///< smallest shown share of the whole range

bool hasBand(const PlotSeries &series)
{
    return series.kind == SeriesKind::Line &&
           std::ranges::any_of(series.points, [](const PlotPoint &p) { return p.low && p.high; });
}

bool hasSameShape(const SweepPlotData &a, const SweepPlotData &b)
{
    return std::ranges::equal(a.series, b.series, [](const PlotSeries &s, const PlotSeries &t) {
        return s.kind == t.kind && s.role == t.role && s.dash == t.dash && hasBand(s) == hasBand(t);
    });
}

bool hasSameAxes(const SweepPlotData &a, const SweepPlotData &b)
{
    return a.x.title == b.x.title && a.x.scale == b.x.scale && a.y.scale == b.y.scale && a.y.title == b.y.title;
}

QColor dimmed(QColor colour, bool isStale)
{
    if (isStale)
        colour.setAlphaF(colour.alphaF() * 0.45F);
    return colour;
}

} // namespace

SweepCanvas::SweepCanvas(QWidget *parent)
    : QChartView(parent), m_palette(Palette::light()), m_chart(new QChart), m_x(new QValueAxis), m_y(new QValueAxis)
{
    m_chart->setBackgroundVisible(false);
    m_chart->setPlotAreaBackgroundVisible(false);
    m_chart->setMargins({});
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->legend()->hide();
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_chart->addAxis(m_x, Qt::AlignBottom);
    m_chart->addAxis(m_y, Qt::AlignLeft);
    m_x->setVisible(false);
    m_y->setVisible(false);
    setChart(m_chart);
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
}

void SweepCanvas::setData(const SweepPlotData &data)
{
    const bool isSameShape = hasSameShape(m_data, data);
    if (!hasSameAxes(m_data, data) || !hasAnythingToDraw(data))
        m_range.reset();
    m_data = data;
    for (PlotSeries &series : m_data.series)
        std::ranges::stable_sort(series.points, {}, &PlotPoint::x);
    m_whole = rangeOf(m_data);
    if (!isSameShape)
        rebuildSeries();
    fillSeries();
    styleSeries();
    relayout();
}

void SweepCanvas::setColours(const Palette &palette)
{
    m_palette = palette;
    setBackgroundBrush(palette.surface);
    styleSeries();
    viewport()->update();
}

void SweepCanvas::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

void SweepCanvas::setOptions(bool isLegendVisible, bool isStripVisible)
{
    m_options.isLegendVisible = isLegendVisible;
    m_options.isStripVisible = isStripVisible;
    relayout();
}

void SweepCanvas::rebuildSeries()
{
    m_chart->removeAllSeries();
    m_drawn.clear();
    const auto attach = [this](QAbstractSeries *series) {
        m_chart->addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
    };
    // Bands first, lines above them, measured points on top.
    for (const PlotSeries &series : m_data.series) {
        Drawn drawn;
        if (hasBand(series)) {
            drawn.upper = new QLineSeries;
            drawn.lower = new QLineSeries;
            drawn.band = new QAreaSeries(drawn.upper, drawn.lower);
            drawn.upper->setParent(drawn.band);
            drawn.lower->setParent(drawn.band);
            attach(drawn.band);
        }
        m_drawn.push_back(drawn);
    }
    for (const SeriesKind kind : {SeriesKind::Line, SeriesKind::Points}) {
        for (std::size_t i = 0; i < m_data.series.size(); ++i) {
            if (m_data.series[i].kind != kind)
                continue;
            m_drawn[i].line = kind == SeriesKind::Line ? static_cast<QXYSeries *>(new QLineSeries)
                                                       : static_cast<QXYSeries *>(new QScatterSeries);
            attach(m_drawn[i].line);
        }
    }
}

void SweepCanvas::fillSeries()
{
    for (std::size_t i = 0; i < m_drawn.size(); ++i) {
        QList<QPointF> line, upper, lower;
        for (const PlotPoint &p : m_data.series[i].points) {
            const double x = toAxis(p.x, m_data.x.scale), y = toAxis(p.y, m_data.y.scale);
            if (!std::isfinite(x) || !std::isfinite(y))
                continue;
            line.append({x, y});
            const double low = toAxis(p.low.value_or(p.y), m_data.y.scale);
            const double high = toAxis(p.high.value_or(p.y), m_data.y.scale);
            lower.append({x, std::isfinite(low) ? low : m_whole.y0});
            upper.append({x, std::isfinite(high) ? high : y});
        }
        m_drawn[i].line->replace(line);
        if (m_drawn[i].band) {
            m_drawn[i].lower->replace(lower);
            m_drawn[i].upper->replace(upper);
        }
    }
}

void SweepCanvas::styleSeries()
{
    for (std::size_t i = 0; i < m_drawn.size(); ++i) {
        const PlotSeries &series = m_data.series[i];
        const QColor colour = dimmed(m_palette.graphic(series.role), m_data.isStale);
        if (m_drawn[i].band) {
            m_drawn[i].band->setPen(Qt::NoPen);
            m_drawn[i].band->setBrush(dimmed(m_palette.band(series.role), m_data.isStale));
        }
        if (auto *marks = qobject_cast<QScatterSeries *>(m_drawn[i].line)) {
            marks->setMarkerShape(QScatterSeries::MarkerShapeCircle);
            marks->setMarkerSize(8);
            marks->setBrush(colour);
            marks->setPen(QPen(m_palette.surface, 1)); // a thin rim keeps neighbours apart
        } else {
            m_drawn[i].line->setPen(QPen(colour, 2, penStyle(series.dash), Qt::FlatCap, Qt::RoundJoin));
        }
    }
}

void SweepCanvas::relayout()
{
    m_options.size = viewport()->size();
    m_layout = layOut(m_data, shownRange(), m_options, QFontMetricsF(font(), this));
    m_chart->setPlotArea(m_layout.plot);
    applyRange();
    viewport()->update();
}

void SweepCanvas::applyRange()
{
    const PlotRange r = shownRange();
    m_x->setRange(r.x0, r.x1);
    m_y->setRange(r.y0, r.y1);
}

void SweepCanvas::setRange(PlotRange range)
{
    const bool wasZoomed = isZoomed();
    const auto fit = [](double &low, double &high, double wholeLow, double wholeHigh) {
        const double whole = wholeHigh - wholeLow;
        const double middle = (low + high) / 2, span = std::clamp(high - low, whole * kClosest, whole);
        low = std::clamp(middle - span / 2, wholeLow, wholeHigh - span);
        high = low + span;
    };
    fit(range.x0, range.x1, m_whole.x0, m_whole.x1);
    fit(range.y0, range.y1, m_whole.y0, m_whole.y1);
    const bool isWhole = range.width() >= m_whole.width() * 0.999 && range.height() >= m_whole.height() * 0.999;
    m_range = isWhole ? std::nullopt : std::optional(range);
    relayout();
    if (wasZoomed != isZoomed())
        emit zoomChanged(isZoomed());
}

void SweepCanvas::resetZoom()
{
    setRange(m_whole);
}

void SweepCanvas::zoomAt(QPointF pixel, double factorX, double factorY)
{
    PlotRange r = shownRange();
    const double cx = std::clamp(m_layout.coordinateX(pixel.x()), r.x0, r.x1);
    const double cy = std::clamp(m_layout.coordinateY(pixel.y()), r.y0, r.y1);
    r = {cx - (cx - r.x0) / factorX, cx + (r.x1 - cx) / factorX, cy - (cy - r.y0) / factorY,
         cy + (r.y1 - cy) / factorY};
    setRange(r);
}

void SweepCanvas::renderTo(QPainter &painter, QSizeF size)
{
    const QRectF area(QPointF(0, 0), size);
    m_range.reset();
    m_options.size = size;
    m_layout = layOut(m_data, m_whole, m_options, QFontMetricsF(font(), this));
    m_chart->resize(size);
    scene()->setSceneRect(area);
    m_chart->setPlotArea(m_layout.plot);
    applyRange();
    m_chart->layout()->activate();
    painter.fillRect(area, m_palette.surface);
    const SweepPainter own{m_data, m_layout, m_palette, font()};
    if (!hasAnythingToDraw(m_data)) {
        own.paintEmpty(painter, area, m_emptyText);
        return;
    }
    own.paintBelow(painter);
    scene()->render(&painter, area, area);
    own.paintAbove(painter);
}

void SweepCanvas::drawBackground(QPainter *painter, const QRectF &rect)
{
    painter->fillRect(rect, m_palette.surface);
    if (hasAnythingToDraw(m_data))
        SweepPainter{m_data, m_layout, m_palette, font()}.paintBelow(*painter);
}

void SweepCanvas::drawForeground(QPainter *painter, const QRectF &)
{
    const SweepPainter own{m_data, m_layout, m_palette, font()};
    if (!hasAnythingToDraw(m_data)) {
        own.paintEmpty(*painter, QRectF(viewport()->rect()), m_emptyText);
        return;
    }
    own.paintAbove(*painter);
    if (m_readOut && !m_isPanning)
        own.paintReadOut(*painter, *m_readOut);
    if (hasFocus()) {
        painter->setPen(QPen(m_palette.accent, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void SweepCanvas::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    relayout();
}

std::optional<double> SweepCanvas::nearestX(double pixel) const
{
    std::optional<double> best;
    double distance = 1e300;
    for (const double x : allX(m_data)) {
        const double c = toAxis(x, m_data.x.scale);
        if (!(c >= m_layout.range.x0 && c <= m_layout.range.x1))
            continue;
        const double d = std::fabs(m_layout.pixelX(c) - pixel);
        if (d < distance) {
            distance = d;
            best = x;
        }
    }
    return best;
}

std::pair<int, int> SweepCanvas::pointAt(QPointF pixel) const
{
    std::pair<int, int> best{-1, -1};
    double nearest = kReach * kReach;
    for (std::size_t s = 0; s < m_data.series.size(); ++s) {
        const auto &points = m_data.series[s].points;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double dx = m_layout.pixelX(toAxis(points[i].x, m_data.x.scale)) - pixel.x();
            const double dy = m_layout.pixelY(toAxis(points[i].y, m_data.y.scale)) - pixel.y();
            // Measured points lie on top of lines: they win a tie.
            const double d = dx * dx + dy * dy - (m_data.series[s].kind == SeriesKind::Points ? 1 : 0);
            if (d < nearest) {
                nearest = d;
                best = {static_cast<int>(s), static_cast<int>(i)};
            }
        }
    }
    return best;
}

void SweepCanvas::setReadOut(std::optional<ReadOut> readOut)
{
    const bool isOther = readOut.has_value() != m_readOut.has_value() || (readOut && readOut->x != m_readOut->x);
    m_readOut = readOut;
    viewport()->update();
    if (isOther)
        emit cursorMoved(readOut ? readOut->x : std::nan(""));
}

void SweepCanvas::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        QChartView::mousePressEvent(event);
        return;
    }
    m_pressed = event->position();
    m_pressedRange = shownRange();
    m_isPanning = false;
}

void SweepCanvas::mouseMoveEvent(QMouseEvent *event)
{
    const QPointF at = event->position();
    if (m_pressed && (m_isPanning || (at - *m_pressed).manhattanLength() > 6)) {
        m_isPanning = true;
        viewport()->setCursor(Qt::ClosedHandCursor);
        const PlotRange &from = m_pressedRange;
        const double dx = (at.x() - m_pressed->x()) / m_layout.plot.width() * from.width();
        const double dy = (at.y() - m_pressed->y()) / m_layout.plot.height() * from.height();
        setRange({from.x0 - dx, from.x1 - dx, from.y0 + dy, from.y1 + dy});
        return;
    }
    const bool isOver = m_layout.plot.contains(at) || m_layout.strip.contains(at);
    const auto x = isOver ? nearestX(at.x()) : std::nullopt;
    setReadOut(x ? std::optional(ReadOut{*x, at}) : std::nullopt);
    viewport()->setCursor(pointAt(at).first >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void SweepCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_pressed && !m_isPanning && event->button() == Qt::LeftButton) {
        const auto [series, point] = pointAt(event->position());
        if (series >= 0)
            emit pointActivated(series, point);
    }
    m_pressed.reset();
    m_isPanning = false;
    viewport()->setCursor(Qt::ArrowCursor);
}

void SweepCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && pointAt(event->position()).first < 0)
        resetZoom();
}

void SweepCanvas::wheelEvent(QWheelEvent *event)
{
    const double steps = event->angleDelta().y() / 120.0;
    if (steps == 0 || !hasAnythingToDraw(m_data)) {
        event->ignore();
        return;
    }
    const double factor = std::pow(1.25, steps);
    const QPointF at = event->position();
    // Over an axis only that axis zooms.
    const bool isLeft = at.x()<m_layout.plot.left(), isBelow = at.y()> m_layout.plot.bottom();
    zoomAt(at, isLeft ? 1 : factor, isBelow ? 1 : factor);
    event->accept();
}

void SweepCanvas::moveReadOut(int by)
{
    std::vector<double> xs = allX(m_data);
    std::erase_if(xs, [this](double x) {
        const double c = toAxis(x, m_data.x.scale);
        return !(c >= m_layout.range.x0 && c <= m_layout.range.x1);
    });
    if (xs.empty())
        return;
    auto at = static_cast<std::ptrdiff_t>(by > 0 ? -1 : std::ssize(xs));
    if (m_readOut)
        at = std::ranges::lower_bound(xs, m_readOut->x) - xs.begin();
    at = std::clamp<std::ptrdiff_t>(at + by, 0, std::ssize(xs) - 1);
    const double x = xs[static_cast<std::size_t>(at)];
    setReadOut(ReadOut{x, QPointF(m_layout.pixelX(toAxis(x, m_data.x.scale)), m_layout.plot.bottom())});
}

void SweepCanvas::keyPressEvent(QKeyEvent *event)
{
    const QPointF middle = m_layout.plot.center();
    switch (event->key()) {
    case Qt::Key_Left: moveReadOut(-1); return;
    case Qt::Key_Right: moveReadOut(1); return;
    case Qt::Key_0:
    case Qt::Key_Home: resetZoom(); return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomAt(middle, 1.5, 1.5); return;
    case Qt::Key_Minus: zoomAt(middle, 1 / 1.5, 1 / 1.5); return;
    case Qt::Key_Escape:
        if (m_readOut) {
            setReadOut(std::nullopt);
            return;
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        for (std::size_t s = 0; m_readOut && s < m_data.series.size(); ++s) {
            const auto &points = m_data.series[s].points;
            const auto it = std::ranges::find(points, m_readOut->x, &PlotPoint::x);
            if (it != points.end()) {
                emit pointActivated(static_cast<int>(s), static_cast<int>(it - points.begin()));
                return;
            }
        }
        break;
    default: break;
    }
    QWidget::keyPressEvent(event); // not the scroll area's: it would eat the arrows
}

void SweepCanvas::leaveEvent(QEvent *event)
{
    QChartView::leaveEvent(event);
    setReadOut(std::nullopt);
}

void SweepCanvas::focusOutEvent(QFocusEvent *event)
{
    QChartView::focusOutEvent(event);
    viewport()->update();
}

} // namespace clv::plots
