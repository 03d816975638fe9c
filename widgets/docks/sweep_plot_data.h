// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/study.h"
#include "widgets/plots/plot_data.h"

namespace clv::docks {

/// A sweep as a plot shows it: one line with its band per model, measured points, refused points with their reason.
[[nodiscard]] plots::SweepPlotData plotData(const Sweep &sweep, std::optional<double> currentX, bool isStale);

} // namespace clv::docks
