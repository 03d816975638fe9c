// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnostics, line notes and the heat strip: what lies on and beside the text.
#include "widgets/editor/source_editor_p.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace clv::editor {

using namespace Qt::StringLiterals;

namespace {

constexpr int kNoteGap = 3;            ///< characters between the text and its note
constexpr int kLargestNoteColumn = 72; ///< longer lines carry their note where they end

int indicatorOf(Severity severity, int error, int warning, int note)
{
    return severity == Severity::Error ? error : severity == Severity::Warning ? warning : note;
}

/// Entries after the change move with their lines; those on removed lines go.
template <typename Value>
void shift(std::map<int, Value> &byLine, int firstMoved, int linesAdded)
{
    std::map<int, Value> moved;
    for (auto &[line, value] : byLine) {
        if (line < firstMoved)
            moved.emplace(line, std::move(value));
        else if (linesAdded > 0 || line >= firstMoved - linesAdded)
            moved.emplace(line + linesAdded, std::move(value));
    }
    byLine = std::move(moved);
}

} // namespace

void SourceEditor::Impl::clearMarks()
{
    diagnostics.clear();
    notes.clear();
    shares.clear();
    largestShare = 0;
    for (const int indicator : {ErrorIndicator, WarningIndicator, NoteIndicator, HitIndicator, PlaceIndicator}) {
        send(SCI_SETINDICATORCURRENT, ulong(indicator));
        send(SCI_INDICATORCLEARRANGE, 0, length());
    }
    for (const int marker : {ErrorMarker, WarningMarker, HighlightMarker, FlashMarker})
        send(SCI_MARKERDELETEALL, ulong(marker));
    send(SCI_ANNOTATIONCLEARALL);
}

SourceEditor::Impl::Range SourceEditor::Impl::rangeOf(const Diagnostic &diagnostic) const
{
    const int line = static_cast<int>(diagnostic.where.line);
    if (line < 1 || line > q->lineCount())
        return {0, 0};
    const long begin = lineStart(line - 1), lineStop = lineEnd(line - 1);
    if (diagnostic.where.column == 0) { // place in the line not known: all of its text
        const long indented = send(SCI_GETLINEINDENTPOSITION, ulong(line - 1));
        return {indented, std::max(indented, lineStop)};
    }
    long from = positionOf(line, static_cast<int>(diagnostic.where.column));
    long to = from;
    const SourceLocation &end = diagnostic.end;
    if (end.isKnown() && end.file.empty() && end.column > 0)
        to = positionOf(static_cast<int>(end.line), static_cast<int>(end.column));
    if (to <= from)
        to = std::min(send(SCI_WORDENDPOSITION, ulong(from), 1), lineStop);
    if (to <= from) // an operator, or past the end of the line: a missing semicolon is seen on what is before it
        to = std::min(send(SCI_POSITIONAFTER, ulong(from)), lineStop);
    if (to <= from) {
        to = lineStop;
        from = std::max(begin, send(SCI_POSITIONBEFORE, ulong(to)));
    }
    return {from, to};
}

void SourceEditor::setDiagnostics(const std::vector<Diagnostic> &diagnostics)
{
    m_impl->diagnostics.clear();
    for (const Diagnostic &d : diagnostics)
        if (d.where.file.empty() && d.where.isKnown())
            m_impl->diagnostics.push_back(d);
    m_impl->markDiagnostics();
    m_impl->showDiagnosticText();
    viewport()->update();
}

void SourceEditor::Impl::markDiagnostics()
{
    for (const int indicator : {ErrorIndicator, WarningIndicator, NoteIndicator}) {
        send(SCI_SETINDICATORCURRENT, ulong(indicator));
        send(SCI_INDICATORCLEARRANGE, 0, length());
    }
    send(SCI_MARKERDELETEALL, ErrorMarker);
    send(SCI_MARKERDELETEALL, WarningMarker);
    for (std::size_t i = 0; i < diagnostics.size(); ++i) {
        const Diagnostic &d = diagnostics[i];
        const auto [from, to] = rangeOf(d);
        send(SCI_SETINDICATORCURRENT, ulong(indicatorOf(d.severity, ErrorIndicator, WarningIndicator, NoteIndicator)));
        send(SCI_SETINDICATORVALUE, i + 1); // finds the message again after the text has moved
        if (to > from)
            send(SCI_INDICATORFILLRANGE, ulong(from), to - from);
        const long line = std::clamp<long>(static_cast<long>(d.where.line) - 1, 0, q->lines() - 1);
        if (d.severity == Severity::Error || d.severity == Severity::Warning)
            send(SCI_MARKERADD, ulong(line), d.severity == Severity::Error ? ErrorMarker : WarningMarker);
    }
}

