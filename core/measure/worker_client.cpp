// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/measure.h"

#include "core/device/device.h"
#include "core/protocol/messages.h"
#include "core/support/child_process.h"
#include "core/support/log.h"
#include "core/support/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <utility>

namespace clv::measure {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kHandshakeDeadline = std::chrono::seconds(30); // a remote worker answers through ssh
constexpr auto kCancelGrace = std::chrono::seconds(2);        // a running kernel cannot be interrupted
constexpr auto kStopPoll = std::chrono::milliseconds(50);

std::string lastLine(std::string text)
{
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ' || text.back() == '\r'))
        text.pop_back();
    const std::size_t newline = text.rfind('\n');
    return newline == std::string::npos ? text : text.substr(newline + 1);
}

std::string seconds(std::chrono::milliseconds duration)
{
    return fmt::format("{:g} s", static_cast<double>(duration.count()) / 1000);
}

/// What a request is for, in words, and how far it got.
struct Task {
    std::string doing;        ///< "listing the devices"
    std::string kernel;       ///< empty when no kernel of the user's is concerned
    std::string stage;        ///< last progress
    bool wasLaunched = false; ///< the user's kernel ran
    bool isHopeless = false;  ///< would end the same way again

    void note(const Progress &progress)
    {
        stage = progress.what;
        if (progress.what.rfind(kLaunchStage, 0) == 0)
            wasLaunched = true;
    }
    [[nodiscard]] std::string describe() const
    {
        if (wasLaunched && !kernel.empty())
            return "running `" + kernel + "`";
        return stage.empty() ? doing : doing + " (" + stage + ")";
    }
};

} // namespace

struct WorkerClient::Impl {
    Options options;
    std::optional<ChildProcess> child;
    std::uint64_t lastId = 0;

    Result<void> start();
    Result<void> handshake();
    Result<protocol::EventBody> call(const protocol::RequestBody &body, Task task, const ProgressCallback &progress,
                                     std::stop_token stop);
    Result<protocol::EventBody> attempt(const protocol::RequestBody &body, Task &task, const ProgressCallback &progress,
                                        const std::stop_token &stop);
    Result<std::string> awaitLine(Clock::time_point deadline, const std::stop_token &stop, bool watchesStop);
    Error died(Task &task);
    Error hung(const Task &task);
    Error startFailed(const Error &why);
};

Error WorkerClient::Impl::startFailed(const Error &why)
{
    const std::string said = child ? lastLine(child->standardErrorTail()) : std::string();
    child.reset();
    return {why.category == ErrorCategory::Timeout ? ErrorCategory::Timeout : ErrorCategory::Io,
            "The measuring worker could not be started: " + why.message + (said.empty() ? "" : " It said: " + said),
            {}};
}

Result<void> WorkerClient::Impl::start()
{
    if (child && !child->tryWait())
        return {};
    child.reset();
    ChildProcess::Options how;
    how.command = options.command;
    if (how.command.empty())
        how.command = {paths::siblingProgram("clv-worker").string()};
    how.environment = options.environment;
    how.maxAddressSpaceBytes = options.maxAddressSpaceBytes;
    auto started = ChildProcess::start(how);
    if (!started)
        return startFailed(started.error());
    child.emplace(std::move(*started));
    return handshake();
}

Result<void> WorkerClient::Impl::handshake()
{
    const std::uint64_t id = ++lastId;
    if (auto sent = child->writeLine(encode(protocol::Request{id, protocol::Hello{protocol::kVersion, "clairvoyant"}}));
        !sent)
        return startFailed(sent.error());
    const auto deadline = Clock::now() + kHandshakeDeadline;
    while (true) {
        const auto line = child->readLine(deadline);
        if (!line)
            return startFailed(line.error());
        const auto event = protocol::decodeEvent(*line);
        if (!event || event->id != id)
            continue; // remote shells greet before the worker speaks
        if (const auto *hello = std::get_if<protocol::HelloEvent>(&event->body)) {
            if (hello->version == protocol::kVersion)
                return {};
            return startFailed(ioError(fmt::format("it speaks protocol version {}, this program speaks {}; install the "
                                                   "same release on both sides.",
                                                   hello->version, protocol::kVersion)));
        }
        if (const auto *error = std::get_if<protocol::ErrorEvent>(&event->body))
            return startFailed(error->error);
    }
}

