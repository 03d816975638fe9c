// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/worker_client.h"

#include "core/support/log.h"
#include "widgets/session/line_process.h"
#include "widgets/session/text.h"

#include <algorithm>

namespace clv::session {

namespace {

constexpr int kCancelGraceMs = 1500;
constexpr int kMaxDeathsInARow = 4;

bool isPeaks(const protocol::Request &request)
{
    return std::holds_alternative<protocol::PeaksRequest>(request.body);
}

} // namespace

WorkerClient::WorkerClient(QStringList command, std::chrono::milliseconds deadline, QObject *parent)
    : QObject(parent), m_process(std::make_unique<LineProcess>(std::move(command)))
{
    connect(m_process.get(), &LineProcess::lineReceived, this, &WorkerClient::onLine);
    connect(m_process.get(), &LineProcess::ended, this, &WorkerClient::onDeath);
    connect(m_process.get(), &LineProcess::startFailed, this, &WorkerClient::onStartFailed);
    m_deadline.setSingleShot(true);
    m_deadline.setInterval(deadline);
    connect(&m_deadline, &QTimer::timeout, this, &WorkerClient::onDeadline);
    m_cancelGrace.setSingleShot(true);
    m_cancelGrace.setInterval(kCancelGraceMs);
    connect(&m_cancelGrace, &QTimer::timeout, this, [this] { m_process->kill(); });
    m_restart.setSingleShot(true);
    connect(&m_restart, &QTimer::timeout, this, &WorkerClient::start);
}

WorkerClient::~WorkerClient() = default;

void WorkerClient::start()
{
    m_process->start();
    m_process->writeLine(
        protocol::encode(protocol::Request{m_nextId++, protocol::Hello{protocol::kVersion, "clairvoyant"}}));
    m_deadline.start(); // for its greeting
}

qint64 WorkerClient::processId() const
{
    return m_process->processId();
}

std::uint64_t WorkerClient::requestDevices()
{
    return enqueue(protocol::DevicesRequest{});
}

std::uint64_t WorkerClient::requestPeaks(const std::string &device)
{
    return enqueue(protocol::PeaksRequest{device});
}

std::uint64_t WorkerClient::requestMeasure(const protocol::MeasureRequest &request)
{
    const std::uint64_t id = enqueue(request);
    giveWayToMeasurement();
    return id;
}

std::uint64_t WorkerClient::enqueue(protocol::RequestBody body)
{
    const std::uint64_t id = m_nextId++;
    Job job{{id, std::move(body)}};
    const auto place = isPeaks(job.request) ? m_queue.end()
                                            : std::find_if(m_queue.begin(), m_queue.end(),
                                                           [](const Job &j) { return isPeaks(j.request); });
    m_queue.insert(place, std::move(job));
    if (m_state == ProcessState::Failed) { // the user did something new: try again
        m_deathsInARow = 0;
        setState(ProcessState::Restarting);
        m_restart.start(0);
    } else {
        sendNext();
    }
    return id;
}

/// Calibration takes seconds and may wait; a user who pressed Measure may not.
void WorkerClient::giveWayToMeasurement()
{
    if (!m_current || !isPeaks(m_current->request) || m_current->isCancelled)
        return;
    const std::uint64_t id = m_current->request.id;
    m_queue.push_back({{m_nextId++, m_current->request.body}});
    m_current->hasGivenWay = true;
    cancel(id);
}

void WorkerClient::cancel(std::uint64_t id)
{
    const auto waiting =
        std::find_if(m_queue.begin(), m_queue.end(), [id](const Job &job) { return job.request.id == id; });
    if (waiting != m_queue.end()) {
        m_queue.erase(waiting);
        emit failed(id, {ErrorCategory::Cancelled, utf8(tr("Cancelled.")), {}});
        return;
    }
    if (!m_current || m_current->request.id != id || m_current->isCancelled)
        return;
    m_current->isCancelled = true;
    m_process->writeLine(protocol::encode(protocol::Request{m_nextId++, protocol::Cancel{id}}));
    m_cancelGrace.start();
}

void WorkerClient::sendNext()
{
    if (m_current || m_queue.empty() || m_state != ProcessState::Ready)
        return;
    m_current = std::move(m_queue.front());
    m_queue.pop_front();
    m_process->writeLine(protocol::encode(m_current->request));
    m_deadline.start();
}

void WorkerClient::onLine(const QByteArray &line)
{
    auto event = protocol::decodeEvent({line.constData(), static_cast<std::size_t>(line.size())});
    if (!event) {
        log::warning("worker: " + event.error().describe());
        return;
    }
    if (const auto *hello = std::get_if<protocol::HelloEvent>(&event->body)) {
        if (hello->version != protocol::kVersion)
            emit messagePosted(tr("The worker speaks protocol version %1, this window version %2. Install both from "
                                  "one build.")
                                   .arg(hello->version)
                                   .arg(protocol::kVersion));
        m_deadline.stop();
        setState(ProcessState::Ready);
        sendNext();
        return;
    }
    if (!m_current || event->id != m_current->request.id)
        return; // late answer to a request that was given up
    m_deathsInARow = 0;
    if (const auto *progress = std::get_if<protocol::ProgressEvent>(&event->body)) {
        emit progressed(event->id, progress->progress);
        return;
    }
    if (const auto *error = std::get_if<protocol::ErrorEvent>(&event->body)) {
        failCurrent(error->error);
        return;
    }
    const Job job = *m_current;
    finish();
    if (job.isCancelled)
        report(job, {});
    else if (const auto *devices = std::get_if<protocol::DevicesEvent>(&event->body))
        emit devicesReady(devices->devices);
    else if (const auto *peaks = std::get_if<protocol::PeaksEvent>(&event->body))
        emit peaksReady(qtext(std::get<protocol::PeaksRequest>(job.request.body).device), peaks->peaks);
    else if (const auto *measurement = std::get_if<protocol::MeasuredEvent>(&event->body))
        emit measured(job.request.id, measurement->measurement);
    sendNext();
}

void WorkerClient::finish()
{
    m_deadline.stop();
    m_cancelGrace.stop();
    m_current.reset();
}

void WorkerClient::failCurrent(const Error &error)
{
    const Job job = *m_current;
    finish();
    report(job, error);
    sendNext();
}

void WorkerClient::report(const Job &job, const Error &error)
{
    if (!isPeaks(job.request))
        emit failed(job.request.id,
                    job.isCancelled ? Error{ErrorCategory::Cancelled, utf8(tr("Cancelled.")), {}} : error);
    else if (!job.hasGivenWay)
        emit peaksFailed(qtext(std::get<protocol::PeaksRequest>(job.request.body).device));
}

void WorkerClient::onDeadline()
{
    m_isOverdue = true;
    m_process->kill();
}

void WorkerClient::onDeath(const QString &how)
{
    log::warning("worker ended: " + utf8(how) + ": " + utf8(m_process->standardErrorTail()));
    ++m_deathsInARow;
    const bool isOverdue = std::exchange(m_isOverdue, false);
    const QString kernel = currentKernel();
    const bool isGivenUp = m_deathsInARow > kMaxDeathsInARow;
    setState(isGivenUp ? ProcessState::Failed : ProcessState::Restarting);
    if (!isGivenUp)
        m_restart.start(m_deathsInARow <= 1 ? 0 : 250 * m_deathsInARow);
    if (!m_current) {
        emit messagePosted(isGivenUp
                               ? tr("The measuring process stopped (%1) too often; measure again to start it.").arg(how)
                               : tr("The measuring process stopped (%1) and was restarted.").arg(how));
        while (isGivenUp && !m_queue.empty()) {
            const Job job = std::move(m_queue.front());
            m_queue.pop_front();
            report(job, {ErrorCategory::Crash, utf8(tr("The measuring process does not start (%1).").arg(how)), {}});
        }
        return;
    }
    if (m_current->isCancelled) {
        failCurrent({ErrorCategory::Cancelled, utf8(tr("Cancelled.")), {}});
    } else if (isOverdue) {
        const bool isMeasure = std::holds_alternative<protocol::MeasureRequest>(m_current->request.body);
        failCurrent({ErrorCategory::Timeout,
                     utf8(tr("%1 did not finish within %2 s; its process was stopped.%3")
                              .arg(kernel)
                              .arg(m_deadline.interval() / 1000)
                              .arg(isMeasure ? tr(" Make the launch smaller.") : QString())),
                     {}});
    } else if (++m_current->deaths > 1 || isGivenUp) {
        failCurrent(
            {ErrorCategory::Crash,
             utf8(tr("%1 stopped its process twice (%2). Check its accesses for ones out of bounds.").arg(kernel, how)),
             {}});
    } else {
        m_deadline.stop();
        m_queue.push_front(std::move(*m_current));
        m_current.reset();
        emit messagePosted(tr("The measuring process stopped (%1); it was restarted and asked again.").arg(how));
    }
}

void WorkerClient::onStartFailed(const QString &why)
{
    setState(ProcessState::Failed);
    emit messagePosted(
        tr("The measuring process %1 could not be started (%2). Build or install it beside this program; "
           "until then nothing can be measured.")
            .arg(m_process->program(), why));
    if (m_current) {
        m_queue.push_front(std::move(*m_current));
        finish();
    }
    while (!m_queue.empty()) {
        const Job job = std::move(m_queue.front());
        m_queue.pop_front();
        report(job, {ErrorCategory::Device, utf8(tr("There is no measuring process: %1.").arg(why)), {}});
    }
}

QString WorkerClient::currentKernel() const
{
    if (!m_current)
        return {};
    if (const auto *measure = std::get_if<protocol::MeasureRequest>(&m_current->request.body))
        return tr("The kernel %1").arg(qtext(measure->launch.kernel));
    if (isPeaks(m_current->request))
        return tr("The calibration of the device");
    return tr("The list of OpenCL devices");
}

void WorkerClient::setState(ProcessState state)
{
    if (m_state == state)
        return;
    m_state = state;
    emit stateChanged();
}

} // namespace clv::session
