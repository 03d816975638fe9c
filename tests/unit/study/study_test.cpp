// SPDX-License-Identifier: GPL-3.0-or-later
#include "fixture.h"

#include "core/study/impl.h"
#include "core/study/keys.h"

#include <chrono>
#include <thread>

namespace clv::study {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char *kScale = "__kernel void scale(__global float *x, float a, int n)\n"
                               "{ int i = get_global_id(0); if (i < n) x[i] *= a; }\n";

LaunchSpec scaleSpec(const std::string &count = "n")
{
    LaunchSpec spec;
    spec.global = {"n"};
    spec.local = std::vector<Expression>{"64"};
    spec.arguments = {{"x", BufferSpec{count, {}}}, {"a", ScalarSpec{{"2"}}}, {"n", ScalarSpec{{"4096"}}}};
    return spec;
}

Request scaleRequest()
{
    Request request = requestFor(kScale);
    request.launchSpec = scaleSpec();
    return request;
}

TEST(Study, RunsTheStagesInOrderAndTheResultGrows)
{
    Study study;
    std::vector<Stage> stages;
    auto result =
        study.run(scaleRequest(),
                  [&](Stage stage, const StudyResult &partial) {
                      stages.push_back(stage);
                      EXPECT_EQ(partial.kernels.size(), 1u);
                      EXPECT_EQ(partial.launch.has_value(), stage != Stage::Outline);
                      EXPECT_EQ(partial.memory.has_value(), stage == Stage::Analysis || stage == Stage::Estimate);
                      EXPECT_EQ(partial.estimates.empty(), stage != Stage::Estimate);
                  },
                  {});
    ASSERT_TRUE(result.ok());
    EXPECT_THAT(stages, ElementsAre(Stage::Outline, Stage::Launch, Stage::Analysis, Stage::Estimate));
    EXPECT_TRUE(result->problems.empty());
    EXPECT_FALSE(result->isLaunchInferred);
    EXPECT_EQ(result->launch->ndrange.global[0], 4096u);
    EXPECT_DOUBLE_EQ(result->profile->workItems, 4096);
}

TEST(Study, ReportsACompileErrorWithItsPlace)
{
    Study study;
    const StudyResult result = studied(study, requestFor("__kernel void k(__global int *x)\n{ x[0] = y; }\n"));
    ASSERT_EQ(result.problems.size(), 1u);
    EXPECT_THAT(result.problems.front(), HasSubstr("2:10"));
    EXPECT_THAT(result.problems.front(), HasSubstr("'y'"));
    EXPECT_EQ(result.problemCategory, ErrorCategory::Kernel);
    EXPECT_FALSE(result.diagnostics.empty());
}

TEST(Study, NamesTheMacroThatIsMissing)
{
    Study study;
    Request request = requestFor("__kernel void k(__global int *x) { x[get_global_id(0)] = TILE; }\n");
    EXPECT_THAT(studied(study, request).problems.front(), HasSubstr("TILE"));
    request.buildOptions.words = {"-DTILE=4"};
    EXPECT_TRUE(studied(study, request).problems.empty());
}

TEST(Study, SaysThatThereIsNoKernel)
{
    Study study;
    for (const char *source : {"", "int twice(int x) { return 2 * x; }\n", "// nothing\n"}) {
        const StudyResult result = studied(study, requestFor(source));
        ASSERT_FALSE(result.problems.empty()) << source;
        EXPECT_THAT(result.problems.front(), HasSubstr("no kernel"));
        EXPECT_EQ(result.problemCategory, ErrorCategory::Kernel);
    }
}

TEST(Study, ListsTheKernelsWhenTheNameIsWrong)
{
    Study study;
    Request request = scaleRequest();
    request.kernel = "scael";
    const StudyResult result = studied(study, request);
    ASSERT_FALSE(result.problems.empty());
    EXPECT_THAT(result.problems.front(), HasSubstr("scale"));
    EXPECT_EQ(result.problemCategory, ErrorCategory::Usage);
}

TEST(Study, ReportsOutOfBoundsWithWorkItemAndSize)
{
    Study study;
    Request request = scaleRequest();
    request.launchSpec = scaleSpec("1000");
    const StudyResult result = studied(study, request);
    ASSERT_FALSE(result.problems.empty());
    EXPECT_THAT(result.problems.front(), ::testing::ContainsRegex("'x' out of bounds: element 1[0-9]{3},"));
    EXPECT_THAT(result.problems.front(), HasSubstr("4000 bytes"));
    EXPECT_EQ(result.problemCategory, ErrorCategory::Kernel);
    EXPECT_FALSE(result.memory->outOfBounds.empty());
}

TEST(Study, RefusesALocalSizeThatDoesNotDivide)
{
    Study study;
    Request request = scaleRequest();
    request.overrides.local = std::vector<Expression>{"100"};
    const StudyResult result = studied(study, request);
    ASSERT_FALSE(result.problems.empty());
    EXPECT_THAT(result.problems.front(), HasSubstr("100"));
    EXPECT_FALSE(result.launch.has_value());
}

TEST(Study, InfersTheLaunchOfAnotherKernelThanTheFileSpeaksOf)
{
    Study study;
    Request request =
        requestFor(std::string(kScale) + "__kernel void one(__global int *y) { y[get_global_id(0)] = 1; }\n");
    request.launchSpec = scaleSpec();
    request.launchSpec->kernel = "scale";
    request.kernel = "one";
    const StudyResult result = studied(study, request);
    EXPECT_EQ(result.kernel, "one");
    EXPECT_TRUE(result.isLaunchInferred);
    EXPECT_TRUE(result.problems.empty());
}

TEST(Study, OverridesChangeTheLaunchAndRefuseUnknownNames)
{
    Study study;
    Request request = scaleRequest();
    request.overrides.values = {{"n", "8192"}};
    EXPECT_EQ(studied(study, request).launch->ndrange.global[0], 8192u);
    request.overrides.values = {{"m", "1"}};
    const StudyResult refused = studied(study, request);
    ASSERT_FALSE(refused.problems.empty());
    EXPECT_THAT(refused.problems.front(), HasSubstr("m"));
    EXPECT_EQ(refused.problemCategory, ErrorCategory::Usage);
}

TEST(Study, UnknownModelIsAProblemBesideTheAnalysis)
{
    Study study;
    Request request = scaleRequest();
    request.models = {"oracle"};
    const StudyResult result = studied(study, request);
    ASSERT_FALSE(result.problems.empty());
    EXPECT_THAT(result.problems.front(), HasSubstr("oracle"));
    EXPECT_TRUE(result.memory.has_value());
}

TEST(Study, EndlessLoopsEnd)
{
    Study study;
    const StudyResult result = studied(study, requestFor("__kernel void spin(__global volatile int *x) { while "
                                                         "(x[get_global_id(0)] == 0) x[get_global_id(0)] = 0; }\n"));
    ASSERT_TRUE(result.profile.has_value());
    EXPECT_TRUE(result.profile->isTruncated);
}

TEST(Study, StopsSoonAfterBeingAsked)
{
    using Clock = std::chrono::steady_clock;
    Study study;
    Request request = requestFor("__kernel void slow(__global float *x, int n)\n"
                                 "{ float a = 0; for (int k = 0; k < n; ++k) a = native_sin(a + k);\n"
                                 "  x[get_global_id(0)] = a; }\n");
    std::stop_source source;
    Clock::time_point asked;
    std::jthread asker([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
        asked = Clock::now();
        source.request_stop();
    });
    // The same study over and over, each with another size, so that caches do not end it early.
    Result<StudyResult> result = StudyResult{};
    for (int n = 1 << 20; result.ok() && n < (1 << 20) + 500; ++n) {
        request.overrides.values = {{"n", std::to_string(n)}};
        result = study.run(request, {}, source.get_token());
    }
    const auto ended = Clock::now();
    asker.join();
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Cancelled);
    // 50 ms on a quiet machine; test machines are not, and 500 studies uncancelled take far longer.
    EXPECT_LT(std::chrono::duration<double>(ended - asked).count(), 2);
}

