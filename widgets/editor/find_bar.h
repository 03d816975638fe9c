// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/source_editor.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace clv::editor {

/// Find, replace and go to line, below the editor. Enter: next; Shift+Enter: previous; Esc: closes.
class FindBar : public QWidget {
    Q_OBJECT

public:
    FindBar(SourceEditor *editor, QWidget *parent);

    void open(bool withReplace);
    void openForLine();
    void close();
    void find(bool backwards);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] SourceEditor::FindOptions options() const;
    void search(); ///< as one types
    void replaceOne();
    void replaceEvery();
    void showCount();
    void goToLine();
    void setMode(bool isLine, bool withReplace);

    SourceEditor *m_editor;
    QLineEdit *m_what, *m_with, *m_line;
    QToolButton *m_case, *m_words, *m_expression, *m_previous, *m_next, *m_replace, *m_replaceEvery, *m_close;
    QWidget *m_findRow, *m_replaceRow, *m_lineRow;
    QLabel *m_count;
};

} // namespace clv::editor
