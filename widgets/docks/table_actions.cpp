// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/table_actions.h"

#include "widgets/models/table_text.h"

#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QItemSelectionModel>

namespace clv::docks {

void addCopyActions(QAbstractItemView *view)
{
    auto *copy = new QAction(QCoreApplication::translate("TableActions", "Copy rows"), view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(copy, &QAction::triggered, view, [view] {
        const QModelIndexList rows = view->selectionModel()->selectedRows();
        if (!rows.isEmpty())
            QGuiApplication::clipboard()->setText(models::tableText(*view->model(), rows));
    });
    auto *copyAll = new QAction(QCoreApplication::translate("TableActions", "Copy whole table"), view);
    QObject::connect(copyAll, &QAction::triggered, view,
                     [view] { QGuiApplication::clipboard()->setText(models::tableText(*view->model())); });
    view->addActions({copy, copyAll});
    view->setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace clv::docks
