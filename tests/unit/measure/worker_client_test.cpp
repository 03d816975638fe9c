// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/measure.h"

#include "core/device/device.h"
#include "core/support/paths.h"
#include "tests/unit/measure/launches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

namespace clv::measure {
namespace {

using namespace clv::test;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

/// Every test has a fresh data folder.
class WorkerClientTest : public ::testing::Test {
protected:
    void SetUp() override
    {
        const auto *info = ::testing::UnitTest::GetInstance()->current_test_info();
        m_folder = fs::path(::testing::TempDir()) / ("clv-measure-" + std::to_string(::getpid()) + "-" + info->name());
        fs::create_directories(m_folder);
        ::setenv("XDG_DATA_HOME", m_folder.c_str(), 1);
        WorkerClient client({});
        auto devices = client.devices();
        if (!devices)
            GTEST_SKIP() << "no OpenCL device: " << devices.error().message;
        m_device = devices->front();
    }
    void TearDown() override { fs::remove_all(m_folder); }

    static std::string casePath(const std::string &name)
    {
        return std::string(CLV_SOURCE_DIR) + "/tests/data/cases/" + name + "/kernel.cl";
    }

    fs::path m_folder;
    DeviceDescription m_device;
};

std::string textOf(const fs::path &path)
{
    auto text = paths::readFile(path);
    EXPECT_TRUE(text.ok()) << path;
    return text ? *text : std::string();
}

/// Case 49: a list in a buffer of random bytes; the first pointer of it leads nowhere.
MeasureRequest wildPointers()
{
    MeasureRequest request;
    request.sourceText = "struct node { __global struct node *next; float w; };\n"
                         "__kernel void list_sum(__global struct node *head, __global float *out, int limit)\n"
                         "{\n"
                         "    float s = 0.0f;\n"
                         "    int k = 0;\n"
                         "    for (__global struct node *p = head; p && k < limit; p = p->next, ++k)\n"
                         "        s += p->w;\n"
                         "    out[get_global_id(0)] = s;\n"
                         "}\n";
    request.launch = launchOf("list_sum", 64, 64,
                              {buffer("head", ScalarType::UChar, 160, randomBytes()),
                               buffer("out", ScalarType::Float, 64), scalar("limit", ScalarType::Int, 100)});
    return request;
}

TEST_F(WorkerClientTest, DescribesDevices)
{
    EXPECT_FALSE(m_device.name.empty());
    EXPECT_FALSE(m_device.platformName.empty());
    EXPECT_TRUE(m_device.isLocal);
    EXPECT_GT(m_device.computeUnits, 0u);
    EXPECT_GT(m_device.globalMemBytes, m_device.localMemBytes);
    EXPECT_GE(m_device.maxWorkGroupSize, m_device.maxWorkItemSizes[2] > 0 ? 1u : 0u);
    EXPECT_FALSE(m_device.peaks.has_value()) << "nothing was measured in this data folder";
}

TEST_F(WorkerClientTest, MeasuresSaxpy)
{
    WorkerClient client({});
    std::vector<std::string> steps;
    const auto result = client.measure(saxpy(), [&](const Progress &p) { steps.push_back(p.what); });
    ASSERT_TRUE(result.ok()) << result.error().message;
    const Measurement &m = *result;
    EXPECT_GE(m.samplesNs.size(), 7u);
    EXPECT_LE(m.samplesNs.size(), 20u);
    EXPECT_GT(m.minNs, 0);
    EXPECT_LE(m.minNs, m.lowNs);
    EXPECT_LE(m.lowNs, m.medianNs);
    EXPECT_LE(m.medianNs, m.highNs);
    EXPECT_LE(m.highNs, m.maxNs);
    EXPECT_GT(m.firstNs, 0);
    EXPECT_GT(m.buildNs, 0);
    EXPECT_GE(m.warmups, 2u);
    EXPECT_TRUE(m.timer.isOrdered);
    EXPECT_FALSE(m.timer.hostDisagrees) << m.timer.note;
    EXPECT_EQ(m.deviceKey, m_device.key());
    EXPECT_EQ(m.kernel, "saxpy");
    EXPECT_THAT(m.takenAtUtc, HasSubstr("T"));
    EXPECT_THAT(steps, ::testing::Contains(HasSubstr(kLaunchStage)));
}

TEST_F(WorkerClientTest, LongerLaunchesTakeLonger)
{
    WorkerClient client({});
    const auto small = client.measure(saxpy(1 << 12));
    const auto large = client.measure(saxpy(1 << 21));
    ASSERT_TRUE(small.ok() && large.ok());
    // 512 times the bytes; a factor of 10 leaves room for any launch overhead.
    EXPECT_GT(large->medianNs, 10 * small->medianNs);
}

TEST_F(WorkerClientTest, RestoresBuffersThatTheKernelChanges)
{
    // Each launch doubles the trip count of the next one unless the buffer is restored.
    MeasureRequest request;
    request.sourceText = "kernel void grow(global int *n, global float *out) {\n"
                         "    float s = 0;\n"
                         "    for (int i = 0; i < n[0]; ++i) s = s * 0.5f + sin((float)i);\n"
                         "    out[0] = s;\n"
                         "    n[0] *= 2;\n"
                         "}\n";
    request.launch = launchOf("grow", 1, 1,
                              {buffer("n", ScalarType::Int, 1, contents(ContentsKind::Constant, {{"value", 20000}})),
                               buffer("out", ScalarType::Float, 1)});
    request.protocol = {2, 8, 8, 10, true};
    WorkerClient client({});
    const auto result = client.measure(request);
    ASSERT_TRUE(result.ok()) << result.error().message;
    ASSERT_EQ(result->samplesNs.size(), 8u);
    // Best of the first and of the last four: without restoring they would be 16 times apart, whatever else runs.
    const auto middle = result->samplesNs.begin() + 4;
    const double early = *std::min_element(result->samplesNs.begin(), middle);
    const double late = *std::min_element(middle, result->samplesNs.end());
    EXPECT_LT(late, 4 * early);
}

TEST_F(WorkerClientTest, CompileErrorNamesPlaceAndReason)
{
    MeasureRequest request = saxpy();
    request.sourceText =
        "kernel void saxpy(global const float *x, global float *y, float a)\n{\n    y[0] = undefined_name;\n}\n";
    request.sourcePath = (m_folder / "broken.cl").string();
    WorkerClient client({});
    const auto result = client.measure(request);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Kernel);
    EXPECT_EQ(result.error().where.line, 3u);
    EXPECT_THAT(result.error().message, HasSubstr("undefined_name"));
}

TEST_F(WorkerClientTest, UnknownKernelListsThoseThatExist)
{
    MeasureRequest request = saxpy();
    request.launch.kernel = "sapxy";
    WorkerClient client({});
    const auto result = client.measure(request);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Kernel);
    EXPECT_THAT(result.error().message, AllOf(HasSubstr("`sapxy`"), HasSubstr("saxpy")));
}

