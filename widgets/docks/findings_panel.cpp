// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/findings_panel.h"

#include "widgets/docks/cell_delegate.h"
#include "widgets/docks/table_actions.h"
#include "widgets/models/findings_model.h"
#include "widgets/models/roles.h"
#include "widgets/session/session.h"

#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace clv::docks {

FindingsPanel::FindingsPanel(session::Session *session, QWidget *parent)
    : QWidget(parent), m_session(session), m_model(new models::FindingsModel(this)), m_pages(new QStackedWidget(this)),
      m_table(new QTableView(this)), m_empty(new QLabel(this))
{
    setObjectName(QStringLiteral("findingsPanel"));
    m_table->setObjectName(QStringLiteral("findingsTable"));
    m_table->setAccessibleName(tr("Findings"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new CellDelegate(m_table));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    addCopyActions(m_table);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_table);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
    connect(m_session, &session::Session::studyChanged, this, &FindingsPanel::refresh);
    connect(m_session, &session::Session::currentChanged, this, &FindingsPanel::refresh);
    connect(m_table, &QTableView::clicked, this, &FindingsPanel::publishSelection);
    connect(m_table, &QTableView::activated, this, &FindingsPanel::publishSelection);
    refresh();
}

int FindingsPanel::count() const
{
    return m_model->rowCount();
}

void FindingsPanel::refresh()
{
    const session::Document *document = m_session->current();
    m_model->set(document != nullptr ? document->latest : StudyResult{});
    const bool isEmpty = m_model->rowCount() == 0;
    m_pages->setCurrentWidget(isEmpty ? static_cast<QWidget *>(m_empty) : m_table);
    m_empty->setText(document == nullptr ? tr("Messages of the compiler and findings of the analysis appear here.")
                     : document->state == session::StudyState::Ready
                         ? tr("Nothing to report for this kernel and launch.")
                         : tr("Analysing…"));
    if (!isEmpty) {
        m_table->resizeColumnToContents(models::FindingsModel::Kind);
        m_table->resizeColumnToContents(models::FindingsModel::Line);
        m_table->setColumnWidth(models::FindingsModel::Message, std::max(200, width() / 2));
    }
    emit countChanged(m_model->rowCount());
}

void FindingsPanel::publishSelection()
{
    const std::uint32_t line = m_table->currentIndex().data(models::LineRole).toUInt();
    if (line != 0)
        m_session->select({line, std::nullopt});
}

} // namespace clv::docks
