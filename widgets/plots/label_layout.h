// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace clv::plots {

/// Centres for labels of one height, as near to `wanted` as they get without overlapping, inside [low, high].
/// Keeps the order of `wanted` values. When they cannot all fit, those that go without hold NaN: the last ones of the
/// list give way first. Method: pool adjacent violators (isotonic regression) on wanted[i] - i * height.
[[nodiscard]] std::vector<double> spreadLabels(const std::vector<double> &wanted, double height, double low,
                                               double high);

} // namespace clv::plots
