// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/json.h"
#include "core/support/hash.h"
#include "widgets/session/session.h"
#include "widgets/session/text.h"

#include <nlohmann/json.hpp>

#include <QLocale>

/// Measuring the launch that is shown.
namespace clv::session {

namespace {

/// What a compiler gets: the bytes without a byte order mark, as core/frontend/source_text.h has it.
std::string compilerText(const QByteArray &bytes)
{
    return (bytes.startsWith("\xEF\xBB\xBF") ? bytes.mid(3) : bytes).toStdString();
}

} // namespace

QString Session::whyNotMeasure() const
{
    const Document *document = current();
    if (document == nullptr)
        return tr("Open a kernel first.");
    if (m_measuring || m_isMeasuringSweep)
        return tr("A measurement is running; Esc cancels it.");
    const DeviceDescription *chosen = device();
    if (chosen == nullptr)
        return m_areDevicesKnown ? tr("There is no OpenCL device; install a driver such as pocl-opencl-icd.")
                                 : tr("Looking for OpenCL devices.");
    if (!chosen->isLocal)
        return tr("%1 is not in this machine; choose a local device to measure on.").arg(qtext(chosen->name));
    if (document->hasErrors())
        return tr("The text does not compile; mend the errors first.");
    if (!document->launchProblems.empty())
        return document->launchProblems.front().message;
    if (!document->latest.launch)
        return document->refusal.isEmpty() ? tr("The launch is not known yet.") : document->refusal;
    return {};
}

QString Session::measureWarning() const
{
    const Document *document = current();
    if (document == nullptr || !document->latest.memory || document->latest.memory->outOfBounds.empty())
        return {};
    const OutOfBounds &first = document->latest.memory->outOfBounds.front();
    return (first.isWrite
                ? tr("Line %1 writes %2[%3], outside the buffer of %4 bytes. Running it may stop the "
                     "measuring process or corrupt its data.")
                : tr("Line %1 reads %2[%3], outside the buffer of %4 bytes. Running it may stop the measuring "
                     "process."))
        .arg(first.where.line)
        .arg(qtext(first.buffer))
        .arg(first.elementIndex)
        .arg(QLocale().toString(static_cast<qulonglong>(first.bufferBytes)));
}

protocol::MeasureRequest Session::measureRequest(const Document &document, const Launch &launch) const
{
    protocol::MeasureRequest request;
    request.sourceText = compilerText(document.bytes);
    request.sourcePath = utf8(document.path);
    request.device = device()->key();
    request.launch = launch;
    return request;
}

quint64 Session::fingerprint(const Document &document) const
{
    std::uint64_t hash = hashText({document.bytes.constData(), static_cast<std::size_t>(document.bytes.size())});
    if (document.latest.launch)
        hash = hashText(
            nlohmann::json(*document.latest.launch).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
            hash);
    return hashText(utf8(m_deviceKey), hash);
}

bool Session::isMeasurementStale(const Document &document) const
{
    return document.measurement && document.measurement->fingerprint != fingerprint(document);
}

void Session::measure()
{
    Document *document = currentDocument();
    if (document == nullptr || !whyNotMeasure().isEmpty())
        return;
    document->measureProblem.clear();
    m_measuring = Measuring{0, document->id, fingerprint(*document)};
    m_measuring->request = m_worker->requestMeasure(measureRequest(*document, *document->latest.launch));
    emit measureChanged();
}

void Session::cancelMeasure()
{
    if (m_measuring)
        m_worker->cancel(m_measuring->request);
}

void Session::onMeasured(quint64 id, const Measurement &measurement)
{
    if (m_isMeasuringSweep && id == m_sweepMeasureRequest) {
        Document *document = find(m_sweepDocument);
        if (document != nullptr && document->sweep && m_sweepIndex < document->sweep->points.size())
            document->sweep->points[m_sweepIndex].measurement = measurement;
        ++m_sweepIndex;
        emit sweepChanged();
        measureNextPoint();
        return;
    }
    if (!m_measuring || m_measuring->request != id)
        return;
    if (Document *document = find(m_measuring->document))
        document->measurement = TakenMeasurement{measurement, m_measuring->fingerprint};
    m_measuring.reset();
    emit measureChanged();
}

void Session::onWorkerFailed(quint64 id, const Error &error)
{
    if (id == m_devicesRequest) { // tabulated devices still serve for predictions
        onDevices({});
        emit messagePosted(qtext(error.message));
        return;
    }
    if (m_isMeasuringSweep && id == m_sweepMeasureRequest) {
        Document *document = find(m_sweepDocument);
        if (error.category == ErrorCategory::Cancelled || document == nullptr || !document->sweep) {
            endSweep();
            return;
        }
        document->sweep->points[m_sweepIndex++].measurementRefusal = error.message;
        emit sweepChanged();
        measureNextPoint();
        return;
    }
    if (!m_measuring || m_measuring->request != id)
        return;
    Document *document = find(m_measuring->document);
    m_measuring.reset();
    if (document != nullptr && error.category != ErrorCategory::Cancelled) {
        document->measureProblem = qtext(error.describe());
        emit messagePosted(document->measureProblem);
    }
    emit measureChanged();
}

} // namespace clv::session
