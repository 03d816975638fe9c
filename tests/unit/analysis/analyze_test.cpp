// SPDX-License-Identifier: GPL-3.0-or-later
// From source to report: what the IR and one emulated sample say of small kernels whose answers are known.
#include "core/analysis/analyze.h"
#include "core/frontend/compile.h"
#include "core/launch/launch.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace {

using namespace clv;

struct Study {
    std::shared_ptr<const emulator::Program> program;
    KernelSignature signature;
    Launch launch;
};

Study prepare(const std::string &source, const std::string &launchFile)
{
    const auto spec = launch::parseLaunchFile(launchFile, "test.launch.json");
    EXPECT_TRUE(spec.ok()) << spec.error().describe();
    const auto compiled = frontend::compile({"", source, source, false}, BuildOptions{spec->buildOptions});
    EXPECT_TRUE(compiled.ok() && compiled->module != nullptr);
    Study study;
    study.signature = compiled->kernels.front();
    const auto launch = launch::resolve(*spec, study.signature, ".");
    EXPECT_TRUE(launch.ok()) << launch.error().describe();
    study.launch = *launch;
    auto program = emulator::Program::lower(compiled->module, study.signature.name);
    EXPECT_TRUE(program.ok()) << program.error().describe();
    study.program = *program;
    return study;
}

analysis::Analysis analyse(const std::string &source, const std::string &launchFile, bool isFull = false)
{
    const Study study = prepare(source, launchFile);
    analysis::AnalysisOptions options;
    options.run.full = isFull;
    if (isFull)
        options.run.warpInstructionBudget = 0;
    auto result = analysis::analyze(*study.program, study.signature, study.launch, options, {});
    EXPECT_TRUE(result.ok()) << result.error().describe();
    return std::move(*result);
}

const AccessSite &site(const analysis::Analysis &analysis, const std::string &buffer, AccessDirection direction,
                       std::size_t number = 0)
{
    static const AccessSite kNone;
    for (const AccessSite &candidate : analysis.memory.sites)
        if (candidate.buffer == buffer && candidate.direction == direction && number-- == 0)
            return candidate;
    ADD_FAILURE() << "no access " << buffer;
    return kNone;
}

const BufferUse &buffer(const analysis::Analysis &analysis, const std::string &name)
{
    static const BufferUse kNone;
    const auto found = std::ranges::find(analysis.memory.buffers, name, &BufferUse::name);
    if (found != analysis.memory.buffers.end())
        return *found;
    ADD_FAILURE() << "no buffer " << name;
    return kNone;
}

bool hasFinding(const analysis::Analysis &analysis, const std::string &id)
{
    return std::ranges::find(analysis.memory.findings, id, &Finding::id) != analysis.memory.findings.end();
}

constexpr const char *kBuffers2 = R"({"global": 4096, "local": 64,
    "arguments": {"a": {"count": 65536}, "b": {"count": 65536}, "n": 4096}})";

TEST(IndexExpression, NamesComeFromTheSource)
{
    const auto result = analyse("kernel void f(global const float *a, global float *b, int n) {\n"
                                "  int row = get_global_id(0) >> 6, lane = get_local_id(0);\n"
                                "  b[lane * n / 4096 + 1] = a[(row & 15) * 16 + lane];\n}",
                                kBuffers2);
    EXPECT_EQ(site(result, "a", AccessDirection::Read).index, "((get_global_id(0) >> 2) & 240) + lane")
        << "as LLVM folds it";
}

TEST(IndexExpression, AVariableThatChangesIsNotAName)
{
    const auto result = analyse("kernel void f(global const float *a, global float *b, int n) {\n"
                                "  int i = get_global_id(0);\n  i += 5;\n  b[i] = a[i];\n}",
                                kBuffers2);
    EXPECT_EQ(site(result, "a", AccessDirection::Read).index, "get_global_id(0) + 5");
}

