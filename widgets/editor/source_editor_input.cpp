// SPDX-License-Identifier: GPL-3.0-or-later
// Keys, completion, call tips, menu, drag and drop.
#include "widgets/editor/opencl_words.h"
#include "widgets/editor/source_editor_p.h"

#include <QContextMenuEvent>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMetaMethod>
#include <QMimeData>
#include <QUrl>

#include <algorithm>
#include <set>

namespace clv::editor {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLeastPrefix = 2;      ///< characters typed before the list opens by itself
constexpr long kCallTipReach = 2000; ///< bytes looked back for the call around the cursor
constexpr std::size_t kMostCompletions = 400;

bool isWordByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// Start and end of the nth parameter within "type name(a, b)".
std::pair<qsizetype, qsizetype> parameterRange(const QString &signature, int n)
{
    qsizetype from = signature.indexOf(u'(') + 1;
    int depth = 0, index = 0;
    for (qsizetype i = from; i < signature.size(); ++i) {
        const QChar c = signature[i];
        if (c == u'(' || c == u'[')
            ++depth;
        if (depth == 0 && (c == u',' || c == u')')) {
            if (index == n)
                return {from, i};
            if (c == u')')
                break;
            ++index;
            from = i + 1;
        }
        if (c == u')' || c == u']')
            --depth;
    }
    return {0, 0};
}

} // namespace

// ---- Completion

SourceEditor::Impl::Range SourceEditor::Impl::wordBeforeCaret() const
{
    const long at = caret(), line = lineStart(lineOf(at));
    const QByteArray before = bytes(std::max(line, at - 256), at);
    qsizetype start = before.size();
    while (start > 0 && isWordByte(before[start - 1]))
        --start;
    return {at - (before.size() - start), at};
}

void SourceEditor::Impl::askForCompletions()
{
    completions.clear();
    if (q->isSignalConnected(QMetaMethod::fromSignal(&SourceEditor::completionRequested))) {
        emit q->completionRequested(q->cursorLine(), q->cursorColumn());
        return;
    }
    showCompletions({}); // nobody answers: the built-ins at least
}

void SourceEditor::Impl::showCompletions(const std::vector<Completion> &offered)
{
    const auto [from, to] = wordBeforeCaret();
    const QString prefix = QString::fromUtf8(bytes(from, to));
    const QByteArray left = bytes(std::max(0L, from - 2), from);
    const bool isMember = left.endsWith('.') || left == "->";
    std::set<QString> seen;
    QByteArray list;
    const auto add = [&](const QString &text, Completion::Kind kind) {
        if (text.size() < prefix.size() || !text.startsWith(prefix, Qt::CaseInsensitive) ||
            seen.size() >= kMostCompletions)
            return;
        if (!seen.insert(text).second)
            return;
        if (!list.isEmpty())
            list += '\n';
        list += text.toUtf8() + '\x1F' + QByteArray::number(static_cast<int>(kind));
    };
    for (const Completion &c : offered)
        add(c.text, c.kind);
    if (!isMember && !prefix.isEmpty()) {
        for (const QString &name : builtinNames)
            add(name, Completion::Kind::Function);
    }
    const bool isDone = seen.empty() || (seen.size() == 1 && *seen.begin() == prefix);
    if (isDone) {
        send(SCI_AUTOCCANCEL);
        return;
    }
    q->SendScintilla(SCI_AUTOCSHOW, static_cast<ulong>(to - from), list.constData());
}

void SourceEditor::setCompletions(const std::vector<Completion> &completions)
{
    for (const Completion &c : completions)
        if (!c.signature.isEmpty())
            m_impl->signatures[c.text] = c.signature;
    m_impl->completions = completions;
    if (hasFocus() || viewport()->hasFocus())
        m_impl->showCompletions(completions);
}

void SourceEditor::setFunctionSignatures(const std::vector<Completion> &functions)
{
    m_impl->signatures.clear();
    for (const Completion &f : functions)
        m_impl->signatures[f.text] = f.signature;
}

void SourceEditor::Impl::registerIcons()
{
    using Kind = Completion::Kind;
    const std::pair<Kind, QString> letters[] = {{Kind::Function, u"ƒ"_s}, {Kind::Variable, u"v"_s},
                                                {Kind::Type, u"T"_s},     {Kind::Keyword, u"k"_s},
                                                {Kind::Macro, u"#"_s},    {Kind::Other, u"·"_s}};
    const plots::Palette::Syntax &s = palette.syntax;
    const QColor colours[] = {s.builtin, palette.text, s.type, s.keyword, s.preprocessor, palette.mutedText};
    q->clearRegisteredImages();
    for (std::size_t i = 0; i < std::size(letters); ++i) {
        QPixmap pixmap(16, 16);
        pixmap.fill(Qt::transparent);
        QPainter p(&pixmap);
        QFont letter = font;
        letter.setPixelSize(12);
        letter.setBold(true);
        p.setFont(letter);
        p.setPen(colours[i]);
        p.drawText(pixmap.rect(), Qt::AlignCenter, letters[i].second);
        p.end();
        q->registerImage(static_cast<int>(letters[i].first), pixmap);
    }
}

// ---- Call tips

QString SourceEditor::Impl::signatureOf(const QString &name) const
{
    const auto it = signatures.find(name);
    return it != signatures.end() ? it->second : builtinSignature(name);
}

