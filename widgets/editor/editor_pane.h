// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace clv::editor {

class FindBar;
class SourceEditor;

/// One tab: the editor with its find-and-replace bar (hidden until asked for) below.
class EditorPane : public QWidget {
    Q_OBJECT

public:
    explicit EditorPane(QWidget *parent = nullptr);
    [[nodiscard]] SourceEditor *editor() const { return m_editor; }

public slots:
    void showFind(bool withReplace = false);
    void hideFind();
    void findNext();
    void findPrevious();
    void askForLine(); ///< "Go to line" in the bar

private:
    SourceEditor *m_editor;
    FindBar *m_find;
};

} // namespace clv::editor
