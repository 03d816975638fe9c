// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/breakdown_layout.h"

#include "core/support/hash.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace clv::plots {

using namespace Qt::StringLiterals;

namespace {

constexpr double kLeastPart = 3; ///< pixels: what takes time is seen
constexpr double kPadding = 5;

/// Widths in proportion, none below the least; what small ones gain, large ones give.
std::vector<double> widthsOf(const std::vector<EstimateTerm> &terms, double width)
{
    const double sum = std::accumulate(terms.begin(), terms.end(), 0.0,
                                       [](double s, const EstimateTerm &t) { return s + std::max(t.ns, 0.0); });
    std::vector<double> widths;
    double fixed = 0, free = 0;
    for (const EstimateTerm &t : terms) {
        const double w = sum > 0 ? std::max(t.ns, 0.0) / sum * width : width / static_cast<double>(terms.size());
        widths.push_back(w);
        (w < kLeastPart ? fixed : free) += w < kLeastPart ? kLeastPart : w;
    }
    const double shrink = free > 0 ? std::max(0.0, width - fixed) / free : 1;
    for (double &w : widths)
        w = w < kLeastPart ? kLeastPart : w * shrink;
    return widths;
}

} // namespace

QString percentText(double share)
{
    return QString::number(share * 100, 'f', share < 0.0995 ? 1 : 0) + u"\u2009%"_s;
}

int categoryOf(const std::string &term)
{
    // Index into Palette::category: memory blue and teal, arithmetic gold, overheads grey and earth.
    static constexpr std::array<std::pair<std::string_view, int>, 9> kKnown{{{"DRAM", 0},
                                                                             {"compute", 1},
                                                                             {"cache", 2},
                                                                             {"launch", 3},
                                                                             {"local memory", 4},
                                                                             {"dispatch", 5},
                                                                             {"latency", 6},
                                                                             {"imbalance", 7},
                                                                             {"atomics", 8}}};
    for (const auto &[name, category] : kKnown)
        if (term.starts_with(name))
            return category + (name == "compute" && term != "compute" && term != "compute fp32" ? 8 : 0);
    return static_cast<int>(hashText(term) % 10);
}

BreakdownLayout layOutBreakdown(const std::vector<EstimateTerm> &terms, double width, const QFontMetricsF &font)
{
    BreakdownLayout l;
    const double line = font.height(), barHeight = line + 8;
    if (terms.empty() || width <= 0) {
        l.height = barHeight;
        return l;
    }
    l.bar = QRectF(0, 0, width, barHeight);
    const auto widths = widthsOf(terms, width);
    double x = 0;
    bool needsLegend = false;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        BreakdownPart part;
        part.category = categoryOf(terms[i].name);
        part.bar = QRectF(x, 0, widths[i], barHeight);
        const QString name = QString::fromStdString(terms[i].name);
        const QString withShare = name + u"  "_s + percentText(terms[i].share);
        for (const QString &text : {withShare, name}) {
            if (part.inside.isEmpty() && font.horizontalAdvance(text) + 2 * kPadding <= widths[i])
                part.inside = text;
        }
        needsLegend = needsLegend || part.inside.isEmpty();
        x += widths[i];
        l.parts.push_back(part);
    }
    l.height = barHeight;
    if (!needsLegend)
        return l;
    double left = 0, top = barHeight + 4;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        BreakdownPart &part = l.parts[i];
        if (!part.inside.isEmpty())
            continue;
        const QString text = QString::fromStdString(terms[i].name) + u" "_s + percentText(terms[i].share);
        part.legendText = font.elidedText(text, Qt::ElideRight, std::max(10.0, width - 16));
        const double needed = 16 + font.horizontalAdvance(part.legendText);
        if (left > 0 && left + needed > width) {
            left = 0;
            top += line + 2;
        }
        part.legend = QRectF(left, top, needed, line);
        left += needed + 12;
    }
    l.height = top + line;
    return l;
}

int partAt(const BreakdownLayout &layout, QPointF pixel)
{
    for (std::size_t i = 0; i < layout.parts.size(); ++i)
        if (layout.parts[i].bar.contains(pixel) || layout.parts[i].legend.contains(pixel))
            return static_cast<int>(i);
    return -1;
}

} // namespace clv::plots
