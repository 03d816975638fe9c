// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace clv::plots {

namespace {

constexpr double kGraphicContrast = 3.0;
constexpr double kTextContrast = 4.5;
constexpr double kDarkGraphicContrast = 5.0; ///< thin lines on dark need more than the minimum

/// sRGB transfer function, IEC 61966-2-1.
double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

QColor mix(const QColor &a, const QColor &b, double t)
{
    const auto channel = [t](float from, float to) { return static_cast<float>(from + (to - from) * t); };
    return QColor::fromRgbF(std::clamp(channel(a.redF(), b.redF()), 0.0F, 1.0F),
                            std::clamp(channel(a.greenF(), b.greenF()), 0.0F, 1.0F),
                            std::clamp(channel(a.blueF(), b.blueF()), 0.0F, 1.0F));
}

QColor hueOf(Role role)
{
    switch (role) {
    case Role::Predicted: return QColor(0x00, 0x72, 0xB2);
    case Role::Measured: return QColor(0xD5, 0x5E, 0x00);
    case Role::Baseline: return QColor(0x00, 0x9E, 0x73);
    case Role::SecondModel: return QColor(0xCC, 0x79, 0xA7);
    }
    return QColor(0x80, 0x80, 0x80);
}

/// Readable on the surface and on the window around it, which differ by a shade.
QColor readable(const QColor &colour, const Palette &palette, double ratio)
{
    const QColor once = Palette::withContrast(colour, palette.surface, ratio);
    return Palette::withContrast(once, palette.window, ratio);
}

Palette::Syntax syntaxOf(const Palette &p)
{
    const auto text = [&p](int light, int dark) {
        return readable(QColor::fromRgb(static_cast<QRgb>(p.isDark ? dark : light)), p, kTextContrast);
    };
    Palette::Syntax s;
    s.plain = p.text;
    s.keyword = text(0x0B4F8A, 0x7FB8E6);
    s.qualifier = text(0x8A3B8F, 0xD59AD8);
    s.type = text(0x00695C, 0x63C7B2);
    s.builtin = text(0x7A4B00, 0xE0B36A);
    s.constant = text(0x9C2F2F, 0xEE9A8F);
    s.number = text(0x9A4A12, 0xE8A27A);
    s.string = text(0x3F6B1F, 0xA5C87A);
    s.preprocessor = text(0x5B5B9A, 0xA9A9E0);
    s.comment = p.mutedText;
    s.currentLine = mix(p.surface, p.text, p.isDark ? 0.06 : 0.035);
    s.selection = mix(p.surface, p.accent, p.isDark ? 0.45 : 0.25);
    s.brace = mix(p.surface, p.accent, p.isDark ? 0.6 : 0.35);
    return s;
}

void deriveRest(Palette &p)
{
    p.isDark = luminance(p.surface) < 0.2;
    p.raised = mix(p.surface, p.text, p.isDark ? 0.07 : 0.04);
    p.text = readable(p.text, p, 7.0);
    p.mutedText = readable(mix(p.surface, p.text, 0.62), p, kTextContrast);
    p.grid = mix(p.surface, p.text, p.isDark ? 0.13 : 0.11);
    p.axis = readable(mix(p.surface, p.text, 0.45), p, kGraphicContrast);
    p.warning = readable(QColor(0xB3, 0x7A, 0x00), p, p.isDark ? kDarkGraphicContrast : kGraphicContrast);
    p.error = readable(QColor(0xC6, 0x28, 0x28), p, p.isDark ? kDarkGraphicContrast : kGraphicContrast);
    p.good = readable(QColor(0x00, 0x8A, 0x64), p, p.isDark ? kDarkGraphicContrast : kGraphicContrast);
    p.syntax = syntaxOf(p);
}

/// Cividis at 0, 1/9, ... 1, rounded to 8 bits; straight lines between.
constexpr std::array<std::array<int, 3>, 10> kCividis{{{0x00, 0x22, 0x4E},
                                                       {0x12, 0x35, 0x70},
                                                       {0x3B, 0x49, 0x6C},
                                                       {0x57, 0x5D, 0x6D},
                                                       {0x70, 0x71, 0x73},
                                                       {0x8A, 0x86, 0x78},
                                                       {0xA5, 0x9C, 0x74},
                                                       {0xC3, 0xB3, 0x69},
                                                       {0xE1, 0xCC, 0x55},
                                                       {0xFE, 0xE8, 0x38}}};

/// Parts of a breakdown: memory in blues and teal, arithmetic in gold, overheads in greys and earth.
constexpr std::array<std::array<int, 3>, 10> kCategories{{{0x2F, 0x6D, 0xA8},
                                                          {0xE3, 0xB2, 0x3C},
                                                          {0x7C, 0xB9, 0xE4},
                                                          {0x6B, 0x72, 0x7D},
                                                          {0x3F, 0x9C, 0x98},
                                                          {0xB9, 0xBE, 0xC6},
                                                          {0x8C, 0x62, 0x39},
                                                          {0xD3, 0xC7, 0x8E},
                                                          {0x5D, 0x4B, 0x8A},
                                                          {0xA9, 0xD3, 0xC4}}};

} // namespace

