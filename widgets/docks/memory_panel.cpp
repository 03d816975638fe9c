// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/memory_panel.h"

#include "widgets/docks/cell_delegate.h"
#include "widgets/docks/table_actions.h"
#include "widgets/models/format.h"
#include "widgets/models/memory_model.h"
#include "widgets/models/roles.h"
#include "widgets/session/session.h"
#include "widgets/session/text.h"

#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <array>

namespace clv::docks {

namespace {

using Model = models::MemoryModel;

constexpr std::array<std::pair<int, int>, 5> kColumnWidths{
    {{Model::Access, 88}, {Model::BytesPerItem, 56}, {Model::Stride, 56}, {Model::Sectors, 60}, {Model::Share, 62}}};
constexpr int kCellPadding = 14;

/// As wide as the longest of the three words in the user's language.
int directionWidth(const QFontMetrics &metrics)
{
    int width = 0;
    for (const QString &word :
         {models::MemoryModel::tr("read"), models::MemoryModel::tr("write"), models::MemoryModel::tr("atomic")})
        width = std::max(width, metrics.horizontalAdvance(word));
    return width + kCellPadding;
}

} // namespace

MemoryPanel::MemoryPanel(session::Session *session, QWidget *parent)
    : QWidget(parent), m_session(session), m_model(new Model(this)), m_sorted(new QSortFilterProxyModel(this)),
      m_pages(new QStackedWidget(this)), m_tree(new QTreeView(this)), m_empty(new QLabel(this)),
      m_notes(new QLabel(this))
{
    setObjectName(QStringLiteral("memoryPanel"));
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(models::SortRole);
    m_tree->setObjectName(QStringLiteral("memoryTree"));
    m_tree->setAccessibleName(tr("Memory accesses by buffer"));
    m_tree->setModel(m_sorted);
    m_tree->setItemDelegate(new CellDelegate(m_tree));
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setSortingEnabled(true);
    m_tree->setIndentation(14);
    m_tree->header()->setSortIndicator(Model::Share, Qt::DescendingOrder);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(QHeaderView::Interactive);
    m_tree->header()->setSectionResizeMode(Model::Pattern, QHeaderView::Stretch);
    m_tree->header()->setMinimumSectionSize(44);
    for (const auto &[column, width] : kColumnWidths)
        m_tree->setColumnWidth(column, width);
    m_tree->setColumnWidth(Model::Direction, directionWidth(m_tree->fontMetrics()));
    addCopyActions(m_tree);

    m_empty->setObjectName(QStringLiteral("memoryEmpty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_notes->setObjectName(QStringLiteral("memoryNotes"));
    m_notes->setForegroundRole(QPalette::PlaceholderText);
    m_notes->setWordWrap(true);
    m_notes->setContentsMargins(12, 4, 12, 6);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_tree);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_pages, 1);
    column->addWidget(m_notes);

    connect(m_session, &session::Session::studyChanged, this, &MemoryPanel::refresh);
    connect(m_session, &session::Session::currentChanged, this, &MemoryPanel::refresh);
    connect(m_session, &session::Session::selectionChanged, this, &MemoryPanel::readSelection);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &MemoryPanel::publishSelection);
    connect(m_tree, &QTreeView::clicked, this, &MemoryPanel::publishSelection);
    refresh();
}

void MemoryPanel::refresh()
{
    const session::Document *document = m_session->current();
    const auto shown = document != nullptr ? document->shown : nullptr;
    if (!shown || !shown->memory) {
        m_shown.reset();
        m_model->set({});
        m_notes->hide();
        m_pages->setCurrentWidget(m_empty);
        m_empty->setText(document == nullptr ? tr("The accesses of the open kernel appear here.")
                         : document->state == session::StudyState::Refused
                             ? tr("No memory report: %1").arg(document->refusal)
                             : tr("The accesses appear here as soon as the kernel has been analysed."));
        return;
    }
    m_tree->setEnabled(document->state != session::StudyState::Stale);
    if (shown == m_shown)
        return;
    m_shown = shown;
    m_isReading = true;
    m_model->set(*shown->memory);
    m_tree->expandAll();
    m_isReading = false;
    m_pages->setCurrentWidget(
        shown->memory->sites.empty() && shown->memory->buffers.empty() ? static_cast<QWidget *>(m_empty) : m_tree);
    m_empty->setText(tr("The kernel touches no memory."));
    showNotes(*shown);
    readSelection();
}

void MemoryPanel::showNotes(const StudyResult &result)
{
    QStringList notes;
    const MemoryReport &report = *result.memory;
    for (const std::string &what : report.unsupported)
        notes << qtext(what);
    if (report.totalGroups > 0)
        notes << (report.sampledGroups >= report.totalGroups
                      ? tr("Counted on all %1 work-groups").arg(models::count(report.totalGroups))
                      : tr("Estimated from %1 of %2 work-groups")
                            .arg(models::count(report.sampledGroups), models::count(report.totalGroups)));
    m_notes->setText(notes.join(QStringLiteral(" · ")));
    m_notes->setVisible(!notes.isEmpty());
}

void MemoryPanel::publishSelection()
{
    const QModelIndex index = m_tree->currentIndex();
    const QVariant site = index.data(models::SiteRole);
    if (m_isReading || !site.isValid())
        return;
    m_session->select({index.data(models::LineRole).toUInt(), site.toUInt()});
}

void MemoryPanel::readSelection()
{
    const session::Selection &selection = m_session->selection();
    const QModelIndexList sources = selection.site ? QModelIndexList{m_model->indexOfSite(*selection.site)}
                                                   : m_model->indexesOfLine(selection.line);
    m_isReading = true;
    auto *chosen = m_tree->selectionModel();
    chosen->clearSelection();
    for (const QModelIndex &source : sources) {
        const QModelIndex index = m_sorted->mapFromSource(source);
        if (!index.isValid())
            continue;
        chosen->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
        m_tree->scrollTo(index);
    }
    m_isReading = false;
}

} // namespace clv::docks
