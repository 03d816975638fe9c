// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTableView;

namespace clv::models {
class FindingsModel;
}
namespace clv::session {
class Session;
}

namespace clv::docks {

/// Compiler messages and analysis findings; a row leads to its line.
class FindingsPanel : public QWidget {
    Q_OBJECT

public:
    explicit FindingsPanel(session::Session *session, QWidget *parent = nullptr);
    [[nodiscard]] int count() const;

signals:
    void countChanged(int count);

private:
    void refresh();
    void publishSelection();

    session::Session *m_session;
    models::FindingsModel *m_model;
    QStackedWidget *m_pages;
    QTableView *m_table;
    QLabel *m_empty;
};

} // namespace clv::docks
