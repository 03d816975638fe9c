// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/engine.h"
#include "core/protocol/messages.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

/// The engine's side of the protocol (core/protocol): requests in, events out.
/// Three threads, one a kind of work, so that a completion or a keystroke never waits for a sweep. A study request
/// cancels the ones before it whose revision is older: their results would be dropped anyway.
/// Every request is answered by exactly one last event: a StudyStageEvent with isLast, a SweepDoneEvent, completions,
/// or an ErrorEvent (category Cancelled for what was given up).
namespace clv::cli {

class ServeLoop {
public:
    using Write = std::function<void(const std::string &line)>;
    /// `write` is called from several threads, one call at a time.
    ServeLoop(Engine &engine, Write write);
    ~ServeLoop(); ///< cancels what runs and waits for it

    /// One line of the protocol. Returns at once.
    void handle(const std::string &line);
    /// Waits until everything accepted has been answered (end of input).
    void drain();

private:
    struct Task {
        std::uint64_t id = 0;
        std::uint64_t revision = 0;
        std::stop_source stop;
        std::function<void(const Task &)> work;
    };
    /// A queue with one thread; `running` is what it works on.
    struct Lane {
        std::deque<Task> waiting;
        std::optional<Task> running;
        std::jthread thread;
    };

    void send(std::uint64_t id, protocol::EventBody body);
    void sendError(std::uint64_t id, Error error);
    void enqueue(Lane &lane, Task task);
    void runLane(Lane &lane, std::stop_token stop);
    void perform(const Task &task);
    void cancelOlder(Lane &lane, std::uint64_t revision);
    void cancelById(std::uint64_t id);

    void study(const Task &task, const protocol::StudyRequest &request);
    void sweep(const Task &task, const protocol::SweepRequest &request);
    void complete(const Task &task, const protocol::CompleteRequest &request);

    Engine &m_engine;
    Write m_write;
    std::mutex m_writeMutex;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    Lane m_studies, m_sweeps, m_completions;
};

} // namespace clv::cli