/// Shows the signature of the innermost call around the cursor, with the parameter at the cursor marked.
void SourceEditor::Impl::updateCallTip()
{
    const long at = caret(), begin = std::max(0L, at - kCallTipReach);
    const QByteArray text = bytes(begin, at);
    int depth = 0, commas = 0;
    for (qsizetype i = text.size() - 1; i >= 0; --i) {
        const char c = text[i];
        if (c == ';' || c == '{' || c == '}')
            break;
        if (c == ')' || c == ']')
            ++depth;
        else if ((c == '(' || c == '[') && depth > 0)
            --depth;
        else if (c == ',' && depth == 0)
            ++commas;
        else if (c == '(') {
            qsizetype end = i;
            while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t'))
                --end;
            qsizetype start = end;
            while (start > 0 && isWordByte(text[start - 1]))
                --start;
            const QString signature = signatureOf(QString::fromUtf8(text.mid(start, end - start)));
            if (signature.isEmpty())
                break;
            q->SendScintilla(SCI_CALLTIPSHOW, static_cast<ulong>(begin + start), signature.toUtf8().constData());
            const auto [from, to] = parameterRange(signature, commas);
            if (to > from)
                send(SCI_CALLTIPSETHLT, ulong(signature.left(from).toUtf8().size()),
                     signature.left(to).toUtf8().size());
            return;
        }
    }
    send(SCI_CALLTIPCANCEL);
}

void SourceEditor::Impl::onCharAdded(int character)
{
    const char c = character > 0 && character < 0x80 ? static_cast<char>(character) : '\0';
    if (c == '(' || c == ',' || (c == ')' && send(SCI_CALLTIPACTIVE))) {
        updateCallTip();
        return;
    }
    // Only code: no list pops up in comments and strings.
    const long style = send(SCI_GETSTYLEAT, ulong(std::max(0L, caret() - 2)));
    if (style == QsciLexerCPP::Comment || style == QsciLexerCPP::CommentLine ||
        style == QsciLexerCPP::DoubleQuotedString)
        return;
    const auto [from, to] = wordBeforeCaret();
    const bool isArrow = c == '>' && to >= 2 && bytes(to - 2, to) == "->";
    const bool isMember = (c == '.' && to >= 2 && isWordByte(bytes(to - 2, to - 1).at(0))) || isArrow;
    const QByteArray word = bytes(from, to);
    const bool startsName = !word.isEmpty() && (word[0] < '0' || word[0] > '9');
    if (send(SCI_AUTOCACTIVE) && to > from)
        showCompletions(completions); // same word: fewer fit now
    else if (isMember || (to - from >= kLeastPrefix && startsName))
        askForCompletions();
}

// ---- Keys

/// A further cursor at the next place with the selected text.
void SourceEditor::Impl::addNextOccurrence()
{
    send(SCI_TARGETWHOLEDOCUMENT);
    send(SCI_SETSEARCHFLAGS, SCFIND_MATCHCASE);
    send(SCI_MULTIPLESELECTADDNEXT);
}

void SourceEditor::keyPressEvent(QKeyEvent *event)
{
    const auto modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const bool isControl = modifiers == Qt::ControlModifier, isAlt = modifiers == Qt::AltModifier;
    const int key = event->key();
    if (isControl && key == Qt::Key_F)
        emit findRequested(false);
    else if (isControl && (key == Qt::Key_H || key == Qt::Key_R))
        emit findRequested(true);
    else if (isControl && (key == Qt::Key_G || key == Qt::Key_L))
        emit goToLineRequested();
    else if (isControl && key == Qt::Key_Slash)
        toggleComment();
    else if (isControl && key == Qt::Key_Space)
        m_impl->askForCompletions();
    else if (modifiers == (Qt::ControlModifier | Qt::ShiftModifier) && key == Qt::Key_Space)
        m_impl->updateCallTip();
    else if (isControl && key == Qt::Key_D)
        m_impl->addNextOccurrence();
    else if (modifiers == (Qt::ControlModifier | Qt::ShiftModifier) && key == Qt::Key_D)
        SendScintilla(SCI_SELECTIONDUPLICATE);
    else if (isAlt && key == Qt::Key_Up)
        moveLines(-1);
    else if (isAlt && key == Qt::Key_Down)
        moveLines(1);
    else if (key == Qt::Key_Escape && SendScintilla(SCI_GETSELECTIONS) > 1)
        SendScintilla(SCI_SETEMPTYSELECTION, static_cast<unsigned long>(m_impl->caret()));
    else {
        QsciScintilla::keyPressEvent(event);
        return;
    }
    event->accept();
}

// ---- Menu, drag and drop

void SourceEditor::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu *menu = createStandardContextMenu();
    if (!menu)
        return;
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSeparator();
    menu->addAction(tr("Find…"), this, [this] { emit findRequested(false); });
    menu->addAction(tr("Go to line…"), this, &SourceEditor::goToLineRequested);
    menu->addAction(tr("Toggle comment"), this, &SourceEditor::toggleComment);
    QAction *notes = menu->addAction(tr("Access notes beside lines"));
    notes->setCheckable(true);
    notes->setChecked(areLineNotesVisible());
    connect(notes, &QAction::toggled, this, &SourceEditor::setLineNotesVisible);
    menu->popup(event->globalPos());
}

void SourceEditor::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
    else
        QsciScintilla::dragEnterEvent(event);
}

void SourceEditor::dragMoveEvent(QDragMoveEvent *event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
    else
        QsciScintilla::dragMoveEvent(event);
}

void SourceEditor::dropEvent(QDropEvent *event)
{
    if (!event->mimeData()->hasUrls()) {
        QsciScintilla::dropEvent(event);
        return;
    }
    event->acceptProposedAction();
    for (const QUrl &url : event->mimeData()->urls())
        if (url.isLocalFile())
            emit fileDropped(url.toLocalFile());
}

} // namespace clv::editor