TEST_F(WorkerClientTest, FindsKernelNamedLikeABuiltin)
{
    MeasureRequest request;
    request.sourceText = textOf(casePath("63-kernel-named-like-a-builtin"));
    request.launch = launchOf("mix", 1024, 128,
                              {buffer("a", ScalarType::Float, 1025), buffer("o", ScalarType::Float, 1024),
                               scalar("t", ScalarType::Float, 0.5f)});
    WorkerClient client({});
    const auto result = client.measure(request);
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_EQ(result->kernel, "mix");
    if (m_device.openclVersion.find("PoCL") != std::string::npos) {
        EXPECT_THAT(result->buildLog, HasSubstr("`_cl_mix`"));
    }
}

TEST_F(WorkerClientTest, IncludesResolveFromTheFolderOfTheSource)
{
    fs::create_directories(m_folder / "inc");
    std::ofstream(m_folder / "inc" / "scale.clh") << "#define SCALE 3.0f\n";
    std::ofstream(m_folder / "beside.clh") << "#define OFFSET 1.0f\n";
    MeasureRequest request;
    request.sourcePath = (m_folder / "k.cl").string();
    request.sourceText = "#include \"scale.clh\"\n#include \"beside.clh\"\n"
                         "kernel void k(global float *x) { x[get_global_id(0)] = SCALE + OFFSET + EXTRA; }\n";
    request.launch = launchOf("k", 64, 64, {buffer("x", ScalarType::Float, 64)});
    request.launch.buildOptions.words = {"-I", "inc", "-DEXTRA=2"};
    WorkerClient client({});
    const auto result = client.measure(request);
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_THAT(result->buildOptions, HasSubstr("-I" + (m_folder / "inc").string()));
}

