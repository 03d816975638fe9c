// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/shortcuts_dialog.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace clv::dialogs {

namespace {

QString plainText(const QAction &action)
{
    QString text = action.text();
    return text.remove(u'&').remove(QStringLiteral("…"));
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const QList<Group> &groups, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("shortcutsDialog"));
    setWindowTitle(tr("Keyboard shortcuts"));
    auto *tree = new QTreeWidget(this);
    tree->setHeaderLabels({tr("Action"), tr("Keys")});
    tree->setFrameShape(QFrame::NoFrame);
    tree->setRootIsDecorated(false);
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (const Group &group : groups) {
        auto *top = new QTreeWidgetItem(tree, {group.title});
        QFont font = top->font(0);
        font.setWeight(QFont::DemiBold);
        top->setFont(0, font);
        for (const QAction *action : group.actions)
            if (!action->shortcut().isEmpty())
                new QTreeWidgetItem(top, {plainText(*action), action->shortcut().toString(QKeySequence::NativeText)});
    }
    tree->expandAll();
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addWidget(tree, 1);
    column->addWidget(buttons);
    resize(460, 520);
}

} // namespace clv::dialogs
