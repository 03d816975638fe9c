// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/support/child_process.h"
#include "core/support/result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <string>

namespace clv {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

auto soon()
{
    return Clock::now() + 10s;
}

ChildProcess shell(const std::string &script, std::uint64_t maxAddressSpace = 0)
{
    auto started = ChildProcess::start({{"/bin/sh", "-c", script}, {{"CLV_TEST_WORD", "blue sky"}}, maxAddressSpace});
    EXPECT_TRUE(started.ok()) << started.error().message;
    return std::move(*started);
}

std::string lineOf(ChildProcess &child)
{
    auto line = child.readLine(soon());
    EXPECT_TRUE(line.ok()) << line.error().message;
    return line ? *line : std::string();
}

bool isAlive(int pid)
{
    return ::kill(pid, 0) == 0;
}

TEST(ChildProcess, SpeaksInLines)
{
    ChildProcess cat = *ChildProcess::start({{"cat"}, {}});
    ASSERT_TRUE(cat.writeLine("one").ok());
    ASSERT_TRUE(cat.writeLine("").ok());
    ASSERT_TRUE(cat.writeLine("three words here").ok());
    EXPECT_EQ(lineOf(cat), "one");
    EXPECT_EQ(lineOf(cat), "");
    EXPECT_EQ(lineOf(cat), "three words here");
}

TEST(ChildProcess, ArgumentsAndEnvironmentArriveAsTheyAre)
{
    ChildProcess child = *ChildProcess::start({{"printf", "%s\\n", "a b", "$HOME", "'"}, {}});
    EXPECT_EQ(lineOf(child), "a b");
    EXPECT_EQ(lineOf(child), "$HOME");
    EXPECT_EQ(lineOf(child), "'");
    ChildProcess other = shell("echo \"$CLV_TEST_WORD\"");
    EXPECT_EQ(lineOf(other), "blue sky");
}

TEST(ChildProcess, LongLinesBothWaysDoNotBlock)
{
    // 8 MiB: far beyond what pipes hold, so that each side must read while it writes.
    const std::string text(8u << 20, 'x');
    ChildProcess cat = *ChildProcess::start({{"cat"}, {}});
    ASSERT_TRUE(cat.writeLine(text).ok());
    EXPECT_EQ(lineOf(cat), text);
}

TEST(ChildProcess, UnfinishedLastLineIsNoLine)
{
    ChildProcess child = shell("printf 'whole\\npart'");
    EXPECT_EQ(lineOf(child), "whole");
    const auto end = child.readLine(soon());
    ASSERT_FALSE(end.ok());
    EXPECT_EQ(end.error().category, ErrorCategory::Crash);
}

TEST(ChildProcess, DeadlinePasses)
{
    ChildProcess child = shell("sleep 30");
    const auto begin = Clock::now();
    const auto line = child.readLine(begin + 100ms);
    ASSERT_FALSE(line.ok());
    EXPECT_EQ(line.error().category, ErrorCategory::Timeout);
    EXPECT_GE(Clock::now() - begin, 100ms);
    EXPECT_LT(Clock::now() - begin, 5s);
    EXPECT_FALSE(child.tryWait().has_value());
}

TEST(ChildProcess, EndIsDescribed)
{
    ChildProcess status = shell("exit 3");
    const auto line = status.readLine(soon());
    ASSERT_FALSE(line.ok());
    EXPECT_EQ(line.error().category, ErrorCategory::Crash);
    EXPECT_THAT(line.error().message, HasSubstr("exit status 3"));
    EXPECT_EQ(status.tryWait()->code, 3);

    ChildProcess crash = shell("kill -SEGV $$");
    const auto exit = crash.waitUntil(soon());
    ASSERT_TRUE(exit.has_value());
    EXPECT_EQ(exit->signal, SIGSEGV);
    EXPECT_EQ(exit->describe(), "signal 11 (segmentation fault)");
}

TEST(ChildProcess, WritingToADeadChildIsAnErrorNotASignal)
{
    ChildProcess child = shell("exec true");
    ASSERT_TRUE(child.waitUntil(soon()).has_value());
    // The first write may still fit into the pipe of a child that never read; its end is closed, so none does.
    const auto written = child.writeLine(std::string(1 << 20, 'x'));
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().category, ErrorCategory::Crash);
}

TEST(ChildProcess, ChildThatDoesNotReadTimesOut)
{
    auto child = ChildProcess::start({{"sleep", "30"}, {}, 0, 200ms});
    ASSERT_TRUE(child.ok());
    const auto written = child->writeLine(std::string(1 << 20, 'x'));
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().category, ErrorCategory::Timeout);
}