Palette Palette::fromSystem(const QPalette &palette)
{
    Palette p;
    p.window = palette.color(QPalette::Active, QPalette::Window);
    p.surface = palette.color(QPalette::Active, QPalette::Base);
    p.text = palette.color(QPalette::Active, QPalette::Text);
    p.accent = palette.color(QPalette::Active, QPalette::Highlight);
    deriveRest(p);
    return p;
}

Palette Palette::light()
{
    Palette p;
    p.window = QColor(0xF4, 0xF5, 0xF6);
    p.surface = QColor(0xFF, 0xFF, 0xFF);
    p.text = QColor(0x1F, 0x23, 0x28);
    p.accent = QColor(0x2F, 0x7F, 0xC1);
    deriveRest(p);
    return p;
}

Palette Palette::dark()
{
    Palette p;
    p.window = QColor(0x22, 0x26, 0x2B);
    p.surface = QColor(0x1A, 0x1D, 0x21);
    p.text = QColor(0xE4, 0xE7, 0xEB);
    p.accent = QColor(0x3D, 0x8F, 0xD1);
    deriveRest(p);
    return p;
}

Palette Palette::print()
{
    Palette p;
    p.window = p.surface = Qt::white;
    p.text = Qt::black;
    p.accent = QColor(0x2F, 0x7F, 0xC1);
    deriveRest(p);
    return p;
}

QColor Palette::graphic(Role role) const
{
    return readable(hueOf(role), *this, isDark ? kDarkGraphicContrast : kGraphicContrast);
}

QColor Palette::textFor(Role role) const
{
    return textFor(hueOf(role));
}

QColor Palette::textFor(const QColor &hue) const
{
    return readable(hue, *this, isDark ? kDarkGraphicContrast : kTextContrast);
}

QColor Palette::band(Role role) const
{
    QColor colour = graphic(role);
    colour.setAlphaF(0.2F);
    return colour;
}

QColor Palette::textOn(const QColor &background) const
{
    const QColor black(0x10, 0x12, 0x14);
    return contrast(black, background) >= contrast(Qt::white, background) ? black : QColor(Qt::white);
}

QColor Palette::category(int index) const
{
    const auto count = static_cast<int>(kCategories.size());
    const auto &c = kCategories[static_cast<std::size_t>(((index % count) + count) % count)];
    return QColor(c[0], c[1], c[2]);
}

QColor Palette::heat(double t) const
{
    const double position = std::clamp(std::isfinite(t) ? t : 0.0, 0.0, 1.0) * (kCividis.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(position), kCividis.size() - 2);
    const auto &a = kCividis[below];
    const auto &b = kCividis[below + 1];
    return mix(QColor(a[0], a[1], a[2]), QColor(b[0], b[1], b[2]), position - static_cast<double>(below));
}

QColor Palette::errorFactor(double factor, double full) const
{
    const QColor neutral = isDark ? QColor(0x3A, 0x3F, 0x46) : QColor(0xF2, 0xF0, 0xEE);
    if (!std::isfinite(factor) || factor <= 0)
        return neutral;
    const double t = std::clamp(std::log2(factor) / std::log2(full), -1.0, 1.0);
    const QColor tooSlow = isDark ? QColor(0xF2, 0x95, 0x4A) : QColor(0xC2, 0x53, 0x00);
    const QColor tooFast = isDark ? QColor(0xB8, 0x93, 0xE0) : QColor(0x6A, 0x3D, 0x9A);
    return mix(neutral, t > 0 ? tooSlow : tooFast, std::pow(std::fabs(t), 0.8));
}

double Palette::contrast(const QColor &a, const QColor &b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor Palette::withContrast(QColor colour, const QColor &background, double ratio)
{
    const QColor goal = luminance(background) < 0.18 ? Qt::white : Qt::black;
    const QColor start = colour;
    constexpr int kSteps = 50;
    for (int i = 1; i <= kSteps && contrast(colour, background) < ratio; ++i)
        colour = mix(start, goal, static_cast<double>(i) / kSteps).toRgb();
    return colour;
}

QColor Palette::blend(const QColor &over, const QColor &background)
{
    QColor opaque = over;
    opaque.setAlpha(255);
    return mix(background, opaque, over.alphaF());
}

} // namespace clv::plots
