// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/engine.h"
#include "core/protocol/messages.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace clv::worker {

/// Answers requests, one at a time and in order; `cancel` overtakes them. A reader thread takes in lines while the
/// main thread measures.
class Server {
public:
    /// `input` and `output` are file descriptors that carry the protocol and nothing else.
    Server(int input, int output, std::string version);

    /// Until the end of the input; requests read before it are still answered. Exit status of the process.
    int run();

private:
    void readRequests();
    void takeLine(std::string_view line);
    void cancel(std::uint64_t target);
    void watchOutput() const;
    [[nodiscard]] std::optional<protocol::Request> nextRequest();
    void answer(const protocol::Request &request);
    [[nodiscard]] Result<protocol::EventBody> handle(const protocol::Request &request, std::stop_token stop);
    void send(std::uint64_t id, protocol::EventBody body);
    void sendError(std::uint64_t id, Error error);

    int m_input, m_output;
    std::string m_version;
    measure::opencl::Engine m_engine; ///< main thread only

    std::mutex m_outputLock;

    std::mutex m_lock; ///< guards what follows
    std::condition_variable m_hasWork;
    std::deque<protocol::Request> m_queue;
    bool m_isInputAtEnd = false;
    std::uint64_t m_currentId = 0;
    std::stop_source m_currentStop{std::nostopstate};
};

} // namespace clv::worker