void SourceEditor::setDiagnosticTextVisible(bool isVisible)
{
    m_impl->showsDiagnosticText = isVisible;
    m_impl->showDiagnosticText();
}

void SourceEditor::Impl::showDiagnosticText()
{
    send(SCI_ANNOTATIONCLEARALL);
    send(SCI_ANNOTATIONSETVISIBLE, showsDiagnosticText ? ANNOTATION_INDENTED : ANNOTATION_HIDDEN);
    if (!showsDiagnosticText)
        return;
    std::map<long, std::pair<QByteArray, Severity>> byLine;
    for (const Diagnostic &d : diagnostics) {
        const long line = std::clamp<long>(static_cast<long>(d.where.line) - 1, 0, q->lines() - 1);
        auto &[text, severity] = byLine[line];
        if (!text.isEmpty())
            text += '\n';
        text += QByteArray::fromStdString(d.message);
        severity = std::max(severity, d.severity);
    }
    for (const auto &[line, entry] : byLine) {
        q->SendScintilla(SCI_ANNOTATIONSETTEXT, static_cast<ulong>(line), entry.first.constData());
        send(SCI_ANNOTATIONSETSTYLE, ulong(line),
             indicatorOf(entry.second, ErrorTextStyle, WarningTextStyle, NoteTextStyle));
    }
}

void SourceEditor::setLineNotes(const std::vector<LineNote> &notes)
{
    m_impl->notes.clear();
    for (const LineNote &note : notes) {
        if (note.line < 1)
            continue;
        const auto [it, isNew] = m_impl->notes.emplace(note.line - 1, note);
        if (!isNew) { // several accesses on one line
            it->second.text += u"  |  "_s + note.text;
            it->second.detail += u'\n' + (note.detail.isEmpty() ? note.text : note.detail);
            it->second.isCostly = it->second.isCostly || note.isCostly;
        }
    }
    viewport()->update();
}

void SourceEditor::setLineNotesVisible(bool isVisible)
{
    if (m_impl->showsNotes == isVisible)
        return;
    m_impl->showsNotes = isVisible;
    viewport()->update();
    emit lineNotesVisibleChanged(isVisible);
}

bool SourceEditor::areLineNotesVisible() const
{
    return m_impl->showsNotes;
}

void SourceEditor::setLineShares(const std::vector<LineShare> &shares)
{
    const bool wasEmpty = m_impl->shares.empty();
    m_impl->shares.clear();
    m_impl->largestShare = 0;
    for (const LineShare &s : shares) {
        if (s.line < 1 || !(s.share > 0))
            continue;
        double &share = m_impl->shares[static_cast<int>(s.line) - 1];
        share += s.share;
        m_impl->largestShare = std::max(m_impl->largestShare, share);
    }
    if (wasEmpty != m_impl->shares.empty())
        m_impl->fitMargins();
    viewport()->update();
}

void SourceEditor::setSharesStale(bool isStale)
{
    m_impl->isStale = isStale;
    viewport()->update();
}

void SourceEditor::setHighlightedLines(const std::vector<int> &lines)
{
    SendScintilla(SCI_MARKERDELETEALL, static_cast<int>(Impl::HighlightMarker));
    for (const int line : lines)
        if (line >= 1 && line <= lineCount())
            SendScintilla(SCI_MARKERADD, static_cast<ulong>(line - 1), static_cast<long>(Impl::HighlightMarker));
}

void SourceEditor::Impl::shiftLines(long position, int linesAdded)
{
    if (isSetting)
        return;
    const long line = lineOf(position);
    // Text put in at the very start of a line moves that line, too.
    const int firstMoved = static_cast<int>(position == lineStart(line) && linesAdded > 0 ? line : line + 1);
    shift(notes, firstMoved, linesAdded);
    shift(shares, firstMoved, linesAdded);
}

// ---- Painting

double SourceEditor::Impl::marginLeft(int margin) const
{
    double left = 0;
    for (int i = 0; i < margin; ++i)
        left += q->marginWidth(i);
    return left;
}

/// Where notes start: in one column, right of the longest of their lines that is not very long.
int SourceEditor::Impl::noteColumn() const
{
    long column = 0;
    for (const auto &[line, note] : notes) {
        if (line >= q->lines())
            continue;
        const long end = lineEnd(line);
        if (end - lineStart(line) <= kLargestNoteColumn) // tabs only widen what is short in bytes
            column = std::max(column, std::min<long>(send(SCI_GETCOLUMN, ulong(end)), kLargestNoteColumn));
    }
    return static_cast<int>(column) + kNoteGap;
}

