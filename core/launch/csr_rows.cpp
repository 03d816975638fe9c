// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/csr_rows.h"

#include "core/launch/expression.h"
#include "core/launch/permute.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <tuple>

namespace clv::launch {
namespace {

constexpr double kMaxEntries = 0x1p52;
constexpr double kMaxTableRows = 0x1p28;
constexpr double kMaxSkew = 10;

} // namespace

Result<std::shared_ptr<const CsrRows>> CsrRows::get(double rows, double mean, double skew, std::uint64_t seed)
{
    if (!(rows >= 0) || rows != std::floor(rows) || rows > kMaxEntries)
        return usageError(fmt::format("'rows' is {}; it must be a whole number of at least 0", numberText(rows)));
    if (!(mean >= 0) || rows * mean > kMaxEntries)
        return usageError(
            fmt::format("'mean' is {}; it must be at least 0, and rows * mean at most 2^52", numberText(mean)));
    if (!(skew >= 0) || skew > kMaxSkew)
        return usageError(fmt::format("'skew' is {}; it must be between 0 (even rows) and {}", numberText(skew),
                                      numberText(kMaxSkew)));
    if (skew > 0 && rows > kMaxTableRows)
        return usageError(
            fmt::format("{} rows with a skew are too many; at most 2^28 are possible, or skew 0", numberText(rows)));

    // Tables are shared while any buffer uses them: row pointers and columns of one launch, and all points of a sweep
    // that keep the matrix.
    static std::mutex mutex;
    static std::map<std::tuple<double, double, double, std::uint64_t>, std::weak_ptr<const CsrRows>> cache;
    const std::lock_guard lock(mutex);
    std::erase_if(cache, [](const auto &entry) { return entry.second.expired(); });
    const std::tuple key{rows, mean, skew, skew > 0 ? seed : 0};
    if (const auto it = cache.find(key); it != cache.end())
        if (std::shared_ptr<const CsrRows> shared = it->second.lock())
            return shared;
    const auto made = std::make_shared<CsrRows>();
    made->m_rows = static_cast<std::uint64_t>(rows);
    made->m_mean = mean;
    made->m_entries = static_cast<std::uint64_t>(rows * mean);
    if (skew > 0)
        made->buildTable(skew, seed);
    cache[key] = made;
    return std::shared_ptr<const CsrRows>(made);
}

void CsrRows::buildTable(double skew, std::uint64_t seed)
{
    const Permutation rankOf(m_rows, seed);
    std::vector<double> weights(m_rows);
    double total = 0;
    for (std::uint64_t row = 0; row < m_rows; ++row) {
        weights[row] = std::pow(static_cast<double>(rankOf(row) + 1), -skew);
        total += weights[row];
    }
    m_starts.resize(m_rows + 1);
    double sum = 0;
    for (std::uint64_t row = 0; row < m_rows; ++row) {
        // Rounding the running sum, not each length, keeps the total exact and the starts in order.
        m_starts[row] = std::min(m_entries, static_cast<std::uint64_t>(static_cast<double>(m_entries) * (sum / total)));
        sum += weights[row];
    }
    m_starts[m_rows] = m_entries;
}

std::uint64_t CsrRows::start(std::uint64_t row) const
{
    if (row >= m_rows)
        return m_entries;
    return m_starts.empty() ? static_cast<std::uint64_t>(static_cast<double>(row) * m_mean) : m_starts[row];
}

std::uint64_t CsrRows::rowOf(std::uint64_t entry) const
{
    if (entry >= m_entries)
        return m_rows;
    if (!m_starts.empty()) {
        const auto next = std::upper_bound(m_starts.begin(), m_starts.end(), entry);
        return static_cast<std::uint64_t>(next - m_starts.begin()) - 1;
    }
    auto row = static_cast<std::uint64_t>(static_cast<double>(entry) / m_mean);
    while (row + 1 < m_rows && start(row + 1) <= entry)
        ++row;
    while (row > 0 && start(row) > entry)
        --row;
    return row;
}

} // namespace clv::launch
