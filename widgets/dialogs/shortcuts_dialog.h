// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>

class QAction;

namespace clv::dialogs {

/// Every action of the window that has a key, by menu: made from the actions themselves, so never out of date.
class ShortcutsDialog : public QDialog {
    Q_OBJECT

public:
    struct Group {
        QString title;
        QList<QAction *> actions;
    };
    explicit ShortcutsDialog(const QList<Group> &groups, QWidget *parent = nullptr);
};

} // namespace clv::dialogs
