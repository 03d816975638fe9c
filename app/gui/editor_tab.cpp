// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/editor_tab.h"

#include "widgets/editor/editor_pane.h"
#include "widgets/editor/line_notes.h"
#include "widgets/editor/source_editor.h"
#include "widgets/session/session.h"
#include "widgets/session/settings.h"
#include "widgets/session/text.h"

#include <QVBoxLayout>

namespace clv::gui {

using editor::SourceEditor;

namespace {

editor::Completion::Kind kindOf(const std::string &kind)
{
    using Kind = editor::Completion::Kind;
    return kind == "function"   ? Kind::Function
           : kind == "variable" ? Kind::Variable
           : kind == "type"     ? Kind::Type
           : kind == "keyword"  ? Kind::Keyword
           : kind == "macro"    ? Kind::Macro
                                : Kind::Other;
}

} // namespace

EditorTab::EditorTab(session::Session *session, int document, QWidget *parent)
    : QWidget(parent), m_session(session), m_document(document), m_pane(new editor::EditorPane(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pane);
    setFocusProxy(editor());
    const session::Document *d = m_session->document(document);
    editor()->setObjectName(QStringLiteral("sourceEditor"));
    editor()->setAccessibleName(tr("OpenCL C source"));
    editor()->setSource(d->bytes);
    editor()->setLineNotesVisible(m_session->settings().showsAnnotations());
    connect(editor(), &SourceEditor::sourceEdited, this,
            [this] { m_session->setBytes(m_document, editor()->source()); });
    connect(editor(), &SourceEditor::cursorLineChanged, this, &EditorTab::followCursor);
    connect(editor(), &SourceEditor::fileDropped, this, &EditorTab::fileDropped);
    connect(editor(), &SourceEditor::lineNotesVisibleChanged, this,
            [this](bool on) { m_session->settings().setShowsAnnotations(on); });
    connect(&m_session->settings(), &session::Settings::changed, this,
            [this] { editor()->setLineNotesVisible(m_session->settings().showsAnnotations()); });
    connect(editor(), &SourceEditor::completionRequested, this, [this](int line, int cursorColumn) {
        m_session->requestCompletions(static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(cursorColumn));
    });
    connect(m_session, &session::Session::completionsReady, this, [this](const auto &items) {
        if (m_session->current() == nullptr || m_session->current()->id != m_document)
            return;
        std::vector<editor::Completion> completions;
        for (const auto &item : items)
            completions.push_back({qtext(item[0]), qtext(item[1]), kindOf(item[2])});
        editor()->setCompletions(completions);
    });
    connect(m_session, &session::Session::studyChanged, this, &EditorTab::refresh);
    connect(m_session, &session::Session::selectionChanged, this, &EditorTab::readSelection);
    refresh();
}

SourceEditor *EditorTab::editor() const
{
    return m_pane->editor();
}

void EditorTab::setSaved()
{
    editor()->setSaved();
}

void EditorTab::refresh()
{
    const session::Document *document = m_session->document(m_document);
    if (document == nullptr || m_session->current() != document)
        return;
    // While an edit waits for its answer the old marks move with the text; new ones come with the answer.
    if (document->latest.revision == document->revision) {
        editor()->setDiagnostics(document->latest.diagnostics);
        std::vector<editor::Completion> functions;
        for (const KernelSignature &kernel : document->latest.kernels)
            functions.push_back({qtext(kernel.name), qtext(kernel.name), editor::Completion::Kind::Function});
        editor()->setFunctionSignatures(functions);
    }
    editor()->setSharesStale(document->state != session::StudyState::Ready);
    if (document->shown == m_shown)
        return;
    m_shown = document->shown;
    showReport(m_shown ? *m_shown : StudyResult{});
}

void EditorTab::showReport(const StudyResult &shown)
{
    editor()->setLineNotes(shown.memory ? editor::lineNotesOf(*shown.memory) : std::vector<editor::LineNote>());
    editor()->setLineShares(shown.estimates.empty() ? std::vector<LineShare>() : shown.estimates.front().lines);
}

void EditorTab::readSelection()
{
    if (m_session->current() == nullptr || m_session->current()->id != m_document)
        return;
    const int line = static_cast<int>(m_session->selection().line);
    editor()->setHighlightedLines(line > 0 && m_session->selection().site ? std::vector<int>{line}
                                                                          : std::vector<int>{});
    if (line <= 0 || line == editor()->cursorLine())
        return;
    m_isReading = true;
    editor()->goToLine(line);
    m_isReading = false;
}

/// The kernel chooser and the memory rows follow the cursor.
void EditorTab::followCursor(int line)
{
    if (m_isReading || m_session->current() == nullptr || m_session->current()->id != m_document)
        return;
    m_session->select({static_cast<std::uint32_t>(line), std::nullopt});
}

} // namespace clv::gui
