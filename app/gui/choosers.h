// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QPushButton>

namespace clv::session {
class Session;
}

namespace clv::gui {

/// Devices of this machine, then those of the tables.
class DeviceChooser : public QComboBox {
    Q_OBJECT

public:
    explicit DeviceChooser(session::Session *session, QWidget *parent = nullptr);

private:
    void refresh();

    session::Session *m_session;
};

/// The models that predict; the first checked one gives the verdict.
class ModelChooser : public QPushButton {
    Q_OBJECT

public:
    explicit ModelChooser(session::Session *session, QWidget *parent = nullptr);

private:
    void refresh();
    void choose();

    session::Session *m_session;
};

} // namespace clv::gui
