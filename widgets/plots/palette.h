// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

namespace clv::plots {

/// Who says a number. One hue each, everywhere: tables, plots, heat strip, report.
enum class Role {
    Predicted,   ///< blue, solid, with a band
    Measured,    ///< orange, filled circles
    Baseline,    ///< green, dashed
    SecondModel, ///< purple, dotted
};

/// Every colour of the program, derived from the system palette. Hues are those of Okabe and Ito ("Color Universal
/// Design", 2008), lightened or darkened until they reach their contrast on `surface`: 3:1 for graphics, 4.5:1 for
/// text (WCAG 2.1, 1.4.11 and 1.4.3).
struct Palette {
    bool isDark = false;
    QColor window;               ///< behind panels
    QColor surface;              ///< behind plots, tables and text
    QColor raised;               ///< behind the editor's margins, tool tips and read-outs
    QColor text;                 ///< numbers and words
    QColor mutedText;            ///< units, axis labels, hints; still 4.5:1
    QColor grid;                 ///< plot grid and separators: there when looked for
    QColor axis;                 ///< axis lines and ticks; 3:1
    QColor accent;               ///< selection and focus
    QColor warning, error, good; ///< graphics, 3:1; never alone: always beside a word or a shape

    /// Colours of the code; all 4.5:1 on `surface`.
    struct Syntax {
        QColor keyword, qualifier, type, builtin, constant, number, string, preprocessor, comment, plain;
        QColor currentLine, selection, brace;
    } syntax;

    [[nodiscard]] static Palette fromSystem(const QPalette &palette);
    [[nodiscard]] static Palette light();
    [[nodiscard]] static Palette dark();
    [[nodiscard]] static Palette print(); ///< black on white, for paper and export

    [[nodiscard]] QColor graphic(Role role) const;               ///< lines, marks, bars
    [[nodiscard]] QColor textFor(Role role) const;               ///< words in the role's hue
    [[nodiscard]] QColor band(Role role) const;                  ///< interval, 20% opacity
    [[nodiscard]] QColor textFor(const QColor &hue) const;       ///< `hue` made readable as text on `surface`
    [[nodiscard]] QColor textOn(const QColor &background) const; ///< black or white, whichever reads better

    /// Colours for parts of a whole (time breakdown): neighbours differ in lightness too. `index` wraps.
    [[nodiscard]] QColor category(int index) const;

    /// Magnitudes: cividis (Nuñez, Anderton, Renslow 2018). `t` is clamped to 0..1; 1 is the highest.
    [[nodiscard]] QColor heat(double t) const;
    /// Error factor predicted / measured: neutral at 1, purple below (too fast), orange above (too slow); full colour
    /// at a factor of `full`.
    [[nodiscard]] QColor errorFactor(double factor, double full = 4) const;

    /// Contrast ratio of two opaque colours, 1..21 (WCAG 2.1).
    [[nodiscard]] static double contrast(const QColor &a, const QColor &b);
    /// `colour` moved towards white or black, in steps, until it reaches `ratio` on `background`.
    [[nodiscard]] static QColor withContrast(QColor colour, const QColor &background, double ratio);
    /// What `over` with its alpha looks like on `background`.
    [[nodiscard]] static QColor blend(const QColor &over, const QColor &background);

    friend bool operator==(const Palette &a, const Palette &b)
    {
        return a.isDark == b.isDark && a.surface == b.surface && a.window == b.window && a.text == b.text &&
               a.accent == b.accent;
    }
};

} // namespace clv::plots
