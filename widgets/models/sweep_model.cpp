// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/sweep_model.h"

#include "widgets/models/estimate_model.h"
#include "widgets/models/format.h"
#include "widgets/models/roles.h"
#include "widgets/session/text.h"

#include <QLocale>

namespace clv::models {

void SweepModel::set(Sweep sweep)
{
    // Live points change one by one; the shape changes with a new sweep only, and views keep their place.
    const bool isSameShape = sweep.points.size() == m_sweep.points.size() && sweep.models == m_sweep.models;
    if (!isSameShape)
        beginResetModel();
    m_sweep = std::move(sweep);
    if (!isSameShape)
        endResetModel();
    else if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int SweepModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_sweep.points.size());
}

// axis | time of each model | measured | error | note
int SweepModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : modelCount() + 4;
}

QVariant SweepModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const SweepPoint &point = m_sweep.points[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    const int measured = modelCount() + 1;
    if (role == Qt::TextAlignmentRole)
        return QVariant((column == measured + 2 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == SeriesRole)
        return static_cast<int>(column == measured                ? Series::Measured
                                : column == 1                     ? Series::Predicted
                                : column > 1 && column < measured ? Series::SecondModel
                                                                  : Series::None);
    if (role != Qt::DisplayRole && role != SortRole && role != Qt::ToolTipRole)
        return {};
    if (column == 0)
        return role == SortRole ? QVariant(point.x) : QLocale().toString(point.x, 'f', 0);
    if (column < measured) {
        if (static_cast<std::size_t>(column) > point.estimates.size())
            return role == SortRole ? QVariant(0.0) : QStringLiteral("–");
        const Estimate &estimate = point.estimates[static_cast<std::size_t>(column - 1)];
        return role == SortRole          ? QVariant(estimate.medianNs)
               : role == Qt::ToolTipRole ? exactTime(estimate.medianNs)
                                         : time(estimate.medianNs);
    }
    if (column == measured + 2)
        return qtext(point.refusal.empty() ? point.measurementRefusal : point.refusal);
    if (!point.measurement)
        return role == SortRole ? QVariant(0.0) : QStringLiteral("–");
    const double ns = point.measurement->medianNs;
    if (column == measured)
        return role == SortRole ? QVariant(ns) : role == Qt::ToolTipRole ? exactTime(ns) : time(ns);
    if (point.estimates.empty() || ns <= 0)
        return QStringLiteral("–");
    const double error = point.estimates.front().medianNs / ns;
    return role == SortRole ? QVariant(error) : errorText(error);
}

QVariant SweepModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    if (section == 0)
        return m_sweep.spec.axis.name == "global"  ? tr("Global size")
               : m_sweep.spec.axis.name == "local" ? tr("Local size")
                                                   : qtext(m_sweep.spec.axis.name);
    const int measured = modelCount() + 1;
    if (section < measured)
        return qtext(m_sweep.models[static_cast<std::size_t>(section - 1)]);
    if (section == measured)
        return tr("Measured");
    return section == measured + 1 ? tr("Error") : tr("Remark");
}

} // namespace clv::models
