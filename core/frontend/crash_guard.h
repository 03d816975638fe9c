// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>

namespace clv::frontend {

/// How guarded work ended.
enum class GuardedEnd { Unknown = 0, Done, Crashed, TimedOut };

/// Runs `work` on a thread with a 64 MiB stack. A signal (also an overflow of that stack) or a fatal error of LLVM
/// ends the work, not the process; memory it held is lost then. Thread: any, also several at once.
///
/// Work that is still busy at `deadline` is broken off, as soon as the thread is inside code of Clang or LLVM (not in
/// malloc, whose locks it would keep). libclang catches this like a crash and returns to `work`; the end is TimedOut
/// all the same.
[[nodiscard]] GuardedEnd
runGuarded(const std::function<void()> &work,
           std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max());

/// Gives up the guarded work on this thread with TimedOut when `deadline` has passed; called from hooks inside Clang
/// and LLVM, where no other way out exists.
void leaveIfLate(std::chrono::steady_clock::time_point deadline);

} // namespace clv::frontend
