// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/memory_report.h"

#include <QAbstractItemModel>

#include <vector>

namespace clv::models {

/// The memory report as a tree: buffers, below each its accesses.
class MemoryModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Access, Direction, BytesPerItem, Stride, Pattern, Sectors, Share, ColumnCount };

    using QAbstractItemModel::QAbstractItemModel;
    void set(MemoryReport report);
    [[nodiscard]] const MemoryReport &report() const { return m_report; }
    /// Rows whose access stands on a line.
    [[nodiscard]] QModelIndexList indexesOfLine(std::uint32_t line) const;
    [[nodiscard]] QModelIndex indexOfSite(std::uint32_t site) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Group {
        BufferUse use;
        std::vector<std::size_t> sites; ///< into m_report.sites
    };
    [[nodiscard]] QVariant bufferData(const Group &group, int column, int role) const;
    [[nodiscard]] QVariant siteData(const AccessSite &site, int column, int role) const;

    MemoryReport m_report;
    std::vector<Group> m_groups;
};

} // namespace clv::models
