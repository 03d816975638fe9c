// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/serve_loop.h"

#include "core/predict/predictor.h"

#include <fmt/format.h>

#include <exception>

namespace clv::cli {

namespace {

const char *nameOf(study::Stage stage)
{
    switch (stage) {
    case study::Stage::Outline: return "outline";
    case study::Stage::Launch: return "launch";
    case study::Stage::Analysis: return "analysis";
    case study::Stage::Estimate: return "estimate";
    }
    return "outline";
}

Error cancelledError()
{
    return {ErrorCategory::Cancelled, "cancelled", {}};
}

Result<study::Request> toRequest(Engine &engine, const protocol::StudyRequest &message)
{
    auto source = engine.decode(message.sourcePath, message.sourceBytes);
    if (!source)
        return source.error();
    study::Request request;
    request.revision = message.revision;
    request.source = std::move(*source);
    request.buildOptions.words = message.buildOptions;
    request.kernel = message.kernel;
    request.launchSpec = message.launchSpec;
    request.overrides = message.overrides;
    request.device = message.device;
    request.models = message.models;
    return request;
}

protocol::ModelsEvent modelsEvent()
{
    protocol::ModelsEvent event;
    for (const predict::ModelInfo &model : predict::availableModels())
        event.models.push_back({model.name, model.description});
    return event;
}

} // namespace

ServeLoop::ServeLoop(Engine &engine, Write write) : m_engine(engine), m_write(std::move(write))
{
    for (Lane *lane : {&m_studies, &m_sweeps, &m_completions})
        lane->thread = std::jthread([this, lane](std::stop_token stop) { runLane(*lane, stop); });
}

ServeLoop::~ServeLoop()
{
    cancelById(0);
    for (Lane *lane : {&m_studies, &m_sweeps, &m_completions})
        lane->thread.request_stop();
}

void ServeLoop::send(std::uint64_t id, protocol::EventBody body)
{
    const std::string line = protocol::encode(protocol::Event{id, std::move(body)});
    const std::lock_guard lock(m_writeMutex);
    m_write(line);
}

void ServeLoop::sendError(std::uint64_t id, Error error)
{
    send(id, protocol::ErrorEvent{std::move(error)});
}

void ServeLoop::handle(const std::string &line)
{
    auto request = protocol::decodeRequest(line);
    if (!request)
        return sendError(0, request.error());
    const std::uint64_t id = request->id;
    auto &body = request->body;
    if (std::holds_alternative<protocol::Hello>(body))
        return send(id, protocol::HelloEvent{protocol::kVersion, "clv", CLV_VERSION});
    if (std::holds_alternative<protocol::ModelsRequest>(body))
        return send(id, modelsEvent());
    if (const auto *cancel = std::get_if<protocol::Cancel>(&body))
        return cancelById(cancel->target);
    if (auto *message = std::get_if<protocol::StudyRequest>(&body)) {
        cancelOlder(m_studies, message->revision);
        enqueue(m_studies,
                {id, message->revision, {}, [this, m = std::move(*message)](const Task &task) { study(task, m); }});
    } else if (auto *swept = std::get_if<protocol::SweepRequest>(&body)) {
        enqueue(m_sweeps,
                {id, swept->study.revision, {}, [this, m = std::move(*swept)](const Task &task) { sweep(task, m); }});
    } else if (auto *completed = std::get_if<protocol::CompleteRequest>(&body)) {
        enqueue(m_completions, {id, completed->study.revision, {}, [this, m = std::move(*completed)](const Task &task) {
                                    complete(task, m);
                                }});
    } else {
        sendError(id, usageError("this request is for a worker (clv-worker), not for the engine (clv serve)"));
    }
}

void ServeLoop::drain()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] {
        for (const Lane *lane : {&m_studies, &m_sweeps, &m_completions})
            if (!lane->waiting.empty() || lane->running)
                return false;
        return true;
    });
}

void ServeLoop::enqueue(Lane &lane, Task task)
{
    const std::lock_guard lock(m_mutex);
    lane.waiting.push_back(std::move(task));
    m_changed.notify_all();
}

