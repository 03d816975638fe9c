// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/sweep_plot.h"

#include "widgets/plots/sweep_canvas.h"

#include <QEvent>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <QVBoxLayout>

namespace clv::plots {

using namespace Qt::StringLiterals;

struct SweepPlot::Impl {
    SweepCanvas *canvas = nullptr;
    bool followsSystem = true;
    QString emptyText;
};

namespace {

/// What a screen reader says: each series in one sentence.
QString describe(const SweepPlotData &data)
{
    QStringList sentences;
    for (const PlotSeries &series : data.series) {
        if (series.points.empty())
            continue;
        const PlotPoint &first = series.points.front(), &last = series.points.back();
        sentences += SweepPlot::tr("%1: %n point(s), from %2 at %3 to %4 at %5.", nullptr,
                                   static_cast<int>(series.points.size()))
                         .arg(series.name, formatValue(first.y, data.y.unit), formatValue(first.x, data.x.unit),
                              formatValue(last.y, data.y.unit), formatValue(last.x, data.x.unit));
    }
    return sentences.join(u' ');
}

void copyInto(SweepCanvas &canvas, const SweepCanvas &from, const QString &emptyText)
{
    canvas.setFont(from.font());
    canvas.setColours(Palette::print());
    canvas.setEmptyText(emptyText);
    canvas.setOptions(from.options().isLegendVisible, from.options().isStripVisible);
    SweepPlotData data = from.data();
    data.isStale = false;
    canvas.setData(data);
}

} // namespace

SweepPlot::SweepPlot(QWidget *parent) : QWidget(parent), m_impl(std::make_unique<Impl>())
{
    m_impl->canvas = new SweepCanvas(this);
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->addWidget(m_impl->canvas);
    setFocusProxy(m_impl->canvas);
    m_impl->canvas->setColours(Palette::fromSystem(QWidget::palette()));
    connect(m_impl->canvas, &SweepCanvas::pointActivated, this, &SweepPlot::pointActivated);
    connect(m_impl->canvas, &SweepCanvas::cursorMoved, this, &SweepPlot::cursorMoved);
    connect(m_impl->canvas, &SweepCanvas::zoomChanged, this, &SweepPlot::zoomChanged);
    setEmptyText(tr("Nothing to plot yet"));
    m_impl->canvas->setAccessibleName(tr("Sweep plot"));
}

SweepPlot::~SweepPlot() = default;

void SweepPlot::setData(const SweepPlotData &data)
{
    m_impl->canvas->setData(data);
    const QString name =
        data.y.title.isEmpty() ? tr("Sweep plot") : tr("Plot of %1 over %2").arg(data.y.title, data.x.title);
    m_impl->canvas->setAccessibleName(name);
    m_impl->canvas->setAccessibleDescription(describe(m_impl->canvas->data()));
    setAccessibleName(name);
    setAccessibleDescription(m_impl->canvas->accessibleDescription());
}

const SweepPlotData &SweepPlot::data() const
{
    return m_impl->canvas->data();
}

void SweepPlot::setPalette(const Palette &palette)
{
    m_impl->followsSystem = false;
    m_impl->canvas->setColours(palette);
}

void SweepPlot::setEmptyText(const QString &text)
{
    m_impl->emptyText = text;
    m_impl->canvas->setEmptyText(text);
}

void SweepPlot::setLegendVisible(bool isVisible)
{
    m_impl->canvas->setOptions(isVisible, m_impl->canvas->options().isStripVisible);
}

void SweepPlot::setErrorStripVisible(bool isVisible)
{
    m_impl->canvas->setOptions(m_impl->canvas->options().isLegendVisible, isVisible);
}

bool SweepPlot::isLegendVisible() const
{
    return m_impl->canvas->options().isLegendVisible;
}
bool SweepPlot::isErrorStripVisible() const
{
    return m_impl->canvas->options().isStripVisible;
}
bool SweepPlot::isZoomed() const
{
    return m_impl->canvas->isZoomed();
}
void SweepPlot::resetZoom()
{
    m_impl->canvas->resetZoom();
}

void SweepPlot::zoomBy(double factor)
{
    if (factor > 0)
        m_impl->canvas->zoomAt(m_impl->canvas->plotLayout().plot.center(), factor, factor);
}

bool SweepPlot::exportPng(const QString &path, QSize size, double scale) const
{
    if (size.isEmpty() || scale <= 0)
        return false;
    SweepCanvas canvas;
    copyInto(canvas, *m_impl->canvas, m_impl->emptyText);
    QImage image((QSizeF(size) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    canvas.renderTo(painter, size);
    painter.end();
    return image.save(path, "PNG");
}

bool SweepPlot::exportSvg(const QString &path, QSize size) const
{
    if (size.isEmpty())
        return false;
    SweepCanvas canvas;
    copyInto(canvas, *m_impl->canvas, m_impl->emptyText);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate))
        return false;
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    // One user unit is one logical pixel of the layout, so that text and boxes keep their proportion.
    generator.setResolution(canvas.logicalDpiX());
    generator.setTitle(m_impl->canvas->accessibleName());
    generator.setDescription(m_impl->canvas->accessibleDescription());
    QPainter painter(&generator);
    canvas.renderTo(painter, size);
    painter.end();
    return file.error() == QFile::NoError;
}

QSize SweepPlot::sizeHint() const
{
    return {640, 320};
}
QSize SweepPlot::minimumSizeHint() const
{
    return {280, 160};
}

void SweepPlot::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_impl->followsSystem)
        m_impl->canvas->setColours(Palette::fromSystem(QWidget::palette()));
}

} // namespace clv::plots
