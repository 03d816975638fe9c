// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/status_line.h"

#include "widgets/session/session.h"
#include "widgets/session/text.h"

#include <QHBoxLayout>
#include <QLabel>

namespace clv::docks {

namespace {

QString engineText(session::ProcessState state)
{
    switch (state) {
    case session::ProcessState::Starting: return StatusLine::tr("engine starting");
    case session::ProcessState::Ready: return StatusLine::tr("engine ready");
    case session::ProcessState::Restarting: return StatusLine::tr("engine restarting");
    case session::ProcessState::Failed: return StatusLine::tr("engine stopped");
    }
    return {};
}

int findingsOf(const StudyResult &result)
{
    return static_cast<int>(result.diagnostics.size() + result.problems.size() +
                            (result.memory ? result.memory->findings.size() : 0));
}

} // namespace

StatusLine::StatusLine(session::Session *session, QWidget *parent) : QWidget(parent), m_session(session)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 8, 0);
    row->setSpacing(16);
    for (auto [label, name] : {std::pair(&m_engine, "statusEngine"), std::pair(&m_latency, "statusLatency"),
                               std::pair(&m_device, "statusDevice"), std::pair(&m_findings, "statusFindings")}) {
        *label = new QLabel(this);
        (*label)->setObjectName(QLatin1String(name));
        (*label)->setForegroundRole(QPalette::PlaceholderText);
        row->addWidget(*label);
    }
    row->addStretch(1);
    for (auto signal : {&session::Session::studyChanged, &session::Session::currentChanged,
                        &session::Session::devicesChanged, &session::Session::processesChanged})
        connect(m_session, signal, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::refresh()
{
    m_engine->setText(engineText(m_session->engine().state()));
    const auto latency = m_session->estimateLatencyMs();
    m_latency->setText(latency ? tr("estimate %1 ms").arg(*latency, 0, 'f', 0) : tr("no estimate yet"));
    m_latency->setToolTip(tr("From the last key to the estimate on the screen"));
    const DeviceDescription *device = m_session->device();
    if (device == nullptr)
        m_device->setText(m_session->areDevicesKnown() ? tr("no device") : tr("looking for devices"));
    else
        m_device->setText(device->driverVersion.empty()
                              ? qtext(device->name)
                              : tr("%1, driver %2").arg(qtext(device->name), qtext(device->driverVersion)));
    const session::Document *document = m_session->current();
    m_findings->setText(document != nullptr ? tr("%n finding(s)", nullptr, findingsOf(document->latest)) : QString());
}

} // namespace clv::docks