Error WorkerClient::Impl::died(Task &task)
{
    const auto exit = child->waitUntil(Clock::now() + std::chrono::seconds(2));
    const std::string tail = lastLine(child->standardErrorTail());
    child.reset();
    std::string text =
        fmt::format("The worker died ({}) while {}", exit ? exit->describe() : "output closed", task.describe());
    if (exit && exit->signal == SIGKILL)
        text += "; the system may have run out of memory";
    else if (options.maxAddressSpaceBytes != 0 && exit && exit->signal == SIGABRT) {
        task.isHopeless = true;
        text += fmt::format("; it may have reached its memory limit of {} MiB", options.maxAddressSpaceBytes >> 20);
    } else if (task.wasLaunched)
        text += "; the kernel may access memory out of bounds";
    else if (!task.kernel.empty())
        text += "; the driver or its compiler is at fault";
    if (!tail.empty())
        log::info("last words of the worker: " + tail);
    return {ErrorCategory::Crash, text + ".", {}};
}

Error WorkerClient::Impl::hung(const Task &task)
{
    child.reset();
    std::string text = fmt::format("The worker was stopped after {} without a sign of life while {}",
                                   seconds(options.deadline), task.describe());
    if (task.wasLaunched)
        text += "; the kernel may loop forever or need a smaller launch";
    return {ErrorCategory::Timeout, text + ".", {}};
}

/// Cancelled when `stop` was requested; the kernel may still run.
Result<std::string> WorkerClient::Impl::awaitLine(Clock::time_point deadline, const std::stop_token &stop,
                                                  bool watchesStop)
{
    while (watchesStop && stop.stop_possible()) {
        if (stop.stop_requested())
            return Error{ErrorCategory::Cancelled, {}, {}};
        const auto slice = std::min(deadline, Clock::now() + kStopPoll);
        auto line = child->readLine(slice);
        if (line || line.error().category != ErrorCategory::Timeout || Clock::now() >= deadline)
            return line;
    }
    return child->readLine(deadline);
}

Result<protocol::EventBody> WorkerClient::Impl::attempt(const protocol::RequestBody &body, Task &task,
                                                        const ProgressCallback &progress, const std::stop_token &stop)
{
    const std::uint64_t id = ++lastId;
    const Error cancelled{ErrorCategory::Cancelled, "Cancelled while " + task.doing + ".", {}};
    if (stop.stop_requested())
        return cancelled;
    if (auto sent = child->writeLine(encode(protocol::Request{id, body})); !sent)
        return sent.error().category == ErrorCategory::Timeout ? hung(task) : died(task);
    auto deadline = Clock::now() + options.deadline;
    bool isCancelSent = false;
    while (true) {
        const auto line = awaitLine(deadline, stop, !isCancelSent);
        if (!line && line.error().category == ErrorCategory::Cancelled) {
            isCancelSent = true;
            deadline = std::min(deadline, Clock::now() + kCancelGrace);
            if (!child->writeLine(encode(protocol::Request{++lastId, protocol::Cancel{id}}))) {
                child.reset();
                return cancelled;
            }
            continue;
        }
        if (!line) {
            if (isCancelSent) { // the kernel goes on and on: the worker goes with it
                child.reset();
                return cancelled;
            }
            return line.error().category == ErrorCategory::Timeout ? hung(task) : died(task);
        }
        auto event = protocol::decodeEvent(*line);
        if (!event) {
            log::warning("the worker sent a line that is no event: " + event.error().message);
            continue;
        }
        if (event->id != id)
            continue;
        if (const auto *step = std::get_if<protocol::ProgressEvent>(&event->body)) {
            task.note(step->progress);
            if (progress)
                progress(step->progress);
            if (!isCancelSent)
                deadline = Clock::now() + options.deadline;
            continue;
        }
        if (const auto *error = std::get_if<protocol::ErrorEvent>(&event->body))
            return error->error;
        return std::move(event->body);
    }
}

