// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clv
{

/// A child with piped standard input and output, spoken to in lines; standard error is kept (last 16 KiB)
/// for messages. Not for shells: `command` is passed as it is. It leads a process group of its own, so that `kill`
/// takes what it started along; it leaves no core file. Thread: one owner.
class ChildProcess
{
public:
    struct Options {
        std::vector<std::string> command;                             ///< program and arguments
        std::vector<std::pair<std::string, std::string>> environment; ///< added to the inherited one
        std::uint64_t maxAddressSpaceBytes = 0;                       ///< 0: no limit
        std::chrono::milliseconds writeTimeout{30'000};               ///< for a child that does not read
    };
    /// How a child ended, in a form fit for one sentence.
    struct Exit {
        int code = 0;
        int signal = 0;                             ///< non-zero: killed by this signal
        [[nodiscard]] std::string describe() const; ///< "signal 11 (segmentation fault)", "exit status 3"
    };

    [[nodiscard]] static Result<ChildProcess> start(const Options &options);
    ChildProcess(ChildProcess &&) noexcept;
    ChildProcess &operator=(ChildProcess &&) noexcept;
    ~ChildProcess(); ///< kills the child if it still runs

    /// Adds the newline. Crash error when the child died (SIGPIPE is held back), Timeout when it does not read.
    [[nodiscard]] Result<void> writeLine(std::string_view line);
    /// Next line without its newline. Timeout error when none came by `deadline`; Crash error when the
    /// child closed its output or died.
    [[nodiscard]] Result<std::string> readLine(std::chrono::steady_clock::time_point deadline);
    void closeInput(); ///< end of input for the child
    [[nodiscard]] std::optional<Exit> tryWait();
    [[nodiscard]] std::optional<Exit> waitUntil(std::chrono::steady_clock::time_point deadline);
    Exit kill(); ///< the whole process group; how it ended if it was dead already
    [[nodiscard]] std::string standardErrorTail();
    [[nodiscard]] int pid() const;

private:
    struct Impl;
    explicit ChildProcess(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace clv
