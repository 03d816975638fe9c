// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/opencl_lexer.h"
#include "widgets/editor/source_editor.h"

#include <QPainter>
#include <QTimer>

#include <map>
#include <optional>
#include <utility>

namespace clv::editor {

struct SourceEditor::Impl {
    enum Margin { HeatMargin, NumberMargin, SignMargin, FoldMargin };
    enum Indicator { ErrorIndicator = 8, WarningIndicator, NoteIndicator, HitIndicator, PlaceIndicator };
    enum Marker { ErrorMarker = 16, WarningMarker, HighlightMarker, FlashMarker };
    enum Style { ErrorTextStyle = 40, WarningTextStyle, NoteTextStyle }; ///< between predefined and lexer styles

    using Range = std::pair<long, long>; ///< byte positions, half open

    explicit Impl(SourceEditor *editor) : q(editor) {}

    SourceEditor *q;
    OpenClLexer *lexer = nullptr;
    plots::Palette palette = plots::Palette::light();
    QFont font;
    bool followsSystem = true;
    bool isSetting = false; ///< our own change of the text, not the user's
    QByteArray bom;         ///< kept apart: columns count from after it, as in Clang

    std::vector<Diagnostic> diagnostics;
    bool showsDiagnosticText = false;
    std::map<int, LineNote> notes; ///< by line from 0
    bool showsNotes = true;
    std::map<int, double> shares; ///< by line from 0
    double largestShare = 0;
    bool isStale = false;

    QStringList builtinNames;
    std::map<QString, QString> signatures;
    std::vector<Completion> completions; ///< of the word being typed
    int cursorLine = 1, hoveredLine = 0;
    QTimer flash;

    // ---- Scintilla, in bytes
    long send(unsigned message, unsigned long w = 0, long l = 0) const { return q->SendScintilla(message, w, l); }
    [[nodiscard]] long length() const { return send(SCI_GETLENGTH); }
    [[nodiscard]] QByteArray bytes(long from, long to) const;
    [[nodiscard]] long lineOf(long position) const { return send(SCI_LINEFROMPOSITION, ulong(position)); }
    [[nodiscard]] long lineStart(long line) const { return send(SCI_POSITIONFROMLINE, ulong(line)); }
    [[nodiscard]] long lineEnd(long line) const { return send(SCI_GETLINEENDPOSITION, ulong(line)); }
    [[nodiscard]] long caret() const { return send(SCI_GETCURRENTPOS); }
    void replace(long from, long to, const QByteArray &with);
    void select(long from, long to);
    [[nodiscard]] long positionOf(int line, int column) const; ///< both from 1, clamped
    /// What to underline for a diagnostic; at least one character wherever the line has one.
    [[nodiscard]] Range rangeOf(const Diagnostic &diagnostic) const;

    void setUp();
    void bindKeys();
    void applyTheme();
    void detectLineEnds(const QByteArray &text);
    void clearMarks();
    void markDiagnostics();
    void showDiagnosticText();
    void shiftLines(long position, int linesAdded);
    void fitMargins();
    void tellCursorLine();

    // ---- Painted over the text: crisp at any scale, and Scintilla 3 has no text after line ends
    [[nodiscard]] QFont noteFont() const;
    [[nodiscard]] QRectF noteRect(int line, const LineNote &note, const QFontMetricsF &metrics) const;
    [[nodiscard]] int noteColumn() const;
    [[nodiscard]] double marginLeft(int margin) const;
    void paintOverlay(QPainter &painter) const;
    void paintNote(QPainter &painter, int line, const LineNote &note) const;
    void paintSign(QPainter &painter, int line, double y, double height) const;
    [[nodiscard]] int lineAt(QPoint pixel) const; ///< from 0; -1: below the text
    [[nodiscard]] QString toolTipAt(QPoint pixel) const;

    // ---- Typing help
    void onCharAdded(int character);
    [[nodiscard]] Range wordBeforeCaret() const;
    void askForCompletions();
    void showCompletions(const std::vector<Completion> &offered);
    void registerIcons();
    void updateCallTip();
    void addNextOccurrence();
    [[nodiscard]] QString signatureOf(const QString &name) const;

    // ---- Find
    [[nodiscard]] std::vector<Range> hits(const QString &what, const FindOptions &options, int most) const;
    bool selectHit(const QString &what, const FindOptions &options, long from, bool backwards);
};

} // namespace clv::editor
