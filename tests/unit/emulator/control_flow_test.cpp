// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulate.h"

using clv::test::Emulation;

namespace clv {
namespace {

TEST(ControlFlow, SaxpyComputesEveryElement)
{
    Emulation e("__kernel void k(__global float *y, __global const float *x, float a, int n) {"
                "  int i = get_global_id(0); if (i < n) y[i] = a * x[i] + y[i]; }");
    e.iota("y", 1000, ScalarType::Float, 1).iota("x", 1000, ScalarType::Float).scalar("a", 2.0f).scalar("n", 1000);
    e.range({{1024, 1, 1}}, {{64, 1, 1}});
    const emulator::RunResult result = e.run();
    EXPECT_TRUE(result.isExact);
    EXPECT_TRUE(result.outOfBounds.empty());
    const auto y = e.read<float>(0, 1000);
    for (int i = 0; i < 1000; ++i)
        ASSERT_EQ(y[i], 2.0f * i + (i + 1)) << i; // whole numbers: exact with and without fma
}

TEST(ControlFlow, EscapeTimeKeepsTheValueEachLaneLeftWith)
{
    Emulation e("__kernel void k(__global float *o, float a0, float b0, int limit) { int g = get_global_id(0);"
                "  float a = a0 + g * 0.08f, b = b0, x = 0, y = 0; int n = 0;"
                "  while (n < limit && x * x + y * y <= 4.0f) {"
                "    float t = x * x - y * y + a; y = 2.0f * x * y + b; x = t; ++n; }"
                "  o[2 * g] = n; o[2 * g + 1] = y; }");
    e.buffer("o", 4 * 64, ContentsKind::Zeros, {}, ScalarType::Float);
    e.scalar("a0", -2.0f).scalar("b0", 0.3f).scalar("limit", 100).range({{32, 1, 1}}, {{32, 1, 1}});
    e.run();
    const auto o = e.read<float>(0, 64);
    for (int g = 0; g < 32; ++g) {
        double a = -2.0f + g * 0.08f, b = 0.3f, x = 0, y = 0;
        int n = 0;
        for (; n < 100 && x * x + y * y <= 4; ++n) {
            const double t = x * x - y * y + a;
            y = 2 * x * y + b;
            x = t;
        }
        if (n < 30) { // chaotic beyond: rounding decides
            EXPECT_EQ(o[2 * g], n) << g;
            EXPECT_NEAR(o[2 * g + 1], y, 1e-2) << g;
        }
    }
}

TEST(ControlFlow, IfElseMergesDivergentLanes)
{
    Emulation e("__kernel void k(__global int *o) { int i = get_global_id(0); int v;"
                "  if (i % 3 == 0) v = i * 7; else if (i % 3 == 1) v = i - 100; else v = -i; o[i] = v + 1; }");
    e.buffer("o", 4 * 96).range({{96, 1, 1}}, {{48, 1, 1}}); // 48: the second warp is half full
    e.run();
    const auto o = e.read<int>(0, 96);
    for (int i = 0; i < 96; ++i)
        ASSERT_EQ(o[i], (i % 3 == 0 ? i * 7 : i % 3 == 1 ? i - 100 : -i) + 1) << i;
}

TEST(ControlFlow, LoopsWithDifferentTripCountsKeepEachLanesValue)
{
    Emulation e("__kernel void k(__global int *o, __global int *last) { int i = get_global_id(0); int s = 0, t = -1;"
                "  for (int j = 0; j < i; ++j) { if ((j ^ i) & 1) continue; s += j; t = j; if (s > 200) break; }"
                "  o[i] = s; last[i] = t; }");
    e.buffer("o", 4 * 64).buffer("last", 4 * 64).range({{64, 1, 1}}, {{64, 1, 1}});
    e.run();
    const auto o = e.read<int>(0, 64), last = e.read<int>(1, 64);
    for (int i = 0; i < 64; ++i) {
        int s = 0, t = -1;
        for (int j = 0; j < i; ++j) {
            if ((j ^ i) & 1)
                continue;
            s += j;
            t = j;
            if (s > 200)
                break;
        }
        ASSERT_EQ(o[i], s) << i;
        ASSERT_EQ(last[i], t) << i;
    }
}

TEST(ControlFlow, NestedLoopsWithDataDependentExits)
{
    Emulation e("__kernel void k(__global uint *o) { uint i = get_global_id(0); uint n = i * 2654435761u, c = 0;"
                "  while (n != 1 && c < 1000u) { while (!(n & 1u) && n) { n >>= 1; ++c; }"
                "    if (n != 1u && n != 0u) { n = 3u * n + 1u; ++c; } if (n == 0u) break; }"
                "  o[i] = c * 16u + (n & 15u); }");
    e.buffer("o", 4 * 128).range({{128, 1, 1}}, {{128, 1, 1}});
    e.run();
    const auto o = e.read<unsigned>(0, 128);
    for (unsigned i = 0; i < 128; ++i) {
        unsigned n = i * 2654435761u, c = 0;
        while (n != 1 && c < 1000u) {
            while (!(n & 1u) && n) {
                n >>= 1;
                ++c;
            }
            if (n != 1u && n != 0u) {
                n = 3u * n + 1u;
                ++c;
            }
            if (n == 0u)
                break;
        }
        ASSERT_EQ(o[i], c * 16u + (n & 15u)) << i;
    }
}

TEST(ControlFlow, SwitchAndGoto)
{
    Emulation e("__kernel void k(__global int *o) { int i = get_global_id(0); int v = 0;"
                "  switch (i & 7) { case 0: v = 5; break; case 1: case 2: v = i; case 3: v += 100; break;"
                "    case 6: goto out; default: v = -3; }"
                "  v *= 2; out: o[i] = v; }");
    e.buffer("o", 4 * 64).range({{64, 1, 1}}, {{32, 1, 1}});
    e.run();
    const auto o = e.read<int>(0, 64);
    for (int i = 0; i < 64; ++i) {
        const int r = i & 7;
        const int v = r == 0 ? 10 : r == 1 || r == 2 ? (i + 100) * 2 : r == 3 ? 200 : r == 6 ? 0 : -6;
        ASSERT_EQ(o[i], v) << i;
    }
}

TEST(ControlFlow, TreeReductionWithBarriers)
{
    Emulation e("__kernel void k(__global const int *in, __global int *out, __local int *t) {"
                "  int l = get_local_id(0); t[l] = in[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);"
                "  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) { if (l < s) t[l] += t[l + s]; "
                "barrier(CLK_LOCAL_MEM_FENCE); }"
                "  if (l == 0) out[get_group_id(0)] = t[0]; }");
    e.iota("in", 1024).buffer("out", 4 * 4).local("t", 4 * 256).range({{1024, 1, 1}}, {{256, 1, 1}});
    const emulator::RunResult result = e.run();
    EXPECT_TRUE(result.divergentBarriers.empty());
    const auto out = e.read<int>(1, 4);
    for (int g = 0; g < 4; ++g)
        EXPECT_EQ(out[g], 256 * (g * 256) + 255 * 256 / 2);
}

TEST(ControlFlow, BarrierInDivergentFlowIsReportedAndDoesNotHang)
{
    Emulation e("__kernel void k(__global int *o, int n) { int i = get_global_id(0); if (i >= n) return;\n"
                "barrier(CLK_GLOBAL_MEM_FENCE);\n o[i] = 1; }");
    e.buffer("o", 4 * 64).scalar("n", 40).range({{64, 1, 1}}, {{64, 1, 1}});
    const emulator::RunResult result = e.run();
    ASSERT_EQ(result.divergentBarriers.size(), 1u);
    EXPECT_EQ(result.divergentBarriers[0].line, 2u);
    EXPECT_EQ(e.read<int>(0, 64)[39], 1);
}

TEST(ControlFlow, EndlessLoopStopsAtTheBudget)
{
    Emulation e("__kernel void k(__global volatile int *o) { while (o[0] == 0) { o[1] += 1; } }");
    e.buffer("o", 64).range({{64, 1, 1}}, {{64, 1, 1}});
    e.options_.full = false;
    e.options_.warpInstructionBudget = 10'000;
    const emulator::RunResult result = e.run();
    EXPECT_TRUE(result.isTruncated);
    EXPECT_FALSE(result.isExact);
}

TEST(ControlFlow, StopTokenEndsARun)
{
    Emulation e("__kernel void k(__global volatile int *o) { while (o[0] == 0) { o[1] += 1; } }");
    e.buffer("o", 64).range({{64, 1, 1}}, {{64, 1, 1}});
    ASSERT_TRUE(e.program);
    auto memory = emulator::Memory::create(e.launch, false);
    std::stop_source stop;
    stop.request_stop();
    const auto result = emulator::run(*e.program, e.launch, **memory, e.options_, nullptr, stop.get_token());
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Cancelled);
}

TEST(ControlFlow, CountsBranchesAndLoops)
{
    Emulation e("__kernel void k(__global int *o) { int i = get_global_id(0); int s = o[i];\n"
                "#pragma nounroll\n for (int j = 0; j <= i; ++j) s = s * 3 + j; o[i] = s; }");
    e.buffer("o", 4 * 32).range({{32, 1, 1}}, {{32, 1, 1}});
    const emulator::RunResult result = e.run();
    ASSERT_EQ(e.program->loops().size(), 1u);
    EXPECT_EQ(result.loopEntries[0], 32);
    EXPECT_EQ(result.loopIterations[0], 32 * 33 / 2); // lane i goes round i + 1 times
    double divergent = 0;
    for (std::size_t b = 0; b < result.branchDivergent.size(); ++b)
        if (e.program->branches()[b].isLoopBranch) {
            EXPECT_FALSE(e.program->branches()[b].isUniformByProof);
            divergent += result.branchDivergent[b];
        }
    EXPECT_EQ(divergent, 31); // one lane leaves at each round but the last, where the last lane leaves alone
}

TEST(ControlFlow, HelpersAreInlined)
{
    Emulation e("__attribute__((noinline)) int f(int x, __global int *p) { if (x > 10) return p[x] + 1; return x; }"
                "__kernel void k(__global int *o) { int i = get_global_id(0); o[i] = f(i, o) + f(i + 1, o); }");
    e.iota("o", 65).range({{64, 1, 1}}, {{1, 1, 1}});
    e.run();
    EXPECT_EQ(e.read<int>(0, 64)[5], 11);
    EXPECT_EQ(e.read<int>(0, 64)[20], 43);
}

TEST(ControlFlow, UnknownKernelListsTheOnesThereAre)
{
    Emulation e(
        "__kernel void first(__global int *o) { o[0] = 1; } __kernel void second(__global int *o) { o[0] = 2; }",
        "third");
    ASSERT_TRUE(e.lowered);
    ASSERT_FALSE(e.lowered->ok());
    EXPECT_EQ(e.lowered->error().category, ErrorCategory::Usage);
    EXPECT_NE(e.lowered->error().message.find("first, second"), std::string::npos);
}

} // namespace
} // namespace clv
