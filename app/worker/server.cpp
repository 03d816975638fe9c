// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/server.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <thread>
#include <type_traits>

namespace clv::worker {

namespace {

/// Source text of 2 MB is a legal request; beyond this a line is noise.
constexpr std::size_t kLongestLine = 64u << 20;

Error cancelled()
{
    return {ErrorCategory::Cancelled, "The request was cancelled.", {}};
}

} // namespace

Server::Server(int input, int output, std::string version)
    : m_input(input), m_output(output), m_version(std::move(version))
{
}

int Server::run()
{
    std::thread reader([this] { readRequests(); });
    reader.detach(); // it may wait for input or watch the output until the process ends
    while (auto request = nextRequest())
        answer(*request);
    return 0;
}

void Server::readRequests()
{
    std::string pending;
    bool isSkipping = false; // inside a line that was too long
    std::array<char, 1 << 16> block;
    while (true) {
        const ssize_t got = ::read(m_input, block.data(), block.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        std::string_view rest(block.data(), static_cast<std::size_t>(got));
        for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
            pending.append(rest.substr(0, end));
            rest.remove_prefix(end + 1);
            if (!isSkipping)
                takeLine(pending);
            isSkipping = false;
            pending.clear();
        }
        if (!isSkipping)
            pending.append(rest);
        if (pending.size() > kLongestLine) {
            sendError(0, usageError("A request line is longer than 64 MiB; it is ignored."));
            isSkipping = true;
            pending.clear();
            pending.shrink_to_fit();
        }
    }
    if (!pending.empty())
        takeLine(pending);
    {
        const std::lock_guard lock(m_lock);
        m_isInputAtEnd = true;
    }
    m_hasWork.notify_one();
    watchOutput();
}

/// The input is at its end. If the reader of our answers is gone too, nobody waits for the kernel that may still
/// run (perhaps forever): leave.
void Server::watchOutput() const
{
    while (true) {
        pollfd output{m_output, 0, 0};
        const int changed = ::poll(&output, 1, -1);
        if (changed < 0 && errno == EINTR)
            continue;
        if (changed > 0 && (output.revents & (POLLERR | POLLNVAL)) != 0)
            ::_exit(0);
        return; // not a pipe: nothing to watch
    }
}

void Server::takeLine(std::string_view line)
{
    if (!line.empty() && line.back() == '\r')
        line.remove_suffix(1);
    if (line.empty())
        return;
    try {
        auto request = protocol::decodeRequest(line);
        if (!request) {
            sendError(0, request.error());
            return;
        }
        if (const auto *wish = std::get_if<protocol::Cancel>(&request->body)) {
            cancel(wish->target);
            return;
        }
        {
            const std::lock_guard lock(m_lock);
            m_queue.push_back(std::move(*request));
        }
        m_hasWork.notify_one();
    } catch (const std::exception &problem) {
        sendError(0,
                  {ErrorCategory::Internal, std::string("A request could not be read: ") + problem.what() + ".", {}});
    }
}

void Server::cancel(std::uint64_t target)
{
    std::deque<protocol::Request> dropped;
    {
        const std::lock_guard lock(m_lock);
        if (target == 0 || target == m_currentId)
            m_currentStop.request_stop();
        const auto keeps = [target](const protocol::Request &r) { return target != 0 && r.id != target; };
        const auto firstDropped = std::stable_partition(m_queue.begin(), m_queue.end(), keeps);
        std::move(firstDropped, m_queue.end(), std::back_inserter(dropped));
        m_queue.erase(firstDropped, m_queue.end());
    }
    for (const protocol::Request &request : dropped)
        sendError(request.id, cancelled());
}

std::optional<protocol::Request> Server::nextRequest()
{
    std::unique_lock lock(m_lock);
    m_currentId = 0;
    m_currentStop = std::stop_source(std::nostopstate);
    m_hasWork.wait(lock, [this] { return !m_queue.empty() || m_isInputAtEnd; });
    if (m_queue.empty())
        return std::nullopt;
    protocol::Request request = std::move(m_queue.front());
    m_queue.pop_front();
    m_currentId = request.id;
    m_currentStop = std::stop_source();
    return request;
}

void Server::answer(const protocol::Request &request)
{
    std::stop_token stop;
    {
        const std::lock_guard lock(m_lock);
        stop = m_currentStop.get_token();
    }
    try {
        auto result = handle(request, stop);
        if (result)
            send(request.id, std::move(*result));
        else
            sendError(request.id, result.error());
    } catch (const std::bad_alloc &) {
        sendError(request.id, deviceError("The worker ran out of memory; choose a smaller launch."));
    } catch (const std::exception &problem) {
        sendError(request.id, {ErrorCategory::Internal, std::string("The worker failed: ") + problem.what() + ".", {}});
    }
}

namespace {

measure::MeasureRequest unpacked(const protocol::MeasureRequest &message)
{
    measure::MeasureRequest request;
    request.sourceText = message.sourceText;
    request.sourcePath = message.sourcePath;
    request.launch = message.launch;
    request.device = message.device;
    request.protocol = {message.warmups, message.minSamples, message.maxSamples, message.maxTimeMs,
                        message.restoreBuffers};
    return request;
}

/// Wraps a value into the event that carries it.
template <typename Event, typename Value>
Result<protocol::EventBody> packed(Result<Value> value)
{
    if (!value)
        return value.error();
    return protocol::EventBody(Event{std::move(*value)});
}

} // namespace

Result<protocol::EventBody> Server::handle(const protocol::Request &request, std::stop_token stop)
{
    const ProgressCallback progress = [this, &request](const Progress &step) {
        send(request.id, protocol::ProgressEvent{step});
    };
    return std::visit(
        [&](const auto &body) -> Result<protocol::EventBody> {
            using Body = std::decay_t<decltype(body)>;
            if constexpr (std::is_same_v<Body, protocol::Hello>) {
                return protocol::EventBody(protocol::HelloEvent{protocol::kVersion, "clv-worker", m_version});
            } else if constexpr (std::is_same_v<Body, protocol::DevicesRequest>) {
                return packed<protocol::DevicesEvent>(m_engine.devices());
            } else if constexpr (std::is_same_v<Body, protocol::PeaksRequest>) {
                return packed<protocol::PeaksEvent>(m_engine.peaks(body.device, progress, stop));
            } else if constexpr (std::is_same_v<Body, protocol::MeasureRequest>) {
                return packed<protocol::MeasuredEvent>(m_engine.measure(unpacked(body), progress, stop));
            } else if constexpr (std::is_same_v<Body, protocol::BuildRequest>) {
                auto built = m_engine.build(body.sourceText, body.sourcePath, body.buildOptions, body.device);
                if (!built)
                    return built.error();
                return protocol::EventBody(protocol::BuiltEvent{built->ok, built->log, built->buildNs});
            } else {
                return usageError("The worker takes hello, devices, peaks, build, measure and cancel; this request is "
                                  "one for the engine (clv serve).");
            }
        },
        request.body);
}

void Server::sendError(std::uint64_t id, Error error)
{
    send(id, protocol::ErrorEvent{std::move(error)});
}

void Server::send(std::uint64_t id, protocol::EventBody body)
{
    const std::string line = encode(protocol::Event{id, std::move(body)}) + '\n';
    const std::lock_guard lock(m_outputLock);
    std::size_t done = 0;
    while (done < line.size()) {
        const ssize_t wrote = ::write(m_output, line.data() + done, line.size() - done);
        if (wrote > 0)
            done += static_cast<std::size_t>(wrote);
        else if (wrote < 0 && errno == EINTR)
            continue;
        else
            ::_exit(0); // nobody listens any more
    }
}

} // namespace clv::worker
