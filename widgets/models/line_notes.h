// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/memory_report.h"

#include <QString>

#include <vector>

namespace clv::models {

/// What stands beside a line of the source: "x: indirect via col · 14.2 sectors".
struct LineRemark {
    std::uint32_t line = 0;
    QString text, detail;
};

/// One remark a line that touches global, constant or local memory, in line order.
[[nodiscard]] std::vector<LineRemark> lineRemarks(const MemoryReport &report);

} // namespace clv::models
