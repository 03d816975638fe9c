// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/badge.h"

#include "widgets/plots/palette.h"

#include <QPainter>

namespace clv::docks {

namespace {

constexpr int kSidePadding = 8;
constexpr int kTopPadding = 2;
constexpr double kFillAlpha = 0.16;

QColor hueOf(Badge::Kind kind, const plots::Palette &colours)
{
    switch (kind) {
    case Badge::Kind::Good: return colours.good;
    case Badge::Kind::Warning: return colours.warning;
    case Badge::Kind::Error: return colours.error;
    case Badge::Kind::Neutral: break;
    }
    return colours.mutedText;
}

/// Shape beside colour: a tick, a triangle, a cross.
QString markOf(Badge::Kind kind)
{
    switch (kind) {
    case Badge::Kind::Good: return QStringLiteral("✓ ");
    case Badge::Kind::Warning: return QStringLiteral("▲ ");
    case Badge::Kind::Error: return QStringLiteral("✕ ");
    case Badge::Kind::Neutral: break;
    }
    return {};
}

} // namespace

Badge::Badge(QWidget *parent) : QLabel(parent)
{
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.88);
    setFont(small);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    hide();
}

void Badge::set(Kind kind, const QString &text, const QString &detail)
{
    m_kind = kind;
    setText(text.isEmpty() ? QString() : markOf(kind) + text);
    setToolTip(detail);
    setAccessibleName(text);
    setAccessibleDescription(detail);
    setVisible(!text.isEmpty());
    updateGeometry();
    update();
}

QSize Badge::sizeHint() const
{
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(text()) + 2 * kSidePadding, metrics.height() + 2 * kTopPadding};
}

void Badge::paintEvent(QPaintEvent *)
{
    const plots::Palette colours = plots::Palette::fromSystem(palette());
    const QColor hue = hueOf(m_kind, colours);
    QColor fill = hue;
    fill.setAlphaF(kFillAlpha);
    const QColor ground = plots::Palette::blend(fill, colours.window);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
    painter.setPen(plots::Palette::withContrast(hue, ground, 4.5));
    painter.drawText(rect(), Qt::AlignCenter, text());
}

} // namespace clv::docks
