// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis_state.h"

#include <cstdint>
#include <string>
#include <vector>

namespace clv::analysis {

/// What the rules look at, and where they put what they find (internal to the room).
struct FindingContext {
    const State &state;
    const ExecutionProfile &profile;
    const MemoryReport &memory;
    std::vector<Finding> findings;

    void add(Severity severity, const char *id, const SourceLocation &where, std::string message, std::string hint,
             double timeShare = 0);
};

/// "Line 12", "ops.clh line 5": the start of a message.
[[nodiscard]] std::string placeName(const SourceLocation &where);
/// 1048576 -> "1 048 576".
[[nodiscard]] std::string grouped(std::uint64_t number);
/// Three significant digits at most: 4, 15.5, 0.25.
[[nodiscard]] std::string shortNumber(double number);

// Rules, by file. Each adds nothing on a kernel that does not have the problem.
void findAccessProblems(FindingContext &context);   ///< findings_access.cpp: global, local, constant, atomics, bounds
void findWorkProblems(FindingContext &context);     ///< findings_work.cpp: divergence, imbalance, group size, arguments
void findCostlyOperations(FindingContext &context); ///< findings_operations.cpp: fp64, divisions, private arrays

} // namespace clv::analysis
