// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/estimate_model.h"

#include "widgets/models/format.h"
#include "widgets/models/roles.h"
#include "widgets/session/text.h"

#include <QCoreApplication>

namespace clv::models {

namespace {

constexpr double kGoodFactor = 1.1; ///< within 10% counts as right

} // namespace

QString errorText(double predictedOverMeasured)
{
    const QChar mark = predictedOverMeasured > kGoodFactor       ? u'▲'
                       : predictedOverMeasured < 1 / kGoodFactor ? u'▼'
                                                                 : u'●';
    return QStringLiteral("%1 %2").arg(factor(predictedOverMeasured)).arg(mark);
}

void EstimateModel::set(std::vector<Estimate> estimates, const Measurement *measurement, bool isMeasurementStale)
{
    beginResetModel();
    m_estimates = std::move(estimates);
    m_measurement = measurement != nullptr ? std::optional(*measurement) : std::nullopt;
    m_isMeasurementStale = isMeasurementStale;
    endResetModel();
}

int EstimateModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_estimates.size()) + (m_measurement ? 1 : 0);
}

int EstimateModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant EstimateModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole && index.column() != Name)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    const auto row = static_cast<std::size_t>(index.row());
    if (row < m_estimates.size())
        return estimateData(m_estimates[row], index.row(), index.column(), role);
    return m_measurement ? measuredData(index.column(), role) : QVariant();
}

std::optional<double> EstimateModel::errorOf(const Estimate &estimate) const
{
    if (!m_measurement || m_isMeasurementStale || m_measurement->medianNs <= 0)
        return std::nullopt;
    return estimate.medianNs / m_measurement->medianNs;
}

QVariant EstimateModel::estimateData(const Estimate &estimate, int row, int column, int role) const
{
    if (role == SeriesRole)
        return static_cast<int>(row == 0 ? Series::Predicted : Series::SecondModel);
    const auto error = errorOf(estimate);
    switch (column) {
    case Name:
        if (role == Qt::DisplayRole)
            return qtext(estimate.model);
        if (role == Qt::ToolTipRole)
            return qtext(estimate.applicability);
        break;
    case Time:
        if (role == Qt::DisplayRole)
            return time(estimate.medianNs);
        if (role == Qt::ToolTipRole)
            return exactTime(estimate.medianNs);
        if (role == SortRole)
            return estimate.medianNs;
        break;
    case Interval:
        if (role == Qt::DisplayRole)
            return tr("%1 – %2").arg(time(estimate.lowNs), time(estimate.highNs));
        if (role == Qt::ToolTipRole)
            return estimate.isCalibrated ? tr("80% interval, checked against measurements on this device")
                                         : tr("80% interval, not yet checked against measurements on this device");
        if (role == SortRole)
            return estimate.lowNs;
        break;
    case Error:
        if (role == Qt::DisplayRole)
            return error ? errorText(*error) : QStringLiteral("–");
        if (role == Qt::ToolTipRole)
            return error ? tr("Predicted time over measured time. ▲ too slow, ▼ too fast, ● within 10%.")
                         : tr("Measure (F5) to see the error.");
        if (role == SortRole)
            return error.value_or(0);
        break;
    case Bandwidth:
        if (role == Qt::DisplayRole)
            return rate(estimate.dramBytesPerNs);
        if (role == Qt::ToolTipRole)
            return tr("Memory traffic a second if the estimate holds");
        if (role == SortRole)
            return estimate.dramBytesPerNs;
        break;
    default: break;
    }
    return {};
}

QVariant EstimateModel::measuredData(int column, int role) const
{
    const Measurement &m = *m_measurement;
    if (role == SeriesRole)
        return static_cast<int>(Series::Measured);
    switch (column) {
    case Name:
        if (role == Qt::DisplayRole)
            return m_isMeasurementStale ? tr("measured (earlier text)") : tr("measured");
        if (role == Qt::ToolTipRole)
            return tr("%1, driver %2, %n sample(s) after %3 warm-up(s)", nullptr, static_cast<int>(m.samplesNs.size()))
                .arg(qtext(m.deviceName), qtext(m.driverVersion))
                .arg(m.warmups);
        break;
    case Time:
        if (role == Qt::DisplayRole)
            return time(m.medianNs);
        if (role == Qt::ToolTipRole)
            return tr("median %1, least %2, most %3, median absolute deviation %4")
                .arg(exactTime(m.medianNs), exactTime(m.minNs), exactTime(m.maxNs), exactTime(m.madNs));
        if (role == SortRole)
            return m.medianNs;
        break;
    case Interval:
        if (role == Qt::DisplayRole)
            return tr("%1 – %2").arg(time(m.lowNs), time(m.highNs));
        if (role == Qt::ToolTipRole)
            return tr("95% confidence interval of the median");
        if (role == SortRole)
            return m.lowNs;
        break;
    default:
        if (role == Qt::DisplayRole)
            return QString();
        break;
    }
    return {};
}

QVariant EstimateModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Model");
    case Time: return tr("Time");
    case Interval: return tr("Interval");
    case Error: return tr("Error");
    case Bandwidth: return tr("Traffic");
    default: return {};
    }
}

} // namespace clv::models