TEST(IndexExpression, LoopsAndLoadedIndices)
{
    const auto result =
        analyse("kernel void f(global const int *a, global int *b, int n) {\n"
                "  int g = get_global_id(0);\n  int s = 0;\n"
                "  for (int k = 0; k < n; k++) s += b[a[k * 16 + (g & 15)] & 1023];\n  b[g + n] = s;\n}",
                R"({"global": 256, "local": 64, "arguments":
                                    {"a": {"count": 65536}, "b": {"count": 65536}, "n": 100}})");
    EXPECT_EQ(site(result, "a", AccessDirection::Read).index, "16*k + (g & 15)");
    const AccessSite &gather = site(result, "b", AccessDirection::Read);
    EXPECT_EQ(gather.pattern, AccessPattern::Indirect);
    EXPECT_EQ(gather.indexBuffer, "a");
    EXPECT_EQ(gather.index, "a[16*k + (g & 15)] & 1023");
    EXPECT_EQ(site(result, "b", AccessDirection::Write).index, "g + n");
    EXPECT_DOUBLE_EQ(site(result, "a", AccessDirection::Read).executionsPerWorkItem, 100);
}

TEST(IndexExpression, StructMembersAreNamed)
{
    const auto result = analyse("typedef struct { float x, y; int kind; } item;\n"
                                "kernel void f(global const item *a, global float *b) {\n"
                                "  size_t i = get_global_id(0);\n  b[i] = a[i + 1].y;\n}",
                                R"({"global": 64, "local": 64, "arguments":
                                    {"a": {"count": 65}, "b": {"count": 64}}})");
    EXPECT_EQ(site(result, "a", AccessDirection::Read).index, "(i + 1).y");
    EXPECT_EQ(*site(result, "a", AccessDirection::Read).strideBytes, 12);
}

struct ExtentCase {
    const char *name, *body, *buffer, *expression;
    std::uint64_t bytes;
};
void PrintTo(const ExtentCase &which, std::ostream *out)
{
    *out << which.name;
}

class ExtentTest : public testing::TestWithParam<ExtentCase> {};

// Launch: global 1024, local 64, n = 1000, m = 7; buffers of 4096 floats.
TEST_P(ExtentTest, IsProvenAndReached)
{
    const std::string source = "kernel void f(global const float *a, global float *b, int n, int m) {\n"
                               "  int i = get_global_id(0);\n" +
                               std::string(GetParam().body) + "\n}";
    const auto result = analyse(source, R"({"global": 1024, "local": 64, "arguments":
        {"a": {"count": 65536}, "b": {"count": 65536}, "n": 1000, "m": 7}})");
    const BufferUse &use = buffer(result, GetParam().buffer);
    EXPECT_EQ(use.extentExpression, GetParam().expression);
    EXPECT_EQ(use.requiredBytes, GetParam().bytes);
}

INSTANTIATE_TEST_SUITE_P(
    Extents, ExtentTest,
    testing::Values(
        ExtentCase{"unguarded", "b[i] = n;", "b", "4*global", 4096},
        ExtentCase{"guarded", "if (i < n) b[i] = m;", "b", "4*n", 4000},
        ExtentCase{"early return", "if (i >= n) return; b[i] = a[i + 1];", "a", "4*(n + 1)", 4004},
        ExtentCase{"row of m", "if (i < n) b[i * m + 3] = 1;", "b", "4*(n*m - m + 4)", 4 * (999 * 7 + 4)},
        ExtentCase{"inner loop", "if (i < n) for (int k = 0; k < m; ++k) b[i * m + k] = k;", "b", "4*n*m", 4 * 7000},
        ExtentCase{"strided loop", "for (int k = i; k < n; k += get_global_size(0)) b[k] = m;", "b", "4*n", 4000},
        ExtentCase{"reversed", "if (i < n) b[n - 1 - i] = m;", "b", "4*n", 4000},
        ExtentCase{"two conditions", "if (i > 0 && i < n - 1) b[i] = a[i - 1] + a[i + 1];", "a", "4*n", 4000},
        ExtentCase{"group and local id", "b[get_group_id(0) * get_local_size(0) + get_local_id(0)] = m;", "b",
                   "4*global", 4096},
        ExtentCase{"loaded index", "b[(int)a[i]] = m;", "b", "", 4},
        ExtentCase{"triangular loop", "if (i < m) for (int k = 0; k <= i; ++k) b[k + n] = a[k];", "a", "4*m", 28}),
    [](const testing::TestParamInfo<ExtentCase> &which) {
        std::string name = which.param.name;
        std::ranges::replace(name, ' ', '_');
        return name;
    });

