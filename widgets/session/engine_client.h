// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/messages.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <map>
#include <memory>
#include <vector>

namespace clv::session {

class LineProcess;

enum class ProcessState { Starting, Ready, Restarting, Failed };

/// Speaks to `clv serve`. A process that dies is restarted and what it was asked is asked once more; a second death
/// gives `failed`. Of studies only the newest counts: an older one is cancelled and its late events are dropped.
class EngineClient : public QObject {
    Q_OBJECT

public:
    explicit EngineClient(QStringList command, QObject *parent = nullptr);
    ~EngineClient() override;

    void start();
    [[nodiscard]] ProcessState state() const { return m_state; }
    [[nodiscard]] qint64 processId() const;
    [[nodiscard]] QString programVersion() const { return m_programVersion; }

    void requestStudy(const protocol::StudyRequest &request);
    void cancelStudy();
    void requestSweep(const protocol::SweepRequest &request);
    void cancelSweep();
    void requestModels();
    /// `completionsReady` answers with the same `revision`.
    void requestCompletions(const protocol::CompleteRequest &request);

    /// An engine that says nothing for this long while it has work is taken to hang.
    void setSilenceLimit(std::chrono::milliseconds limit) { m_silence.setInterval(limit); }

signals:
    void stateChanged();
    void studyStageReady(const QString &stage, const clv::StudyResult &result, bool isLast);
    void studyFailed(quint64 revision, const clv::Error &error);
    void sweepPointReady(quint64 index, quint64 total, const clv::SweepPoint &point);
    void sweepFinished(const clv::Sweep &sweep);
    void sweepFailed(const clv::Error &error);
    void modelsReady(const std::vector<std::array<std::string, 2>> &models);
    void completionsReady(quint64 revision, const std::vector<std::array<std::string, 3>> &items);
    void messagePosted(const QString &sentence); ///< for the user

private:
    struct Pending {
        protocol::Request request;
        int deaths = 0; ///< how often the engine died while it was pending
    };

    std::uint64_t send(protocol::RequestBody body);
    void write(const protocol::Request &request);
    void cancel(std::uint64_t &id);
    void onLine(const QByteArray &line);
    void onDeath(const QString &how);
    void onStartFailed(const QString &why);
    void handle(std::uint64_t id, const protocol::HelloEvent &event);
    void handle(std::uint64_t id, const protocol::StudyStageEvent &event);
    void handle(std::uint64_t id, const protocol::SweepPointEvent &event);
    void handle(std::uint64_t id, const protocol::SweepDoneEvent &event);
    void handle(std::uint64_t id, const protocol::ModelsEvent &event);
    void handle(std::uint64_t id, const protocol::CompletionsEvent &event);
    void handle(std::uint64_t id, const protocol::ErrorEvent &event);
    template <typename Other>
    void handle(std::uint64_t, const Other &)
    {
    }
    void fail(std::uint64_t id, const Error &error);
    void setState(ProcessState state);
    void watchSilence();

    std::unique_ptr<LineProcess> m_process;
    QTimer m_restart, m_silence;
    std::map<std::uint64_t, Pending> m_pending;
    std::uint64_t m_nextId = 1, m_studyId = 0, m_sweepId = 0;
    int m_deathsInARow = 0; ///< since the last answer
    ProcessState m_state = ProcessState::Starting;
    QString m_programVersion;
    bool m_isHung = false, m_hasSaidMissing = false;
};

} // namespace clv::session
