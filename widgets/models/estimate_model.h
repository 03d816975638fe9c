// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/study.h"

#include <QAbstractTableModel>

#include <optional>

namespace clv::models {

/// Every chosen model's time and, last, the measured one; the error of each against it.
class EstimateModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Time, Interval, Error, Bandwidth, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    /// `measurement` null: none yet. `isMeasurementStale`: of an earlier text or launch, so errors are left out.
    void set(std::vector<Estimate> estimates, const Measurement *measurement, bool isMeasurementStale);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QVariant estimateData(const Estimate &estimate, int row, int column, int role) const;
    [[nodiscard]] QVariant measuredData(int column, int role) const;
    [[nodiscard]] std::optional<double> errorOf(const Estimate &estimate) const;

    std::vector<Estimate> m_estimates;
    std::optional<Measurement> m_measurement;
    bool m_isMeasurementStale = false;
};

/// Predicted over measured, with a mark that tells the direction without colour: "×1.31 ▲".
[[nodiscard]] QString errorText(double predictedOverMeasured);

} // namespace clv::models