// A guard that depends on data may never let the last item through: no claim then.
TEST(Extents, DataGuardThatIsNotReachedGivesNoExpression)
{
    const auto result = analyse("kernel void f(global const int *a, global int *b, int n) {\n"
                                "  int i = get_global_id(0);\n  if (a[i] < 10) b[i] = 1;\n}",
                                R"({"global": 4096, "local": 64, "arguments":
                                    {"a": {"count": 4096, "contents": "iota"}, "b": {"count": 4096}, "n": 4096}})");
    EXPECT_EQ(buffer(result, "b").extentExpression, "");
    EXPECT_FALSE(buffer(result, "b").isRequiredExact);
    EXPECT_EQ(buffer(result, "a").extentExpression, "4*global");
}

TEST(Footprints, NaiveMatrixProductReadsEachMatrixOnce)
{
    const auto result =
        analyse("kernel void f(global const float *a, global const float *b, global float *c, int n) {\n"
                "  int x = get_global_id(0), y = get_global_id(1);\n  float s = 0;\n"
                "  for (int k = 0; k < n; ++k) s += a[y * n + k] * b[k * n + x];\n  c[y * n + x] = s;\n}",
                R"({"global": ["n", "n"], "local": [16, 16], "arguments": {"a": {"count": "n*n"},
                                    "b": {"count": "n*n"}, "c": {"count": "n*n"}, "n": 256}})");
    const double matrix = 256.0 * 256 * 4;
    EXPECT_NEAR(buffer(result, "a").uniqueBytes, matrix, 0.02 * matrix);
    EXPECT_NEAR(buffer(result, "b").uniqueBytes, matrix, 0.02 * matrix);
    EXPECT_NEAR(buffer(result, "c").uniqueBytes, matrix, 0.02 * matrix);
    EXPECT_EQ(buffer(result, "a").extentExpression, "4*n*global[1]");
}

TEST(Profile, SampledAgreesWithFull)
{
    const char *source = "kernel void f(global const float *a, global float *b, int n) {\n"
                         "  int i = get_global_id(0);\n  float s = 0;\n"
                         "  for (int k = 0; k < n; ++k) s += a[i + k];\n  b[i] = s;\n}";
    const char *launch = R"({"global": 16384, "local": 64, "arguments":
        {"a": {"count": "16384 + n"}, "b": {"count": 16384}, "n": 20}})";
    const auto sampled = analyse(source, launch), full = analyse(source, launch, true);
    EXPECT_LT(sampled.profile.sampledGroupShare, 0.2);
    EXPECT_EQ(full.profile.sampledGroupShare, 1);
    for (const ProfileField &field : profileFields()) {
        if (std::string(field.name) == "sampledGroupShare")
            continue;
        const double expected = full.profile.*field.member;
        EXPECT_NEAR(sampled.profile.*field.member, expected, 0.02 * std::abs(expected) + 1e-9) << field.name;
    }
}

// Three loads, each addressed by the one before.
TEST(Profile, LoadChainsAreCounted)
{
    const auto result = analyse("kernel void f(global const int *a, global int *b, int n) {\n"
                                "  int i = get_global_id(0);\n  b[i] = a[a[a[i] & 63] & 63];\n}",
                                kBuffers2);
    EXPECT_EQ(result.profile.dependentLoadDepth, 3);
}

