// SPDX-License-Identifier: GPL-3.0-or-later
#include "cases.h"
#include "core/frontend/crash_guard.h"
#include "core/frontend/document.h"
#include "core/frontend/parsed_unit.h"

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <random>
#include <sstream>

namespace clv::frontend {

using test::fromText;

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::time_point since)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - since).count();
}

double cpuMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

class Times {
public:
    template <typename Work>
    void measure(const Work &work)
    {
        const auto start = Clock::now();
        const double cpuStart = cpuMilliseconds();
        work();
        m_cpu.push_back(cpuMilliseconds() - cpuStart);
        m_wall.push_back(milliseconds(start));
    }
    [[nodiscard]] std::string text() const { return median(m_wall) + "  " + median(m_cpu); }

private:
    static std::string median(std::vector<double> series)
    {
        std::sort(series.begin(), series.end());
        std::ostringstream out;
        out << std::fixed << std::setprecision(2) << std::setw(8) << series[series.size() / 2];
        return out.str();
    }

    std::vector<double> m_wall, m_cpu;
};

/// One change of the kind that typing makes: a byte or a stretch deleted, doubled, replaced.
std::string mutated(std::string text, std::mt19937 &random)
{
    static const std::string kBytes = "(){}[];,.*&#\"'/\\+-=<>0x1 \n\ttfk_\xc3";
    for (int i = 0, n = 1 + static_cast<int>(random() % 2); i < n && !text.empty(); ++i) {
        const std::size_t at = random() % text.size();
        const std::size_t length = 1 + random() % 12;
        switch (random() % 8) {
        case 0:
        case 1: text.erase(at, length); break;
        case 2:
        case 3: text.insert(at, text.substr(random() % text.size(), length)); break;
        case 4:
        case 5:
        case 6: text[at] = kBytes[random() % kBytes.size()]; break;
        default: text.resize(at + 1); break;
        }
    }
    return text;
}

__attribute__((noinline)) int descend(volatile int *depth)
{
    volatile char frame[4096] = {};
    *depth = *depth + 1;
    return *depth < 0 ? 0 : descend(depth) + frame[*depth % 4096]; // never negative: it runs out of stack
}

} // namespace

TEST(CrashGuard, SurvivesSignalsAbortsAndDeepStacks)
{
    EXPECT_EQ(runGuarded([] {}), GuardedEnd::Done);
    EXPECT_EQ(runGuarded([] { raise(SIGSEGV); }), GuardedEnd::Crashed);
    EXPECT_EQ(runGuarded([] { std::abort(); }), GuardedEnd::Crashed);
    EXPECT_EQ(runGuarded([] {
                  volatile int depth = 0;
                  descend(&depth);
              }),
              GuardedEnd::Crashed);
    EXPECT_EQ(runGuarded([] { leaveIfLate(Clock::now() - std::chrono::seconds(1)); }), GuardedEnd::TimedOut);
    EXPECT_EQ(runGuarded([] {}), GuardedEnd::Done);
}

TEST(Robustness, MutatedKernelsNeverBringItDown)
{
    const std::string original = "#define W 8\nstatic float f(float a, int n) { return n > W ? a * a : sqrt(a); }\n"
                                 "kernel void k(global float4 *p, local float *t, int n)\n{\n"
                                 "    int i = get_global_id(0);\n    for (int j = 0; j < n; ++j) {\n"
                                 "        t[j] = f(p[i].x, j);\n        barrier(CLK_LOCAL_MEM_FENCE);\n    }\n"
                                 "    p[i].yz = (float2)(t[0], t[1]);\n}\n";
    std::mt19937 random(7);
    Document document;
    std::size_t built = 0;
    for (int i = 0; i < 300; ++i) {
        auto source = decodeSource({}, mutated(original, random));
        if (!source)
            continue;
        const auto compilation = compile(*source, {});
        const auto outline = document.update(*source, {});
        ASSERT_TRUE(compilation.ok()) << compilation.error().message << '\n' << source->text;
        ASSERT_TRUE(outline.ok()) << outline.error().message << '\n' << source->text;
        built += compilation->module ? 1u : 0u;
        // Editor and compiler must agree on what is an error of the language.
        if (compilation->module) {
            EXPECT_TRUE(test::errorsOf(outline->diagnostics).empty()) << source->text;
        }
        if (i % 25 == 0)
            (void)document.complete(static_cast<std::uint32_t>(random() % 14), 5);
    }
    EXPECT_GT(built, 0u); // some changes are harmless, so both ways through are taken
}

/// Clang 19 crashes in its recovery from these errors; the errors must come through.
TEST(Robustness, ErrorsSurviveACrashOfTheParser)
{
    const SourceText source = fromText("kernel void k(global float4 *p, local float *t, int n)\n{\n"
                                       "    int i = get_global_id(0);\n    for (int j = 0; j < n;x++j) {\n"
                                       "        t[j] = p[i].x;\n (float2)(t   }\n"
                                       "    p[i].yz = (float2)(t[0], t[1]);\n}\n");
    const auto compilation = compile(source, {});
    ASSERT_TRUE(compilation.ok());
    ASSERT_FALSE(test::errorsOf(compilation->diagnostics).empty());
    EXPECT_EQ(test::errorsOf(compilation->diagnostics)[0].where.line, 4u);
    Document document;
    EXPECT_TRUE(document.update(source, {}).ok());
}

