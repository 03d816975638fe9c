// SPDX-License-Identifier: GPL-3.0-or-later
// Runs every case under tests/golden and compares the printed analysis with expected.txt. Lines of expected.txt that
// begin with '#' say where the numbers come from and are not compared. Kernels of the reference cases are those of
// tests/data/cases.
#include "core/analysis/analyze.h"
#include "core/frontend/compile.h"
#include "core/launch/launch.h"
#include "tests/golden/print_report.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace {

using namespace clv;
namespace fs = std::filesystem;

fs::path goldenFolder()
{
    return fs::path(CLV_SOURCE_DIR) / "tests" / "golden";
}

std::string readText(const fs::path &path)
{
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A case is one launch file; expected.txt or, with several launches, <launch>.expected.txt.
struct Case {
    fs::path launch;
    [[nodiscard]] std::string stem() const
    {
        const std::string file = launch.filename().string();
        return file.substr(0, file.size() - std::string(".launch.json").size());
    }
    [[nodiscard]] fs::path expected() const { return launch.parent_path() / (stem() + ".expected.txt"); }
};

std::vector<Case> cases()
{
    std::vector<Case> found;
    for (const auto &entry : fs::recursive_directory_iterator(goldenFolder()))
        if (entry.path().string().ends_with(".launch.json"))
            found.push_back({entry.path()});
    std::ranges::sort(found, {}, &Case::launch);
    return found;
}

void PrintTo(const Case &which, std::ostream *out)
{
    *out << which.launch.parent_path().filename().string() << "/" << which.stem();
}

/// Beside the launch file, or that of the reference case of the same name.
fs::path sourceOf(const Case &which)
{
    const fs::path folder = which.launch.parent_path();
    if (fs::exists(folder / "kernel.cl"))
        return folder / "kernel.cl";
    return fs::path(CLV_SOURCE_DIR) / "tests" / "data" / "cases" / folder.filename() / "kernel.cl";
}

Result<std::string> analysed(const Case &which)
{
    auto source = frontend::readSource(sourceOf(which).string());
    if (!source)
        return source.error();
    auto spec = launch::parseLaunchFile(readText(which.launch), which.launch.filename().string());
    if (!spec)
        return spec.error();
    BuildOptions options{spec->buildOptions};
    auto compiled = frontend::compile(*source, options);
    if (!compiled)
        return compiled.error();
    if (compiled->module == nullptr)
        return kernelError("the kernel does not compile");
    const auto signature = std::ranges::find_if(compiled->kernels, [&spec](const KernelSignature &kernel) {
        return spec->kernel.empty() || kernel.name == spec->kernel;
    });
    if (signature == compiled->kernels.end())
        return usageError("no such kernel: " + spec->kernel);
    auto ready = launch::resolve(*spec, *signature, which.launch.parent_path().string());
    if (!ready)
        return ready.error();
    auto program = emulator::Program::lower(compiled->module, signature->name);
    if (!program)
        return program.error();
    auto analysis = analysis::analyze(**program, *signature, *ready, {}, {});
    if (!analysis)
        return analysis.error();
    return golden::printReport(analysis->memory, analysis->profile);
}

std::vector<std::string> lines(const std::string &text, bool keepRemarks)
{
    std::vector<std::string> result;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        if (keepRemarks || !line.starts_with('#'))
            result.push_back(line);
    return result;
}

std::string differences(const std::vector<std::string> &expected, const std::vector<std::string> &actual)
{
    std::string text;
    for (std::size_t i = 0; i < std::max(expected.size(), actual.size()); ++i) {
        const std::string left = i < expected.size() ? expected[i] : "", right = i < actual.size() ? actual[i] : "";
        if (left != right)
            text += "- " + left + "\n+ " + right + "\n";
    }
    return text;
}

class Golden : public testing::TestWithParam<Case> {};

TEST_P(Golden, AnalysisIsAsWorkedOut)
{
    const auto actual = analysed(GetParam());
    ASSERT_TRUE(actual.ok()) << actual.error().describe();
    const fs::path expectedFile = GetParam().expected();
    const fs::path actualFile = fs::path(expectedFile.string() + ".actual");
    const std::string expected = readText(expectedFile);
    if (std::getenv("CLV_UPDATE_GOLDEN") != nullptr) {
        std::string fresh;
        for (const std::string &line : lines(expected, true))
            if (line.starts_with('#'))
                fresh += line + "\n";
        std::ofstream(expectedFile, std::ios::binary) << fresh << *actual;
        return;
    }
    const std::string different = differences(lines(expected, false), lines(*actual, false));
    if (!different.empty())
        std::ofstream(actualFile, std::ios::binary) << *actual;
    else
        fs::remove(actualFile);
    EXPECT_TRUE(different.empty()) << "expected (-) and actual (+) differ; see " << actualFile.filename() << "\n"
                                   << different;
}

INSTANTIATE_TEST_SUITE_P(Cases, Golden, testing::ValuesIn(cases()), [](const testing::TestParamInfo<Case> &which) {
    std::string name = which.param.launch.parent_path().filename().string() + "_" + which.param.stem();
    std::ranges::replace_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
});

} // namespace