Result<protocol::EventBody> WorkerClient::Impl::call(const protocol::RequestBody &body, Task task,
                                                     const ProgressCallback &progress, std::stop_token stop)
{
    constexpr int kAttempts = 2;
    for (int tried = 1;; ++tried) {
        if (auto ready = start(); !ready)
            return ready.error();
        Task current = task;
        auto answer = attempt(body, current, progress, stop);
        const bool mayRetry =
            !answer && answer.error().category == ErrorCategory::Crash && !current.wasLaunched && !current.isHopeless;
        if (!mayRetry || tried == kAttempts)
            return answer;
        log::warning(answer.error().message + " Trying once more.");
    }
}

WorkerClient::WorkerClient(Options options) : m_impl(std::make_unique<Impl>())
{
    m_impl->options = std::move(options);
}

WorkerClient::~WorkerClient() = default;

namespace {

template <typename Wanted>
Result<Wanted> expect(Result<protocol::EventBody> answer)
{
    if (!answer)
        return answer.error();
    if (auto *wanted = std::get_if<Wanted>(&*answer))
        return std::move(*wanted);
    return Error{ErrorCategory::Internal, "The worker answered another question than it was asked.", {}};
}

} // namespace

Result<std::vector<DeviceDescription>> WorkerClient::devices()
{
    auto answer = expect<protocol::DevicesEvent>(
        m_impl->call(protocol::DevicesRequest{}, {"listing the devices", {}, {}}, {}, {}));
    if (!answer)
        return answer.error();
    for (DeviceDescription &device : answer->devices)
        if (!device.peaks)
            device.peaks = device::loadPeaks(device);
    return std::move(answer->devices);
}

Result<DevicePeaks> WorkerClient::peaks(const std::string &device, const ProgressCallback &progress,
                                        std::stop_token stop)
{
    const auto known = devices();
    if (!known)
        return known.error();
    const auto chosen = device::choose(*known, device);
    if (!chosen)
        return chosen.error();
    auto answer = expect<protocol::PeaksEvent>(m_impl->call(protocol::PeaksRequest{std::to_string(chosen->index)},
                                                            {"measuring the peaks of " + chosen->name, {}, {}},
                                                            progress, std::move(stop)));
    if (!answer)
        return answer.error();
    if (auto saved = device::savePeaks(*chosen, answer->peaks); !saved)
        log::warning(saved.error().message);
    return std::move(answer->peaks);
}

Result<Measurement> WorkerClient::measure(const MeasureRequest &request, const ProgressCallback &progress,
                                          std::stop_token stop)
{
    protocol::MeasureRequest message;
    message.sourceText = request.sourceText;
    message.sourcePath = request.sourcePath;
    message.device = request.device;
    message.launch = request.launch;
    message.warmups = request.protocol.warmups;
    message.minSamples = request.protocol.minSamples;
    message.maxSamples = request.protocol.maxSamples;
    message.maxTimeMs = request.protocol.maxTimeMs;
    message.restoreBuffers = request.protocol.restoreBuffers;
    auto answer = expect<protocol::MeasuredEvent>(
        m_impl->call(std::move(message), {"measuring `" + request.launch.kernel + "`", request.launch.kernel, {}},
                     progress, std::move(stop)));
    if (!answer)
        return answer.error();
    return std::move(answer->measurement);
}

} // namespace clv::measure
