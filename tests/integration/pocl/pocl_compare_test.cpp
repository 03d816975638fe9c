// SPDX-License-Identifier: GPL-3.0-or-later
#include "pocl_case.h"

#include "core/emulator/emulator.h"
#include "core/frontend/compile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sys/wait.h>
#include <unistd.h>

namespace clv::test {

namespace {

/// Buffers as the device left them.
DeviceRun runElsewhere(const Case &test, const std::vector<std::vector<std::byte>> &inputs)
{
    DeviceRun run;
    const std::string file = ::testing::TempDir() + "clv_pocl_" + std::to_string(getpid()) + "_" + test.name;
    const std::string command =
        std::string("\"") + CLV_POCL_RUNNER + "\" " + test.name + " \"" + file + "\" 2>\"" + file + ".txt\"";
    const int status = std::system(command.c_str()); // NOLINT(cert-env33-c): names come from the test itself
    const auto text = [](const std::string &path) {
        std::ifstream stream(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(stream), {});
    };
    run.isAbsent = WIFEXITED(status) && WEXITSTATUS(status) == kNoPlatform;
    if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && !run.isAbsent))
        run.problem = "the device run failed: " + text(file + ".txt");
    const std::string bytes = text(file);
    std::size_t at = 0;
    for (const std::vector<std::byte> &input : inputs) {
        std::vector<std::byte> &buffer = run.buffers.emplace_back(input.size());
        std::memcpy(buffer.data(), bytes.data() + std::min(at, bytes.size()),
                    at + buffer.size() <= bytes.size() ? buffer.size() : 0);
        at += buffer.size();
    }
    if (run.problem.empty() && !run.isAbsent && at != bytes.size())
        run.problem = "the device run left too few bytes";
    std::remove(file.c_str());
    std::remove((file + ".txt").c_str());
    return run;
}

/// Distance in units of the last place of `expected`; 0 when both are NaN or equal.
template <typename T>
double ulpDistance(T got, T expected)
{
    if (got == expected || (std::isnan(got) && std::isnan(expected)))
        return 0;
    if (!std::isfinite(got) || !std::isfinite(expected))
        return std::numeric_limits<double>::infinity();
    const T magnitude = std::max(std::fabs(expected), std::numeric_limits<T>::min());
    const T unit = std::nextafter(magnitude, std::numeric_limits<T>::infinity()) - magnitude;
    return std::fabs(static_cast<double>(got) - static_cast<double>(expected)) / static_cast<double>(unit);
}

template <typename T>
void compareFloats(const std::vector<std::byte> &got, const std::vector<std::byte> &expected, double ulps)
{
    double worst = 0;
    for (std::size_t k = 0; k + sizeof(T) <= got.size(); k += sizeof(T)) {
        T a, b;
        std::memcpy(&a, got.data() + k, sizeof(T));
        std::memcpy(&b, expected.data() + k, sizeof(T));
        const double distance = ulpDistance(a, b);
        worst = std::max(worst, distance);
        ASSERT_LE(distance, ulps) << "element " << k / sizeof(T) << ": emulated " << a << ", device " << b;
    }
    ::testing::Test::RecordProperty("worstUlps", std::to_string(worst));
}

void compareBytes(const std::vector<std::byte> &got, const std::vector<std::byte> &expected)
{
    const auto [a, b] = std::mismatch(got.begin(), got.end(), expected.begin(), expected.end());
    if (a == got.end())
        return;
    const auto at = static_cast<std::size_t>(a - got.begin()) / 4 * 4;
    std::uint32_t x = 0, y = 0;
    std::memcpy(&x, got.data() + at, std::min<std::size_t>(4, got.size() - at));
    std::memcpy(&y, expected.data() + at, std::min<std::size_t>(4, got.size() - at));
    FAIL() << "first difference in the 32-bit word at byte " << at << ": emulated " << std::hex << x << ", device "
           << y;
}

class Pocl : public ::testing::TestWithParam<Case> {};

TEST_P(Pocl, AgreesWithTheEmulator)
{
    const Case &test = GetParam();
    Launch launch;
    launch.kernel = "k";
    launch.ndrange.global = test.global;
    launch.ndrange.local = test.local;
    launch.ndrange.offset = test.offset;
    launch.ndrange.workDim = test.workDim;
    const std::vector<std::vector<std::byte>> inputs = inputsOf(test);
    for (const CaseArgument &argument : test.arguments)
        launch.arguments.push_back(argument.argument);
    frontend::SourceText text;
    text.bytes = text.text = test.source;
    const auto compiled = frontend::compile(text, BuildOptions{test.options});
    ASSERT_TRUE(compiled.ok()) << compiled.error().describe();
    for (const Diagnostic &diagnostic : compiled->diagnostics)
        ASSERT_NE(diagnostic.severity, Severity::Error) << diagnostic.message;
    const auto program = emulator::Program::lower(compiled->module, "k");
    ASSERT_TRUE(program.ok()) << program.error().describe();
    EXPECT_TRUE((*program)->unsupported().empty()) << (*program)->unsupported()[0];
    auto memory = emulator::Memory::create(launch, false);
    ASSERT_TRUE(memory.ok()) << memory.error().describe();
    emulator::RunOptions options;
    options.full = true;
    options.warpInstructionBudget = 0;
    const auto result = emulator::run(**program, launch, **memory, options, nullptr, {});
    ASSERT_TRUE(result.ok()) << result.error().describe();
    EXPECT_TRUE(result->outOfBounds.empty());

    const DeviceRun device = runElsewhere(test, inputs);
    if (device.isAbsent)
        GTEST_SKIP() << "there is no platform 'Portable Computing Language' here";
    ASSERT_TRUE(device.problem.empty()) << device.problem;
    for (std::size_t k = 0; k < test.arguments.size(); ++k) {
        if (test.arguments[k].compare == Compare::Input)
            continue;
        SCOPED_TRACE("argument " + std::to_string(k) + ": " + test.arguments[k].argument.name);
        std::vector<std::byte> got(inputs[k].size());
        (*memory)->read(static_cast<int>(k), 0, got);
        EXPECT_FALSE(got == inputs[k]) << "the kernel wrote nothing: the case tests nothing";
        switch (test.arguments[k].compare) {
        case Compare::Float: compareFloats<float>(got, device.buffers[k], test.arguments[k].ulps); break;
        case Compare::Double: compareFloats<double>(got, device.buffers[k], test.arguments[k].ulps); break;
        default: compareBytes(got, device.buffers[k]); break;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Pocl, ::testing::ValuesIn(allCases()),
                         [](const auto &made) { return made.param.name; });

} // namespace

/// Keeps the names of the cases readable in test listings.
void PrintTo(const Case &test, std::ostream *stream)
{
    *stream << test.name;
}

} // namespace clv::test
