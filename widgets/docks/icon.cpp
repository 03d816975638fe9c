// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/icon.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace clv::docks {

namespace {

/// Renders the drawing anew for each size, mode and theme: `currentColor` becomes the colour of text.
class DrawingEngine : public QIconEngine {
public:
    DrawingEngine(QByteArray drawing, QColor colour) : m_drawing(std::move(drawing)), m_colour(std::move(colour)) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const QPalette palette = QApplication::palette();
        QColor colour = m_colour.isValid() ? m_colour : palette.color(QPalette::Active, QPalette::ButtonText);
        if (mode == QIcon::Disabled)
            colour = palette.color(QPalette::Disabled, QPalette::ButtonText);
        else if (mode == QIcon::Selected && !m_colour.isValid())
            colour = palette.color(QPalette::Active, QPalette::HighlightedText);
        QByteArray drawing = m_drawing;
        QSvgRenderer(drawing.replace("currentColor", colour.name().toLatin1())).render(painter, rect);
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap image(size);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return image;
    }

    [[nodiscard]] QIconEngine *clone() const override { return new DrawingEngine(*this); }

private:
    QByteArray m_drawing;
    QColor m_colour;
};

} // namespace

QIcon icon(const QString &name)
{
    return icon(name, QColor());
}

QIcon icon(const QString &name, const QColor &colour)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? QIcon(new DrawingEngine(file.readAll(), colour)) : QIcon();
}

} // namespace clv::docks
