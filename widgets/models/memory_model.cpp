// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/memory_model.h"

#include "widgets/models/format.h"
#include "widgets/models/roles.h"
#include "widgets/session/text.h"

#include <QStringList>

#include <algorithm>

namespace clv::models {

namespace {

constexpr quintptr kBufferLevel = 0; ///< internal id of buffer rows; accesses hold their buffer's row plus one

QString directionOf(const BufferUse &use)
{
    if (use.isRead && use.isWritten && !use.isAtomic)
        return MemoryModel::tr("both", "read and written");
    QStringList words;
    if (use.isRead)
        words << MemoryModel::tr("read");
    if (use.isWritten)
        words << MemoryModel::tr("write");
    if (use.isAtomic)
        words << MemoryModel::tr("atomic");
    return words.join(QStringLiteral(" + "));
}

QString directionOf(AccessDirection direction)
{
    switch (direction) {
    case AccessDirection::Read: return MemoryModel::tr("read");
    case AccessDirection::Write: return MemoryModel::tr("write");
    case AccessDirection::Atomic: return MemoryModel::tr("atomic");
    case AccessDirection::Unknown: break;
    }
    return MemoryModel::tr("n/a");
}

bool isOffChip(AddressSpace space)
{
    return space == AddressSpace::Global || space == AddressSpace::Constant || space == AddressSpace::Generic;
}

QString sectorsOf(const AccessSite &site)
{
    if (isOffChip(site.space))
        return number(site.sectorsPerRequest);
    return site.bankConflictDegree > 0 ? QStringLiteral("%1×").arg(number(site.bankConflictDegree))
                                       : QStringLiteral("–");
}

QString patternOf(const AccessSite &site)
{
    if (site.pattern == AccessPattern::Indirect && !site.indexBuffer.empty())
        return MemoryModel::tr("indirect via %1").arg(qtext(site.indexBuffer));
    return qtext(toString(site.pattern));
}

QString siteTip(const AccessSite &site)
{
    QStringList lines;
    if (!site.index.empty())
        lines << QStringLiteral("%1[%2]").arg(qtext(site.buffer), qtext(site.index));
    lines << MemoryModel::tr("%1 of %2, %3 executions per work-item")
                 .arg(directionOf(site.direction), qtext(site.elementType), number(site.executionsPerWorkItem));
    if (isOffChip(site.space))
        lines << MemoryModel::tr("%1 sectors of 32 bytes per request; %2 if the same bytes lay densely")
                     .arg(number(site.sectorsPerRequest), number(site.idealSectorsPerRequest))
              << MemoryModel::tr("%1 moved over the launch").arg(bytes(site.movedBytes));
    else
        lines << MemoryModel::tr("bank conflict degree %1 (1: none)").arg(number(site.bankConflictDegree));
    lines << MemoryModel::tr("%1 active lanes per request").arg(number(site.activeLanesPerRequest))
          << (site.isExact ? MemoryModel::tr("counted on every work-group")
                           : MemoryModel::tr("estimated from sampled work-groups"));
    return lines.join(u'\n');
}

} // namespace

void MemoryModel::set(MemoryReport report)
{
    beginResetModel();
    m_report = std::move(report);
    m_groups.clear();
    for (const BufferUse &use : m_report.buffers)
        m_groups.push_back({use, {}});
    for (std::size_t i = 0; i < m_report.sites.size(); ++i) {
        const std::string &name = m_report.sites[i].buffer;
        auto group = std::find_if(m_groups.begin(), m_groups.end(), [&](const Group &g) { return g.use.name == name; });
        if (group == m_groups.end()) {
            BufferUse unresolved;
            unresolved.name = name;
            unresolved.space = m_report.sites[i].space;
            group = m_groups.insert(m_groups.end(), {unresolved, {}});
        }
        group->sites.push_back(i);
    }
    endResetModel();
}

QModelIndexList MemoryModel::indexesOfLine(std::uint32_t line) const
{
    QModelIndexList found;
    if (line == 0) // accesses without a place belong to no line
        return found;
    for (std::size_t g = 0; g < m_groups.size(); ++g)
        for (std::size_t s = 0; s < m_groups[g].sites.size(); ++s)
            if (m_report.sites[m_groups[g].sites[s]].where.line == line)
                found << createIndex(static_cast<int>(s), 0, quintptr(g + 1));
    return found;
}

QModelIndex MemoryModel::indexOfSite(std::uint32_t site) const
{
    for (std::size_t g = 0; g < m_groups.size(); ++g)
        for (std::size_t s = 0; s < m_groups[g].sites.size(); ++s)
            if (m_report.sites[m_groups[g].sites[s]].id == site)
                return createIndex(static_cast<int>(s), 0, quintptr(g + 1));
    return {};
}

QModelIndex MemoryModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : kBufferLevel);
}

QModelIndex MemoryModel::parent(const QModelIndex &child) const
{
    if (!child.isValid() || child.internalId() == kBufferLevel)
        return {};
    return createIndex(static_cast<int>(child.internalId() - 1), 0, kBufferLevel);
}

int MemoryModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (parent.column() != 0 || parent.internalId() != kBufferLevel)
        return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].sites.size());
}

int MemoryModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant MemoryModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() == BytesPerItem || index.column() == Stride || index.column() == Sectors ||
                                 index.column() == Share
                             ? Qt::AlignRight
                             : Qt::AlignLeft) |
                        Qt::AlignVCenter);
    if (index.internalId() == kBufferLevel)
        return bufferData(m_groups[static_cast<std::size_t>(index.row())], index.column(), role);
    const Group &group = m_groups[index.internalId() - 1];
    return siteData(m_report.sites[group.sites[static_cast<std::size_t>(index.row())]], index.column(), role);
}

QVariant MemoryModel::bufferData(const Group &group, int column, int role) const
{
    const BufferUse &use = group.use;
    if (role == LineRole)
        return 0U;
    if (role == ShareRole)
        return column == Share && isOffChip(use.space) ? QVariant(use.trafficShare) : QVariant();
    if (role == Qt::ToolTipRole) {
        QStringList lines{tr("%1 memory, %2 given").arg(qtext(toString(use.space)), exactBytes(double(use.bytes)))};
        if (use.requiredBytes > 0)
            lines << (use.isRequiredExact ? tr("%1 needed") : tr("at least %1 needed"))
                         .arg(exactBytes(double(use.requiredBytes)));
        if (!use.extentExpression.empty())
            lines << tr("size needed: %1 bytes").arg(qtext(use.extentExpression));
        if (isOffChip(use.space))
            lines << tr("%1 moved, %2 touched").arg(bytes(use.movedBytes), bytes(use.uniqueBytes));
        return lines.join(u'\n');
    }
    double bytesPerItem = 0;
    for (const std::size_t site : group.sites)
        bytesPerItem += m_report.sites[site].bytesPerWorkItem;
    if (role == SortRole)
        switch (column) {
        case BytesPerItem: return bytesPerItem;
        case Share: return use.trafficShare;
        case Stride:
        case Sectors: return 0.0;
        default: break;
        }
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    switch (column) {
    case Access: return qtext(use.name);
    case Direction: return directionOf(use);
    case BytesPerItem: return number(bytesPerItem);
    case Pattern:
        return use.space == AddressSpace::Global
                   ? bytes(static_cast<double>(use.bytes))
                   : QStringLiteral("%1, %2").arg(qtext(toString(use.space)), bytes(static_cast<double>(use.bytes)));
    case Share: return isOffChip(use.space) ? percent(use.trafficShare) : QString();
    default: return QString();
    }
}

QVariant MemoryModel::siteData(const AccessSite &site, int column, int role) const
{
    if (role == LineRole)
        return site.where.line;
    if (role == SiteRole)
        return site.id;
    if (role == ShareRole)
        return column == Share && isOffChip(site.space) ? QVariant(site.trafficShare) : QVariant();
    if (role == Qt::ToolTipRole)
        return siteTip(site);
    if (role == SortRole)
        switch (column) {
        case Access: return site.where.line;
        case BytesPerItem: return site.bytesPerWorkItem;
        case Stride: return site.strideBytes.value_or(-1);
        case Sectors: return isOffChip(site.space) ? site.sectorsPerRequest : site.bankConflictDegree;
        case Share: return site.trafficShare;
        default: break;
        }
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    switch (column) {
    case Access: return site.where.isKnown() ? tr("line %1").arg(site.where.line) : tr("no line");
    case Direction: return directionOf(site.direction);
    case BytesPerItem: return number(site.bytesPerWorkItem);
    case Stride: return site.strideBytes ? bytes(*site.strideBytes) : QStringLiteral("–");
    case Pattern: return patternOf(site);
    case Sectors: return sectorsOf(site);
    case Share: return isOffChip(site.space) ? percent(site.trafficShare) : QString();
    default: return {};
    }
}

QVariant MemoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == BytesPerItem || section == Stride || section == Sectors || section == Share
                             ? Qt::AlignRight
                             : Qt::AlignLeft) |
                        Qt::AlignVCenter);
    static const char *const kTips[ColumnCount] = {
        QT_TR_NOOP("Buffer, and below it each place in the source that touches it"),
        QT_TR_NOOP("Read, write or atomic"),
        QT_TR_NOOP("Bytes a work-item asks for, over the whole kernel"),
        QT_TR_NOOP("Distance between the addresses of neighbouring work-items"),
        QT_TR_NOOP("How the addresses of neighbouring work-items relate"),
        QT_TR_NOOP("32-byte sectors one request of a warp needs; for local memory, passes by bank conflicts (×)"),
        QT_TR_NOOP("Share of all bytes moved to and from global memory"),
    };
    if (role == Qt::ToolTipRole)
        return tr(kTips[section]);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Access: return tr("Buffer");
    case Direction: return tr("R/W", "read or write");
    case BytesPerItem: return tr("B/item");
    case Stride: return tr("Stride");
    case Pattern: return tr("Pattern");
    case Sectors: return tr("Sectors");
    case Share: return tr("Traffic");
    default: return {};
    }
}

} // namespace clv::models
