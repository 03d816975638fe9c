// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace clv::session {
class Session;
}

namespace clv::docks {

/// Engine, latency, device with driver, findings: the state of the house in one line of the status bar.
class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(session::Session *session, QWidget *parent = nullptr);

private:
    void refresh();

    session::Session *m_session;
    QLabel *m_engine, *m_latency, *m_device, *m_findings;
};

} // namespace clv::docks