void ServeLoop::cancelOlder(Lane &lane, std::uint64_t revision)
{
    std::deque<Task> dropped;
    {
        const std::lock_guard lock(m_mutex);
        if (lane.running && lane.running->revision < revision)
            lane.running->stop.request_stop();
        std::deque<Task> kept;
        for (Task &task : lane.waiting)
            (task.revision < revision ? dropped : kept).push_back(std::move(task));
        lane.waiting = std::move(kept);
    }
    for (const Task &task : dropped)
        sendError(task.id, cancelledError());
}

void ServeLoop::cancelById(std::uint64_t id)
{
    std::deque<Task> dropped;
    {
        const std::lock_guard lock(m_mutex);
        for (Lane *lane : {&m_studies, &m_sweeps, &m_completions}) {
            if (lane->running && (id == 0 || lane->running->id == id))
                lane->running->stop.request_stop();
            std::deque<Task> kept;
            for (Task &task : lane->waiting)
                (id == 0 || task.id == id ? dropped : kept).push_back(std::move(task));
            lane->waiting = std::move(kept);
        }
    }
    for (const Task &task : dropped)
        sendError(task.id, cancelledError());
}

void ServeLoop::runLane(Lane &lane, std::stop_token stop)
{
    for (;;) {
        Task task;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [&lane] { return !lane.waiting.empty(); }))
                return;
            task = std::move(lane.waiting.front());
            lane.waiting.pop_front();
            lane.running = Task{task.id, task.revision, task.stop, {}};
        }
        perform(task);
        const std::lock_guard lock(m_mutex);
        lane.running.reset();
        m_changed.notify_all();
    }
}

/// The edge of the engine: whatever a compiler throws becomes an event, and the loop goes on.
void ServeLoop::perform(const Task &task)
{
    try {
        task.work(task);
    } catch (const std::bad_alloc &) {
        sendError(task.id, {ErrorCategory::Internal, "the engine ran out of memory on this request", {}});
    } catch (const std::exception &exception) {
        sendError(task.id, {ErrorCategory::Internal, fmt::format("the engine failed: {}", exception.what()), {}});
    }
}

void ServeLoop::study(const Task &task, const protocol::StudyRequest &message)
{
    auto request = toRequest(m_engine, message);
    if (!request)
        return sendError(task.id, request.error());
    study::Stage last = study::Stage::Outline;
    auto onStage = [&](study::Stage stage, const StudyResult &result) {
        last = stage;
        if (stage != study::Stage::Estimate) // comes below, marked as the last
            send(task.id, protocol::StudyStageEvent{nameOf(stage), result, false});
    };
    auto result = m_engine.run(*request, onStage, task.stop.get_token());
    if (!result)
        return sendError(task.id, result.error());
    send(task.id, protocol::StudyStageEvent{nameOf(last), std::move(*result), true});
}

void ServeLoop::sweep(const Task &task, const protocol::SweepRequest &message)
{
    auto request = toRequest(m_engine, message.study);
    if (!request)
        return sendError(task.id, request.error());
    std::uint64_t total = message.spec.axis.values.size();
    if (message.spec.second)
        total *= message.spec.second->values.size();
    auto onPoint = [&](std::size_t index, const SweepPoint &point) {
        send(task.id, protocol::SweepPointEvent{index, total, point});
    };
    auto result = m_engine.sweep(*request, message.spec, onPoint, task.stop.get_token());
    if (!result)
        return sendError(task.id, result.error());
    send(task.id, protocol::SweepDoneEvent{std::move(*result)});
}

void ServeLoop::complete(const Task &task, const protocol::CompleteRequest &message)
{
    auto request = toRequest(m_engine, message.study);
    if (!request)
        return sendError(task.id, request.error());
    auto items = m_engine.complete(request->source, request->buildOptions, message.line, message.column);
    if (!items)
        return sendError(task.id, items.error());
    protocol::CompletionsEvent event;
    for (frontend::Completion &item : *items)
        event.items.push_back({std::move(item.text), std::move(item.signature), std::move(item.kind)});
    send(task.id, std::move(event));
}

} // namespace clv::cli
