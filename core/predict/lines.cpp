// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/predict/roofline.h"

#include <algorithm>
#include <map>

namespace clv::predict {

namespace {

using Weights = std::map<std::uint32_t, double>;

void normalise(Weights &weights)
{
    double sum = 0;
    for (const auto &[line, weight] : weights)
        sum += weight;
    if (sum > 0)
        for (auto &[line, weight] : weights)
            weight /= sum;
}

bool isMemoryTerm(const std::string &name)
{
    return name == "DRAM" || name == "cache" || name == "latency" || name == "atomics" || name == "local memory" ||
           name == "scattered access";
}

/// A helper's line counts in the file under study only; code from an include counts where it was inlined.
std::uint32_t lineOf(const AccessSite &site)
{
    if (site.where.file.empty())
        return site.where.line;
    for (const SourceLocation &call : site.inlinedAt)
        if (call.file.empty())
            return call.line;
    return 0;
}

Weights trafficByLine(const MemoryReport &memory)
{
    constexpr double kLocalPassBytes = 128;
    Weights weights;
    for (const AccessSite &site : memory.sites) {
        const bool isGlobal = site.space == AddressSpace::Global || site.space == AddressSpace::Constant;
        // Local memory passes are cheap beside sectors that leave the compute unit: a quarter.
        const double bytes = isGlobal ? std::max(site.movedBytes, site.requests * 32)
                                      : site.requests * std::max(1.0, site.bankConflictDegree) * kLocalPassBytes / 4;
        if (site.space != AddressSpace::Private)
            weights[lineOf(site)] += bytes;
    }
    return weights;
}

} // namespace

std::vector<LineShare> lineShares(const Input &input, const Breakdown &breakdown)
{
    Weights issue;
    for (const LineWork &work : input.lineWork)
        issue[work.line] += work.warpInstructions;
    Weights traffic = input.memory != nullptr ? trafficByLine(*input.memory) : Weights{};
    normalise(issue);
    normalise(traffic);

    double memoryNs = 0;
    double issueNs = 0;
    for (const EstimateTerm &term : breakdown.terms) {
        if (isMemoryTerm(term.name))
            memoryNs = std::max(memoryNs, term.ns);
        else if (term.name != "launch" && term.name != "dispatch")
            issueNs = std::max(issueNs, term.ns);
    }
    if (issue.empty())
        issueNs = 0;
    if (traffic.empty())
        memoryNs = 0;
    const double sum = issueNs + memoryNs;
    if (sum <= 0)
        return {};
    // Launch and dispatch belong to no line, so the shares add up to the rest of the time.
    const double inLines = breakdown.totalNs > 0 ? std::max(0.0, 1 - breakdown.launchNs / breakdown.totalNs) : 1;
    Weights shares;
    for (const auto &[line, weight] : issue)
        shares[line] += weight * issueNs / sum;
    for (const auto &[line, weight] : traffic)
        shares[line] += weight * memoryNs / sum;
    std::vector<LineShare> lines;
    for (const auto &[line, share] : shares)
        if (line != 0)
            lines.push_back({line, share * inLines});
    return lines;
}

} // namespace clv::predict