TEST(Profile, PointerChasingGrowsWithTheTrips)
{
    const auto result = analyse("kernel void f(global const int *a, global int *b, int n) {\n"
                                "  int i = get_global_id(0);\n"
                                "  for (int k = 0; k < 50; ++k) i = a[i];\n  b[get_global_id(0)] = i + n;\n}",
                                kBuffers2);
    EXPECT_NEAR(result.profile.dependentLoadDepth, 50, 1);
}

TEST(Findings, ShareOfWarpsAndTheirPlace)
{
    const auto result = analyse("kernel void f(global const float *a, global float *b, int n) {\n"
                                "  int i = get_global_id(0);\n  float v = a[i];\n"
                                "  if (i & 1) {\n    for (int k = 0; k < n; ++k) v = v * 0.5f + 1.0f;\n  }\n"
                                "  b[i] = v;\n}",
                                R"({"global": 4096, "local": 64, "arguments":
                                    {"a": {"count": 4096}, "b": {"count": 4096}, "n": 100}})");
    ASSERT_TRUE(hasFinding(result, "divergent-branch"));
    const auto found = std::ranges::find(result.memory.findings, "divergent-branch", &Finding::id);
    EXPECT_EQ(found->where.line, 4U);
    EXPECT_GT(found->timeShare, 0.4); // half the lanes idle in nearly all of the work
    EXPECT_LE(found->timeShare, 0.5);
}

TEST(Findings, UnevenLoopsAreNamed)
{
    const auto result = analyse("kernel void f(global const int *a, global float *b, int n) {\n"
                                "  int i = get_global_id(0);\n  float v = 0;\n"
                                "  for (int k = 0; k < a[i]; ++k) v = v * 0.5f + n;\n  b[i] = v;\n}",
                                R"({"global": 4096, "local": 64, "arguments": {"a": {"count": 4096,
                                    "contents": {"kind": "uniform", "low": 0, "high": 200}},
                                    "b": {"count": 4096}, "n": 3}})");
    EXPECT_TRUE(hasFinding(result, "lane-imbalance"));
}

TEST(Findings, DivisionInALoop)
{
    const char *launch = R"({"global": 1024, "local": 64, "arguments":
        {"a": {"count": 65536}, "b": {"count": 65536}, "n": 37}})";
    EXPECT_TRUE(hasFinding(analyse("kernel void f(global const int *a, global int *b, int n) {\n"
                                   "  int i = get_global_id(0), s = 0;\n"
                                   "  for (int k = 0; k < n; ++k) s += a[i] / (n + k);\n  b[i] = s;\n}",
                                   launch),
                           "integer-division-in-loop"));
    EXPECT_FALSE(hasFinding(analyse("kernel void f(global const int *a, global int *b, int n) {\n"
                                    "  int i = get_global_id(0), s = 0;\n"
                                    "  for (int k = 0; k < n; ++k) s += a[i + k] / 10;\n  b[i] = s / n;\n}",
                                    launch),
                            "integer-division-in-loop"));
}

TEST(Findings, DoubleKernelsAreLeftAlone)
{
    const auto result = analyse("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                                "kernel void f(global const double *a, global double *b, int n) {\n"
                                "  int i = get_global_id(0);\n  double s = 0;\n"
                                "  for (int k = 0; k < n; ++k) s += a[i] * k;\n  b[i] = s;\n}",
                                R"({"global": 1024, "local": 64, "arguments":
                                    {"a": {"count": 1024}, "b": {"count": 1024}, "n": 50}})");
    EXPECT_TRUE(result.memory.findings.empty()) << result.memory.findings.front().message;
    EXPECT_GT(result.profile.fp64, 0);
}

TEST(Analyze, StopsWhenAsked)
{
    const Study study = prepare("kernel void f(global float *a) { a[get_global_id(0)] += 1; }",
                                R"({"global": 64, "local": 64, "arguments": {"a": {"count": 64}}})");
    std::stop_source stop;
    stop.request_stop();
    const auto result = analysis::analyze(*study.program, study.signature, study.launch, {}, stop.get_token());
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Cancelled);
}

} // namespace
