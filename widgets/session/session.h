// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/messages.h"
#include "core/report/report.h"
#include "core/support/result.h"
#include "widgets/session/document.h"
#include "widgets/session/engine_client.h"
#include "widgets/session/worker_client.h"

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace clv::session {

class Autosave;
class Settings;

/// What the user points at. Views publish it and read it; they never speak to each other.
struct Selection {
    std::uint32_t line = 0;            ///< 1-based; 0: nothing
    std::optional<std::uint32_t> site; ///< id of an AccessSite of the shown memory report
    friend bool operator==(const Selection &, const Selection &) = default;
};

/// Everything the window knows: open files, launches, devices, models, results by revision. Holds no widget and blocks
/// nowhere: the engine and the worker answer through the event loop.
class Session : public QObject {
    Q_OBJECT

public:
    struct Options {
        QStringList engineCommand; ///< empty: $CLAIRVOYANT_ENGINE, else the sibling `clv serve`
        QStringList workerCommand; ///< empty: $CLAIRVOYANT_WORKER, else the sibling `clv-worker`
        QString recoveryFolder;    ///< empty: $XDG_DATA_HOME/clairvoyant/recovery
        int debounceMs = 60;       ///< after the last key, before the engine is asked
        bool calibratesDevices = true;
        std::optional<std::chrono::milliseconds> measureDeadline; ///< none: from the settings
    };

    Session(Options options, Settings *settings, QObject *parent = nullptr);
    ~Session() override;

    void start(); ///< starts engine and worker; returns at once

    // ---- Documents
    [[nodiscard]] const std::vector<std::unique_ptr<Document>> &documents() const { return m_documents; }
    [[nodiscard]] const Document *current() const;
    [[nodiscard]] const Document *document(int id) const;
    /// Opens a file or, when it is open already, makes it the current one. Errors: cannot be read, over 8 MiB.
    [[nodiscard]] Result<int> open(const QString &path);
    int newDocument(const QString &title, const QByteArray &bytes);
    void setBytes(int id, const QByteArray &bytes); ///< as typed
    [[nodiscard]] Result<void> save(int id);
    [[nodiscard]] Result<void> saveAs(int id, const QString &path);
    void close(int id);
    void setCurrent(int id);
    /// Texts a killed process left behind become open, modified documents. Returns their titles.
    QStringList recover();
    void flushAutosave();

    // ---- What is studied
    void setKernel(const std::string &name);
    void setLaunchSpec(const LaunchSpec &spec);
    void inferLaunch(); ///< forgets the user's launch of this kernel
    [[nodiscard]] Result<QString> saveLaunchFile();
    enum class LaunchOrigin { Inferred, File, Edited };
    [[nodiscard]] LaunchOrigin launchOrigin() const; ///< of the launch of the current kernel

    [[nodiscard]] const std::vector<DeviceDescription> &devices() const { return m_devices; }
    [[nodiscard]] const DeviceDescription *device() const; ///< chosen; null before the list is known
    void setDevice(const QString &key);
    [[nodiscard]] bool areDevicesKnown() const { return m_areDevicesKnown; }
    [[nodiscard]] bool isCalibrating() const { return !m_calibrating.isEmpty(); }
    [[nodiscard]] const std::vector<std::array<std::string, 2>> &models() const
    {
        return m_models;
    } ///< name, description
    [[nodiscard]] QStringList chosenModels() const;
    void setChosenModels(const QStringList &names);

    // ---- Measuring
    [[nodiscard]] QString whyNotMeasure() const; ///< empty: one can
    /// The kernel reads or writes out of bounds: measuring needs the user's consent. The sentence says where.
    [[nodiscard]] QString measureWarning() const;
    void measure();
    void cancelMeasure();
    [[nodiscard]] bool isMeasuring() const { return m_measuring.has_value(); }
    [[nodiscard]] bool isMeasurementStale(const Document &document) const;

    // ---- Sweeping
    [[nodiscard]] QString whyNotSweep() const;
    void setSweepForm(const SweepForm &form);
    void runSweep();
    void measureSweep();
    void cancelSweep();
    [[nodiscard]] bool isPredictingSweep() const { return m_sweepDocument != 0 && !m_isMeasuringSweep; }
    [[nodiscard]] bool isMeasuringSweep() const { return m_isMeasuringSweep; }
    [[nodiscard]] bool isSweepStale(const Document &document) const;

    // ---- Rest
    [[nodiscard]] const Selection &selection() const { return m_selection; }
    void select(const Selection &selection);
    void requestCompletions(std::uint32_t line, std::uint32_t column);
    [[nodiscard]] report::ReportModel reportModel() const;
    [[nodiscard]] const EngineClient &engine() const { return *m_engine; }
    [[nodiscard]] const WorkerClient &worker() const { return *m_worker; }
    [[nodiscard]] std::optional<double> estimateLatencyMs() const { return m_latencyMs; } ///< key to estimate
    [[nodiscard]] Settings &settings() { return *m_settings; }

signals:
    void documentAdded(int id);
    void documentClosed(int id);
    void documentChanged(int id); ///< title, path, modified
    void currentChanged();
    void studyChanged();   ///< results, state or launch of the current document
    void devicesChanged(); ///< list, choice or peaks
    void modelsChanged();
    void processesChanged(); ///< state of engine or worker
    void measureChanged();   ///< started, ended, result
    void measureProgressed(const clv::Progress &progress);
    void sweepChanged();
    void sweepProgressed(const clv::Progress &progress);
    void selectionChanged();
    void completionsReady(const std::vector<std::array<std::string, 3>> &items);
    void messagePosted(const QString &sentence);

private:
    struct Measuring {
        quint64 request = 0;
        int document = 0;
        quint64 fingerprint = 0;
    };

    Document *find(int id);
    Document *currentDocument() { return find(m_current); }
    Document &add(const QString &path, const QString &title, const QByteArray &bytes);
    Result<void> write(Document &document, const QString &path);
    void loadLaunchFile(Document &document);
    void touchAutosave(const Document &document);
    void sourceEdited();

    void scheduleStudy(int delayMs);
    void requestStudy();
    [[nodiscard]] protocol::StudyRequest studyRequest(const Document &document) const;
    void onStage(const QString &stage, const StudyResult &result, bool isLast);
    void onStudyFailed(quint64 revision, const Error &error);
    void takeOutline(Document &document, const StudyResult &result);
    bool reconcileLaunch(Document &document);
    void updateState(Document &document, const StudyResult &result, bool isLast);
    void checkLaunchNow(Document &document);

    void onDevices(const std::vector<DeviceDescription> &local);
    void onPeaks(const QString &key, const DevicePeaks &peaks);
    void chooseDevice();
    void calibrateIfNeeded();

    void onMeasured(quint64 id, const Measurement &measurement);
    void onWorkerFailed(quint64 id, const Error &error);
    [[nodiscard]] protocol::MeasureRequest measureRequest(const Document &document, const Launch &launch) const;
    [[nodiscard]] quint64 fingerprint(const Document &document) const;

    void onSweepPoint(quint64 index, quint64 total, const SweepPoint &point);
    void onSweepDone(const Sweep &sweep);
    void onSweepFailed(const Error &error);
    void measureNextPoint();
    void endSweep(const QString &problem = {});

    Options m_options;
    Settings *m_settings;
    std::unique_ptr<EngineClient> m_engine;
    std::unique_ptr<WorkerClient> m_worker;
    std::unique_ptr<Autosave> m_autosave;
    std::vector<std::unique_ptr<Document>> m_documents;
    int m_current = 0, m_nextDocument = 1, m_untitled = 0;

    QTimer m_debounce;
    quint64 m_revision = 0;
    int m_studyDocument = 0;
    QElapsedTimer m_editClock;
    std::optional<double> m_latencyMs;

    std::vector<DeviceDescription> m_devices;
    QString m_deviceKey;
    bool m_areDevicesKnown = false;
    quint64 m_devicesRequest = 0;
    QString m_calibrating; ///< key of the device being calibrated
    QStringList m_calibrationTried;
    std::vector<std::array<std::string, 2>> m_models;

    std::optional<Measuring> m_measuring;
    int m_sweepDocument = 0;
    bool m_isMeasuringSweep = false;
    quint64 m_sweepMeasureRequest = 0;
    std::size_t m_sweepIndex = 0;
    Selection m_selection;
};

} // namespace clv::session
