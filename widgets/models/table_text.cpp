// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/table_text.h"

#include <QStringList>

#include <algorithm>

namespace clv::models {

namespace {

QString lineOf(const QAbstractItemModel &model, const QModelIndex &index)
{
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << index.siblingAtColumn(column).data().toString().replace(u'\t', u' ');
    return cells.join(u'\t');
}

void appendAll(const QAbstractItemModel &model, const QModelIndex &parent, QStringList &lines)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        lines << lineOf(model, index);
        appendAll(model, index, lines);
    }
}

} // namespace

QString tableText(const QAbstractItemModel &model, const QModelIndexList &rows)
{
    QStringList header, lines;
    for (int column = 0; column < model.columnCount(); ++column)
        header << model.headerData(column, Qt::Horizontal).toString();
    lines << header.join(u'\t');
    if (rows.isEmpty()) {
        appendAll(model, {}, lines);
    } else {
        for (const QModelIndex &index : rows)
            if (index.column() == 0)
                lines << lineOf(model, index);
    }
    return lines.join(u'\n') + u'\n';
}

} // namespace clv::models
