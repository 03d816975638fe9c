// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/opencl_lexer.h"

#include "widgets/editor/opencl_words.h"

#include <Qsci/qsciscintilla.h>

namespace clv::editor {

using namespace Qt::StringLiterals;

namespace {

QColor colourOf(int style, const plots::Palette &palette)
{
    const plots::Palette::Syntax &s = palette.syntax;
    switch (style) {
    case QsciLexerCPP::Comment:
    case QsciLexerCPP::CommentLine:
    case QsciLexerCPP::CommentDoc:
    case QsciLexerCPP::CommentLineDoc:
    case QsciLexerCPP::CommentDocKeyword:
    case QsciLexerCPP::CommentDocKeywordError:
    case QsciLexerCPP::PreProcessorComment:
    case QsciLexerCPP::PreProcessorCommentLineDoc: return s.comment;
    case QsciLexerCPP::Number: return s.number;
    case OpenClLexer::Control: return s.keyword;
    case OpenClLexer::Type: return s.type;
    case OpenClLexer::Qualifier: return s.qualifier;
    case OpenClLexer::BuiltinFunction: return s.builtin;
    case OpenClLexer::Constant: return s.constant;
    case QsciLexerCPP::DoubleQuotedString:
    case QsciLexerCPP::SingleQuotedString:
    case QsciLexerCPP::UnclosedString:
    case QsciLexerCPP::EscapeSequence: return s.string;
    case QsciLexerCPP::PreProcessor: return s.preprocessor;
    default: return s.plain;
    }
}

} // namespace

OpenClLexer::OpenClLexer(QObject *parent) : QsciLexerCPP(parent)
{
    setFoldComments(true);
    setFoldCompact(false);
    setFoldPreprocessor(true);
    setStylePreprocessor(true);
}

const char *OpenClLexer::language() const
{
    return "OpenCL C";
}

const char *OpenClLexer::keywords(int set) const
{
    switch (set) {
    case 1: return words::keywords().constData();
    case 2: return words::types().constData();
    case 4: return words::qualifiers().constData();
    default: return nullptr;
    }
}

QString OpenClLexer::description(int style) const
{
    switch (style) {
    case Control: return u"Control keyword"_s;
    case Type: return u"Type"_s;
    case Qualifier: return u"Qualifier"_s;
    case BuiltinFunction: return u"Built-in function"_s;
    case Constant: return u"Constant"_s;
    default: return QsciLexerCPP::description(style);
    }
}

bool OpenClLexer::defaultEolFill(int) const
{
    return false;
}

void OpenClLexer::setColours(const plots::Palette &palette, const QFont &font)
{
    setDefaultColor(palette.text);
    setDefaultPaper(palette.surface);
    setDefaultFont(font);
    for (int style = 0; style <= Constant; ++style) {
        if (description(style).isEmpty())
            continue;
        setColor(colourOf(style & ~0x40, palette), style);
        setPaper(palette.surface, style);
        setFont(font, style);
    }
    setColor(palette.syntax.builtin, BuiltinFunction);
    setColor(palette.syntax.constant, Constant);
}

void OpenClLexer::installSubStyles(QsciScintilla &editor, const QStringList &builtinNames)
{
    editor.SendScintilla(QsciScintillaBase::SCI_FREESUBSTYLES);
    const long first = editor.SendScintilla(QsciScintillaBase::SCI_ALLOCATESUBSTYLES, static_cast<int>(Identifier), 2);
    if (first != BuiltinFunction)
        return; // a lexer without sub-styles: names stay plain
    const QByteArray names = builtinNames.join(u' ').toUtf8();
    editor.SendScintilla(QsciScintillaBase::SCI_SETIDENTIFIERS, static_cast<unsigned long>(BuiltinFunction),
                         names.constData());
    editor.SendScintilla(QsciScintillaBase::SCI_SETIDENTIFIERS, static_cast<unsigned long>(Constant),
                         words::constants().constData());
    // Which branch of an #if is live depends on -D options that the lexer does not know: grey none of them.
    editor.SendScintilla(QsciScintillaBase::SCI_SETPROPERTY, "lexer.cpp.track.preprocessor", "0");
    editor.SendScintilla(QsciScintillaBase::SCI_COLOURISE, 0UL, -1L);
}

} // namespace clv::editor