QFont SourceEditor::Impl::noteFont() const
{
    QFont small = font;
    if (small.pointSizeF() > 0)
        small.setPointSizeF(std::max(4.0, (small.pointSizeF() + static_cast<double>(send(SCI_GETZOOM))) * 0.88));
    return small;
}

QRectF SourceEditor::Impl::noteRect(int line, const LineNote &note, const QFontMetricsF &metrics) const
{
    const long end = lineEnd(line);
    const double height = static_cast<double>(send(SCI_TEXTHEIGHT, ulong(line)));
    const double y = static_cast<double>(q->SendScintilla(SCI_POINTYFROMPOSITION, 0UL, end));
    const double textEnd = static_cast<double>(q->SendScintilla(SCI_POINTXFROMPOSITION, 0UL, end));
    // Of many at once: Scintilla rounds to whole pixels.
    static const QByteArray kMany(64, '0');
    const double charWidth =
        static_cast<double>(q->SendScintilla(SCI_TEXTWIDTH, static_cast<ulong>(STYLE_DEFAULT), kMany.constData())) / 64;
    const double origin = static_cast<double>(q->SendScintilla(SCI_POINTXFROMPOSITION, 0UL, lineStart(line)));
    const double x = std::max(origin + noteColumn() * charWidth, textEnd + (kNoteGap - 1) * charWidth);
    return {x, y, metrics.horizontalAdvance(note.text) + 16, height};
}

