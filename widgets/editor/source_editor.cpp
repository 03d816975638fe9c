// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/source_editor.h"

#include "widgets/editor/opencl_words.h"
#include "widgets/editor/source_editor_p.h"

#include <Qsci/qscicommandset.h>

#include <QFontDatabase>

#include <algorithm>

namespace clv::editor {

using namespace Qt::StringLiterals;

namespace {

constexpr int kIndent = 4;
constexpr int kFlashMs = 900;

/// Length of what two texts share at their beginning, or (from behind) at their end.
template <typename A, typename B>
qsizetype common(A a, B b, qsizetype most)
{
    qsizetype n = 0;
    while (n < most && *a == *b) {
        ++a;
        ++b;
        ++n;
    }
    return n;
}

} // namespace

SourceEditor::SourceEditor(QWidget *parent) : QsciScintilla(parent), m_impl(std::make_unique<Impl>(this))
{
    m_impl->setUp();
    m_impl->applyTheme();
    QStringList names;
    for (const Builtin &builtin : builtins())
        names += builtin.name;
    setBuiltins(names);

    connect(this, &QsciScintilla::textChanged, this, [this] {
        if (!m_impl->isSetting)
            emit sourceEdited();
    });
    connect(this, &QsciScintilla::modificationChanged, this, [this](bool isNow) {
        if (!m_impl->isSetting)
            emit modifiedChanged(isNow);
    });
    connect(this, &QsciScintilla::cursorPositionChanged, this, [this] { m_impl->tellCursorLine(); });
    connect(this, &QsciScintilla::linesChanged, this, [this] { m_impl->fitMargins(); });
    connect(this, &QsciScintillaBase::SCN_ZOOM, this, [this] { m_impl->fitMargins(); });
    connect(this, &QsciScintillaBase::SCN_CHARADDED, this, [this](int c) { m_impl->onCharAdded(c); });
    connect(this,
            qOverload<int, int, const char *, int, int, int, int, int, int, int>(&QsciScintillaBase::SCN_MODIFIED),
            this, [this](int position, int, const char *, int, int linesAdded, int, int, int, int, int) {
                if (linesAdded != 0)
                    m_impl->shiftLines(position, linesAdded);
            });
}

SourceEditor::~SourceEditor()
{
    // The base class still signals while it goes: our state is gone by then.
    disconnect(this, nullptr, this, nullptr);
}

void SourceEditor::Impl::setUp()
{
    q->setUtf8(true);
    q->setAccessibleName(SourceEditor::tr("Kernel source"));
    q->setFrameShape(QFrame::NoFrame);
    lexer = new OpenClLexer(q);
    q->setLexer(lexer);

    q->setTabWidth(kIndent);
    q->setIndentationWidth(kIndent);
    q->setIndentationsUseTabs(false);
    q->setAutoIndent(true);
    q->setBackspaceUnindents(true);
    q->setTabIndents(true);
    q->setBraceMatching(QsciScintilla::SloppyBraceMatch);
    q->setFolding(QsciScintilla::PlainFoldStyle, FoldMargin);
    q->setCaretLineVisible(true);
    q->setScrollWidth(1);
    q->setScrollWidthTracking(true);
    q->setWrapMode(QsciScintilla::WrapNone);
    q->setAutoCompletionSource(QsciScintilla::AcsNone);

    q->setMarginType(HeatMargin, QsciScintilla::SymbolMargin);
    q->setMarginMarkerMask(HeatMargin, 0);
    q->setMarginType(NumberMargin, QsciScintilla::NumberMargin);
    q->setMarginType(SignMargin, QsciScintilla::SymbolMargin);
    q->setMarginMarkerMask(SignMargin, (1 << ErrorMarker) | (1 << WarningMarker));
    q->setMarginWidth(SignMargin, 16);
    q->setMarginWidth(HeatMargin, 0); // opens with the first shares

    send(SCI_SETMULTIPLESELECTION, 1);
    send(SCI_SETADDITIONALSELECTIONTYPING, 1);
    send(SCI_SETMULTIPASTE, SC_MULTIPASTE_EACH);
    send(SCI_SETVIRTUALSPACEOPTIONS, SCVS_RECTANGULARSELECTION);
    send(SCI_SETLAYOUTCACHE, SC_CACHE_PAGE);
    send(SCI_SETIDLESTYLING, SC_IDLESTYLING_TOVISIBLE);
    send(SCI_SETBUFFEREDDRAW, 0); // Qt buffers
    send(SCI_SETEXTRAASCENT, 1);
    send(SCI_SETEXTRADESCENT, 2);
    send(SCI_AUTOCSETSEPARATOR, '\n');
    send(SCI_AUTOCSETTYPESEPARATOR, 0x1F);
    send(SCI_AUTOCSETIGNORECASE, 1);
    send(SCI_AUTOCSETORDER, SC_ORDER_PERFORMSORT);
    send(SCI_AUTOCSETMAXHEIGHT, 10);
    for (const Marker marker : {ErrorMarker, WarningMarker})
        send(SCI_MARKERDEFINE, marker, SC_MARK_EMPTY); // painted by paintSign
    for (const Marker marker : {HighlightMarker, FlashMarker})
        send(SCI_MARKERDEFINE, marker, SC_MARK_BACKGROUND);

    flash.setSingleShot(true);
    flash.setInterval(kFlashMs);
    QObject::connect(&flash, &QTimer::timeout, q, [this] {
        send(SCI_MARKERDELETEALL, FlashMarker);
        send(SCI_SETINDICATORCURRENT, PlaceIndicator);
        send(SCI_INDICATORCLEARRANGE, 0, length());
    });
    bindKeys();
}

/// Scintilla claims keys that belong to the window or to us.
void SourceEditor::Impl::bindKeys()
{
    constexpr auto kControl = Qt::ControlModifier, kShift = Qt::ShiftModifier;
    for (const QKeyCombination key :
         {kControl | Qt::Key_D, kControl | Qt::Key_L, kControl | Qt::Key_T, kControl | Qt::Key_U,
          kControl | kShift | Qt::Key_D, kControl | kShift | Qt::Key_L, kControl | kShift | Qt::Key_U}) {
        if (QsciCommand *command = q->standardCommands()->boundTo(key.toCombined()))
            command->setKey(0);
    }
}

QByteArray SourceEditor::Impl::bytes(long from, long to) const
{
    if (to <= from)
        return {};
    QByteArray text(to - from + 1, '\0');
    q->SendScintilla(SCI_GETTEXTRANGE, from, to, text.data());
    text.chop(1); // the terminator that Scintilla writes
    return text;
}

void SourceEditor::Impl::replace(long from, long to, const QByteArray &with)
{
    send(SCI_SETTARGETRANGE, ulong(from), to);
    q->SendScintilla(SCI_REPLACETARGET, static_cast<ulong>(with.size()), with.constData());
}

void SourceEditor::Impl::select(long from, long to)
{
    send(SCI_ENSUREVISIBLEENFORCEPOLICY, ulong(lineOf(from)));
    send(SCI_SETSEL, ulong(from), to);
    send(SCI_SCROLLRANGE, ulong(from), to);
}

long SourceEditor::Impl::positionOf(int line, int column) const
{
    const long at = std::clamp<long>(line - 1, 0, q->lineCount() - 1);
    return std::min(lineStart(at) + std::max(0, column - 1), lineEnd(at));
}

void SourceEditor::setSource(const QByteArray &source)
{
    const bool wasModified = isModified();
    m_impl->isSetting = true;
    m_impl->clearMarks();
    QByteArray text = source;
    m_impl->bom = text.startsWith("\xEF\xBB\xBF") ? text.left(3) : QByteArray();
    text.remove(0, m_impl->bom.size());
    SendScintilla(SCI_SETUNDOCOLLECTION, 0UL);
    SendScintilla(SCI_CLEARALL);
    SendScintilla(SCI_APPENDTEXT, static_cast<ulong>(text.size()), text.constData());
    SendScintilla(SCI_SETUNDOCOLLECTION, 1UL);
    SendScintilla(SCI_EMPTYUNDOBUFFER);
    SendScintilla(SCI_SETSAVEPOINT);
    m_impl->detectLineEnds(text);
    SendScintilla(SCI_GOTOPOS, 0UL);
    SendScintilla(SCI_SETSCROLLWIDTH, 1UL);
    m_impl->fitMargins();
    m_impl->isSetting = false;
    if (wasModified)
        emit modifiedChanged(false);
}

QByteArray SourceEditor::source() const
{
    return m_impl->bom + m_impl->bytes(0, m_impl->length());
}

void SourceEditor::replaceSource(const QByteArray &source)
{
    QByteArray text = source;
    m_impl->bom = text.startsWith("\xEF\xBB\xBF") ? text.left(3) : QByteArray();
    text.remove(0, m_impl->bom.size());
    const QByteArray old = m_impl->bytes(0, m_impl->length());
    // Only what differs is replaced: cursor, marks and folds outside stay.
    const qsizetype most = std::min(old.size(), text.size());
    const qsizetype head = common(old.begin(), text.begin(), most);
    const qsizetype tail = common(old.rbegin(), text.rbegin(), most - head);
    if (head == old.size() && old.size() == text.size())
        return;
    m_impl->isSetting = true;
    SendScintilla(SCI_BEGINUNDOACTION);
    m_impl->replace(head, old.size() - tail, text.mid(head, text.size() - tail - head));
    SendScintilla(SCI_ENDUNDOACTION);
    m_impl->isSetting = false;
    emit modifiedChanged(isModified());
}

void SourceEditor::setSaved()
{
    SendScintilla(SCI_SETSAVEPOINT);
}

/// New lines get the end that the file uses most; those that are there stay as they are.
void SourceEditor::Impl::detectLineEnds(const QByteArray &text)
{
    const auto crlf = text.count("\r\n");
    const auto lf = text.count('\n') - crlf, cr = text.count('\r') - crlf;
    q->setEolMode(crlf > lf && crlf >= cr ? QsciScintilla::EolWindows
                  : cr > lf               ? QsciScintilla::EolMac
                                          : QsciScintilla::EolUnix);
    const auto tabs = text.count("\n\t"), blanks = text.count("\n  ");
    q->setIndentationsUseTabs(tabs > blanks);
}

void SourceEditor::setBuiltins(const QStringList &names)
{
    m_impl->builtinNames = names;
    OpenClLexer::installSubStyles(*this, names);
}

void SourceEditor::goToLine(int line, int column)
{
    const long position = m_impl->positionOf(line, column);
    const long at = m_impl->lineOf(position);
    SendScintilla(SCI_ENSUREVISIBLEENFORCEPOLICY, static_cast<ulong>(at));
    SendScintilla(SCI_GOTOPOS, static_cast<ulong>(position));
    SendScintilla(SCI_VERTICALCENTRECARET);
    SendScintilla(SCI_SCROLLCARET);
    SendScintilla(SCI_MARKERDELETEALL, static_cast<int>(Impl::FlashMarker));
    SendScintilla(SCI_MARKERADD, static_cast<ulong>(at), static_cast<long>(Impl::FlashMarker));
    if (column > 1) { // a line may be 85 000 characters long: box the place itself
        const long end = SendScintilla(SCI_WORDENDPOSITION, static_cast<ulong>(position), 1L);
        SendScintilla(SCI_SETINDICATORCURRENT, static_cast<int>(Impl::PlaceIndicator));
        SendScintilla(SCI_INDICATORFILLRANGE, static_cast<ulong>(position), std::max(1L, end - position));
    }
    m_impl->flash.start();
    m_impl->tellCursorLine(); // Scintilla tells with the next paint only, and never while hidden
}

void SourceEditor::Impl::tellCursorLine()
{
    const int line = q->cursorLine();
    if (line == cursorLine)
        return;
    cursorLine = line;
    emit q->cursorLineChanged(line);
}

int SourceEditor::cursorLine() const
{
    return static_cast<int>(m_impl->lineOf(m_impl->caret())) + 1;
}

int SourceEditor::cursorColumn() const
{
    const long at = m_impl->caret();
    return static_cast<int>(at - m_impl->lineStart(m_impl->lineOf(at))) + 1;
}

int SourceEditor::lineCount() const
{
    return lines();
}

void SourceEditor::moveLines(int by)
{
    for (int i = 0; i < std::abs(by); ++i)
        SendScintilla(by < 0 ? SCI_MOVESELECTEDLINESUP : SCI_MOVESELECTEDLINESDOWN);
}

void SourceEditor::toggleComment()
{
    const long first = m_impl->lineOf(SendScintilla(SCI_GETSELECTIONSTART));
    const long selectionEnd = SendScintilla(SCI_GETSELECTIONEND);
    long last = m_impl->lineOf(selectionEnd);
    if (last > first && m_impl->lineStart(last) == selectionEnd)
        --last;               // nothing of it is selected
    std::vector<long> starts; // first character of every line that is not blank
    bool areAllComments = true;
    long indent = 1 << 20;
    for (long line = first; line <= last; ++line) {
        const long at = SendScintilla(SCI_GETLINEINDENTPOSITION, static_cast<ulong>(line));
        if (at >= m_impl->lineEnd(line))
            continue;
        starts.push_back(at);
        indent = std::min(indent, at - m_impl->lineStart(line));
        areAllComments = areAllComments && m_impl->bytes(at, std::min(at + 2, m_impl->lineEnd(line))) == "//";
    }
    SendScintilla(SCI_BEGINUNDOACTION);
    for (auto it = starts.rbegin(); it != starts.rend(); ++it) {
        if (areAllComments) {
            const bool hasBlank = m_impl->bytes(*it + 2, std::min(*it + 3, m_impl->length())) == " ";
            m_impl->replace(*it, *it + (hasBlank ? 3 : 2), {});
        } else {
            const long at = m_impl->lineStart(m_impl->lineOf(*it)) + indent;
            m_impl->replace(at, at, "// ");
        }
    }
    SendScintilla(SCI_ENDUNDOACTION);
}

void SourceEditor::setPalette(const plots::Palette &palette)
{
    m_impl->followsSystem = false;
    m_impl->palette = palette;
    m_impl->applyTheme();
}

const plots::Palette &SourceEditor::colours() const
{
    return m_impl->palette;
}

void SourceEditor::Impl::applyTheme()
{
    if (followsSystem)
        palette = plots::Palette::fromSystem(q->palette());
    const plots::Palette &p = palette;
    const plots::Palette::Syntax &s = p.syntax;
    font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    lexer->setColours(p, font);
    q->setPaper(p.surface);
    q->setColor(p.text);
    q->setCaretForegroundColor(p.text);
    q->setCaretLineBackgroundColor(s.currentLine);
    q->setSelectionBackgroundColor(s.selection);
    q->resetSelectionForegroundColor();
    send(SCI_SETADDITIONALSELBACK, s.selection.rgb() & 0xFFFFFF);
    q->setMatchedBraceBackgroundColor(s.brace);
    q->setMatchedBraceForegroundColor(p.text);
    q->setUnmatchedBraceForegroundColor(p.error);
    q->setUnmatchedBraceBackgroundColor(p.surface);
    q->setMarginsFont(font);
    q->setMarginsBackgroundColor(p.surface);
    q->setMarginsForegroundColor(p.mutedText);
    q->setFoldMarginColors(p.surface, p.surface);
    q->setIndentationGuidesForegroundColor(p.grid);
    q->setCallTipsBackgroundColor(p.raised);
    q->setCallTipsForegroundColor(p.mutedText);
    q->setCallTipsHighlightColor(p.text);
    const auto marker = [this](int number, const QColor &fore, const QColor &back) {
        q->SendScintilla(SCI_MARKERSETFORE, static_cast<ulong>(number), fore);
        q->SendScintilla(SCI_MARKERSETBACK, static_cast<ulong>(number), back);
    };
    for (int number = SC_MARKNUM_FOLDEREND; number <= int{SC_MARKNUM_FOLDEROPEN}; ++number)
        marker(number, p.axis, p.axis);
    marker(HighlightMarker, p.text, plots::Palette::blend(p.band(plots::Role::Predicted), p.surface));
    marker(FlashMarker, p.text, s.brace);

    const auto indicator = [this](int number, int style, const QColor &colour) {
        send(SCI_INDICSETSTYLE, ulong(number), style);
        q->SendScintilla(SCI_INDICSETFORE, static_cast<ulong>(number), colour);
    };
    indicator(ErrorIndicator, INDIC_SQUIGGLE, p.error);
    indicator(WarningIndicator, INDIC_SQUIGGLE, p.warning);
    indicator(NoteIndicator, INDIC_DOTS, p.mutedText);
    indicator(HitIndicator, INDIC_ROUNDBOX, p.accent);
    indicator(PlaceIndicator, INDIC_STRAIGHTBOX, p.accent);
    for (const int number : {HitIndicator, PlaceIndicator}) {
        send(SCI_INDICSETALPHA, ulong(number), 70);
        send(SCI_INDICSETOUTLINEALPHA, ulong(number), 255);
        send(SCI_INDICSETUNDER, ulong(number), 1);
    }
    const auto style = [this, &p](int number, const QColor &colour) {
        q->SendScintilla(SCI_STYLESETFORE, static_cast<ulong>(number), p.textFor(colour));
        q->SendScintilla(SCI_STYLESETBACK, static_cast<ulong>(number), p.raised);
    };
    style(ErrorTextStyle, p.error);
    style(WarningTextStyle, p.warning);
    style(NoteTextStyle, p.mutedText);
    registerIcons();
    fitMargins();
    q->viewport()->update();
}

void SourceEditor::Impl::fitMargins()
{
    const auto digits = std::max<qsizetype>(3, QString::number(q->lines()).size());
    q->setMarginWidth(NumberMargin, QString(digits, u'8') + u' ');
    q->setMarginWidth(HeatMargin, shares.empty() ? 0 : 28);
    q->viewport()->update();
}

void SourceEditor::changeEvent(QEvent *event)
{
    QsciScintilla::changeEvent(event);
    if (m_impl && event->type() == QEvent::PaletteChange && m_impl->followsSystem)
        m_impl->applyTheme();
}

} // namespace clv::editor
