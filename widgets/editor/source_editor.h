// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/diagnostic.h"
#include "core/types/estimate.h"
#include "widgets/plots/palette.h"

#include <Qsci/qsciscintilla.h>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace clv::editor {

/// A terse remark after the end of a line: "4 B/item · stride 1 · 4 sectors".
struct LineNote {
    int line = 0; ///< from 1
    QString text;
    QString detail;        ///< tool tip; empty: `text`
    bool isCostly = false; ///< in the warning colour, with a mark
};

/// What the completion list offers.
struct Completion {
    enum class Kind { Function, Variable, Type, Keyword, Macro, Other };
    QString text;      ///< inserted
    QString signature; ///< call tip and hint: "float dot(float4 a, float4 b)"
    Kind kind = Kind::Other;
};

/// OpenCL C editor: plain data in, signals out. Text is the bytes of the file: nothing is normalised, neither line ends
/// nor invalid UTF-8. Lines and columns count from 1, columns in UTF-8 bytes, as in clv::SourceLocation.
class SourceEditor : public QsciScintilla {
    Q_OBJECT

public:
    explicit SourceEditor(QWidget *parent = nullptr);
    ~SourceEditor() override;

    // ---- Text
    void setSource(const QByteArray &bytes); ///< forgets undo and marks; not modified afterwards
    [[nodiscard]] QByteArray source() const;
    /// Replaces the text as one undoable step and keeps the cursor where it can (file changed on disk, undo of a tool).
    void replaceSource(const QByteArray &bytes);
    void setSaved(); ///< isModified() is false from here

    // ---- Marks, each replacing the ones before
    void setDiagnostics(const std::vector<Diagnostic> &diagnostics); ///< of this file: `where.file` empty
    void setDiagnosticTextVisible(bool isVisible);                   ///< message under the line too
    void setLineNotes(const std::vector<LineNote> &notes);
    void setLineNotesVisible(bool isVisible);
    [[nodiscard]] bool areLineNotesVisible() const;
    void setLineShares(const std::vector<LineShare> &shares); ///< heat strip: share of predicted time
    void setSharesStale(bool isStale);                        ///< strip and notes dimmed
    void setHighlightedLines(const std::vector<int> &lines);  ///< lines of the selected access or buffer

    // ---- Help while typing
    /// Names the lexer and the completion list know at all times (OpenCL built-ins). Default: those of OpenCL C 3.0.
    void setBuiltins(const QStringList &names);
    /// Answer to completionRequested; shows the list when the cursor is still in the same word.
    void setCompletions(const std::vector<Completion> &completions);
    void setFunctionSignatures(const std::vector<Completion> &functions); ///< call tips of the file's own functions

    // ---- Moving
    void goToLine(int line, int column = 1); ///< centred, line flashes; out of range: nearest
    [[nodiscard]] int cursorLine() const;
    [[nodiscard]] int cursorColumn() const;
    [[nodiscard]] int lineCount() const;
    void toggleComment();   ///< `//` before the selected lines
    void moveLines(int by); ///< selected lines up (-1) or down (+1)

    void setPalette(const plots::Palette &palette); ///< default: follows the system palette
    [[nodiscard]] const plots::Palette &colours() const;

    // ---- Find (FindBar uses these)
    struct FindOptions {
        bool isRegularExpression = false, isCaseSensitive = false, wholeWords = false;
    };
    /// Selects the next hit, wrapping. False: none, or the expression is not valid.
    bool findNext(const QString &what, const FindOptions &options, bool backwards = false);
    /// Like findNext, but starts at the beginning of the selection: for searching as one types.
    bool findHere(const QString &what, const FindOptions &options);
    bool replaceCurrent(const QString &what, const QString &with, const FindOptions &options);
    int replaceEvery(const QString &what, const QString &with, const FindOptions &options); ///< one undo step
    int markEvery(const QString &what, const FindOptions &options); ///< highlights; returns the count, capped at 9999

signals:
    void sourceEdited(); ///< any change by the user or undo; not by setSource
    void modifiedChanged(bool isModified);
    void cursorLineChanged(int line);
    void lineHovered(int line);                     ///< 0: none
    void completionRequested(int line, int column); ///< 1-based, at the cursor
    void lineNotesVisibleChanged(bool isVisible);
    void findRequested(bool withReplace); ///< Ctrl+F, Ctrl+H
    void goToLineRequested();             ///< Ctrl+G
    void fileDropped(const QString &path);

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragMoveEvent(QDragMoveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    friend class EditorProbe; ///< tests look at what is painted over the text
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace clv::editor