TEST(ChildProcess, UnknownProgramIsNamed)
{
    const auto path = ChildProcess::start({{"/no/such/program"}, {}});
    ASSERT_FALSE(path.ok());
    EXPECT_EQ(path.error().category, ErrorCategory::Io);
    EXPECT_THAT(path.error().message, HasSubstr("/no/such/program"));
    const auto name = ChildProcess::start({{"no-such-program-anywhere"}, {}});
    ASSERT_FALSE(name.ok());
    EXPECT_THAT(name.error().message, HasSubstr("no-such-program-anywhere"));
    EXPECT_FALSE(ChildProcess::start({}).ok());
    EXPECT_FALSE(ChildProcess::start({{"/tmp"}, {}}).ok());
}

TEST(ChildProcess, KillTakesGrandchildrenAlong)
{
    ChildProcess child = shell("sleep 300 & echo $!; wait");
    const int grandchild = std::stoi(lineOf(child));
    ASSERT_TRUE(isAlive(grandchild));
    const auto exit = child.kill();
    EXPECT_EQ(exit.signal, SIGKILL);
    const auto deadline = soon();
    while (isAlive(grandchild) && Clock::now() < deadline) // until init has reaped it
        ::usleep(1000);
    // A container without an init process keeps it as a zombie: dead, but counted by kill(0).
    if (isAlive(grandchild)) {
        std::string state(256, '\0');
        const int fd = ::open(("/proc/" + std::to_string(grandchild) + "/stat").c_str(), O_RDONLY | O_CLOEXEC);
        const ssize_t got = fd < 0 ? 0 : ::read(fd, state.data(), state.size());
        ::close(fd);
        EXPECT_THAT(state.substr(0, static_cast<std::size_t>(std::max<ssize_t>(got, 0))), HasSubstr(") Z "));
    }
}

TEST(ChildProcess, DestructorLeavesNoProcessAndNoZombie)
{
    int pid = 0;
    {
        ChildProcess child = shell("sleep 300");
        pid = child.pid();
        ASSERT_TRUE(isAlive(pid));
    }
    EXPECT_FALSE(isAlive(pid)) << "neither running nor waiting to be reaped";
}

TEST(ChildProcess, KillAfterTheEndTellsHowItEnded)
{
    ChildProcess child = shell("exit 7");
    ASSERT_TRUE(child.waitUntil(soon()).has_value());
    EXPECT_EQ(child.kill().code, 7);
    EXPECT_EQ(child.kill().signal, 0);
}

TEST(ChildProcess, KeepsTheTailOfStandardError)
{
    // 3000 lines of about 19 bytes, of which the last 16 KiB stay; nobody reads meanwhile, and the child must not
    // block.
    ChildProcess child =
        shell("i=0; while [ $i -lt 3000 ]; do echo \"line $i of noise\" >&2; i=$((i+1)); done; echo done");
    EXPECT_EQ(lineOf(child), "done");
    ASSERT_TRUE(child.waitUntil(soon()).has_value());
    const std::string tail = child.standardErrorTail();
    EXPECT_THAT(tail, HasSubstr("line 2999 of noise"));
    EXPECT_LE(tail.size(), 16u << 10);
    EXPECT_GT(tail.size(), 15u << 10);
}

TEST(ChildProcess, AddressSpaceLimitReachesTheChild)
{
    ChildProcess child = shell("ulimit -v; ulimit -c", 512u << 20);
    EXPECT_EQ(lineOf(child), "524288"); // KiB
    EXPECT_EQ(lineOf(child), "0");
}

TEST(ChildProcess, DescriptorsOfOursAreNotInherited)
{
    ChildProcess first = shell("sleep 300");
    ChildProcess second = shell("ls /proc/self/fd | tr '\\n' ' '; echo");
    // 0, 1, 2 and the one that `ls` reads the folder with.
    EXPECT_EQ(lineOf(second), "0 1 2 3 ");
}

TEST(ChildProcess, CloseInputEndsAReader)
{
    ChildProcess cat = *ChildProcess::start({{"cat"}, {}});
    cat.closeInput();
    const auto exit = cat.waitUntil(soon());
    ASSERT_TRUE(exit.has_value());
    EXPECT_EQ(exit->code, 0);
    EXPECT_FALSE(cat.writeLine("more").ok());
}

TEST(ChildProcess, MoveAssignmentKillsTheOldOne)
{
    ChildProcess child = shell("sleep 300");
    const int before = child.pid();
    child = shell("echo new");
    EXPECT_FALSE(isAlive(before));
    EXPECT_EQ(lineOf(child), "new");
}

TEST(ChildProcess, OutputHeldByAGrandchildEndsWithTheDeadline)
{
    ChildProcess child = shell("sleep 300 2>&- & exit 5");
    const auto line = child.readLine(Clock::now() + 500ms);
    ASSERT_FALSE(line.ok());
    const auto exit = child.waitUntil(soon());
    ASSERT_TRUE(exit.has_value());
    EXPECT_EQ(exit->code, 5);
}

} // namespace
} // namespace clv
