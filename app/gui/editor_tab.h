// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/study.h"

#include <QWidget>

#include <memory>

namespace clv::editor {
class EditorPane;
class SourceEditor;
} // namespace clv::editor
namespace clv::session {
class Session;
}

namespace clv::gui {

/// One document's editor, tied to the session: text out, diagnostics, notes, heat and selection in.
class EditorTab : public QWidget {
    Q_OBJECT

public:
    EditorTab(session::Session *session, int document, QWidget *parent = nullptr);

    [[nodiscard]] int document() const { return m_document; }
    [[nodiscard]] editor::EditorPane *pane() const { return m_pane; }
    [[nodiscard]] editor::SourceEditor *editor() const;
    void setSaved();

signals:
    void fileDropped(const QString &path);

private:
    void refresh();
    void showReport(const StudyResult &shown);
    void readSelection();
    void followCursor(int line);

    session::Session *m_session;
    int m_document;
    editor::EditorPane *m_pane;
    std::shared_ptr<const StudyResult> m_shown;
    bool m_isReading = false;
};

} // namespace clv::gui
