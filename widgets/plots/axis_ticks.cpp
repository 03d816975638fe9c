// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/axis_ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace clv::plots {

using namespace Qt::StringLiterals;

namespace {

constexpr double kTolerance = 1e-9;
constexpr int kMaxCandidates = 400;

/// Values of one density; `minor` are ticks without a label.
struct Candidate {
    std::vector<double> values;
    std::vector<double> minor;
};

bool isInside(double position, const TickRequest &r)
{
    const double slack = (r.high - r.low) * kTolerance;
    return position >= r.low - slack && position <= r.high + slack;
}

/// Exponents that are multiples of `step`, with every other exponent as a minor tick when those keep apart.
Candidate powers(const TickRequest &r, double base, int step)
{
    Candidate c;
    const double unitPixels = r.pixels / (r.high - r.low);
    const int first = static_cast<int>(std::ceil(r.low - kTolerance));
    const int last = static_cast<int>(std::floor(r.high + kTolerance));
    for (int e = first; e <= last && last - first < 4 * kMaxCandidates; ++e) {
        if (((e % step) + step) % step == 0)
            c.values.push_back(std::pow(base, e));
        else if (unitPixels >= 5)
            c.minor.push_back(std::pow(base, e));
    }
    return c;
}

/// 1, 2, 5 (or 1, 3) in every decade.
Candidate decadeFractions(const TickRequest &r, const std::vector<double> &mantissas)
{
    Candidate c;
    const int first = static_cast<int>(std::floor(r.low)), last = static_cast<int>(std::floor(r.high + kTolerance));
    for (int e = first; e <= last && last - first < kMaxCandidates; ++e) {
        for (const double m : mantissas) {
            const double value = m * std::pow(10, e);
            if (isInside(std::log10(value), r))
                c.values.push_back(value);
        }
    }
    return c;
}

/// Multiples of `step` in value space, whatever the scale.
Candidate multiples(const TickRequest &r, double step)
{
    Candidate c;
    const double low = fromAxis(r.low, r.scale), high = fromAxis(r.high, r.scale);
    const double first = std::ceil(low / step - kTolerance), last = std::floor(high / step + kTolerance);
    if (last - first > kMaxCandidates)
        return c;
    for (double k = first; k <= last; ++k)
        c.values.push_back(k * step);
    return c;
}

/// Round steps from fine to coarse around range / pixels.
std::vector<double> roundSteps(const TickRequest &r)
{
    const double range = fromAxis(r.high, r.scale) - fromAxis(r.low, r.scale);
    const bool isBinary = r.unit == Unit::Bytes || (r.unit == Unit::BinaryCount && r.scale == Scale::Log2);
    std::vector<double> steps;
    if (!(range > 0))
        return steps;
    if (isBinary) {
        for (int e = static_cast<int>(std::floor(std::log2(range / 64))); e <= std::log2(range) + 1; ++e)
            steps.push_back(std::pow(2, std::max(e, 0)));
        return steps;
    }
    for (int e = static_cast<int>(std::floor(std::log10(range / 64))); e <= std::log10(range) + 1; ++e)
        for (const double m : {1.0, 2.0, 5.0})
            steps.push_back(m * std::pow(10, e));
    if (r.unit == Unit::BinaryCount) // counts are whole
        std::erase_if(steps, [](double s) { return s < 1; });
    return steps;
}

std::vector<Candidate> candidates(const TickRequest &r)
{
    std::vector<Candidate> all;
    const double span = r.high - r.low;
    if (r.scale == Scale::Log10) {
        if (span < 1.5) {
            for (const double step : roundSteps(r))
                all.push_back(multiples(r, step));
        }
        if (span < 4)
            all.push_back(decadeFractions(r, {1, 2, 5}));
        if (span < 5)
            all.push_back(decadeFractions(r, {1, 3}));
    }
    if (r.scale == Scale::Log2 && span < 2.5) {
        for (const double step : roundSteps(r))
            all.push_back(multiples(r, step));
    }
    if (r.scale == Scale::Linear) {
        for (const double step : roundSteps(r))
            all.push_back(multiples(r, step));
        return all;
    }
    // Steps of 2 and 10 keep the familiar 1 Ki, 4 Ki, ... and 1 Ki, 1 Mi, ...; of 3 the prefixes of time.
    static constexpr std::array kTwoSteps{1, 2, 4, 5, 10, 20, 40, 80, 160};
    static constexpr std::array kTenSteps{1, 2, 3, 6, 12, 24, 48};
    const bool isTwo = r.scale == Scale::Log2;
    const auto steps = isTwo ? std::span<const int>(kTwoSteps) : std::span<const int>(kTenSteps);
    for (const int step : steps)
        all.push_back(powers(r, isTwo ? 2 : 10, step));
    return all;
}

bool hasRoom(const std::vector<double> &values, const TickRequest &r, std::vector<Tick> &ticks)
{
    const double scale = r.pixels / (r.high - r.low);
    double freeFrom = -1e300;
    ticks.clear();
    for (const double value : values) {
        Tick tick{toAxis(value, r.scale), value, tickLabel(value, r.unit)};
        const double half = r.extent(tick.label) / 2;
        const double at = (tick.position - r.low) * scale;
        if (at - half < freeFrom)
            return false;
        if (!ticks.empty() && ticks.back().label == tick.label)
            return false;
        freeFrom = at + half + r.gap;
        ticks.push_back(std::move(tick));
    }
    return true;
}

} // namespace

