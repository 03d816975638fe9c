// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/study.h"

#include <QAbstractTableModel>

#include <vector>

namespace clv::models {

/// Compiler messages, analysis findings and problems of a study in one list, errors first, then by line.
class FindingsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Kind, Line, Message, Hint, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void set(const StudyResult &latest);
    [[nodiscard]] int countOf(Severity atLeast) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Finding> m_rows;
};

} // namespace clv::models
