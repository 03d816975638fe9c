// SPDX-License-Identifier: GPL-3.0-or-later
#include "fixture.h"

namespace clv::study {
namespace {

using ::testing::HasSubstr;

constexpr const char *kHeat = "__kernel void heat(__global float *t, int steps)\n"
                              "{ int i = get_global_id(0); float v = t[i];\n"
                              "  for (int s = 0; s < steps; ++s) v = v * 0.999f + native_sin(v) * 0.001f;\n"
                              "  t[i] = v; }\n";

Request heatRequest()
{
    Request request = requestFor(kHeat);
    LaunchSpec spec;
    spec.global = {"1056000"};
    spec.arguments = {{"t", BufferSpec{"global", {}}}, {"steps", ScalarSpec{{"20"}}}};
    request.launchSpec = spec;
    return request;
}

SweepSpec axis(const std::string &text)
{
    auto parsed = parseAxis(text);
    EXPECT_TRUE(parsed.ok());
    SweepSpec spec;
    spec.axis = *parsed;
    return spec;
}

TEST(Sweep, RefusesLocalSizesThatDoNotDivideAndKeepsTheRest)
{
    Study study;
    auto sweep = study.sweep(heatRequest(), axis("local=1,32,33,7,48,13,512"), {}, {});
    ASSERT_TRUE(sweep.ok()) << sweep.error().message;
    ASSERT_EQ(sweep->points.size(), 7u);
    for (const SweepPoint &point : sweep->points) {
        const bool divides = 1056000 % static_cast<int>(point.x) == 0;
        EXPECT_EQ(point.refusal.empty(), divides) << point.x << ' ' << point.refusal;
        EXPECT_EQ(point.estimates.size(), divides ? 1u : 0u) << point.x;
    }
}

TEST(Sweep, ChoosesALegalLocalSizeAtEachPoint)
{
    Study study;
    auto sweep = study.sweep(heatRequest(), axis("global=1000,1024,1001,96"), {}, {});
    ASSERT_TRUE(sweep.ok()) << sweep.error().message;
    for (const SweepPoint &point : sweep->points) {
        ASSERT_TRUE(point.launch.has_value()) << point.refusal;
        EXPECT_EQ(point.launch->ndrange.global[0] % point.launch->ndrange.local[0], 0u);
        EXPECT_EQ(std::get<BufferValue>(point.launch->argument("t")->value).bytes,
                  4 * static_cast<std::uint64_t>(point.x));
    }
}

TEST(Sweep, TellsEveryPointOnceAndKeepsTheOrder)
{
    Study study;
    std::vector<int> seen(11, 0);
    auto sweep = study.sweep(heatRequest(), axis("global=2^10:2^20"),
                             [&](std::size_t index, const SweepPoint &point) {
                                 ASSERT_LT(index, seen.size());
                                 ++seen[index];
                                 EXPECT_EQ(point.x, static_cast<double>(1U << (10 + index)));
                                 EXPECT_EQ(point.estimates.size(), 1u);
                             },
                             {});
    ASSERT_TRUE(sweep.ok());
    for (int count : seen)
        EXPECT_EQ(count, 1);
    for (std::size_t i = 1; i < sweep->points.size(); ++i)
        EXPECT_GE(sweep->points[i].estimates[0].medianNs, 0.98 * sweep->points[i - 1].estimates[0].medianNs);
}

TEST(Sweep, VariesAScalarArgumentAndASecondAxis)
{
    Study study;
    SweepSpec spec = axis("steps=10,1000");
    auto second = parseAxis("global=1024,2048,4096");
    ASSERT_TRUE(second.ok());
    spec.second = *second;
    auto sweep = study.sweep(heatRequest(), spec, {}, {});
    ASSERT_TRUE(sweep.ok()) << sweep.error().message;
    ASSERT_EQ(sweep->points.size(), 6u);
    EXPECT_EQ(sweep->points[1].x, 1000);
    EXPECT_EQ(sweep->points[1].y, 1024);
    EXPECT_EQ(sweep->points[5].launch->ndrange.global[0], 4096u);
}

TEST(Sweep, FollowsTheAxisWithOtherNames)
{
    Study study;
    Request request = heatRequest();
    SweepSpec spec = axis("global=1024,2048");
    spec.follow = {{"steps", "global/64"}};
    auto sweep = study.sweep(request, spec, {}, {});
    ASSERT_TRUE(sweep.ok()) << sweep.error().message;
    EXPECT_EQ(std::get<ScalarValue>(sweep->points[1].launch->argument("steps")->value).lanes[0], 32);
}

TEST(Sweep, RefusesAnAxisThatNamesNothing)
{
    Study study;
    auto sweep = study.sweep(heatRequest(), axis("speed=1,2"), {}, {});
    ASSERT_FALSE(sweep.ok());
    EXPECT_EQ(sweep.error().category, ErrorCategory::Usage);
    EXPECT_THAT(sweep.error().message, HasSubstr("speed"));
}

TEST(Sweep, OutOfBoundsPointsCarryTheReason)
{
    Study study;
    Request request = heatRequest();
    request.launchSpec->arguments[0].second = BufferSpec{"2048", {}};
    auto sweep = study.sweep(request, axis("global=1024,2048,4096"), {}, {});
    ASSERT_TRUE(sweep.ok());
    EXPECT_TRUE(sweep->points[1].refusal.empty());
    EXPECT_THAT(sweep->points[2].refusal, HasSubstr("out of bounds"));
}

TEST(Sweep, CompileErrorIsTheErrorOfTheSweep)
{
    Study study;
    auto sweep =
        study.sweep(requestFor("__kernel void k(__global int *x) { x[0] = y; }"), axis("global=64,128"), {}, {});
    ASSERT_FALSE(sweep.ok());
    EXPECT_EQ(sweep.error().category, ErrorCategory::Kernel);
}

TEST(Sweep, StopsWhenAsked)
{
    Study study;
    std::stop_source source;
    auto sweep = study.sweep(
        heatRequest(), axis("steps=1:2000:1"), [&](std::size_t, const SweepPoint &) { source.request_stop(); },
        source.get_token());
    ASSERT_FALSE(sweep.ok());
    EXPECT_EQ(sweep.error().category, ErrorCategory::Cancelled);
}

} // namespace
} // namespace clv::study
