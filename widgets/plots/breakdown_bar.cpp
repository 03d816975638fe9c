// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/breakdown_bar.h"

#include "widgets/plots/breakdown_layout.h"
#include "widgets/plots/plot_data.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace clv::plots {

using namespace Qt::StringLiterals;

struct BreakdownBar::Impl {
    std::vector<EstimateTerm> terms;
    double totalNs = 0;
    Palette palette = Palette::light();
    bool followsSystem = true, isStale = false;
    QString emptyText;
    int hovered = -1;
    BreakdownLayout layout;
};

namespace {

QString exactNs(double ns)
{
    return QString::number(ns, 'f', ns < 1000 ? 1 : 0) + u"\u2009ns"_s;
}

Qt::BrushStyle hatchOf(int index)
{
    static constexpr Qt::BrushStyle kHatches[] = {Qt::NoBrush,      Qt::BDiagPattern,  Qt::Dense6Pattern,
                                                  Qt::FDiagPattern, Qt::HorPattern,    Qt::DiagCrossPattern,
                                                  Qt::VerPattern,   Qt::Dense7Pattern, Qt::CrossPattern};
    return kHatches[static_cast<std::size_t>(index) % std::size(kHatches)];
}

void fillPart(QPainter &p, const QRectF &rect, const Palette &palette, int category)
{
    const QColor colour = palette.category(category);
    p.fillRect(rect, colour);
    QColor hatch = palette.textOn(colour);
    hatch.setAlphaF(0.28F);
    if (hatchOf(category) != Qt::NoBrush)
        p.fillRect(rect, QBrush(hatch, hatchOf(category)));
}

/// Words over a hatch need a plain ground.
void drawOnPart(QPainter &p, const QRectF &rect, const QString &text, const Palette &palette, int category)
{
    const QColor colour = palette.category(category);
    const double width = QFontMetricsF(p.font(), p.device()).horizontalAdvance(text);
    if (hatchOf(category) != Qt::NoBrush)
        p.fillRect(QRectF(rect.center().x() - width / 2 - 3, rect.top() + 3, width + 6, rect.height() - 6), colour);
    p.setPen(palette.textOn(colour));
    p.drawText(rect, Qt::AlignCenter, text);
}

} // namespace

BreakdownBar::BreakdownBar(QWidget *parent) : QWidget(parent), m_impl(std::make_unique<Impl>())
{
    m_impl->palette = Palette::fromSystem(QWidget::palette());
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Time breakdown"));
    setEmptyText(tr("No estimate yet"));
}

BreakdownBar::~BreakdownBar() = default;

void BreakdownBar::setTerms(const std::vector<EstimateTerm> &terms, double totalNs)
{
    m_impl->terms = terms;
    std::erase_if(m_impl->terms, [](const EstimateTerm &t) { return !(t.ns > 0); });
    std::ranges::stable_sort(m_impl->terms, std::greater<>(), &EstimateTerm::ns);
    m_impl->totalNs = totalNs;
    m_impl->hovered = -1;
    QStringList parts;
    for (const EstimateTerm &t : m_impl->terms)
        parts += tr("%1 %2, %3 of the total")
                     .arg(QString::fromStdString(t.name), formatValue(t.ns, Unit::Nanoseconds), percentText(t.share));
    setAccessibleDescription(parts.join(u"; "_s));
    updateGeometry();
    update();
}

void BreakdownBar::setPalette(const Palette &palette)
{
    m_impl->palette = palette;
    m_impl->followsSystem = false;
    update();
}

void BreakdownBar::setStale(bool isStale)
{
    m_impl->isStale = isStale;
    update();
}

void BreakdownBar::setEmptyText(const QString &text)
{
    m_impl->emptyText = text;
    update();
}

bool BreakdownBar::hasHeightForWidth() const
{
    return true;
}

int BreakdownBar::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(layOutBreakdown(m_impl->terms, width, QFontMetricsF(font(), this)).height));
}

QSize BreakdownBar::sizeHint() const
{
    return {320, heightForWidth(320)};
}
QSize BreakdownBar::minimumSizeHint() const
{
    return {120, heightForWidth(std::max(120, width()))};
}

void BreakdownBar::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    const Palette &c = m_impl->palette;
    m_impl->layout = layOutBreakdown(m_impl->terms, width(), QFontMetricsF(font(), this));
    const BreakdownLayout &l = m_impl->layout;
    if (l.parts.empty()) {
        p.setPen(c.mutedText);
        p.drawText(rect(), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextWordWrap, m_impl->emptyText);
        return;
    }
    if (m_impl->isStale)
        p.setOpacity(0.5);
    p.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < static_cast<int>(l.parts.size()); ++i) {
        const BreakdownPart &part = l.parts[static_cast<std::size_t>(i)];
        fillPart(p, part.bar, c, part.category);
        if (!part.inside.isEmpty())
            drawOnPart(p, part.bar, part.inside, c, part.category);
        if (i == m_impl->hovered) {
            p.setPen(QPen(c.text, 1.5));
            p.setBrush(Qt::NoBrush);
            p.drawRect(part.bar.adjusted(0.75, 0.75, -0.75, -0.75));
        }
        if (part.legend.isEmpty())
            continue;
        const QRectF swatch(part.legend.left() + 0.5, part.legend.center().y() - 5, 10, 10);
        fillPart(p, swatch, c, part.category);
        p.setPen(QPen(c.axis, 1));
        p.setBrush(Qt::NoBrush);
        p.drawRect(swatch);
        p.setPen(i == m_impl->hovered ? c.text : c.mutedText);
        p.drawText(part.legend.adjusted(16, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, part.legendText);
    }
    p.setPen(QPen(c.axis, 1));
    p.setBrush(Qt::NoBrush);
    p.drawRect(l.bar.adjusted(0.5, 0.5, -0.5, -0.5));
}

bool BreakdownBar::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int i = partAt(layOutBreakdown(m_impl->terms, width(), QFontMetricsF(font(), this)), help->pos());
        if (i < 0) {
            QToolTip::hideText();
            event->ignore();
            return true;
        }
        const EstimateTerm &t = m_impl->terms[static_cast<std::size_t>(i)];
        QToolTip::showText(help->globalPos(),
                           tr("%1: %2 (%3), %4 of the predicted time. Terms overlap in time, so they need not add up.")
                               .arg(QString::fromStdString(t.name), formatValue(t.ns, Unit::Nanoseconds), exactNs(t.ns),
                                    percentText(t.share)),
                           this);
        return true;
    }
    return QWidget::event(event);
}

void BreakdownBar::mouseMoveEvent(QMouseEvent *event)
{
    const int i = partAt(m_impl->layout, event->position());
    if (i == m_impl->hovered)
        return;
    m_impl->hovered = i;
    update();
    emit termHovered(i);
}

void BreakdownBar::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    if (m_impl->hovered >= 0) {
        m_impl->hovered = -1;
        update();
        emit termHovered(-1);
    }
}

void BreakdownBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_impl->followsSystem)
        m_impl->palette = Palette::fromSystem(QWidget::palette());
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    update();
}

} // namespace clv::plots
