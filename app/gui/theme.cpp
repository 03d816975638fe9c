// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/theme.h"

#include "widgets/plots/palette.h"

#include <QApplication>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>

namespace clv::gui {

namespace {

QPalette systemPalette; // as the platform gave it, before we set ours

QPalette paletteOf(const plots::Palette &colours)
{
    QPalette palette;
    palette.setColor(QPalette::Window, colours.window);
    palette.setColor(QPalette::WindowText, colours.text);
    palette.setColor(QPalette::Base, colours.surface);
    palette.setColor(QPalette::AlternateBase, colours.raised);
    palette.setColor(QPalette::Text, colours.text);
    palette.setColor(QPalette::Button, colours.isDark ? colours.window.lighter(125) : colours.window.darker(102));
    palette.setColor(QPalette::ButtonText, colours.text);
    const QColor edge = colours.window;
    palette.setColor(QPalette::Light, colours.isDark ? edge.lighter(140) : QColor(Qt::white));
    palette.setColor(QPalette::Midlight, colours.isDark ? edge.lighter(120) : edge.lighter(103));
    palette.setColor(QPalette::Mid, colours.isDark ? edge.lighter(170) : edge.darker(125));
    palette.setColor(QPalette::Dark, colours.isDark ? edge.darker(130) : edge.darker(150));
    palette.setColor(QPalette::Shadow, colours.isDark ? edge.darker(170) : edge.darker(190));
    palette.setColor(QPalette::BrightText, colours.error);
    palette.setColor(QPalette::ToolTipBase, colours.raised);
    palette.setColor(QPalette::ToolTipText, colours.text);
    palette.setColor(QPalette::PlaceholderText, colours.mutedText);
    palette.setColor(QPalette::Highlight, colours.accent);
    palette.setColor(QPalette::HighlightedText, colours.textOn(colours.accent));
    palette.setColor(QPalette::Link, colours.textFor(plots::Role::Predicted));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        QColor faint = colours.text;
        faint.setAlphaF(0.42F);
        palette.setColor(QPalette::Disabled, role, plots::Palette::blend(faint, colours.window));
    }
    return palette;
}

/// Fusion, but the edge of a text field can be seen on dark ground too (3:1, WCAG 2.1, 1.4.11).
class Style : public QProxyStyle {
public:
    Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override
    {
        if (element != PE_FrameLineEdit)
            return QProxyStyle::drawPrimitive(element, option, painter, widget);
        const auto colours = plots::Palette::fromSystem(option->palette);
        const bool hasFocus = option->state & State_HasFocus;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(hasFocus ? colours.accent : colours.axis, hasFocus ? 1.6 : 1.0));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5);
        painter->restore();
    }
};

} // namespace

void prepareApplication(QApplication &application)
{
    systemPalette = application.palette();
    QApplication::setStyle(new Style);
}

void applyTheme(session::Theme theme)
{
    const bool isDark = theme == session::Theme::Dark ||
                        (theme == session::Theme::System && systemPalette.color(QPalette::Window).lightnessF() < 0.5F);
    QApplication::setPalette(paletteOf(isDark ? plots::Palette::dark() : plots::Palette::light()));
}

} // namespace clv::gui
