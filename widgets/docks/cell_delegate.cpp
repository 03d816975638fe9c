// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/cell_delegate.h"

#include "core/types/diagnostic.h"
#include "widgets/docks/icon.h"
#include "widgets/models/roles.h"
#include "widgets/plots/palette.h"

#include <QApplication>
#include <QPainter>

namespace clv::docks {

namespace {

constexpr int kPadding = 6;
constexpr int kMarkWidth = 16;
constexpr int kBarHeight = 4;

struct Look {
    plots::Palette colours;
    bool isSelected = false;
    QColor text, muted;
};

Look lookOf(const QStyleOptionViewItem &option)
{
    Look look{plots::Palette::fromSystem(option.palette), bool(option.state & QStyle::State_Selected), {}, {}};
    const auto group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
    look.text = look.isSelected ? option.palette.color(group, QPalette::HighlightedText) : look.colours.text;
    look.muted = look.isSelected ? look.text : look.colours.mutedText;
    return look;
}

plots::Role roleOf(models::Series series)
{
    return series == models::Series::Measured      ? plots::Role::Measured
           : series == models::Series::SecondModel ? plots::Role::SecondModel
                                                   : plots::Role::Predicted;
}

/// Predicted: a line; second model: dots; measured: a filled circle. The same marks as in the plots.
void drawSeriesMark(QPainter *painter, const QRect &area, models::Series series, const plots::Palette &colours)
{
    const QColor colour = colours.graphic(roleOf(series));
    const QPointF middle = QRectF(area).center();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (series == models::Series::Measured) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(colour);
        painter->drawEllipse(middle, 4, 4);
    } else {
        QPen pen(colour, 2.2, series == models::Series::SecondModel ? Qt::DotLine : Qt::SolidLine);
        painter->setPen(pen);
        painter->drawLine(middle - QPointF(6, 0), middle + QPointF(6, 0));
    }
    painter->restore();
}

void drawShare(QPainter *painter, const QRect &area, double share, const Look &look)
{
    const QRect track(area.left() + kPadding, area.bottom() - kBarHeight - 1, area.width() - 2 * kPadding, kBarHeight);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(look.isSelected ? look.text : look.colours.graphic(plots::Role::Predicted));
    QRectF bar = track;
    bar.setWidth(std::max(2.0, track.width() * std::clamp(share, 0.0, 1.0)));

    painter->drawRoundedRect(bar, 2, 2);
    painter->restore();
}

/// "184 µs": the unit after the thin space is dimmed.
void drawText(QPainter *painter, const QRect &area, const QString &text, Qt::Alignment alignment, const Look &look)
{
    const QFontMetrics metrics(painter->font());
    const qsizetype gap = text.count(u'\u2009') == 1 ? text.indexOf(u'\u2009') : -1;
    if (gap < 0 || metrics.horizontalAdvance(text) > area.width()) {
        painter->setPen(look.text);
        painter->drawText(area, int(alignment) | Qt::TextSingleLine,
                          metrics.elidedText(text, Qt::ElideRight, area.width()));
        return;
    }
    const QString number = text.left(gap + 1), unit = text.mid(gap + 1);
    const int left = alignment & Qt::AlignRight ? area.right() + 1 - metrics.horizontalAdvance(text) : area.left();
    const int numberWidth = metrics.horizontalAdvance(number);
    painter->setPen(look.text);
    painter->drawText(QRect(left, area.top(), numberWidth, area.height()), Qt::AlignVCenter | Qt::TextSingleLine,
                      number);
    painter->setPen(look.muted);
    painter->drawText(QRect(left + numberWidth, area.top(), area.right() + 1 - left - numberWidth, area.height()),
                      Qt::AlignVCenter | Qt::TextSingleLine, unit);
}

void drawSeverity(QPainter *painter, const QRect &area, Severity severity, const plots::Palette &colours)
{
    const bool isError = severity == Severity::Error, isWarning = severity == Severity::Warning;
    const QString name = isError     ? QStringLiteral("error")
                         : isWarning ? QStringLiteral("warning")
                                     : QStringLiteral("note");
    const QColor colour = isError ? colours.error : isWarning ? colours.warning : colours.mutedText;
    icon(name, colour).paint(painter, area.adjusted(0, 1, 0, -1));
}

} // namespace

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = std::exchange(cell.text, QString());
    const QStyle *style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget); // background and focus

    const Look look = lookOf(cell);
    QRect area = cell.rect.adjusted(kPadding, 0, -kPadding, 0);
    painter->save();
    painter->setClipRect(cell.rect);
    painter->setFont(cell.font);
    if (const QVariant share = index.data(models::ShareRole); share.isValid()) {
        drawShare(painter, cell.rect, share.toDouble(), look);
        area.adjust(0, 0, 0, -kBarHeight + 1);
    }
    const auto series = static_cast<models::Series>(index.data(models::SeriesRole).toInt());
    if (index.column() == 0 && series != models::Series::None) {
        drawSeriesMark(painter, QRect(area.left(), area.top(), kMarkWidth - 2, area.height()), series, look.colours);
        area.setLeft(area.left() + kMarkWidth + 2);
    }
    if (const QVariant severity = index.data(models::SeverityRole); index.column() == 0 && severity.isValid()) {
        drawSeverity(painter, QRect(area.left(), area.top(), kMarkWidth, area.height()),
                     static_cast<Severity>(severity.toInt()), look.colours);
        area.setLeft(area.left() + kMarkWidth + 4);
    }
    drawText(painter, area, text, Qt::Alignment(cell.displayAlignment), look);
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    int extra = kPadding;
    if (index.column() == 0 &&
        (index.data(models::SeriesRole).toInt() != 0 || index.data(models::SeverityRole).isValid()))
        extra += kMarkWidth + 4;
    size.rwidth() += extra;
    size.setHeight(QFontMetrics(option.font).height() + 8);
    return size;
}

} // namespace clv::docks
