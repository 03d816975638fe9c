// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/crash_guard.h"

#include <clang/Basic/Stack.h>
#include <llvm/Support/CrashRecoveryContext.h>

#include <link.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace clv::frontend {

namespace {

constexpr unsigned kStackBytes = 64u << 20;
constexpr std::size_t kSignalStackBytes = 128u << 10;
constexpr int kLateCode = 1979; ///< not a signal number plus 128, which a crash gives

int alarmSignal()
{
    return SIGRTMIN + 5;
}

/// Machine code of libclang, libclang-cpp and libLLVM in this process.
struct CodeRange {
    std::uintptr_t begin, end;
};
std::vector<CodeRange> &compilerCode()
{
    static std::vector<CodeRange> ranges;
    return ranges;
}

int addCode(dl_phdr_info *object, std::size_t, void *)
{
    const std::string_view name = object->dlpi_name ? object->dlpi_name : "";
    const std::string_view file = name.substr(name.rfind('/') + 1);
    if (!file.starts_with("libclang") && !file.starts_with("libLLVM"))
        return 0;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto &segment = object->dlpi_phdr[i];
        if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0)
            compilerCode().push_back(
                {object->dlpi_addr + segment.p_vaddr, object->dlpi_addr + segment.p_vaddr + segment.p_memsz});
    }
    return 0;
}

std::uintptr_t interruptedAt(const void *context)
{
    const mcontext_t &machine = static_cast<const ucontext_t *>(context)->uc_mcontext;
#if defined(__x86_64__)
    return static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return machine.pc;
#else
    (void)machine;
    return 0; // never inside: work is not broken off on such a machine
#endif
}

thread_local volatile std::sig_atomic_t t_isLate = 0;

/// Comes every millisecond once the deadline has passed, until it finds the thread where it can be stopped.
void onAlarm(int, siginfo_t *, void *context)
{
    const std::uintptr_t place = interruptedAt(context);
    const auto &code = compilerCode();
    const bool isInside = std::any_of(code.begin(), code.end(),
                                      [place](const CodeRange &r) { return place >= r.begin && place < r.end; });
    llvm::CrashRecoveryContext *recovery = llvm::CrashRecoveryContext::GetCurrent();
    if (t_isLate != 0 || !isInside || !recovery)
        return;
    t_isLate = 1;
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, alarmSignal());
    pthread_sigmask(SIG_UNBLOCK, &mask, nullptr);
    recovery->HandleExit(kLateCode);
}

/// A timer that signals the thread it was made on.
class Alarm {
public:
    explicit Alarm(std::chrono::steady_clock::time_point deadline)
    {
        t_isLate = 0;
        if (deadline == std::chrono::steady_clock::time_point::max())
            return;
        sigevent event{};
        event.sigev_notify = SIGEV_THREAD_ID;
        event.sigev_signo = alarmSignal();
        event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
        m_isArmed = timer_create(CLOCK_MONOTONIC, &event, &m_timer) == 0;
        if (!m_isArmed)
            return;
        // steady_clock is CLOCK_MONOTONIC; a time of zero would disarm the timer.
        const auto since = std::max(deadline.time_since_epoch(), std::chrono::steady_clock::duration(1));
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
        itimerspec when{};
        when.it_value.tv_sec = seconds.count();
        when.it_value.tv_nsec = std::chrono::duration_cast<std::chrono::nanoseconds>(since - seconds).count();
        when.it_interval.tv_nsec = 1'000'000;
        timer_settime(m_timer, TIMER_ABSTIME, &when, nullptr);
    }
    ~Alarm()
    {
        if (m_isArmed)
            timer_delete(m_timer);
    }
    Alarm(const Alarm &) = delete;
    Alarm &operator=(const Alarm &) = delete;

private:
    timer_t m_timer{};
    bool m_isArmed = false;
};

/// CrashRecoveryContext installs its handlers without SA_ONSTACK, so an overflown stack would leave them nothing to
/// run on. Adds the flag to the handlers it has installed.
void enableRecovery()
{
    static std::once_flag once;
    std::call_once(once, [] {
        llvm::CrashRecoveryContext::Enable();
        for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
            struct sigaction action{};
            if (sigaction(signal, nullptr, &action) == 0) {
                action.sa_flags |= SA_ONSTACK;
                sigaction(signal, &action, nullptr);
            }
        }
        dl_iterate_phdr(addCode, nullptr);
        struct sigaction alarm{};
        alarm.sa_sigaction = onAlarm;
        alarm.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
        sigaction(alarmSignal(), &alarm, nullptr);
    });
}

/// A stack for signal handlers of the calling thread.
class SignalStack {
public:
    SignalStack()
    {
        stack_t stack{};
        stack.ss_sp = m_bytes.get();
        stack.ss_size = kSignalStackBytes;
        sigaltstack(&stack, &m_previous);
    }
    ~SignalStack() { sigaltstack(&m_previous, nullptr); }
    SignalStack(const SignalStack &) = delete;
    SignalStack &operator=(const SignalStack &) = delete;

private:
    std::unique_ptr<char[]> m_bytes{new char[kSignalStackBytes]};
    stack_t m_previous{};
};

} // namespace

GuardedEnd runGuarded(const std::function<void()> &work, std::chrono::steady_clock::time_point deadline)
{
    enableRecovery();
    llvm::CrashRecoveryContext outer;
    GuardedEnd end = GuardedEnd::Unknown;
    // The inner context is the one that a crash unwinds to, so that the signal stack outlives it.
    const bool ran = outer.RunSafelyOnThread(
        [&] {
            const SignalStack signalStack;
            clang::noteBottomOfStack();
            const Alarm alarm(deadline);
            llvm::CrashRecoveryContext inner;
            const bool done = inner.RunSafely([&] { work(); });
            const bool isLate = t_isLate != 0 || (!done && inner.RetCode == kLateCode);
            end = isLate ? GuardedEnd::TimedOut : done ? GuardedEnd::Done : GuardedEnd::Crashed;
        },
        kStackBytes);
    return ran ? end : GuardedEnd::Crashed;
}

void leaveIfLate(std::chrono::steady_clock::time_point deadline)
{
    if (std::chrono::steady_clock::now() < deadline)
        return;
    if (llvm::CrashRecoveryContext *context = llvm::CrashRecoveryContext::GetCurrent())
        context->HandleExit(kLateCode);
}

} // namespace clv::frontend