TEST(Robustness, DeepNestingEndsInAnAnswer)
{
    const std::string deep =
        "kernel void k(global int *p) { p[0] = " + std::string(50000, '(') + "1" + std::string(50000, ')') + "; }\n";
    const auto nested = compile(fromText(deep), {});
    EXPECT_TRUE(!nested.ok() || nested->module == nullptr);
    std::string chain = "kernel void k(global int *p) { p[0] = p[1]";
    for (int i = 0; i < 20000; ++i)
        chain += "+1";
    (void)compile(fromText(chain + "; }\n"), {}); // an answer of any kind; the process lives
    EXPECT_TRUE(compile(fromText("kernel void k(global int *p) { p[0] = 1; }\n"), {}).ok());
}

TEST(Robustness, EndlessExpansionMeetsTheTimeLimit)
{
    std::string text = "#define A0 1+1+1+1\n";
    for (int i = 1; i < 40; ++i) {
        const std::string last = "A" + std::to_string(i - 1);
        text += "#define A" + std::to_string(i) + ' ' + last + '+' + last + '+' + last + '\n';
    }
    CompileSettings settings;
    settings.timeLimitSeconds = 0.5;
    const auto result =
        compile(fromText(text + "#if A39\n#endif\nkernel void k(global int *p) { p[0] = 1; }\n"), {}, settings);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().category, ErrorCategory::Kernel);
}

TEST(Robustness, TwoMegabytesOfText)
{
    std::string text;
    while (text.size() < (2u << 20))
        text += "// a line of a long comment that nobody reads, repeated until the file is large\n";
    const auto result = compile(fromText(text + "kernel void k(global int *p) { p[0] = 1; }\n"), {});
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->kernels.size(), 1u);
}

/// libclang has no hook that looks at the clock: the thread is broken off where it stands.
TEST(Robustness, TheParserOfTheEditorMeetsTheTimeLimitToo)
{
    std::string text = "#define A0 1+1+1+1\n";
    for (int i = 1; i < 40; ++i) {
        const std::string last = "A" + std::to_string(i - 1);
        text += "#define A" + std::to_string(i) + ' ' + last + '+' + last + '+' + last + '\n';
    }
    auto input = makeInput(fromText(text + "#if A39\n#endif\n"), {}, {}, 0.3);
    ASSERT_TRUE(input.ok());
    input->standard = "CL1.2";
    const auto unit = std::make_shared<ParsedUnit>(makeIndex());
    const auto start = Clock::now();
    EXPECT_EQ(runGuarded([&] { EXPECT_FALSE(unit->parse(*input)); }, input->deadline), GuardedEnd::TimedOut);
    EXPECT_LT(milliseconds(start), 5000);
    input->text = "kernel void k(global int *p) { p[0] = 1; }\n";
    bool isParsed = false;
    EXPECT_EQ(runGuarded([&] { isParsed = unit->parse(*input); }, Clock::now() + std::chrono::seconds(10)),
              GuardedEnd::Done);
    EXPECT_TRUE(isParsed);
}

TEST(Robustness, DeepNestingDoesNotEndTheEditor)
{
    Document document;
    (void)document.update(fromText("kernel void k(global int *p) { p[0] = " + std::string(50000, '(') + "1" +
                                   std::string(50000, ')') + "; }\n"),
                          {});
    std::string chain = "kernel void k(global int *p) { p[0] = p[1]";
    for (int i = 0; i < 20000; ++i)
        chain += "+1";
    (void)document.update(fromText(chain + "; }\n"), {});
    const auto after = document.update(fromText("kernel void k(global int *p) { p[0] = 1; }\n"), {});
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(after->kernels.size(), 1u);
}

/// Prints times; asserts nothing about them, for they depend on the machine. CPU time is that of the process, which
/// counts the guarded thread and is steadier on a busy machine.
TEST(Robustness, PrintsTimes)
{
    const SourceText source = test::readCase("13-bfs-level/kernel.cl");
    Times first, compiles, updates, mistaken, completions;
    (void)builtins();
    Document document;
    first.measure([&] { ASSERT_TRUE(document.update(source, {}).ok()); });
    // Every text differs from the last one, as with typing.
    const auto variant = [&](const std::string &end, std::size_t i) {
        return fromText(source.text + end + std::string(i, ' ') + "\n");
    };
    for (std::size_t i = 0; i < 15; ++i) {
        const SourceText typed = variant("", i);
        updates.measure([&] { ASSERT_TRUE(document.update(typed, {}).ok()); });
    }
    for (std::size_t i = 0; i < 15; ++i)
        completions.measure([&] { (void)document.complete(8, 9); });
    for (std::size_t i = 0; i < 15; ++i) {
        const SourceText wrong = variant("int x", i);
        mistaken.measure([&] { ASSERT_TRUE(document.update(wrong, {}).ok()); });
    }
    for (std::size_t i = 0; i < 15; ++i) {
        const SourceText typed = variant("", i);
        compiles.measure([&] { ASSERT_TRUE(compile(typed, {}).ok()); });
    }
    std::cout << "milliseconds, wall and CPU, median of 15\n"
              << "first parse            " << first.text() << "\nreparse                " << updates.text()
              << "\nreparse with an error  " << mistaken.text() << "\ncompletion             " << completions.text()
              << "\ncompile                " << compiles.text() << '\n';
}

} // namespace clv::frontend
