// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/measure.h"
#include "tests/unit/measure/launches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

/// Whether arguments and buffers reach the kernel as given. A measurement returns times and no contents, so these
/// kernels die on purpose when they see something else: DEMAND writes to address 1.
namespace clv::measure {
namespace {

using namespace clv::test;
using ::testing::HasSubstr;

constexpr const char *kDemand = "#define DEMAND(what) if (!(what)) *(volatile __global int *)1 = 0\n";

class WorkerArgumentsTest : public ::testing::Test {
protected:
    static void SetUpTestSuite()
    {
        s_client = new WorkerClient({});
        const auto devices = s_client->devices();
        s_hasCpu = devices.ok() && devices->front().type == DeviceType::Cpu;
    }
    static void TearDownTestSuite()
    {
        delete s_client;
        s_client = nullptr;
    }
    void SetUp() override
    {
        if (!s_hasCpu)
            GTEST_SKIP() << "needs an OpenCL device on which a wild write is noticed (a CPU)";
    }

    static Result<Measurement> run(const std::string &source, Launch launch)
    {
        MeasureRequest request;
        request.sourceText = kDemand + source;
        request.launch = std::move(launch);
        request.protocol = {1, 3, 3, 10, true};
        return s_client->measure(request);
    }
    static void expectRuns(const std::string &source, Launch launch)
    {
        const auto result = run(source, std::move(launch));
        EXPECT_TRUE(result.ok()) << result.error().describe();
    }

    static WorkerClient *s_client;
    static bool s_hasCpu;
};

WorkerClient *WorkerArgumentsTest::s_client = nullptr;
bool WorkerArgumentsTest::s_hasCpu = false;

TEST_F(WorkerArgumentsTest, DemandsThatAreNotMetAreSeen)
{
    const auto result =
        run("kernel void k(int n) { DEMAND(n == 8); }", launchOf("k", 1, 1, {scalar("n", ScalarType::Int, 7)}));
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Crash);
}

TEST_F(WorkerArgumentsTest, ScalarsOfEveryWidth)
{
    expectRuns(
        "kernel void k(char a, ushort b, int c, ulong d, float e, double f) {\n"
        "    DEMAND(a == -5); DEMAND(b == 65535); DEMAND(c == -100000); DEMAND(d == 0xfedcba9876543210UL);\n"
        "    DEMAND(e == 0.5f); DEMAND(f == 1.0e300);\n}\n",
        launchOf("k", 4, 2,
                 {scalar("a", ScalarType::Char, std::int8_t{-5}), scalar("b", ScalarType::UShort, std::uint16_t{65535}),
                  scalar("c", ScalarType::Int, std::int32_t{-100000}),
                  scalar("d", ScalarType::ULong, std::uint64_t{0xfedcba9876543210u}),
                  scalar("e", ScalarType::Float, 0.5f), scalar("f", ScalarType::Double, 1.0e300)}));
}

TEST_F(WorkerArgumentsTest, VectorsAndStructs)
{
    const float lanes[4] = {1, 2, 3, 4};
    ScalarValue vector{{ScalarType::Float, 4, 16, "float4"}, std::vector<std::byte>(16), {1, 2, 3, 4}};
    std::memcpy(vector.bytes.data(), lanes, sizeof lanes);
    struct Pair {
        std::int32_t first;
        float second;
    } pair{11, 0.25f};
    StructValue structure{std::vector<std::byte>(sizeof pair)};
    std::memcpy(structure.bytes.data(), &pair, sizeof pair);
    expectRuns(
        "struct pair { int first; float second; };\n"
        "kernel void k(float4 v, struct pair p) {\n"
        "    DEMAND(v.x == 1 && v.y == 2 && v.z == 3 && v.w == 4);\n"
        "    DEMAND(p.first == 11 && p.second == 0.25f);\n}\n",
        launchOf("k", 1, 1,
                 {{"v", ArgumentKind::Scalar, std::move(vector)}, {"p", ArgumentKind::Struct, std::move(structure)}}));
}

TEST_F(WorkerArgumentsTest, BuffersHoldTheirContents)
{
    // 20 MiB: more than one chunk of the filling; each work-item looks at 80 elements.
    const std::uint64_t n = 5u << 20;
    expectRuns("kernel void k(global const int *iota, constant float *table, global const uchar *zeros) {\n"
               "    int i = get_global_id(0);\n"
               "    for (int j = i; j < 5242880; j += 65536) { DEMAND(iota[j] == 3 * j + 2); }\n"
               "    DEMAND(table[i & 255] == 0.5f); DEMAND(zeros[i & 4095] == 0);\n}\n",
               launchOf("k", 65536, 64,
                        {buffer("iota", ScalarType::Int, n, contents(ContentsKind::Iota, {{"start", 2}, {"step", 3}})),
                         {"table", ArgumentKind::ConstantBuffer,
                          BufferValue{elementType(ScalarType::Float), 1024,
                                      contents(ContentsKind::Constant, {{"value", 0.5}})}},
                         buffer("zeros", ScalarType::UChar, 4096)}));
}

TEST_F(WorkerArgumentsTest, EveryLaunchFindsTheFirstContents)
{
    // Both ways of restoring: a device-side fill (constant) and a copy (iota).
    expectRuns(
        "kernel void k(global int *a, global int *b) {\n"
        "    int i = get_global_id(0);\n"
        "    DEMAND(a[i] == 9); DEMAND(b[i] == i);\n"
        "    a[i] = 0; b[i] = -1;\n}\n",
        launchOf("k", 1024, 64,
                 {buffer("a", ScalarType::Int, 1024, contents(ContentsKind::Constant, {{"value", 9}})),
                  buffer("b", ScalarType::Int, 1024, contents(ContentsKind::Iota, {{"start", 0}, {"step", 1}}))}));
}

TEST_F(WorkerArgumentsTest, NDRangeOfThreeDimensionsWithOffset)
{
    Launch launch = launchOf("k", 8, 4, {});
    launch.ndrange = {3, {{8, 6, 4}}, {{4, 3, 2}}, {{16, 32, 64}}};
    expectRuns("kernel void k(void) {\n"
               "    DEMAND(get_work_dim() == 3);\n"
               "    DEMAND(get_global_size(0) == 8 && get_global_size(1) == 6 && get_global_size(2) == 4);\n"
               "    DEMAND(get_local_size(0) == 4 && get_local_size(1) == 3 && get_local_size(2) == 2);\n"
               "    DEMAND(get_global_offset(0) == 16 && get_global_id(1) >= 32 && get_global_id(2) >= 64);\n}\n",
               std::move(launch));
}

TEST_F(WorkerArgumentsTest, LocalMemoryArgument)
{
    expectRuns("kernel void k(global int *out, local int *t) {\n"
               "    int l = get_local_id(0);\n"
               "    t[l] = l; barrier(CLK_LOCAL_MEM_FENCE);\n"
               "    DEMAND(t[63 - l] == 63 - l); out[get_global_id(0)] = t[63 - l];\n}\n",
               launchOf("k", 256, 64,
                        {buffer("out", ScalarType::Int, 256), {"t", ArgumentKind::LocalBuffer, LocalValue{256}}}));
}

TEST_F(WorkerArgumentsTest, ImagesAndSamplers)
{
    const ImageValue picture{64, 48, 1, contents(ContentsKind::Constant, {{"value", 0.25}})};
    Launch launch = launchOf("k", 64, 8,
                             {{"in", ArgumentKind::Image, picture},
                              {"out", ArgumentKind::Image, ImageValue{64, 48, 1, {}}},
                              {"how", ArgumentKind::Sampler, SamplerValue{}}});
    launch.ndrange = {2, {{64, 48, 1}}, {{8, 8, 1}}, {{0, 0, 0}}};
    expectRuns(
        "kernel void k(read_only image2d_t in, write_only image2d_t out, sampler_t how) {\n"
        "    int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
        "    float4 v = read_imagef(in, how, at);\n"
        "    DEMAND(get_image_width(in) == 64 && get_image_height(in) == 48); DEMAND(v.x == 0.25f && v.w == 0.25f);\n"
        "    write_imagef(out, at, v);\n}\n",
        std::move(launch));
}

TEST_F(WorkerArgumentsTest, RefusesArgumentsThatDoNotFit)
{
    const auto none = run("kernel void k(global int *a) { a[0] = 1; }",
                          launchOf("k", 1, 1, {{"a", ArgumentKind::GlobalBuffer, std::monostate{}}}));
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().category, ErrorCategory::Usage) << none.error().message;
    EXPECT_THAT(none.error().message, HasSubstr("`a`"));

