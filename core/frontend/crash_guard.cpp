// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/crash_guard.h"

#include <clang/Basic/Stack.h>
#include <llvm/Support/CrashRecoveryContext.h>

#include <csignal>
#include <memory>
#include <mutex>

namespace clv::frontend {

namespace {

constexpr unsigned kStackBytes = 64u << 20;
constexpr std::size_t kSignalStackBytes = 128u << 10;
constexpr int kLateCode = 1979; ///< not a signal number plus 128, which a crash gives

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

GuardedEnd runGuarded(const std::function<void()> &work)
{
    enableRecovery();
    llvm::CrashRecoveryContext outer;
    GuardedEnd end = GuardedEnd::Unknown;
    // The inner context is the one that a crash unwinds to, so that the signal stack outlives it.
    const bool ran = outer.RunSafelyOnThread(
        [&] {
            const SignalStack signalStack;
            clang::noteBottomOfStack();
            llvm::CrashRecoveryContext inner;
            const bool done = inner.RunSafely([&] { work(); });
            end = done ? GuardedEnd::Done : inner.RetCode == kLateCode ? GuardedEnd::TimedOut : GuardedEnd::Crashed;
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
