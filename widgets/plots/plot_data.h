// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/palette.h"

#include <QString>

#include <optional>
#include <vector>

namespace clv::plots {

enum class Scale { Linear, Log2, Log10 };

/// How numbers on an axis are written: 65536 as "64 Ki", 0.7e6 ns as "700 µs", 3 145 728 B as "3 MiB", 1500 as "1.5 k".
enum class Unit { Plain, BinaryCount, Nanoseconds, Bytes, Factor };

struct Axis {
    QString title; ///< "global size"
    Scale scale = Scale::Linear;
    Unit unit = Unit::Plain;
};

enum class Dash { Solid, Dashed, Dotted };
enum class SeriesKind { Line, Points };

struct PlotPoint {
    double x = 0, y = 0;
    std::optional<double> low, high; ///< band of a line, whisker of a point
    QString note;                    ///< why it is out of the model's range, or other remark; shown in the read-out
    bool isOutOfRange = false;       ///< outside what the model was made for: band and line are hatched there
};

/// A point that has no value, and why. Drawn as a cross on the axis; the reason is in the read-out.
struct RefusedPoint {
    double x = 0;
    QString reason;
};

struct PlotSeries {
    QString name; ///< "clairvoyant", "measured"
    Role role = Role::Predicted;
    Dash dash = Dash::Solid;
    SeriesKind kind = SeriesKind::Line;
    std::vector<PlotPoint> points; ///< sorted by x when shown; y <= 0 cannot be shown on a logarithmic axis
    std::vector<RefusedPoint> refused;
};

/// Everything a sweep plot shows.
struct SweepPlotData {
    Axis x{QString(), Scale::Log2, Unit::BinaryCount};
    Axis y{QString(), Scale::Log10, Unit::Nanoseconds};
    std::vector<PlotSeries> series;
    std::optional<double> currentX; ///< the launch of the editor, marked on the axis
    double errorLimit = 1.5;        ///< points whose factor predicted / measured (or its inverse) is above are marked
    bool isStale = false;           ///< belongs to an older text: drawn dimmed
};

/// Predicted / measured at one x, from the first series of either role.
struct ErrorPoint {
    double x = 0, factor = 1;
};
[[nodiscard]] std::vector<ErrorPoint> errorPoints(const SweepPlotData &data);

/// The table twin: one row per x, one column per series (and low/high where a series has them), then the error factor.
/// First row holds the headings. Numbers are exact (17 digits at most), in base units.
[[nodiscard]] std::vector<std::vector<QString>> tableOf(const SweepPlotData &data);

/// `value` for people: "4 Ki", "184 µs", "×1.06"; three significant digits, thin space before the unit.
[[nodiscard]] QString formatValue(double value, Unit unit);

} // namespace clv::plots
