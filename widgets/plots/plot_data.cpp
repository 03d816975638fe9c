// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_data.h"

#include "core/report/report.h"
#include "widgets/plots/axis_ticks.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <map>

namespace clv::plots {

using namespace Qt::StringLiterals;

namespace {

const PlotSeries *firstOf(const SweepPlotData &data, Role role)
{
    const auto it = std::ranges::find_if(data.series, [role](const PlotSeries &s) { return s.role == role; });
    return it == data.series.end() ? nullptr : &*it;
}

QString exact(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

bool hasInterval(const PlotSeries &series)
{
    return std::ranges::any_of(series.points, [](const PlotPoint &p) { return p.low || p.high; });
}

} // namespace

std::vector<ErrorPoint> errorPoints(const SweepPlotData &data)
{
    const PlotSeries *predicted = firstOf(data, Role::Predicted);
    const PlotSeries *measured = firstOf(data, Role::Measured);
    std::vector<ErrorPoint> errors;
    if (!predicted || !measured)
        return errors;
    std::map<double, double> predictedAt;
    for (const PlotPoint &p : predicted->points)
        predictedAt[p.x] = p.y;
    for (const PlotPoint &m : measured->points) {
        const auto it = predictedAt.find(m.x);
        if (it != predictedAt.end() && m.y > 0 && it->second > 0)
            errors.push_back({m.x, it->second / m.y});
    }
    std::ranges::sort(errors, {}, &ErrorPoint::x);
    return errors;
}

std::vector<std::vector<QString>> tableOf(const SweepPlotData &data)
{
    std::vector<QString> head{data.x.title.isEmpty() ? u"x"_s : data.x.title};
    std::map<double, std::vector<QString>> rows;
    std::size_t column = 0;
    const auto cell = [&rows](double x, std::size_t at) -> QString & {
        auto &row = rows[x];
        if (row.size() <= at)
            row.resize(at + 1);
        return row[at];
    };
    const QString unit = data.y.unit == Unit::Nanoseconds ? u" (ns)"_s
                         : data.y.unit == Unit::Bytes     ? u" (B)"_s
                                                          : QString();
    for (const PlotSeries &series : data.series) {
        head.push_back(series.name + unit);
        const bool isRange = hasInterval(series);
        if (isRange) {
            head.push_back(series.name + u" low"_s + unit);
            head.push_back(series.name + u" high"_s + unit);
        }
        for (const PlotPoint &p : series.points) {
            cell(p.x, column) = exact(p.y);
            if (p.low)
                cell(p.x, column + 1) = exact(*p.low);
            if (p.high)
                cell(p.x, column + 2) = exact(*p.high);
        }
        for (const RefusedPoint &r : series.refused)
            cell(r.x, column) = r.reason;
        column += isRange ? 3 : 1;
    }
    const auto errors = errorPoints(data);
    if (!errors.empty()) {
        head.push_back(u"predicted / measured"_s);
        for (const ErrorPoint &e : errors)
            cell(e.x, column) = exact(e.factor);
    }
    std::vector<std::vector<QString>> table{head};
    for (auto &[x, row] : rows) {
        row.resize(head.size() - 1);
        row.insert(row.begin(), exact(x));
        table.push_back(std::move(row));
    }
    return table;
}

QString formatValue(double value, Unit unit)
{
    switch (unit) {
    case Unit::Nanoseconds: return QString::fromStdString(report::formatTime(value));
    case Unit::Bytes: return QString::fromStdString(report::formatBytes(value));
    case Unit::Factor: return QString::fromStdString(report::formatFactor(value));
    case Unit::BinaryCount:
    case Unit::Plain: break;
    }
    if (value == std::floor(value) && std::fabs(value) < 1e15) {
        const QString label = tickLabel(value, Unit::BinaryCount);
        if (unit == Unit::BinaryCount && value >= 1024 && label.endsWith(u'i'))
            return label;
        QString digits = QString::number(std::fabs(value), 'f', 0);
        for (qsizetype at = digits.size() - 3; at > 0 && digits.size() > 4; at -= 3)
            digits.insert(at, QChar(0x2009));
        return value < 0 ? u"\u2212"_s + digits : digits;
    }
    return QString::number(value, 'g', 3);
}

} // namespace clv::plots
