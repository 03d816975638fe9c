// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/session.h"
#include "widgets/session/text.h"

#include <algorithm>

/// Sweeps: predicted by the engine at once, measured point by point by the worker.
namespace clv::session {

namespace {

constexpr double kSweepPointMs = 100; ///< of repetitions a point

bool canMeasure(const SweepPoint &point)
{
    return point.launch && point.refusal.empty();
}

} // namespace

QString Session::whyNotSweep() const
{
    const Document *document = current();
    if (document == nullptr)
        return tr("Open a kernel first.");
    if (m_sweepDocument != 0)
        return tr("A sweep is running; Esc cancels it.");
    if (document->hasErrors())
        return tr("The text does not compile; mend the errors first.");
    if (!document->launchProblems.empty())
        return document->launchProblems.front().message;
    if (device() == nullptr || !document->latest.launch)
        return tr("The launch is not known yet.");
    return {};
}

void Session::setSweepForm(const SweepForm &form)
{
    if (Document *document = currentDocument())
        document->sweepForm = form;
}

void Session::runSweep()
{
    Document *document = currentDocument();
    if (document == nullptr || !whyNotSweep().isEmpty())
        return;
    const double local = static_cast<double>(document->latest.launch->ndrange.local.x());
    auto spec = makeSweep(document->sweepForm, local);
    if (!spec) {
        document->sweepProblem = qtext(spec.error().message);
        emit sweepChanged();
        return;
    }
    document->sweepProblem.clear();
    Sweep sweep;
    sweep.kernel = document->kernelName();
    sweep.spec = *spec;
    for (const QString &model : chosenModels())
        sweep.models.push_back(utf8(model));
    sweep.deviceKey = device()->key();
    for (const double x : spec->axis.values) {
        SweepPoint point;
        point.x = x;
        sweep.points.push_back(point);
    }
    document->sweep = std::move(sweep);
    document->sweepFingerprint = fingerprint(*document);
    m_sweepDocument = document->id;
    protocol::StudyRequest study = studyRequest(*document);
    if (!study.launchSpec)
        study.launchSpec = document->latest.launchSpec;
    m_engine->requestSweep({std::move(study), std::move(*spec)});
    emit sweepChanged();
}

void Session::onSweepPoint(quint64 index, quint64 total, const SweepPoint &point)
{
    Document *document = find(m_sweepDocument);
    if (document == nullptr || !document->sweep || index >= document->sweep->points.size())
        return;
    document->sweep->points[index] = point;
    emit sweepChanged();
    emit sweepProgressed({static_cast<double>(index + 1) / static_cast<double>(std::max<quint64>(total, 1)),
                          utf8(tr("predicted %1 of %2").arg(index + 1).arg(total))});
}

void Session::onSweepDone(const Sweep &sweep)
{
    Document *document = find(m_sweepDocument);
    if (document == nullptr)
        return;
    document->sweep = sweep;
    endSweep();
}

void Session::onSweepFailed(const Error &error)
{
    endSweep(qtext(error.describe()));
}

void Session::measureSweep()
{
    Document *document = currentDocument();
    if (document == nullptr || !document->sweep || m_sweepDocument != 0 || device() == nullptr || !device()->isLocal)
        return;
    m_sweepDocument = document->id;
    m_isMeasuringSweep = true;
    m_sweepIndex = 0;
    document->sweepProblem.clear();
    emit sweepChanged();
    measureNextPoint();
}

void Session::measureNextPoint()
{
    Document *document = find(m_sweepDocument);
    if (document == nullptr || !document->sweep || device() == nullptr) {
        endSweep();
        return;
    }
    auto &points = document->sweep->points;
    while (m_sweepIndex < points.size() && !canMeasure(points[m_sweepIndex]))
        ++m_sweepIndex;
    if (m_sweepIndex >= points.size()) {
        endSweep();
        return;
    }
    protocol::MeasureRequest request = measureRequest(*document, *points[m_sweepIndex].launch);
    request.maxTimeMs = kSweepPointMs;
    m_sweepMeasureRequest = m_worker->requestMeasure(request);
    emit sweepProgressed({static_cast<double>(m_sweepIndex) / static_cast<double>(points.size()),
                          utf8(tr("measuring point %1 of %2").arg(m_sweepIndex + 1).arg(points.size()))});
}

void Session::cancelSweep()
{
    if (m_isMeasuringSweep) {
        m_worker->cancel(m_sweepMeasureRequest); // ends in onWorkerFailed
    } else if (m_sweepDocument != 0) {
        m_engine->cancelSweep();
        endSweep();
    }
}

void Session::endSweep(const QString &problem)
{
    if (Document *document = find(m_sweepDocument))
        document->sweepProblem = problem;
    m_sweepDocument = 0;
    m_isMeasuringSweep = false;
    m_sweepMeasureRequest = 0;
    emit sweepChanged();
}

bool Session::isSweepStale(const Document &document) const
{
    return document.sweep && document.sweepFingerprint != fingerprint(document);
}

} // namespace clv::session
