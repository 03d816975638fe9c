// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/sampling.h"

#include "emulate.h"

#include <numeric>
#include <set>

using clv::emulator::planSample;
using clv::test::Emulation;

namespace clv {
namespace {

double totalWeight(const std::vector<emulator::SampledGroup> &plan)
{
    return std::accumulate(plan.begin(), plan.end(), 0.0,
                           [](double sum, const auto &group) { return sum + group.weight; });
}

TEST(Sampling, WeightsAddUpToTheLaunch)
{
    for (const std::uint64_t total : {1ull, 2ull, 5ull, 12ull, 13ull, 14ull, 100ull, 65536ull, 1ull << 32})
        for (const std::uint32_t most : {1u, 2u, 3u, 4u, 5u, 8u, 12u, 64u}) {
            const auto plan = planSample(total, most, 7);
            EXPECT_LE(plan.size(), most);
            EXPECT_NEAR(totalWeight(plan), static_cast<double>(total), 1e-6 * static_cast<double>(total));
            std::set<std::uint64_t> seen;
            for (const auto &group : plan) {
                EXPECT_LT(group.linearGroup, total);
                EXPECT_TRUE(seen.insert(group.linearGroup).second);
            }
        }
}

TEST(Sampling, HoldsEndsAndNeighbours)
{
    const auto plan = planSample(1000, 12, 1);
    EXPECT_EQ(plan.front().linearGroup, 0u);
    EXPECT_EQ(plan.back().linearGroup, 999u);
    int neighbours = 0;
    for (std::size_t k = 1; k < plan.size(); ++k)
        neighbours += plan[k].linearGroup == plan[k - 1].linearGroup + 1;
    EXPECT_GE(neighbours, 2);
    EXPECT_EQ(planSample(1000, 12, 1).at(4).linearGroup, plan.at(4).linearGroup);
}

TEST(Sampling, SampleEstimatesTheWholeOfARegularKernel)
{
    const char *source = "__kernel void k(__global float *o, int n) { int i = get_global_id(0); float s = 0;"
                         "  for (int j = 0; j < n; ++j) s += sin((float)(i + j)); if (i < 60000) o[i] = s; }";
    Emulation full(source), sample(source);
    for (Emulation *e : {&full, &sample})
        e->buffer("o", 4 * 65536).scalar("n", 20).range({{65536, 1, 1}}, {{128, 1, 1}});
    sample.options_.full = false;
    sample.options_.warpInstructionBudget = 400'000;
    const auto a = full.run(), b = sample.run();
    EXPECT_TRUE(a.isExact);
    EXPECT_FALSE(b.isExact);
    EXPECT_EQ(b.groups.size(), 12u);
    double whole = 0, estimated = 0;
    for (std::size_t k = 0; k < a.blockLanes.size(); ++k) {
        whole += a.blockLanes[k] * full.program->blocks()[k].instructions;
        estimated += b.blockLanes[k] * sample.program->blocks()[k].instructions;
    }
    EXPECT_NEAR(estimated / whole, 1, 0.02);
}

} // namespace
} // namespace clv