    const auto empty =
        run("kernel void k(global int *a) { a[0] = 1; }", launchOf("k", 1, 1, {buffer("a", ScalarType::Int, 0)}));
    ASSERT_FALSE(empty.ok());
    EXPECT_EQ(empty.error().category, ErrorCategory::Usage) << empty.error().message;

    const auto wide =
        run("kernel void k(int n) { DEMAND(n == 1); }", launchOf("k", 1, 1, {scalar("n", ScalarType::Double, 1.0)}));
    ASSERT_FALSE(wide.ok());
    EXPECT_EQ(wide.error().category, ErrorCategory::Usage) << wide.error().message;
    EXPECT_THAT(wide.error().message, HasSubstr("`n`"));
}

TEST_F(WorkerArgumentsTest, RefusesAnotherThanTheRequiredLocalSize)
{
    const char *source = "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void k(global int *a) { a[0] = 1; }";
    Launch launch = launchOf("k", 320, 32, {buffer("a", ScalarType::Int, 1)});
    const auto refused = run(source, launch);
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().message, HasSubstr("8"));
    launch.ndrange = {2, {{320, 240, 1}}, {{8, 4, 1}}, {{0, 0, 0}}};
    expectRuns(source, launch);
}

TEST_F(WorkerArgumentsTest, RefusesALocalSizeThatDoesNotDivideTheGlobalSize)
{
    const auto refused = run("kernel void k(global int *a) { a[get_global_id(0)] = 1; }",
                             launchOf("k", 1000, 33, {buffer("a", ScalarType::Int, 1000)}));
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().message, HasSubstr("33"));
}

} // namespace
} // namespace clv::measure
