// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/session.h"

#include "core/launch/launch.h"
#include "core/support/paths.h"
#include "widgets/session/autosave.h"
#include "widgets/session/settings.h"
#include "widgets/session/text.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSaveFile>

#include <algorithm>

namespace clv::session {

namespace {

constexpr qint64 kMaxFileBytes = 8 << 20;

QStringList commandOr(const QStringList &given, const char *variable, const QStringList &fallback)
{
    if (!given.isEmpty())
        return given;
    const QString text = qEnvironmentVariable(variable);
    return text.isEmpty() ? fallback : QProcess::splitCommand(text);
}

QString sibling(const char *name)
{
    return qtext(paths::siblingProgram(name).string());
}

} // namespace

Session::Session(Options options, Settings *settings, QObject *parent)
    : QObject(parent), m_options(std::move(options)), m_settings(settings)
{
    m_engine = std::make_unique<EngineClient>(
        commandOr(m_options.engineCommand, "CLAIRVOYANT_ENGINE", {sibling("clv"), QStringLiteral("serve")}));
    m_worker = std::make_unique<WorkerClient>(
        commandOr(m_options.workerCommand, "CLAIRVOYANT_WORKER", {sibling("clv-worker")}),
        m_options.measureDeadline.value_or(std::chrono::seconds(m_settings->measureDeadlineSeconds())));
    m_autosave =
        std::make_unique<Autosave>(m_options.recoveryFolder.isEmpty() ? qtext((paths::dataDir() / "recovery").string())
                                                                      : m_options.recoveryFolder);
    m_debounce.setSingleShot(true);
    connect(&m_debounce, &QTimer::timeout, this, &Session::requestStudy);
    connect(m_autosave.get(), &Autosave::failed, this, &Session::messagePosted);

    connect(m_engine.get(), &EngineClient::stateChanged, this, &Session::processesChanged);
    connect(m_engine.get(), &EngineClient::messagePosted, this, &Session::messagePosted);
    connect(m_engine.get(), &EngineClient::studyStageReady, this, &Session::onStage);
    connect(m_engine.get(), &EngineClient::studyFailed, this, &Session::onStudyFailed);
    connect(m_engine.get(), &EngineClient::sweepPointReady, this, &Session::onSweepPoint);
    connect(m_engine.get(), &EngineClient::sweepFinished, this, &Session::onSweepDone);
    connect(m_engine.get(), &EngineClient::sweepFailed, this, &Session::onSweepFailed);
    connect(m_engine.get(), &EngineClient::modelsReady, this, [this](const auto &models) {
        m_models = models;
        emit modelsChanged();
        scheduleStudy(0);
    });
    connect(m_engine.get(), &EngineClient::completionsReady, this,
            [this](quint64 revision, const std::vector<std::array<std::string, 3>> &items) {
                const Document *document = current();
                if (document != nullptr && revision == m_revision)
                    emit completionsReady(items);
            });

    connect(m_worker.get(), &WorkerClient::stateChanged, this, &Session::processesChanged);
    connect(m_worker.get(), &WorkerClient::messagePosted, this, &Session::messagePosted);
    connect(m_worker.get(), &WorkerClient::devicesReady, this, &Session::onDevices);
    connect(m_worker.get(), &WorkerClient::peaksReady, this, &Session::onPeaks);
    connect(m_worker.get(), &WorkerClient::peaksFailed, this, [this](const QString &device) {
        if (m_calibrating == device)
            m_calibrating.clear();
        emit devicesChanged();
    });
    connect(m_worker.get(), &WorkerClient::measured, this, &Session::onMeasured);
    connect(m_worker.get(), &WorkerClient::failed, this, &Session::onWorkerFailed);
    connect(m_worker.get(), &WorkerClient::progressed, this, [this](quint64 id, const Progress &progress) {
        if (m_measuring && m_measuring->request == id)
            emit measureProgressed(progress);
    });
}

Session::~Session() = default;

void Session::start()
{
    m_engine->requestModels();
    m_engine->start();
    m_devicesRequest = m_worker->requestDevices();
    m_worker->start();
}

const Document *Session::current() const
{
    return document(m_current);
}

const Document *Session::document(int id) const
{
    const auto found =
        std::find_if(m_documents.begin(), m_documents.end(), [id](const auto &d) { return d->id == id; });
    return found == m_documents.end() ? nullptr : found->get();
}

Document *Session::find(int id)
{
    return const_cast<Document *>(document(id));
}

Document &Session::add(const QString &path, const QString &title, const QByteArray &bytes)
{
    auto document = std::make_unique<Document>();
    document->id = m_nextDocument++;
    document->path = path;
    document->title = title;
    document->bytes = bytes;
    m_documents.push_back(std::move(document));
    return *m_documents.back();
}

Result<int> Session::open(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    for (const auto &document : m_documents)
        if (document->path == absolute) {
            setCurrent(document->id);
            return document->id;
        }
    QFile file(absolute);
    if (QFileInfo(absolute).isDir())
        return usageError(utf8(tr("%1 is a folder; open a kernel file in it.").arg(absolute)));
    if (!file.open(QIODevice::ReadOnly))
        return ioError(utf8(tr("%1 cannot be opened: %2.").arg(absolute, file.errorString())));
    if (file.size() > kMaxFileBytes)
        return usageError(utf8(tr("%1 has %2 MiB; kernel files up to %3 MiB can be opened.")
                                   .arg(absolute)
                                   .arg(file.size() >> 20)
                                   .arg(kMaxFileBytes >> 20)));
    const QByteArray bytes = file.readAll();
    Document &document = add(absolute, QFileInfo(absolute).fileName(), bytes);
    document.savedBytes = bytes;
    loadLaunchFile(document);
    m_settings->addRecentFile(absolute);
    const int id = document.id;
    emit documentAdded(id);
    setCurrent(id);
    return id;
}

int Session::newDocument(const QString &title, const QByteArray &bytes)
{
    ++m_untitled;
    const QString name = title.isEmpty() ? tr("untitled %1").arg(m_untitled) : title;
    const int id = add({}, name, bytes).id;
    touchAutosave(*find(id));
    emit documentAdded(id);
    setCurrent(id);
    return id;
}

void Session::setBytes(int id, const QByteArray &bytes)
{
    Document *document = find(id);
    if (document == nullptr || document->bytes == bytes)
        return;
    const bool wasModified = document->isModified();
    document->bytes = bytes;
    if (document->isModified())
        touchAutosave(*document);
    else
        m_autosave->forget(id);
    if (wasModified != document->isModified())
        emit documentChanged(id);
    if (id == m_current)
        sourceEdited();
}

Result<void> Session::save(int id)
{
    Document *document = find(id);
    if (document == nullptr)
        return usageError("There is nothing to save.");
    if (document->path.isEmpty())
        return usageError(utf8(tr("%1 has no file name yet; use Save As.").arg(document->title)));
    return write(*document, document->path);
}

Result<void> Session::saveAs(int id, const QString &path)
{
    Document *document = find(id);
    if (document == nullptr)
        return usageError("There is nothing to save.");
    return write(*document, QFileInfo(path).absoluteFilePath());
}

/// Bytes go out as they are; a process killed meanwhile leaves the old file whole.
Result<void> Session::write(Document &document, const QString &path)
{
    QSaveFile file(path);
    file.setDirectWriteFallback(true);
    if (!file.open(QIODevice::WriteOnly) || file.write(document.bytes) != document.bytes.size() || !file.commit())
        return ioError(utf8(tr("%1 cannot be written: %2. The text is kept here.").arg(path, file.errorString())));
    document.path = path;
    document.title = QFileInfo(path).fileName();
    document.savedBytes = document.bytes;
    m_autosave->forget(document.id);
    m_settings->addRecentFile(path);
    if (document.state == StudyState::Ready && document.shown && !document.shown->estimates.empty())
        document.previousMedianNs = document.shown->estimates.front().medianNs;
    emit documentChanged(document.id);
    emit studyChanged();
    return {};
}

void Session::close(int id)
{
    const auto found =
        std::find_if(m_documents.begin(), m_documents.end(), [id](const auto &d) { return d->id == id; });
    if (found == m_documents.end())
        return;
    if (m_measuring && m_measuring->document == id)
        cancelMeasure();
    if (m_sweepDocument == id)
        cancelSweep();
    m_autosave->forget(id);
    const auto place = found - m_documents.begin();
    m_documents.erase(found);
    emit documentClosed(id);
    if (id == m_current) {
        m_current = 0;
        if (!m_documents.empty())
            setCurrent(m_documents[std::min<std::size_t>(static_cast<std::size_t>(place), m_documents.size() - 1)]->id);
        else
            emit currentChanged();
    }
}

void Session::setCurrent(int id)
{
    if (id == m_current || document(id) == nullptr)
        return;
    m_current = id;
    m_selection = {};
    emit currentChanged();
    scheduleStudy(0);
}

QStringList Session::recover()
{
    QStringList titles;
    for (const RecoveredText &text : m_autosave->takeOrphans()) {
        const auto isOpen = [&](const auto &d) { return !text.path.isEmpty() && d->path == text.path; };
        const auto open = std::find_if(m_documents.begin(), m_documents.end(), isOpen);
        int id = 0;
        if (open != m_documents.end()) {
            id = (*open)->id;
            (*open)->bytes = text.bytes;
        } else {
            Document &document = add(text.path, text.title, text.bytes);
            id = document.id;
            QFile file(text.path);
            if (!text.path.isEmpty() && file.open(QIODevice::ReadOnly) && file.size() <= kMaxFileBytes)
                document.savedBytes = file.readAll();
            loadLaunchFile(document);
        }
        touchAutosave(*find(id));
        titles << text.title;
        emit documentAdded(id);
        setCurrent(id);
    }
    m_autosave->flush();
    if (!titles.isEmpty())
        scheduleStudy(0);
    return titles;
}

void Session::flushAutosave()
{
    m_autosave->flush();
}

void Session::touchAutosave(const Document &document)
{
    m_autosave->touch(document.id, [this, id = document.id] {
        const Document *d = this->document(id);
        return d == nullptr ? RecoveredText{} : RecoveredText{d->path, d->title, d->bytes, {}};
    });
}

void Session::sourceEdited()
{
    m_editClock.start();
    Document &document = *currentDocument();
    if (document.shown && document.state == StudyState::Ready)
        document.state = StudyState::Computing;
    if (m_sweepDocument == m_current && !m_isMeasuringSweep)
        cancelSweep(); // its points would be of the old text
    scheduleStudy(m_options.debounceMs);
    emit studyChanged();
}

void Session::scheduleStudy(int delayMs)
{
    m_debounce.start(delayMs);
}

protocol::StudyRequest Session::studyRequest(const Document &document) const
{
    protocol::StudyRequest request;
    request.revision = document.revision;
    request.sourcePath = utf8(document.path);
    request.sourceBytes = document.bytes.toStdString();
    request.kernel = document.kernel;
    const auto own = document.specs.find(document.kernelName());
    if (own != document.specs.end())
        request.launchSpec = own->second;
    request.device = *device();
    for (const QString &model : chosenModels())
        request.models.push_back(utf8(model));
    return request;
}

void Session::requestStudy()
{
    Document *document = currentDocument();
    if (m_models.empty() && m_engine->state() == ProcessState::Failed)
        m_engine->requestModels(); // the user goes on: give the engine another chance
    if (document == nullptr || device() == nullptr || m_models.empty())
        return; // asked again when devices and models are known
    if (!m_editClock.isValid())
        m_editClock.start();
    document->revision = ++m_revision;
    document->state = StudyState::Computing;
    document->refusal.clear();
    m_studyDocument = document->id;
    m_engine->requestStudy(studyRequest(*document));
    emit studyChanged();
}

void Session::onStage(const QString &, const StudyResult &result, bool isLast)
{
    Document *document = find(m_studyDocument);
    if (document == nullptr || result.revision != document->revision)
        return;
    takeOutline(*document, result);
    if (reconcileLaunch(*document)) {
        requestStudy();
        return;
    }
    checkLaunchNow(*document);
    updateState(*document, result, isLast);
    if (document->id == m_current)
        emit studyChanged();
}

/// A text that does not compile for a moment must not empty the kernel list and the launch panel.
void Session::takeOutline(Document &document, const StudyResult &result)
{
    StudyResult old = std::move(document.latest);
    document.latest = result;
    if (!document.hasErrors())
        return;
    if (document.latest.kernels.empty())
        document.latest.kernels = std::move(old.kernels);
    if (!document.latest.launchSpec) {
        document.latest.launchSpec = std::move(old.launchSpec);
        document.latest.launch = std::move(old.launch);
        document.latest.isLaunchInferred = old.isLaunchInferred;
        document.latest.kernel = std::move(old.kernel);
    }
}

void Session::updateState(Document &document, const StudyResult &result, bool isLast)
{
    if (!result.estimates.empty()) {
        document.shown = std::make_shared<const StudyResult>(result);
        document.shownDevice = *device();
        document.shownAt = QDateTime::currentDateTime();
        document.state = StudyState::Ready;
        document.refusal.clear();
        if (!document.isModified())
            document.previousMedianNs = result.estimates.front().medianNs;
        if (m_editClock.isValid()) {
            m_latencyMs = static_cast<double>(m_editClock.nsecsElapsed()) / 1e6;
            m_editClock.invalidate();
        }
        return;
    }
    if (!isLast)
        return;
    if (document.hasErrors()) {
        const auto error = std::find_if(result.diagnostics.begin(), result.diagnostics.end(),
                                        [](const Diagnostic &d) { return d.severity == Severity::Error; });
        document.refusal = tr("Line %1: %2").arg(error->where.line).arg(qtext(error->message));
        document.state = document.shown ? StudyState::Stale : StudyState::Refused;
    } else {
        document.state = StudyState::Refused;
        if (!document.launchProblems.empty())
            document.refusal = document.launchProblems.front().message;
        else if (!result.problems.empty())
            document.refusal = qtext(result.problems.front());
        else
            document.refusal = result.kernels.empty() ? tr("The file has no kernel; write a function marked kernel.")
                                                      : tr("The engine gave no estimate for this launch.");
        if (document.bytes.trimmed().isEmpty()) {
            document.state = StudyState::Empty;
            document.shown.reset();
        }
    }
    m_editClock.invalidate();
}

void Session::onStudyFailed(quint64 revision, const Error &error)
{
    Document *document = find(m_studyDocument);
    if (document == nullptr || revision != document->revision)
        return;
    document->state = StudyState::Refused;
    document->refusal = qtext(error.describe());
    emit messagePosted(document->refusal);
    emit studyChanged();
}

void Session::select(const Selection &selection)
{
    if (selection == m_selection)
        return;
    m_selection = selection;
    emit selectionChanged();
}

void Session::requestCompletions(std::uint32_t line, std::uint32_t column)
{
    const Document *document = current();
    if (document == nullptr || device() == nullptr)
        return;
    protocol::StudyRequest study = studyRequest(*document);
    study.revision = m_revision;
    m_engine->requestCompletions({std::move(study), line, column});
}

report::ReportModel Session::reportModel() const
{
    report::ReportModel model;
    const Document *document = current();
    if (document == nullptr)
        return model;
    model.title = utf8(document->title);
    model.sourceName = utf8(document->title);
    model.sourceText = document->bytes.toStdString();
    model.study = document->shown ? *document->shown : document->latest;
    if (document->measurement)
        model.study.measurements = {document->measurement->measurement};
    model.device = document->shown ? document->shownDevice : device() != nullptr ? *device() : DeviceDescription{};
    if (document->sweep)
        model.sweeps.push_back(*document->sweep);
    const std::string file = utf8(document->path.isEmpty() ? document->title : QFileInfo(document->path).fileName());
    model.reproduce.push_back("clv predict " + file + " --kernel " + document->kernelName());
    model.reproduce.push_back("clv measure " + file + " --kernel " + document->kernelName());
    model.programVersion = utf8(m_engine->programVersion());
    model.createdAtUtc = utf8(QDateTime::currentDateTimeUtc().toString(Qt::ISODate));
    return model;
}

} // namespace clv::session
