// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/sweep_axis.h"

#include "core/launch/launch.h"
#include "widgets/session/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace clv::session {

namespace {

constexpr int kMaxSteps = 200;
constexpr double kMinScalar = 16;   // below it a data size tells little
constexpr double kMinItems = 1024;  // 2^10, a launch that any device fills in microseconds
constexpr double kRangeBelow = 256; // how far a suggested range reaches below the launch's own value
constexpr double kRangeAbove = 4;

QString sayNumber(double value)
{
    const double exponent = std::log2(value);
    if (value >= 256 && exponent == std::floor(exponent))
        return QStringLiteral("2^%1").arg(static_cast<int>(exponent));
    return QString::number(value, 'f', 0);
}

bool isWholeScalar(const KernelArgument &argument)
{
    return argument.kind == ArgumentKind::Scalar && argument.element.width == 1 && !isFloating(argument.element.scalar);
}

Result<double> readBound(const QString &text, const QString &name)
{
    const auto value = launch::evaluate(utf8(text), {});
    if (!value)
        return usageError(utf8(QCoreApplication::translate("Sweep", "%1: %2").arg(name, qtext(value.error().message))));
    if (!(*value >= 1))
        return usageError(utf8(QCoreApplication::translate("Sweep", "%1 must be 1 or more.").arg(name)));
    return *value;
}

Result<std::vector<std::pair<std::string, Expression>>> readFollow(const QString &text)
{
    std::vector<std::pair<std::string, Expression>> follow;
    for (const QString &part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const qsizetype equals = part.indexOf(QLatin1Char('='));
        const QString name = part.left(equals).trimmed();
        const QString expression = part.mid(equals + 1).trimmed();
        if (equals <= 0 || name.isEmpty() || expression.isEmpty())
            return usageError(utf8(
                QCoreApplication::translate("Sweep", "'%1' is not of the form NAME=EXPRESSION, for example n=global.")
                    .arg(part.trimmed())));
        follow.emplace_back(utf8(name), utf8(expression));
    }
    return follow;
}

} // namespace

std::vector<std::string> sweepableNames(const LaunchSpec &spec, const KernelSignature &signature)
{
    std::vector<std::string> scalars, best;
    for (const auto &[name, expression] : spec.parameters)
        scalars.push_back(name);
    for (const KernelArgument &argument : signature.arguments)
        if (isWholeScalar(argument))
            scalars.push_back(argument.name);
    for (const Expression &size : spec.global)
        for (const std::string &name : launch::namesIn(size))
            if (std::find(scalars.begin(), scalars.end(), name) != scalars.end() &&
                std::find(best.begin(), best.end(), name) == best.end())
                best.push_back(name);
    std::vector<std::string> names = best;
    names.emplace_back("global");
    for (const std::string &name : scalars)
        if (std::find(best.begin(), best.end(), name) == best.end())
            names.push_back(name);
    names.emplace_back("local");
    return names;
}

SweepForm suggestSweep(const std::string &axis, const LaunchSpec &spec, const KernelSignature &signature,
                       const Launch &launch)
{
    SweepForm form;
    form.axis = axis;
    const double own = axisValue(axis, launch).value_or(kMinItems);
    if (axis == "local") {
        form.from = QStringLiteral("32");
        form.to = QStringLiteral("512");
        form.steps = 5;
        return form;
    }
    const double centre = std::exp2(std::round(std::log2(std::max(own, 1.0))));
    const double least = axis == "global" ? kMinItems : kMinScalar;
    const double low = std::max(centre / kRangeBelow, std::min(least, centre));
    const double high = centre * kRangeAbove;
    form.from = sayNumber(low);
    form.to = sayNumber(high);
    form.steps = static_cast<int>(std::log2(high / low)) + 1;
    if (axis != "global")
        return form;
    // A scalar that equals the global size most likely means it.
    QStringList follow;
    for (const KernelArgument &argument : signature.arguments)
        if (isWholeScalar(argument) && axisValue(argument.name, launch) == own && own > 1)
            follow << qtext(argument.name) + QStringLiteral("=global");
    Q_UNUSED(spec)
    form.follow = follow.join(QStringLiteral(", "));
    return form;
}

Result<SweepSpec> makeSweep(const SweepForm &form, double multipleOf)
{
    const auto from = readBound(form.from, QCoreApplication::translate("Sweep", "From"));
    if (!from)
        return from.error();
    const auto to = readBound(form.to, QCoreApplication::translate("Sweep", "To"));
    if (!to)
        return to.error();
    if (*to < *from)
        return usageError(
            utf8(QCoreApplication::translate("Sweep", "The range ends below its start; swap From and To.")));
    auto follow = readFollow(form.follow);
    if (!follow)
        return follow.error();
    SweepSpec spec;
    spec.axis.name = form.axis;
    spec.axis.isLogarithmic = form.isLogarithmic;
    spec.follow = std::move(*follow);
    const int steps = std::clamp(form.steps, 2, kMaxSteps);
    for (int i = 0; i < steps; ++i) {
        const double t = static_cast<double>(i) / (steps - 1);
        double value = form.isLogarithmic ? *from * std::pow(*to / *from, t) : *from + t * (*to - *from);
        const double unit = form.axis == "global" ? std::max(1.0, multipleOf) : 1.0;
        value = std::max(unit, std::round(value / unit) * unit);
        if (spec.axis.values.empty() || value > spec.axis.values.back())
            spec.axis.values.push_back(value);
    }
    return spec;
}

std::optional<double> axisValue(const std::string &axis, const Launch &launch)
{
    if (axis == "global" || axis == "global.x")
        return static_cast<double>(launch.ndrange.global.x());
    if (axis == "local" || axis == "local.x")
        return static_cast<double>(launch.ndrange.local.x());
    const LaunchArgument *argument = launch.argument(axis);
    if (argument == nullptr)
        return std::nullopt;
    const auto *scalar = std::get_if<ScalarValue>(&argument->value);
    if (scalar == nullptr || scalar->lanes.empty())
        return std::nullopt;
    return scalar->lanes.front();
}

} // namespace clv::session
