// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/guard.h"

#include "core/support/child_process.h"

#include <fmt/format.h>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <new>
#include <thread>

namespace clv::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kOutOfMemory = 71; // private between the two processes
constexpr auto kGrace = std::chrono::milliseconds(500);

double defaultMemoryLimit()
{
    const double physical =
        static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
    return std::max(2e9, 0.75 * physical);
}

sigset_t waitedSignals()
{
    sigset_t set;
    ::sigemptyset(&set);
    for (int number : {SIGINT, SIGTERM, SIGHUP, SIGCHLD})
        ::sigaddset(&set, number);
    return set;
}

void limitMemory(double bytes)
{
    rlimit limit{};
    ::getrlimit(RLIMIT_AS, &limit);
    const auto wanted = static_cast<rlim_t>(bytes);
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? wanted : std::min(wanted, limit.rlim_max);
    ::setrlimit(RLIMIT_AS, &limit);
    rlimit core{0, 0}; // a crash of the compiler is reported, not dumped
    ::setrlimit(RLIMIT_CORE, &core);
}

/// The child: a thread turns SIGTERM into a stop request.
[[noreturn]] void runChild(const GuardOptions &options, const std::function<int(std::stop_token)> &body)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    limitMemory(options.memoryLimitBytes > 0 ? options.memoryLimitBytes : defaultMemoryLimit());
    // The terminal sends ctrl-C to both; the parent passes it on as SIGTERM, which this mask keeps for the waiter.
    ::signal(SIGPIPE, SIG_DFL);
    static std::stop_source source;
    std::thread([] {
        sigset_t set;
        ::sigemptyset(&set);
        ::sigaddset(&set, SIGTERM);
        int number = 0;
        ::sigwait(&set, &number);
        source.request_stop();
    }).detach();
    int code = 70;
    try {
        code = body(source.get_token());
    } catch (const std::bad_alloc &) {
        code = kOutOfMemory;
    }
    std::fflush(stdout);
    std::fflush(stderr);
    // No destructors of globals: LLVM's and a driver's take time and may crash after the work is done.
    ::_exit(code);
}

int sentence(const GuardOptions &options, const std::string &text, int code)
{
    fmt::print(stderr, "clv: {}: {}\n", options.subject, text);
    return code;
}

int outcome(const GuardOptions &options, int status)
{
    if (WIFEXITED(status)) {
        if (WEXITSTATUS(status) == kOutOfMemory)
            return sentence(options, "the analysis ran out of memory and was stopped; nothing was changed", 1);
        return WEXITSTATUS(status);
    }
    ChildProcess::Exit exit;
    exit.signal = WTERMSIG(status);
    return sentence(
        options,
        fmt::format("the compiler or the emulator crashed on this source ({}); nothing was changed", exit.describe()),
        1);
}

/// Waits for the child or a signal until `until`. 0: time is up; SIGCHLD: the child ended.
int waitForSignal(const sigset_t &set, bool hasDeadline, Clock::time_point until)
{
    for (;;) {
        siginfo_t info{};
        int number = 0;
        if (hasDeadline) {
            const auto left = std::max(Clock::duration::zero(), until - Clock::now());
            const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
            const timespec wait{static_cast<time_t>(seconds.count()),
                                static_cast<long>(std::chrono::nanoseconds(left - seconds).count())};
            number = ::sigtimedwait(&set, &info, &wait);
        } else {
            number = ::sigwaitinfo(&set, &info);
        }
        if (number > 0)
            return number;
        if (errno != EINTR)
            return 0;
    }
}

void endChild(pid_t child, const sigset_t &set)
{
    ::kill(child, SIGTERM);
    const auto until = Clock::now() + kGrace;
    while (Clock::now() < until) {
        if (::waitpid(child, nullptr, WNOHANG) == child)
            return;
        waitForSignal(set, true, std::min(until, Clock::now() + std::chrono::milliseconds(50)));
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
}

} // namespace

int guarded(const GuardOptions &options, const std::function<int(std::stop_token)> &body)
{
    const sigset_t set = waitedSignals();
    ::sigprocmask(SIG_BLOCK, &set, nullptr);
    std::fflush(stdout);
    std::fflush(stderr);
    const pid_t child = ::fork();
    if (child < 0)
        return sentence(options, "no process could be started for the analysis", 70);
    if (child == 0)
        runChild(options, body);

    const bool hasLimit = options.timeLimitS > 0;
    const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(hasLimit ? options.timeLimitS : 0));
    for (;;) {
        const int number = waitForSignal(set, hasLimit, until);
        if (number == SIGCHLD) {
            int status = 0;
            if (::waitpid(child, &status, WNOHANG) == child)
                return outcome(options, status);
            continue;
        }
        endChild(child, set);
        if (number == 0)
            return sentence(options, fmt::format("the time limit of {:g} s passed", options.timeLimitS), 4);
        return 128 + number;
    }
}

} // namespace clv::cli
