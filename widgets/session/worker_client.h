// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/messages.h"
#include "widgets/session/engine_client.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>

namespace clv::session {

/// Speaks to `clv-worker`, one request at a time, the rest in a queue. A worker that dies is restarted and asked once
/// more; one that says nothing until its deadline is killed and the request fails as a time-out.
class WorkerClient : public QObject {
    Q_OBJECT

public:
    WorkerClient(QStringList command, std::chrono::milliseconds deadline, QObject *parent = nullptr);
    ~WorkerClient() override;

    void start();
    [[nodiscard]] ProcessState state() const { return m_state; }
    [[nodiscard]] bool isBusy() const { return m_current.has_value(); }
    [[nodiscard]] qint64 processId() const;

    std::uint64_t requestDevices();
    /// Goes behind everything else in the queue, and gives way to a measurement.
    std::uint64_t requestPeaks(const std::string &device);
    std::uint64_t requestMeasure(const protocol::MeasureRequest &request);
    /// The request ends with `failed` (Cancelled). A worker that does not give up soon is killed.
    void cancel(std::uint64_t id);

signals:
    void stateChanged();
    void devicesReady(const std::vector<clv::DeviceDescription> &devices);
    void peaksFailed(const QString &device);
    void peaksReady(const QString &device, const clv::DevicePeaks &peaks);
    void measured(quint64 id, const clv::Measurement &measurement);
    void progressed(quint64 id, const clv::Progress &progress);
    void failed(quint64 id, const clv::Error &error);
    void messagePosted(const QString &sentence); ///< for the user

private:
    struct Job {
        protocol::Request request;
        int deaths = 0;
        bool isCancelled = false;
        bool hasGivenWay = false; ///< stands in the queue again
    };

    std::uint64_t enqueue(protocol::RequestBody body);
    void giveWayToMeasurement();
    void sendNext();
    void onLine(const QByteArray &line);
    void onDeath(const QString &how);
    void onStartFailed(const QString &why);
    void onDeadline();
    void finish();
    void failCurrent(const Error &error);
    void report(const Job &job, const Error &error);
    void setState(ProcessState state);
    [[nodiscard]] QString currentKernel() const;

    std::unique_ptr<LineProcess> m_process;
    QTimer m_deadline, m_cancelGrace, m_restart;
    std::deque<Job> m_queue;
    std::optional<Job> m_current;
    std::uint64_t m_nextId = 1;
    ProcessState m_state = ProcessState::Starting;
    int m_deathsInARow = 0;
    bool m_isOverdue = false;
};

} // namespace clv::session