TEST(Workshop, DoesEachStepOncePerContent)
{
    Workshop shop;
    const Request request = scaleRequest();
    auto once = [&](const Request &asked) {
        StudyResult result;
        auto subject = prepare(shop, asked, result, {}, {});
        ASSERT_TRUE(subject.ok() && subject->has_value());
        auto launch = makeLaunch(**subject, asked.overrides, nullptr);
        ASSERT_TRUE(launch.ok()) << launch.error().message;
        ASSERT_TRUE(shop.analyse((*subject)->ready, (*subject)->signature, *launch, {}, {}).ok());
    };
    once(request);
    once(request);
    EXPECT_EQ(shop.counters().outlines, 1u);
    EXPECT_EQ(shop.counters().compilations, 1u);
    EXPECT_EQ(shop.counters().lowerings, 1u);
    EXPECT_EQ(shop.counters().analyses, 1u);

    Request otherLaunch = request;
    otherLaunch.overrides.values = {{"n", "8192"}};
    once(otherLaunch);
    EXPECT_EQ(shop.counters().compilations, 1u);
    EXPECT_EQ(shop.counters().analyses, 2u);

    Request otherText = request;
    otherText.source.text += "// a remark\n";
    once(otherText);
    EXPECT_EQ(shop.counters().compilations, 2u);
}

TEST(Keys, TellLaunchesApart)
{
    Launch launch;
    launch.kernel = "k";
    launch.ndrange.global[0] = 64;
    launch.arguments.push_back({"x", ArgumentKind::GlobalBuffer, BufferValue{{}, 256, {}}});
    const std::uint64_t key = launchKey(launch);
    EXPECT_EQ(launchKey(launch), key);
    Launch longer = launch;
    std::get<BufferValue>(longer.arguments[0].value).bytes = 512;
    EXPECT_NE(launchKey(longer), key);
    Launch filled = launch;
    std::get<BufferValue>(filled.arguments[0].value).contents.parameters["value"] = 1;
    EXPECT_NE(launchKey(filled), key);
    Launch wider = launch;
    wider.ndrange.local[0] = 32;
    EXPECT_NE(launchKey(wider), key);
}

} // namespace
} // namespace clv::study
