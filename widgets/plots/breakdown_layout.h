// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/estimate.h"

#include <QFontMetricsF>
#include <QRectF>
#include <QString>

#include <vector>

namespace clv::plots {

struct BreakdownPart {
    int category = 0; ///< colour and hatch: the same for a term in every bar
    QRectF bar;
    QString inside; ///< name in the bar; empty when it does not fit
    QRectF legend;  ///< empty when the name stands inside
    QString legendText;
};

struct BreakdownLayout {
    QRectF bar;
    std::vector<BreakdownPart> parts; ///< as the terms
    double height = 0;
};

[[nodiscard]] BreakdownLayout layOutBreakdown(const std::vector<EstimateTerm> &terms, double width,
                                              const QFontMetricsF &font);
[[nodiscard]] int partAt(const BreakdownLayout &layout, QPointF pixel); ///< -1: none
[[nodiscard]] QString percentText(double share);                        ///< "71 %", "2.8 %"
[[nodiscard]] int categoryOf(const std::string &term);

} // namespace clv::plots
