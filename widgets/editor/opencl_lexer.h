// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/palette.h"

#include <Qsci/qscilexercpp.h>

#include <QFont>
#include <QStringList>

class QsciScintilla;

namespace clv::editor {

/// Scintilla's C lexer with the words of OpenCL C: three keyword sets (control, types, qualifiers) and two sub-styles
/// of identifiers (built-in functions, constants).
class OpenClLexer : public QsciLexerCPP {
    Q_OBJECT

public:
    /// Styles of our word classes; those of comments, numbers, ... are QsciLexerCPP's.
    enum { Control = Keyword, Type = KeywordSet2, Qualifier = GlobalClass, BuiltinFunction = 0x80, Constant = 0x81 };

    explicit OpenClLexer(QObject *parent = nullptr);

    [[nodiscard]] const char *language() const override;
    [[nodiscard]] const char *keywords(int set) const override;
    [[nodiscard]] QString description(int style) const override;
    [[nodiscard]] bool defaultEolFill(int style) const override;

    void setColours(const plots::Palette &palette, const QFont &font);
    /// Sub-styles live in the editor's document: call after setLexer and after each change of the names.
    static void installSubStyles(QsciScintilla &editor, const QStringList &builtinNames);
};

} // namespace clv::editor
