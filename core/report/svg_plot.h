// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/study.h"

#include <string>
#include <vector>

namespace clv::report
{

/// Position of one labelled grid line.
struct Tick {
    double value = 0;
    std::string label;
};

/// Powers of two ("1 Ki", "16 Ki") thinned to at most `most`, within [low, high]; low > 0.
[[nodiscard]] std::vector<Tick> binaryTicks(double low, double high, int most);
/// 1, 2, 5 steps of decades as times ("10 µs"), thinned to whole decades and further when there are many.
[[nodiscard]] std::vector<Tick> timeTicks(double lowNs, double highNs, int most);
/// Evenly spaced round values for linear axes.
[[nodiscard]] std::vector<Tick> linearTicks(double low, double high, int most);

/// A sweep as inline SVG: predicted time as a line with its 80% band, one line a model; measured medians as points;
/// refused points as crosses on the axis; below it a strip with predicted / measured. Colours are CSS classes
/// (`predicted`, `second`, `measured`), so that the page decides about light, dark and print.
/// One axis only; a sweep with a second axis is drawn as a heat map of the first model's time.
[[nodiscard]] std::string sweepToSvg(const Sweep &sweep);

/// Stacked bar of the terms of an estimate with direct labels.
[[nodiscard]] std::string breakdownToSvg(const Estimate &estimate);

/// Text made safe for HTML and SVG; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string escaped(const std::string &text);

} // namespace clv::report
