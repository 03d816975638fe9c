// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <string>

/// Runs the body of a command in a child process, so that a compiler that crashes, memory that runs away and a time
/// limit end in one sentence and an exit code instead of a stack trace.
namespace clv::cli {

struct GuardOptions {
    std::string subject;         ///< what is worked on, for the sentence: "spmv.cl"
    double timeLimitS = 0;       ///< 0: none
    double memoryLimitBytes = 0; ///< address space; 0: three quarters of the machine's memory
};

/// Must be called before any thread is started. Returns the exit code of `body`, or 1 after a crash or too much
/// memory, 4 after the time limit, 130 after ctrl-C. On a time limit or ctrl-C `body` is asked to stop (its worker
/// ends with it) and is killed half a second later.
[[nodiscard]] int guarded(const GuardOptions &options, const std::function<int(std::stop_token)> &body);

} // namespace clv::cli
