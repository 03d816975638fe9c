// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/engine_client.h"

#include "core/support/log.h"
#include "widgets/session/line_process.h"
#include "widgets/session/text.h"

#include <chrono>

namespace clv::session {

namespace {

constexpr int kMaxDeathsInARow = 4;
constexpr std::chrono::milliseconds kSilenceLimit{30'000};

/// Quick at first, then slower, so that an engine which cannot live does not eat a core.
int restartDelayMs(int deathsInARow)
{
    return deathsInARow <= 1 ? 0 : 200 * deathsInARow * deathsInARow;
}

bool isStudy(const protocol::RequestBody &body)
{
    return std::holds_alternative<protocol::StudyRequest>(body);
}

} // namespace

EngineClient::EngineClient(QStringList command, QObject *parent)
    : QObject(parent), m_process(std::make_unique<LineProcess>(std::move(command)))
{
    connect(m_process.get(), &LineProcess::lineReceived, this, &EngineClient::onLine);
    connect(m_process.get(), &LineProcess::ended, this, &EngineClient::onDeath);
    connect(m_process.get(), &LineProcess::startFailed, this, &EngineClient::onStartFailed);
    m_restart.setSingleShot(true);
    connect(&m_restart, &QTimer::timeout, this, &EngineClient::start);
    m_silence.setSingleShot(true);
    m_silence.setInterval(kSilenceLimit);
    connect(&m_silence, &QTimer::timeout, this, [this] {
        m_isHung = true;
        m_process->kill();
    });
}

EngineClient::~EngineClient() = default;

void EngineClient::start()
{
    m_process->start();
    write({m_nextId++, protocol::Hello{protocol::kVersion, "clairvoyant"}});
    for (const auto &[id, pending] : m_pending)
        write(pending.request);
    watchSilence();
}

qint64 EngineClient::processId() const
{
    return m_process->processId();
}

void EngineClient::requestStudy(const protocol::StudyRequest &request)
{
    cancel(m_studyId);
    m_studyId = send(request);
}

void EngineClient::cancelStudy()
{
    cancel(m_studyId);
}

void EngineClient::requestSweep(const protocol::SweepRequest &request)
{
    cancel(m_sweepId);
    m_sweepId = send(request);
}

void EngineClient::cancelSweep()
{
    cancel(m_sweepId);
}

void EngineClient::requestModels()
{
    send(protocol::ModelsRequest{});
}

void EngineClient::requestCompletions(const protocol::CompleteRequest &request)
{
    send(request);
}

std::uint64_t EngineClient::send(protocol::RequestBody body)
{
    const std::uint64_t id = m_nextId++;
    const auto &pending = m_pending.emplace(id, Pending{{id, std::move(body)}, 0}).first->second;
    if (m_state == ProcessState::Failed) { // the user did something new: try again
        m_deathsInARow = 0;
        setState(ProcessState::Restarting);
        m_restart.start(0);
    } else {
        write(pending.request);
    }
    watchSilence();
    return id;
}

void EngineClient::write(const protocol::Request &request)
{
    m_process->writeLine(protocol::encode(request));
}

void EngineClient::cancel(std::uint64_t &id)
{
    if (id != 0 && m_pending.erase(id) > 0)
        write({m_nextId++, protocol::Cancel{id}});
    id = 0;
}

void EngineClient::onLine(const QByteArray &line)
{
    const auto event = protocol::decodeEvent({line.constData(), static_cast<std::size_t>(line.size())});
    if (!event) {
        log::warning("engine: " + event.error().describe());
        return;
    }
    if (!std::holds_alternative<protocol::HelloEvent>(event->body)) // an engine that only greets is not well
        m_deathsInARow = 0;
    std::visit([&](const auto &body) { handle(event->id, body); }, event->body);
    watchSilence();
}

void EngineClient::handle(std::uint64_t, const protocol::HelloEvent &event)
{
    if (event.version != protocol::kVersion) {
        emit messagePosted(tr("The engine speaks protocol version %1, this window version %2. Install both from one "
                              "build.")
                               .arg(event.version)
                               .arg(protocol::kVersion));
        setState(ProcessState::Failed);
        return;
    }
    m_programVersion = qtext(event.programVersion);
    setState(ProcessState::Ready);
}

void EngineClient::handle(std::uint64_t id, const protocol::StudyStageEvent &event)
{
    if (id != m_studyId)
        return; // of an older revision
    if (event.isLast) {
        m_pending.erase(id);
        m_studyId = 0;
    }
    emit studyStageReady(qtext(event.stage), event.result, event.isLast);
}

void EngineClient::handle(std::uint64_t id, const protocol::SweepPointEvent &event)
{
    if (id == m_sweepId)
        emit sweepPointReady(event.index, event.total, event.point);
}

void EngineClient::handle(std::uint64_t id, const protocol::SweepDoneEvent &event)
{
    if (id != m_sweepId)
        return;
    m_pending.erase(id);
    m_sweepId = 0;
    emit sweepFinished(event.sweep);
}

void EngineClient::handle(std::uint64_t id, const protocol::ModelsEvent &event)
{
    m_pending.erase(id);
    emit modelsReady(event.models);
}

void EngineClient::handle(std::uint64_t id, const protocol::CompletionsEvent &event)
{
    const auto found = m_pending.find(id);
    if (found == m_pending.end())
        return;
    const auto *request = std::get_if<protocol::CompleteRequest>(&found->second.request.body);
    const std::uint64_t revision = request != nullptr ? request->study.revision : 0;
    m_pending.erase(found);
    emit completionsReady(revision, event.items);
}

void EngineClient::handle(std::uint64_t id, const protocol::ErrorEvent &event)
{
    fail(id, event.error);
}

void EngineClient::fail(std::uint64_t id, const Error &error)
{
    const auto found = m_pending.find(id);
    if (found == m_pending.end())
        return;
    const protocol::Request request = found->second.request;
    m_pending.erase(found);
    if (id == m_studyId)
        m_studyId = 0;
    if (id == m_sweepId)
        m_sweepId = 0;
    if (error.category == ErrorCategory::Cancelled)
        return;
    if (const auto *study = std::get_if<protocol::StudyRequest>(&request.body))
        emit studyFailed(study->revision, error);
    else if (std::holds_alternative<protocol::SweepRequest>(request.body))
        emit sweepFailed(error);
}

void EngineClient::onDeath(const QString &how)
{
    const QString what =
        m_isHung ? tr("did not answer for %1 s").arg(m_silence.interval() / 1000) : tr("stopped (%1)").arg(how);
    m_isHung = false;
    m_silence.stop();
    ++m_deathsInARow;
    log::warning("engine " + utf8(what) + ": " + utf8(m_process->standardErrorTail()));

    std::vector<std::uint64_t> given;
    bool hadStudy = false;
    for (auto &[id, pending] : m_pending) {
        hadStudy = hadStudy || isStudy(pending.request.body);
        if (++pending.deaths > 1)
            given.push_back(id);
    }
    if (m_deathsInARow > kMaxDeathsInARow) {
        setState(ProcessState::Failed);
        emit messagePosted(tr("The analysis engine %1 %n time(s) in a row and is not started again until the next "
                              "edit.",
                              nullptr, m_deathsInARow)
                               .arg(what));
    } else {
        setState(ProcessState::Restarting);
        m_restart.start(restartDelayMs(m_deathsInARow));
        if (given.empty())
            emit messagePosted(hadStudy ? tr("The analysis engine %1; it was restarted and asked again.").arg(what)
                                        : tr("The analysis engine %1 and was restarted.").arg(what));
    }
    for (const std::uint64_t id : given)
        fail(
            id,
            {ErrorCategory::Crash,
             utf8(
                 tr("The analysis engine %1 twice on this text. Your text is safe; change it to try again.").arg(what)),
             {}});
}

void EngineClient::onStartFailed(const QString &why)
{
    setState(ProcessState::Failed);
    m_silence.stop();
    if (!std::exchange(m_hasSaidMissing, true))
        emit messagePosted(
            tr("The analysis engine %1 could not be started (%2). Build or install it beside this program.")
                .arg(m_process->program(), why));
    while (!m_pending.empty())
        fail(m_pending.begin()->first, {ErrorCategory::Io, utf8(tr("There is no analysis engine: %1.").arg(why)), {}});
}

void EngineClient::setState(ProcessState state)
{
    if (m_state == state)
        return;
    m_state = state;
    emit stateChanged();
}

void EngineClient::watchSilence()
{
    if (m_pending.empty())
        m_silence.stop();
    else
        m_silence.start();
}

} // namespace clv::session
