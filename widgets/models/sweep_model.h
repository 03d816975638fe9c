// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/study.h"

#include <QAbstractTableModel>

namespace clv::models {

/// A sweep as a table: the twin of its plot, for copying and for screen readers.
class SweepModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    void set(Sweep sweep);
    [[nodiscard]] const Sweep &sweep() const { return m_sweep; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] int modelCount() const { return static_cast<int>(m_sweep.models.size()); }

    Sweep m_sweep;
};

} // namespace clv::models
