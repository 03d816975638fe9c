// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

class QLabel;
class QSortFilterProxyModel;
class QStackedWidget;
class QTreeView;

namespace clv {
struct StudyResult;
}
namespace clv::models {
class MemoryModel;
}
namespace clv::session {
class Session;
}

namespace clv::docks {

/// What each buffer and each access of the kernel moves. A row leads to its line and back.
class MemoryPanel : public QWidget {
    Q_OBJECT

public:
    explicit MemoryPanel(session::Session *session, QWidget *parent = nullptr);

private:
    void refresh();
    void showNotes(const StudyResult &result);
    void publishSelection();
    void readSelection();

    session::Session *m_session;
    models::MemoryModel *m_model;
    QSortFilterProxyModel *m_sorted;
    QStackedWidget *m_pages;
    QTreeView *m_tree;
    QLabel *m_empty, *m_notes;
    std::shared_ptr<const StudyResult> m_shown;
    bool m_isReading = false;
};

} // namespace clv::docks
