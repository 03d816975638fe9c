// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/theme.h"

#include "widgets/plots/palette.h"

#include <QApplication>
#include <QPalette>
#include <QStyleFactory>

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

} // namespace

void prepareApplication(QApplication &application)
{
    systemPalette = application.palette();
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
}

void applyTheme(session::Theme theme)
{
    const bool isDark = theme == session::Theme::Dark ||
                        (theme == session::Theme::System && systemPalette.color(QPalette::Window).lightnessF() < 0.5F);
    QApplication::setPalette(paletteOf(isDark ? plots::Palette::dark() : plots::Palette::light()));
}

} // namespace clv::gui
