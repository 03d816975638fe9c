// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/memory_report.h"
#include "core/types/profile.h"

#include <string>

namespace clv::golden {

/// A memory report and the parts of a profile that a hand calculation can give, one fact a line, floats rounded to
/// three digits. Holds no times, no paths, nothing that depends on the machine.
[[nodiscard]] std::string printReport(const MemoryReport &report, const ExecutionProfile &profile);

} // namespace clv::golden
