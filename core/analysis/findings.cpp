// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace clv::analysis {

void FindingContext::add(Severity severity, const char *id, const SourceLocation &where, std::string message,
                         std::string hint, double timeShare)
{
    findings.push_back({severity, id, where, std::move(message), std::move(hint), timeShare});
}

std::string placeName(const SourceLocation &where)
{
    if (!where.isKnown())
        return "The kernel";
    if (where.file.empty())
        return fmt::format("Line {}", where.line);
    return fmt::format("{} line {}", where.file.substr(where.file.find_last_of('/') + 1), where.line);
}

std::string grouped(std::uint64_t number)
{
    const std::string digits = std::to_string(number);
    std::string spaced;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i != 0 && (digits.size() - i) % 3 == 0)
            spaced += ' ';
        spaced += digits[i];
    }
    return spaced;
}

std::string shortNumber(double number)
{
    return fmt::format("{:.3g}", number);
}

std::vector<Finding> findProblems(const State &state, const ExecutionProfile &profile, const MemoryReport &memory)
{
    FindingContext context{state, profile, memory, {}};
    findAccessProblems(context);
    findWorkProblems(context);
    findCostlyOperations(context);
    std::ranges::stable_sort(context.findings, [](const Finding &a, const Finding &b) {
        if (a.severity != b.severity)
            return a.severity > b.severity;
        return a.where < b.where;
    });
    return std::move(context.findings);
}

} // namespace clv::analysis
