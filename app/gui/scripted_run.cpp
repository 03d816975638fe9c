// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/scripted_run.h"

#include "app/gui/main_window.h"
#include "core/report/report.h"
#include "widgets/docks/message_bar.h"
#include "widgets/models/estimate_model.h"
#include "widgets/models/format.h"
#include "widgets/session/session.h"
#include "widgets/session/text.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QPixmap>
#include <QTextStream>

namespace clv::gui {

namespace {

constexpr int kStepLimitMs = 180'000;
constexpr int kSettleMs = 400; ///< so that the last result is painted before the picture is taken
constexpr int kDeviceExit = 3;
constexpr int kTimeLimitExit = 4;

using session::StudyState;

/// Resident memory of this process, MiB; 0 where /proc is missing.
double residentMiB()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    constexpr double kPageBytes = 4096;
    return file.readAll().split(' ').value(1).toDouble() * kPageBytes / (1 << 20);
}

} // namespace

ScriptedRun::ScriptedRun(Options options, session::Session *session, MainWindow *window)
    : QObject(window), m_options(std::move(options)), m_session(session), m_window(window)
{
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, &ScriptedRun::onTimeout);
    for (auto signal :
         {&session::Session::studyChanged, &session::Session::devicesChanged, &session::Session::measureChanged,
          &session::Session::sweepChanged, &session::Session::processesChanged})
        connect(m_session, signal, this, &ScriptedRun::advance, Qt::QueuedConnection);
}

void ScriptedRun::start()
{
    enter(Step::Estimate);
}

void ScriptedRun::enter(Step step)
{
    m_step = step;
    m_limit.start(kStepLimitMs);
    if (step == Step::Measure) {
        m_session->measure();
        if (!m_session->isMeasuring()) {
            fail(kDeviceExit, m_session->whyNotMeasure());
            enter(Step::Sweep);
            return;
        }
    } else if (step == Step::Sweep)
        m_session->runSweep();
    else if (step == Step::MeasureSweep)
        m_session->measureSweep();
    else if (step == Step::Finish)
        QTimer::singleShot(kSettleMs, this, &ScriptedRun::finish);
    if (step != Step::Finish)
        QMetaObject::invokeMethod(this, &ScriptedRun::advance, Qt::QueuedConnection);
}

/// Looks whether the step on hand has come to its end, and goes on.
void ScriptedRun::advance()
{
    const session::Document *document = m_session->current();
    if (document == nullptr) {
        fail(2, tr("There is no kernel to run."));
        return;
    }
    const bool canMeasure = m_session->device() != nullptr && m_session->device()->isLocal;
    switch (m_step) {
    case Step::Estimate:
        if (m_session->engine().state() == session::ProcessState::Failed)
            fail(kDeviceExit, m_window->messageBar()->sentence());
        else if (document->state == StudyState::Refused)
            fail(1, document->refusal);
        else if (document->state == StudyState::Ready)
            enter(Step::Calibration);
        break;
    case Step::Calibration:
        if (m_session->isCalibrating() || document->state != StudyState::Ready)
            break;
        if (!canMeasure)
            fail(kDeviceExit, m_session->whyNotMeasure());
        enter(canMeasure ? Step::Measure : Step::Sweep);
        break;
    case Step::Measure:
        if (m_session->isMeasuring() || (!document->measurement && document->measureProblem.isEmpty()))
            break;
        if (!document->measurement)
            fail(kDeviceExit, document->measureProblem);
        enter(Step::Sweep);
        break;
    case Step::Sweep:
        if (m_session->isPredictingSweep())
            break;
        if (!document->sweep || !document->sweepProblem.isEmpty()) {
            fail(1, document->sweepProblem);
            enter(Step::Finish);
        } else {
            enter(canMeasure ? Step::MeasureSweep : Step::Finish);
        }
        break;
    case Step::MeasureSweep:
        if (!m_session->isMeasuringSweep())
            enter(Step::Finish);
        break;
    case Step::Finish: break;
    }
}

void ScriptedRun::onTimeout()
{
    fail(kTimeLimitExit, tr("A step took longer than %1 s.").arg(kStepLimitMs / 1000));
    finish();
}

void ScriptedRun::fail(int code, const QString &sentence)
{
    QTextStream(stderr) << "clairvoyant: " << sentence << '\n';
    if (m_exitCode == 0)
        m_exitCode = code;
    if (m_step == Step::Estimate)
        enter(Step::Finish);
}

bool ScriptedRun::saveWindow(const QString &path)
{
    if (m_window->grab().save(path, "PNG"))
        return true;
    fail(2, tr("%1 cannot be written.").arg(path));
    return false;
}

void ScriptedRun::finish()
{
    if (std::exchange(m_isDone, true))
        return;
    m_limit.stop();
    if (!m_options.screenshot.isEmpty())
        saveWindow(m_options.screenshot);
    if (!m_options.demoFolder.isEmpty()) {
        const QDir folder(m_options.demoFolder);
        if (!folder.mkpath(QStringLiteral(".")))
            fail(2, tr("The folder %1 cannot be made.").arg(m_options.demoFolder));
        saveWindow(folder.filePath(QStringLiteral("window.png")));
        if (!m_window->exportReport(folder.filePath(QStringLiteral("report.html"))))
            fail(2, m_window->messageBar()->sentence());
        printTable();
    }
    m_window->setQuitsQuietly(true);
    m_window->close();
    QCoreApplication::exit(m_exitCode);
}

void ScriptedRun::printTable() const
{
    QTextStream out(stdout);
    const session::Document *document = m_session->current();
    if (document == nullptr || !document->shown)
        return;
    const auto pad = [](const QString &text, int width) { return text.leftJustified(width); };
    out << tr("Kernel %1 of %2 on %3")
               .arg(qtext(document->kernelName()), document->title, qtext(document->shownDevice.name))
        << '\n'
        << pad(tr("launch"), 16) << pad(tr("predicted"), 14) << pad(tr("measured"), 14) << tr("predicted / measured")
        << '\n';
    const auto row = [&](const QString &name, const Estimate *estimate, const Measurement *measurement) {
        out << pad(name, 16) << pad(estimate != nullptr ? models::time(estimate->medianNs) : QStringLiteral("-"), 14)
            << pad(measurement != nullptr ? models::time(measurement->medianNs) : QStringLiteral("-"), 14)
            << (estimate != nullptr && measurement != nullptr && measurement->medianNs > 0
                    ? models::factor(estimate->medianNs / measurement->medianNs)
                    : QStringLiteral("-"))
            << '\n';
    };
    row(tr("as in the file"), &document->shown->estimates.front(),
        document->measurement ? &document->measurement->measurement : nullptr);
    if (document->sweep)
        for (const SweepPoint &point : document->sweep->points)
            row(QStringLiteral("%1=%2").arg(qtext(document->sweep->spec.axis.name)).arg(point.x, 0, 'f', 0),
                point.estimates.empty() ? nullptr : &point.estimates.front(),
                point.measurement ? &*point.measurement : nullptr);
    out << tr("usable window after %1 ms, %2 MiB resident").arg(m_options.startMs).arg(residentMiB(), 0, 'f', 0)
        << '\n';
    if (const auto latency = m_session->estimateLatencyMs())
        out << tr("last estimate %1 ms after it was asked for").arg(*latency, 0, 'f', 0) << '\n';
}

} // namespace clv::gui
