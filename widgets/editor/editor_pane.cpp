// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/editor_pane.h"

#include "widgets/editor/find_bar.h"
#include "widgets/editor/source_editor.h"

#include <QVBoxLayout>

namespace clv::editor {

EditorPane::EditorPane(QWidget *parent)
    : QWidget(parent), m_editor(new SourceEditor(this)), m_find(new FindBar(m_editor, this))
{
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(m_editor, 1);
    box->addWidget(m_find);
    setFocusProxy(m_editor);
    connect(m_editor, &SourceEditor::findRequested, this, &EditorPane::showFind);
    connect(m_editor, &SourceEditor::goToLineRequested, this, &EditorPane::askForLine);
}

void EditorPane::showFind(bool withReplace)
{
    m_find->open(withReplace);
}
void EditorPane::hideFind()
{
    m_find->close();
}
void EditorPane::findNext()
{
    m_find->find(false);
}
void EditorPane::findPrevious()
{
    m_find->find(true);
}
void EditorPane::askForLine()
{
    m_find->openForLine();
}

} // namespace clv::editor