TEST_F(WorkerClientTest, SurvivesAKernelThatCrashes)
{
    if (m_device.type != DeviceType::Cpu)
        GTEST_SKIP() << "a wild pointer kills the process on CPU devices only";
    WorkerClient client({});
    const auto crashed = client.measure(wildPointers());
    ASSERT_FALSE(crashed.ok());
    EXPECT_EQ(crashed.error().category, ErrorCategory::Crash);
    EXPECT_THAT(crashed.error().message, AllOf(HasSubstr("signal 11 (segmentation fault)"),
                                               HasSubstr("running `list_sum`"), HasSubstr("out of bounds")));
    const auto next = client.measure(saxpy());
    EXPECT_TRUE(next.ok()) << next.error().message;
}

TEST_F(WorkerClientTest, StopsAKernelThatNeverEnds)
{
    WorkerClient client({{}, std::chrono::milliseconds(1500), 0, {}});
    const auto begin = std::chrono::steady_clock::now();
    const auto hung = client.measure(endlessLoop());
    ASSERT_FALSE(hung.ok());
    EXPECT_EQ(hung.error().category, ErrorCategory::Timeout);
    EXPECT_THAT(hung.error().message, AllOf(HasSubstr("1.5 s"), HasSubstr("running `wait_for`")));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15));
    const auto next = client.measure(saxpy());
    EXPECT_TRUE(next.ok()) << next.error().message;
}

TEST_F(WorkerClientTest, CancelsAKernelThatNeverEnds)
{
    WorkerClient client({});
    std::stop_source source;
    std::jthread canceller;
    const auto result = client.measure(
        endlessLoop(),
        [&](const Progress &p) {
            if (p.what.rfind(kLaunchStage, 0) == 0)
                canceller = std::jthread([&source] { source.request_stop(); });
        },
        source.get_token());
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Cancelled);
    EXPECT_TRUE(client.measure(saxpy()).ok());
}

TEST_F(WorkerClientTest, CancelBetweenSamplesKeepsTheWorker)
{
    WorkerClient client({});
    MeasureRequest request = saxpy();
    request.protocol = {2, 1'000'000, 1'000'000, 1e9, false};
    std::stop_source source;
    const auto result = client.measure(
        request,
        [&](const Progress &p) {
            if (p.what.rfind("sample", 0) == 0)
                source.request_stop();
        },
        source.get_token());
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Cancelled);
    EXPECT_THAT(result.error().message, HasSubstr("`saxpy`"));
    EXPECT_TRUE(client.measure(saxpy()).ok());
}

TEST_F(WorkerClientTest, RefusesTooMuchLocalMemory)
{
    MeasureRequest request;
    request.sourceText = "kernel void k(global float *x, local float *t) {\n"
                         "    t[get_local_id(0)] = 1; barrier(CLK_LOCAL_MEM_FENCE); x[get_global_id(0)] = t[0];\n}\n";
    request.launch = launchOf(
        "k", 64, 64,
        {buffer("x", ScalarType::Float, 64), {"t", ArgumentKind::LocalBuffer, LocalValue{m_device.localMemBytes + 4}}});
    WorkerClient client({});
    const auto result = client.measure(request);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Device) << result.error().message;
    EXPECT_THAT(result.error().message, HasSubstr("local memory"));
}

