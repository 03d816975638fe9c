// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/label_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace clv::plots {

std::vector<double> spreadLabels(const std::vector<double> &wanted, double height, double low, double high)
{
    std::vector<double> centres(wanted.size(), std::numeric_limits<double>::quiet_NaN());
    const double room = high - low;
    const auto capacity = room < height ? std::size_t{0} : static_cast<std::size_t>((room + 1e-9) / height);
    std::vector<std::size_t> order(std::min(wanted.size(), capacity));
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wanted[i]; });

    struct Pool {
        double sum;
        std::size_t count;
        [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
    };
    std::vector<Pool> pools;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        pools.push_back({wanted[order[rank]] - static_cast<double>(rank) * height, 1});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
            pools[pools.size() - 2].sum += pools.back().sum;
            pools[pools.size() - 2].count += pools.back().count;
            pools.pop_back();
        }
    }
    const double first = low + height / 2;
    const double last = high - height / 2 - static_cast<double>(order.empty() ? 0 : order.size() - 1) * height;
    std::size_t rank = 0;
    for (const Pool &pool : pools) {
        const double base = std::clamp(pool.mean(), first, std::max(first, last));
        for (std::size_t i = 0; i < pool.count; ++i, ++rank)
            centres[order[rank]] = base + static_cast<double>(rank) * height;
    }
    return centres;
}

} // namespace clv::plots
