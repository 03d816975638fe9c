// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/infer.h"

#include "fixture.h"

namespace clv::study {
namespace {

TEST(CountExpression, FindsTheNameThatFits)
{
    const std::map<std::string, double> names{{"rows", 4096}, {"n", 100}, {"global[0]", 8192}};
    EXPECT_EQ(countExpression(4096, names), "rows");
    EXPECT_EQ(countExpression(4097, names), "rows + 1");
    EXPECT_EQ(countExpression(8192, names), "global[0]");
    EXPECT_EQ(countExpression(10000, names), "n*n");
    EXPECT_EQ(countExpression(409600, names), "n*rows");
}

TEST(CountExpression, FallsBackToTheNumber)
{
    const std::map<std::string, double> names{{"n", 7}};
    EXPECT_EQ(countExpression(123457, names), "123457");
    EXPECT_EQ(countExpression(5000, {}), "5000");
}

/// Each kernel must get a launch in which it does something and stays inside its buffers.
struct Kernel {
    const char *name;
    const char *source;
};

class InferredLaunch : public ::testing::TestWithParam<Kernel> {};

TEST_P(InferredLaunch, IsLegalAndBusy)
{
    Study study;
    const StudyResult result = studied(study, requestFor(GetParam().source));
    EXPECT_TRUE(result.isLaunchInferred);
    ASSERT_TRUE(result.memory.has_value()) << (result.problems.empty() ? "" : result.problems.front());
    EXPECT_TRUE(result.memory->outOfBounds.empty()) << result.problems.front();
    EXPECT_TRUE(result.problems.empty()) << result.problems.front();
    EXPECT_GT(result.profile->requestedReadBytes + result.profile->requestedWriteBytes, 0);
    ASSERT_EQ(result.estimates.size(), 1u);
    EXPECT_GT(result.estimates.front().medianNs, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, InferredLaunch,
    ::testing::Values(
        Kernel{"Scale", "__kernel void scale(__global float *x, float a) { x[get_global_id(0)] *= a; }"},
        Kernel{"Guarded",
               "__kernel void add(__global const float *a, __global const float *b, __global float *c, int n)\n"
               "{ int i = get_global_id(0); if (i < n) c[i] = a[i] + b[i]; }"},
        Kernel{"Wide", "__kernel void wide(__global float *x) { size_t i = get_global_id(0);\n"
                       "for (int k = 0; k < 5; ++k) x[5 * i + k] = k; }"},
        Kernel{"PlusOne", "__kernel void diff(__global const int *p, __global int *d)\n"
                          "{ size_t i = get_global_id(0); d[i] = p[i + 1] - p[i]; }"},
        Kernel{"Gather", "__kernel void pick(__global const float *x, __global const int *index, __global float *y)\n"
                         "{ size_t i = get_global_id(0); y[i] = x[index[i]]; }"},
        Kernel{"TwoDimensions", "__kernel void fill(__global float *m, int width, int height)\n"
                                "{ int x = get_global_id(0), y = get_global_id(1);\n"
                                "  if (x < width && y < height) m[y * width + x] = x + y; }"},
        Kernel{"Required",
               "__kernel __attribute__((reqd_work_group_size(64, 1, 1)))\n"
               "void sum(__global const float *x, __global float *s)\n"
               "{ __local float t[64]; int l = get_local_id(0); t[l] = x[get_global_id(0)];\n"
               "  barrier(CLK_LOCAL_MEM_FENCE);\n"
               "  if (l == 0) { float a = 0; for (int k = 0; k < 64; ++k) a += t[k]; s[get_group_id(0)] = a; } }"},
        Kernel{"LocalArgument", "__kernel void rev(__global float *x, __local float *t)\n"
                                "{ int l = get_local_id(0), n = get_local_size(0); t[l] = x[get_global_id(0)];\n"
                                "  barrier(CLK_LOCAL_MEM_FENCE); x[get_global_id(0)] = t[n - 1 - l]; }"}),
    [](const auto &parameter) { return std::string(parameter.param.name); });

TEST(InferLaunch, SizesBuffersByWhatIsTouched)
{
    Study study;
    const StudyResult result = studied(study, requestFor("__kernel void diff(__global const int *p, __global int *d)\n"
                                                         "{ size_t i = get_global_id(0); d[i] = p[i + 1] - p[i]; }"));
    ASSERT_NE(buffer(result, "p"), nullptr);
    EXPECT_GE(buffer(result, "p")->bytes, 4 * (result.launch->ndrange.workItems() + 1));
}

TEST(InferLaunch, PassesTheRequiredLocalSize)
{
    Study study;
    const StudyResult result = studied(
        study,
        requestFor("__kernel __attribute__((reqd_work_group_size(8, 4, 1)))\n"
                   "void k(__global int *x) { x[get_global_id(1) * get_global_size(0) + get_global_id(0)] = 1; }"));
    ASSERT_TRUE(result.launch.has_value()) << (result.problems.empty() ? "" : result.problems.front());
    EXPECT_EQ(result.launch->ndrange.local, (Size3{{8, 4, 1}}));
    EXPECT_TRUE(result.problems.empty());
}

} // namespace
} // namespace clv::study
