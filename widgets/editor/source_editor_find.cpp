// SPDX-License-Identifier: GPL-3.0-or-later
// Searching with Qt's expressions instead of Scintilla's: look-ahead, classes and captures as people know them.
#include "widgets/editor/source_editor_p.h"

#include <QRegularExpression>

#include <algorithm>

namespace clv::editor {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostHits = 9999;

QRegularExpression expressionOf(const QString &what, const SourceEditor::FindOptions &options)
{
    QString pattern = options.isRegularExpression ? what : QRegularExpression::escape(what);
    if (options.wholeWords)
        pattern = u"\\b(?:"_s + pattern + u")\\b"_s;
    QRegularExpression::PatternOptions flags = QRegularExpression::MultilineOption;
    if (!options.isCaseSensitive)
        flags |= QRegularExpression::CaseInsensitiveOption;
    return QRegularExpression(pattern, flags);
}

/// Text as characters, with the way back to byte positions. Bytes that are no UTF-8 stand as one character each.
class Characters {
public:
    explicit Characters(const QByteArray &bytes)
    {
        const QString decoded = QString::fromUtf8(bytes);
        m_isUtf8 = decoded.toUtf8() == bytes;
        m_text = m_isUtf8 ? decoded : QString::fromLatin1(bytes);
        m_isPlain = !m_isUtf8 || m_text.size() == bytes.size();
    }
    [[nodiscard]] const QString &text() const { return m_text; }
    /// Byte position of a character; calls must come in ascending order.
    [[nodiscard]] long byteOf(qsizetype character)
    {
        if (m_isPlain)
            return static_cast<long>(character);
        m_byte += static_cast<long>(QStringView(m_text).sliced(m_character, character - m_character).toUtf8().size());
        m_character = character;
        return m_byte;
    }

private:
    QString m_text;
    bool m_isUtf8 = true, m_isPlain = true;
    qsizetype m_character = 0;
    long m_byte = 0;
};

/// `with` with \0 .. \9 filled from the match, \n and \t as such.
QString expanded(const QString &with, const QRegularExpressionMatch &match)
{
    QString result;
    for (qsizetype i = 0; i < with.size(); ++i) {
        if (with[i] != u'\\' || i + 1 == with.size()) {
            result += with[i];
            continue;
        }
        const QChar c = with[++i];
        if (c >= u'0' && c <= u'9')
            result += match.captured(c.unicode() - u'0');
        else if (c == u'n')
            result += u'\n';
        else if (c == u't')
            result += u'\t';
        else
            result += c;
    }
    return result;
}

} // namespace

std::vector<SourceEditor::Impl::Range> SourceEditor::Impl::hits(const QString &what, const FindOptions &options,
                                                                int most) const
{
    std::vector<Range> found;
    const QRegularExpression expression = expressionOf(what, options);
    if (what.isEmpty() || !expression.isValid())
        return found;
    Characters characters(bytes(0, length()));
    auto matches = expression.globalMatch(characters.text());
    while (matches.hasNext() && static_cast<int>(found.size()) < most) {
        const auto match = matches.next();
        if (match.capturedLength() == 0)
            continue;
        const long from = characters.byteOf(match.capturedStart());
        found.emplace_back(from, characters.byteOf(match.capturedEnd()));
    }
    return found;
}

bool SourceEditor::Impl::selectHit(const QString &what, const FindOptions &options, long from, bool backwards)
{
    const auto all = hits(what, options, kMostHits);
    if (all.empty())
        return false;
    auto it = std::ranges::lower_bound(all, from, {}, &Range::first);
    if (backwards)
        it = it == all.begin() ? all.end() - 1 : it - 1;
    else if (it == all.end())
        it = all.begin();
    select(it->first, it->second);
    return true;
}

bool SourceEditor::findNext(const QString &what, const FindOptions &options, bool backwards)
{
    const long from = SendScintilla(backwards ? SCI_GETSELECTIONSTART : SCI_GETSELECTIONEND);
    return m_impl->selectHit(what, options, from, backwards);
}

bool SourceEditor::findHere(const QString &what, const FindOptions &options)
{
    return m_impl->selectHit(what, options, SendScintilla(SCI_GETSELECTIONSTART), false);
}

bool SourceEditor::replaceCurrent(const QString &what, const QString &with, const FindOptions &options)
{
    const QRegularExpression expression = expressionOf(what, options);
    const long from = SendScintilla(SCI_GETSELECTIONSTART), to = SendScintilla(SCI_GETSELECTIONEND);
    const auto all = m_impl->hits(what, options, kMostHits);
    // Only a selection that is a hit is replaced; else the first press merely finds.
    if (std::ranges::find(all, Impl::Range(from, to)) != all.end()) {
        const auto match = expression.match(QString::fromUtf8(m_impl->bytes(from, to)));
        const QString text = options.isRegularExpression ? expanded(with, match) : with;
        const QByteArray bytes = text.toUtf8();
        m_impl->replace(from, to, bytes);
        SendScintilla(SCI_SETSEL, static_cast<ulong>(from + bytes.size()), static_cast<long>(from + bytes.size()));
    }
    return findNext(what, options);
}

int SourceEditor::replaceEvery(const QString &what, const QString &with, const FindOptions &options)
{
    const QRegularExpression expression = expressionOf(what, options);
    if (what.isEmpty() || !expression.isValid())
        return 0;
    std::vector<std::pair<Impl::Range, QByteArray>> changes;
    Characters characters(m_impl->bytes(0, m_impl->length()));
    auto matches = expression.globalMatch(characters.text());
    while (matches.hasNext()) {
        const auto match = matches.next();
        if (match.capturedLength() == 0)
            continue;
        const long from = characters.byteOf(match.capturedStart());
        const long to = characters.byteOf(match.capturedEnd());
        changes.push_back({{from, to}, (options.isRegularExpression ? expanded(with, match) : with).toUtf8()});
    }
    SendScintilla(SCI_BEGINUNDOACTION);
    for (auto it = changes.rbegin(); it != changes.rend(); ++it)
        m_impl->replace(it->first.first, it->first.second, it->second);
    SendScintilla(SCI_ENDUNDOACTION);
    return static_cast<int>(changes.size());
}

int SourceEditor::markEvery(const QString &what, const FindOptions &options)
{
    SendScintilla(SCI_SETINDICATORCURRENT, static_cast<int>(Impl::HitIndicator));
    SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, m_impl->length());
    const auto all = m_impl->hits(what, options, kMostHits);
    SendScintilla(SCI_SETINDICATORCURRENT, static_cast<int>(Impl::HitIndicator));
    for (const auto &[from, to] : all)
        SendScintilla(SCI_INDICATORFILLRANGE, static_cast<ulong>(from), to - from);
    return static_cast<int>(all.size());
}

} // namespace clv::editor