void SourceEditor::Impl::paintNote(QPainter &p, int line, const LineNote &note) const
{
    const QRectF rect = noteRect(line, note, QFontMetricsF(p.font(), p.device()));
    if (rect.left() > q->viewport()->width() || rect.right() < marginLeft(FoldMargin + 1))
        return;
    const QColor colour = note.isCostly ? palette.textFor(palette.warning) : palette.mutedText;
    p.setPen(Qt::NoPen);
    p.setBrush(palette.raised);
    p.drawRoundedRect(rect.adjusted(0, 1, 0, -1), 3, 3);
    if (note.isCostly) { // not by colour alone
        p.setBrush(palette.warning);
        p.drawRect(QRectF(rect.left(), rect.top() + 1, 3, rect.height() - 2));
    }
    p.setPen(colour);
    p.drawText(rect.adjusted(8, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter, note.text);
}

/// A disc with a bar for an error, a triangle for a warning.
void SourceEditor::Impl::paintSign(QPainter &p, int line, double y, double height) const
{
    const long markers = send(SCI_MARKERGET, ulong(line));
    const bool isError = (markers & (1L << ErrorMarker)) != 0;
    if (!isError && (markers & (1L << WarningMarker)) == 0)
        return;
    const QPointF c(marginLeft(SignMargin) + 8, y + height / 2);
    const double r = std::min(5.5, height * 0.36);
    const QColor fill = isError ? palette.error : palette.warning;
    p.setPen(Qt::NoPen);
    p.setBrush(fill);
    if (isError)
        p.drawEllipse(c, r, r);
    else
        p.drawPolygon(QPolygonF({c + QPointF(0, -r), c + QPointF(r * 1.1, r * 0.9), c + QPointF(-r * 1.1, r * 0.9)}));
    p.setPen(QPen(palette.textOn(fill), 1.5, Qt::SolidLine, Qt::FlatCap));
    const double top = isError ? -r * 0.55 : -r * 0.35;
    p.drawLine(c + QPointF(0, top), c + QPointF(0, r * 0.2));
    p.drawLine(c + QPointF(0, r * 0.4), c + QPointF(0, r * 0.7));
}

void SourceEditor::Impl::paintOverlay(QPainter &p) const
{
    p.setRenderHint(QPainter::Antialiasing);
    p.setFont(noteFont());
    const long first = send(SCI_GETFIRSTVISIBLELINE), shown = send(SCI_LINESONSCREEN) + 1;
    const double height = static_cast<double>(send(SCI_TEXTHEIGHT, 0));
    const QRectF text(marginLeft(FoldMargin + 1), 0, q->viewport()->width(), q->viewport()->height());
    long before = -1;
    for (long visible = first; visible <= first + shown; ++visible) {
        const long line = send(SCI_DOCLINEFROMVISIBLE, ulong(visible));
        if (line == before || line >= q->lines() || send(SCI_VISIBLEFROMDOCLINE, ulong(line)) != visible)
            continue;
        before = line;
        const double y = static_cast<double>(visible - first) * height;
        const auto share = shares.find(static_cast<int>(line));
        if (share != shares.end() && largestShare > 0) {
            QColor colour = palette.graphic(plots::Role::Predicted);
            colour.setAlphaF(isStale ? 0.35F : 0.9F);
            const double width = std::max(2.0, 24 * share->second / largestShare);
            p.fillRect(QRectF(26 - width, y + 1, width, height - 2), colour);
        }
        paintSign(p, static_cast<int>(line), y, height);
        const auto note = notes.find(static_cast<int>(line));
        if (!showsNotes || note == notes.end() || note->second.text.isEmpty())
            continue;
        p.save();
        p.setClipRect(text, Qt::IntersectClip);
        p.setOpacity(isStale ? 0.5 : 1);
        paintNote(p, static_cast<int>(line), note->second);
        p.restore();
    }
}

void SourceEditor::paintEvent(QPaintEvent *event)
{
    QsciScintilla::paintEvent(event);
    QPainter painter(viewport());
    m_impl->paintOverlay(painter);
}

// ---- Pointing

int SourceEditor::Impl::lineAt(QPoint pixel) const
{
    const long height = std::max(1L, send(SCI_TEXTHEIGHT, 0));
    const long visible = send(SCI_GETFIRSTVISIBLELINE) + pixel.y() / height;
    const long line = send(SCI_DOCLINEFROMVISIBLE, ulong(visible));
    const long lastVisible = send(SCI_VISIBLEFROMDOCLINE, ulong(q->lines() - 1)) + 1;
    return pixel.y() < 0 || visible >= lastVisible || line >= q->lines() ? -1 : static_cast<int>(line);
}

QString SourceEditor::Impl::toolTipAt(QPoint pixel) const
{
    const int line = lineAt(pixel);
    if (line < 0)
        return {};
    QStringList parts;
    const auto add = [this, &parts](long value) {
        if (value < 1 || value > std::ssize(diagnostics))
            return;
        const QString message = QString::fromStdString(diagnostics[static_cast<std::size_t>(value - 1)].message);
        if (!parts.contains(message))
            parts += message;
    };
    if (pixel.x() < marginLeft(NumberMargin)) {
        const auto share = shares.find(line);
        if (share != shares.end())
            parts += SourceEditor::tr("Line %1: %2\u2009% of the predicted time")
                         .arg(line + 1)
                         .arg(share->second * 100, 0, 'g', 3);
        return parts.join(u'\n');
    }
    const bool isInSigns = pixel.x() < marginLeft(FoldMargin + 1);
    const long from = isInSigns ? lineStart(line) : send(SCI_POSITIONFROMPOINTCLOSE, ulong(pixel.x()), pixel.y());
    const long to = isInSigns ? lineEnd(line) : from;
    for (const int indicator : {ErrorIndicator, WarningIndicator, NoteIndicator}) {
        for (long at = from; at >= 0 && at <= to; ++at) {
            const long value = send(SCI_INDICATORVALUEAT, ulong(indicator), at);
            add(value);
            const long end = send(SCI_INDICATOREND, ulong(indicator), at);
            at = std::max(at, end - 1); // one step for each stretch
            if (end <= from)
                break;
        }
    }
    const auto note = notes.find(line);
    if (parts.isEmpty() && showsNotes && note != notes.end()) {
        if (noteRect(line, note->second, QFontMetricsF(noteFont(), q)).contains(pixel))
            parts += note->second.detail.isEmpty() ? note->second.text : note->second.detail;
    }
    return parts.join(u'\n');
}

bool SourceEditor::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QsciScintilla::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QString text = m_impl->toolTipAt(help->pos());
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), text.toHtmlEscaped().replace(u'\n', u"<br>"_s), viewport());
    return true;
}

void SourceEditor::mouseMoveEvent(QMouseEvent *event)
{
    QsciScintilla::mouseMoveEvent(event);
    const int line = m_impl->lineAt(event->position().toPoint()) + 1;
    if (line != m_impl->hoveredLine) {
        m_impl->hoveredLine = line;
        emit lineHovered(line);
    }
}

void SourceEditor::leaveEvent(QEvent *event)
{
    QsciScintilla::leaveEvent(event);
    if (m_impl->hoveredLine != 0) {
        m_impl->hoveredLine = 0;
        emit lineHovered(0);
    }
}

} // namespace clv::editor