TEST_F(WorkerClientTest, RefusesMoreMemoryThanTheDeviceHas)
{
    MeasureRequest request = saxpy();
    request.launch.arguments[1] = buffer("y", ScalarType::Float, m_device.globalMemBytes);
    WorkerClient client({});
    const auto result = client.measure(request);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Device) << result.error().message;
}

TEST_F(WorkerClientTest, WrongNumberOfArgumentsIsUsage)
{
    MeasureRequest request = saxpy();
    request.launch.arguments.pop_back();
    WorkerClient client({});
    const auto result = client.measure(request);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Usage);
    EXPECT_THAT(result.error().message, AllOf(HasSubstr("3 arguments"), HasSubstr("gives 2")));
}

TEST_F(WorkerClientTest, UnknownDeviceListsThoseThatExist)
{
    MeasureRequest request = saxpy();
    request.device = "no such device";
    WorkerClient client({});
    const auto result = client.measure(request);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Usage);
    EXPECT_THAT(result.error().message, AllOf(HasSubstr("no such device"), HasSubstr(m_device.name)));
}

TEST_F(WorkerClientTest, NoPlatformNamesPlaceAndRemedy)
{
    const fs::path empty = m_folder / "vendors";
    fs::create_directories(empty);
    WorkerClient client(
        {{}, std::chrono::seconds(20), 0, {{"OCL_ICD_VENDORS", empty.string()}, {"OCL_ICD_FILENAMES", ""}}});
    const auto result = client.devices();
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Device);
    EXPECT_EQ(exitCode(result.error().category), 3);
    EXPECT_THAT(result.error().message, AllOf(HasSubstr(empty.string()), HasSubstr("pocl-opencl-icd")));
}

TEST_F(WorkerClientTest, MissingWorkerIsSaidSo)
{
    WorkerClient client({{"/nonexistent/clv-worker"}, std::chrono::seconds(5), 0, {}});
    const auto result = client.devices();
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Io);
    EXPECT_THAT(result.error().message, HasSubstr("/nonexistent/clv-worker"));
}

TEST_F(WorkerClientTest, WorkerThatDiesBeforeTheKernelIsTriedAgain)
{
    // A worker that answers the handshake and then dies, the first time only.
    const std::string mark = (m_folder / "died").string();
    const std::string real = paths::siblingProgram("clv-worker").string();
    const std::string script =
        "if [ -e " + mark + " ]; then exec " + real + "; fi; touch " + mark +
        "; read l; echo '{\"type\":\"hello\",\"id\":1,\"version\":1,\"program\":\"x\"}'; read l; kill -11 $$";
    WorkerClient client({{"/bin/sh", "-c", script}, std::chrono::seconds(20), 0, {}});
    const auto result = client.measure(saxpy());
    EXPECT_TRUE(result.ok()) << result.error().message;
    EXPECT_TRUE(fs::exists(mark));
}

TEST_F(WorkerClientTest, OtherProtocolVersionIsRefused)
{
    WorkerClient client({{"/bin/sh", "-c", "read l; echo '{\"type\":\"hello\",\"id\":1,\"version\":999}'; read l"},
                         std::chrono::seconds(5),
                         0,
                         {}});
    const auto result = client.devices();
    ASSERT_FALSE(result.ok());
    EXPECT_THAT(result.error().message, HasSubstr("999"));
}

TEST_F(WorkerClientTest, MemoryLimitEndsInAnErrorNotInAHang)
{
    WorkerClient client({{}, std::chrono::seconds(30), 768ull << 20, {}});
    MeasureRequest request = saxpy(1 << 26); // 2 x 256 MiB beside the driver's compiler
    const auto result = client.measure(request);
    ASSERT_FALSE(result.ok());
    EXPECT_THAT(toString(result.error().category), ::testing::AnyOf(HasSubstr("device"), HasSubstr("crash")));
}

} // namespace
} // namespace clv::measure