double toAxis(double value, Scale scale)
{
    switch (scale) {
    case Scale::Log2: return std::log2(value);
    case Scale::Log10: return std::log10(value);
    case Scale::Linear: break;
    }
    return value;
}

double fromAxis(double coordinate, Scale scale)
{
    switch (scale) {
    case Scale::Log2: return std::exp2(coordinate);
    case Scale::Log10: return std::pow(10, coordinate);
    case Scale::Linear: break;
    }
    return coordinate;
}

std::vector<Tick> makeTicks(const TickRequest &request)
{
    if (!(request.high > request.low) || !(request.pixels > 0) || !std::isfinite(request.high - request.low))
        return {};
    std::vector<Tick> ticks, fallback;
    for (const Candidate &candidate : candidates(request)) {
        if (candidate.values.empty())
            continue;
        if (hasRoom(candidate.values, request, ticks)) {
            // A lone label does not say how the axis runs: keep it only when nothing finer fitted.
            if (ticks.size() == 1 && !fallback.empty())
                break;
            for (const double value : candidate.minor)
                ticks.push_back({toAxis(value, request.scale), value, {}});
            std::ranges::sort(ticks, {}, &Tick::position);
            return ticks;
        }
        if (fallback.empty())
            fallback.push_back({toAxis(candidate.values.front(), request.scale), candidate.values.front(),
                                tickLabel(candidate.values.front(), request.unit)});
    }
    return fallback;
}

QString tickLabel(double value, Unit unit)
{
    const QString space = u"\u2009"_s;
    const auto scaled = [&](double base, std::initializer_list<const char16_t *> prefixes, const QString &suffix) {
        double v = value;
        auto prefix = prefixes.begin();
        while (prefix + 1 != prefixes.end() && std::fabs(v) >= base * (1 - 1e-12)) {
            v /= base;
            ++prefix;
        }
        const QString after = QString::fromUtf16(*prefix) + suffix;
        return QString::number(v, 'g', 6) + (after.isEmpty() ? QString() : space + after);
    };
    switch (unit) {
    case Unit::Nanoseconds:
        if (value != 0 && std::fabs(value) < 1)
            return QString::number(value * 1000, 'g', 6) + space + u"ps"_s;
        return scaled(1000, {u"n", u"µ", u"m", u""}, u"s"_s);
    case Unit::Bytes: return scaled(1024, {u"", u"Ki", u"Mi", u"Gi", u"Ti", u"Pi"}, u"B"_s);
    case Unit::Factor: return u"×"_s + QString::number(value, 'g', 6);
    case Unit::BinaryCount: {
        const QString binary = scaled(1024, {u"", u"Ki", u"Mi", u"Gi", u"Ti", u"Pi"}, {});
        // 24 Ki says 24576 exactly; 97.65625 Ki is no way to write 100000.
        const int digits = static_cast<int>(binary.section(QChar(0x2009), 0, 0).size());
        return digits <= 4 ? binary : scaled(1000, {u"", u"k", u"M", u"G", u"T", u"P"}, {});
    }
    case Unit::Plain: break;
    }
    if (value != 0 && std::fabs(value) < 10000 && std::fabs(value) >= 1e-4)
        return QString::number(value, 'g', 6);
    return scaled(1000, {u"", u"k", u"M", u"G", u"T", u"P"}, {});
}

} // namespace clv::plots
