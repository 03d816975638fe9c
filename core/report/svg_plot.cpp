// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/svg_plot.h"

#include "core/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clv::report
{

namespace
{

constexpr double kWidth = 760, kLeft = 74, kRight = 118, kTop = 14;
constexpr double kPlotHeight = 290, kStripGap = 46, kStripHeight = 54;

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double value)
    {
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    [[nodiscard]] bool isEmpty() const { return !(low <= high); }
};

/// Maps a value to a pixel, linearly or by logarithm.
struct Scale {
    double low = 0, high = 1, from = 0, to = 1;
    bool isLog = false;

    [[nodiscard]] double operator()(double value) const
    {
        const double a = isLog ? std::log(low) : low, b = isLog ? std::log(high) : high;
        const double v = isLog ? std::log(std::max(value, low * 1e-9)) : value;
        return b > a ? from + (v - a) / (b - a) * (to - from) : (from + to) / 2;
    }
};

std::string binaryLabel(double value)
{
    static constexpr const char *kPrefixes[] = {"", " Ki", " Mi", " Gi", " Ti"};
    int step = 0;
    while (value >= 1024 && step < 4) {
        value /= 1024;
        ++step;
    }
    return fmt::format("{:g}{}", value, kPrefixes[step]);
}

bool isPowerOfTwo(double value)
{
    int exponent = 0;
    return value >= 1 && std::frexp(value, &exponent) == 0.5;
}

const char *seriesClass(std::size_t model)
{
    return model == 0 ? "predicted" : model == 1 ? "second" : "third";
}
const char *seriesDash(std::size_t model)
{
    return model == 0 ? "" : model == 1 ? " stroke-dasharray='2 4'" : " stroke-dasharray='8 4'";
}

struct PlotFrame {
    Scale x, y;
    std::string svg;

    void text(double px, double py, const char *anchor, const std::string &words, const char *cssClass = "tick")
    {
        svg += fmt::format("<text class='{}' x='{:.1f}' y='{:.1f}' text-anchor='{}'>{}</text>\n", cssClass, px, py,
                           anchor, escaped(words));
    }
    void line(double x1, double y1, double x2, double y2, const char *cssClass)
    {
        svg += fmt::format("<line class='{}' x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}'/>\n", cssClass, x1, y1, x2,
                           y2);
    }
};

void drawGrid(PlotFrame &frame, const std::vector<Tick> &xTicks, const std::vector<Tick> &yTicks, double bottom)
{
    for (const Tick &tick : yTicks) {
        const double py = frame.y(tick.value);
        frame.line(kLeft, py, kWidth - kRight, py, "grid");
        frame.text(kLeft - 8, py + 4, "end", tick.label);
    }
    for (const Tick &tick : xTicks) {
        const double px = frame.x(tick.value);
        frame.line(px, kTop, px, bottom, "grid");
        frame.text(px, kTop + kPlotHeight + 18, "middle", tick.label);
    }
}

void drawModels(PlotFrame &frame, const Sweep &sweep)
{
    for (std::size_t model = 0; model < sweep.models.size(); ++model) {
        std::string line, upper, lower;
        for (const SweepPoint &point : sweep.points) {
            if (model >= point.estimates.size())
                continue;
            const Estimate &estimate = point.estimates[model];
            line += fmt::format("{:.1f},{:.1f} ", frame.x(point.x), frame.y(estimate.medianNs));
            if (estimate.lowNs > 0 && estimate.highNs > estimate.lowNs) {
                upper += fmt::format("{:.1f},{:.1f} ", frame.x(point.x), frame.y(estimate.highNs));
                lower.insert(0, fmt::format("{:.1f},{:.1f} ", frame.x(point.x), frame.y(estimate.lowNs)));
            }
        }
        if (model == 0 && !upper.empty())
            frame.svg += fmt::format("<polygon class='band {}' points='{}{}'/>\n", seriesClass(model), upper, lower);
        frame.svg +=
            fmt::format("<polyline class='line {}'{} points='{}'/>\n", seriesClass(model), seriesDash(model), line);
    }
}

void drawMeasured(PlotFrame &frame, const Sweep &sweep)
{
    for (const SweepPoint &point : sweep.points) {
        if (point.measurement)
            frame.svg += fmt::format(
                "<circle class='dot measured' cx='{:.1f}' cy='{:.1f}' r='3.6'><title>{} = {:g}: {}</title></circle>\n",
                frame.x(point.x), frame.y(point.measurement->medianNs), escaped(sweep.spec.axis.name), point.x,
                escaped(formatTime(point.measurement->medianNs)));
        if (!point.refusal.empty())
            frame.svg += fmt::format(
                "<text class='refused' x='{:.1f}' y='{:.1f}' text-anchor='middle'>✕<title>{}</title></text>\n",
                frame.x(point.x), kTop + kPlotHeight - 3, escaped(point.refusal));
    }
}

/// Names at the right end of each series, pushed apart so that none covers another.
void drawEndLabels(PlotFrame &frame, const Sweep &sweep)
{
    struct Label {
        double y;
        std::string text;
        const char *cssClass;
    };
    std::vector<Label> labels;
    for (std::size_t model = 0; model < sweep.models.size(); ++model)
        for (auto point = sweep.points.rbegin(); point != sweep.points.rend(); ++point)
            if (model < point->estimates.size()) {
                labels.push_back({frame.y(point->estimates[model].medianNs), sweep.models[model], seriesClass(model)});
                break;
            }
    for (auto point = sweep.points.rbegin(); point != sweep.points.rend(); ++point)
        if (point->measurement) {
            labels.push_back({frame.y(point->measurement->medianNs), "measured", "measured"});
            break;
        }
    std::ranges::sort(labels, {}, &Label::y);
    for (std::size_t i = 1; i < labels.size(); ++i)
        labels[i].y = std::max(labels[i].y, labels[i - 1].y + 15);
    for (const Label &label : labels)
        frame.svg += fmt::format("<text class='label {}' x='{:.1f}' y='{:.1f}'>{}</text>\n", label.cssClass,
                                 kWidth - kRight + 10, label.y + 4, escaped(label.text));
}

void drawErrorStrip(PlotFrame &frame, const Sweep &sweep)
{
    const double top = kTop + kPlotHeight + kStripGap;
    Range range;
    range.add(0.5);
    range.add(2);
    for (const SweepPoint &point : sweep.points)
        if (point.measurement && !point.estimates.empty() && point.measurement->medianNs > 0)
            range.add(point.estimates[0].medianNs / point.measurement->medianNs);
    const double reach = std::max(range.high, 1 / range.low);
    const Scale y{1 / reach, reach, top + kStripHeight, top, true};
    frame.line(kLeft, y(1), kWidth - kRight, y(1), "axis");
    for (double factor : {1 / reach, 1.0, reach})
        frame.text(kLeft - 8, y(factor) + 4, "end", formatFactor(factor));
    for (const SweepPoint &point : sweep.points)
        if (point.measurement && !point.estimates.empty() && point.measurement->medianNs > 0) {
            const double factor = point.estimates[0].medianNs / point.measurement->medianNs;
            frame.svg += fmt::format(
                "<line class='error' x1='{0:.1f}' y1='{1:.1f}' x2='{0:.1f}' y2='{2:.1f}'><title>{3}</title></line>\n",
                frame.x(point.x), y(1), y(factor), escaped(formatFactor(factor)));
        }
    frame.text(kWidth - kRight + 10, y(1) + 4, "start", "predicted / measured");
}

std::string heatMap(const Sweep &sweep)
{
    std::vector<double> xs, ys;
    Range range;
    for (const SweepPoint &point : sweep.points) {
        xs.push_back(point.x);
        ys.push_back(point.y.value_or(0));
        if (!point.estimates.empty())
            range.add(point.estimates[0].medianNs);
    }
    for (auto *values : {&xs, &ys}) {
        std::ranges::sort(*values);
        values->erase(std::ranges::unique(*values).begin(), values->end());
    }
    const double cellWidth = (kWidth - kLeft - 16) / static_cast<double>(std::max<std::size_t>(1, xs.size())),
                 cellHeight = 26;
    const double height = kTop + cellHeight * static_cast<double>(ys.size()) + 30;
    std::string svg =
        fmt::format("<svg class='plot' viewBox='0 0 {} {:.0f}' role='img' aria-label='heat map of predicted time'>\n",
                    kWidth, height);
    const Scale shade{range.low, std::max(range.high, range.low * 1.0001), 0.08, 0.9, true};
    for (const SweepPoint &point : sweep.points) {
        if (point.estimates.empty())
            continue;
        const auto column = static_cast<double>(std::ranges::lower_bound(xs, point.x) - xs.begin());
        const auto row = static_cast<double>(ys.end() - std::ranges::lower_bound(ys, point.y.value_or(0)) - 1);
        const double px = kLeft + column * cellWidth, py = kTop + row * cellHeight;
        svg += fmt::format(
            "<rect class='cell' x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill-opacity='{:.2f}'/>", px, py,
            cellWidth - 1, cellHeight - 1, shade(point.estimates[0].medianNs));
        if (cellWidth > 46)
            svg += fmt::format("<text class='tick' x='{:.1f}' y='{:.1f}' text-anchor='middle'>{}</text>\n",
                               px + cellWidth / 2, py + 17, escaped(formatTime(point.estimates[0].medianNs)));
    }
    for (std::size_t i = 0; i < ys.size(); ++i)
        svg += fmt::format("<text class='tick' x='{}' y='{:.1f}' text-anchor='end'>{}</text>\n", kLeft - 8,
                           kTop + cellHeight * static_cast<double>(ys.size() - i - 1) + 17, binaryLabel(ys[i]));
    const auto every = static_cast<std::size_t>(std::ceil(50 / cellWidth));
    for (std::size_t i = 0; i < xs.size(); i += std::max<std::size_t>(1, every))
        svg += fmt::format("<text class='tick' x='{:.1f}' y='{:.1f}' text-anchor='middle'>{}</text>\n",
                           kLeft + cellWidth * (static_cast<double>(i) + 0.5), height - 12, binaryLabel(xs[i]));
    return svg + "</svg>\n";
}

} // namespace

std::string escaped(const std::string &text)
{
    std::string safe;
    safe.reserve(text.size() + text.size() / 8);
    for (std::size_t i = 0; i < text.size();) {
        const auto c = static_cast<unsigned char>(text[i]);
        switch (c) {
        case '<':
            safe += "&lt;";
            ++i;
            continue;
        case '>':
            safe += "&gt;";
            ++i;
            continue;
        case '&':
            safe += "&amp;";
            ++i;
            continue;
        case '"':
            safe += "&quot;";
            ++i;
            continue;
        case '\'':
            safe += "&#39;";
            ++i;
            continue;
        default: break;
        }
        if (c < 0x80) {
            // XML 1.0, section 2.2: no control characters but tab and line ends.
            safe += c >= 0x20 || c == '\t' || c == '\n' || c == '\r' ? std::string(1, text[i]) : "\uFFFD";
            ++i;
            continue;
        }
        const std::size_t length = c >= 0xf0 && c < 0xf5 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 1;
        bool good = length > 1 && c < 0xf5 && i + length <= text.size();
        for (std::size_t k = 1; good && k < length; ++k)
            good = (static_cast<unsigned char>(text[i + k]) & 0xc0) == 0x80;
        safe += good ? text.substr(i, length) : "\uFFFD";
        i += good ? length : 1;
    }
    return safe;
}

std::vector<Tick> binaryTicks(double low, double high, int most)
{
    std::vector<Tick> ticks;
    const int first = static_cast<int>(std::ceil(std::log2(low) - 1e-9)),
              last = static_cast<int>(std::floor(std::log2(high) + 1e-9));
    const int step = std::max(1, (last - first + most) / std::max(1, most));
    for (int exponent = first; exponent <= last; exponent += step)
        ticks.push_back({std::ldexp(1.0, exponent), binaryLabel(std::ldexp(1.0, exponent))});
    return ticks;
}

std::vector<Tick> timeTicks(double lowNs, double highNs, int most)
{
    std::vector<Tick> ticks;
    const int first = static_cast<int>(std::floor(std::log10(lowNs))),
              last = static_cast<int>(std::ceil(std::log10(highNs)));
    const auto collect = [&](std::initializer_list<double> steps, int stride) {
        ticks.clear();
        for (int decade = first; decade <= last; decade += stride)
            for (double step : steps) {
                const double value = step * std::pow(10.0, decade);
                if (value >= lowNs * 0.999 && value <= highNs * 1.001) {
                    std::string label = formatTime(value);
                    // "10.0 µs" says no more than "10 µs" on an axis.
                    if (const auto dot = label.find(".0"); dot != std::string::npos)
                        label.erase(dot, label.find("\u2009") - dot);
                    ticks.push_back({value, label});
                }
            }
        return static_cast<int>(ticks.size()) <= most;
    };
    if (collect({1, 2, 5}, 1))
        return ticks;
    for (int stride = 1; stride < 8; ++stride)
        if (collect({1}, stride))
            return ticks;
    return ticks;
}

std::vector<Tick> linearTicks(double low, double high, int most)
{
    std::vector<Tick> ticks;
    if (!(high > low))
        return {{low, fmt::format("{:g}", low)}};
    const double raw = (high - low) / std::max(1, most), power = std::pow(10.0, std::floor(std::log10(raw)));
    double step = power * 10;
    for (double factor : {1.0, 2.0, 5.0})
        if (power * factor >= raw) {
            step = power * factor;
            break;
        }
    for (double value = std::ceil(low / step) * step; value <= high + step * 1e-6; value += step)
        ticks.push_back({value, fmt::format("{:g}", std::fabs(value) < step * 1e-6 ? 0 : value)});
    return ticks;
}

std::string sweepToSvg(const Sweep &sweep)
{
    if (sweep.spec.second)
        return heatMap(sweep);
    Range xs, ys;
    bool hasMeasured = false;
    for (const SweepPoint &point : sweep.points) {
        xs.add(point.x);
        for (const Estimate &estimate : point.estimates) {
            ys.add(estimate.medianNs);
            ys.add(estimate.lowNs > 0 ? estimate.lowNs : estimate.medianNs);
            ys.add(estimate.highNs);
        }
        if (point.measurement) {
            ys.add(point.measurement->medianNs);
            hasMeasured = true;
        }
    }
    if (xs.isEmpty() || ys.isEmpty())
        return "<p class='empty'>No point of this sweep could be predicted or measured.</p>\n";

    const double bottom = kTop + kPlotHeight;
    const double height = bottom + (hasMeasured ? kStripGap + kStripHeight + 16 : 48);
    const bool isLog = sweep.spec.axis.isLogarithmic && xs.low > 0;
    PlotFrame frame;
    frame.x = {xs.low, xs.high, kLeft + 10, kWidth - kRight - 10, isLog};
    frame.y = {std::max(ys.low, 1e-3) / 1.15, std::max(ys.high, 1e-3) * 1.15, bottom, kTop, true};
    frame.svg = fmt::format(
        "<svg class='plot' viewBox='0 0 {} {:.0f}' role='img' aria-label='predicted and measured time over {}'>\n",
        kWidth, height, escaped(sweep.spec.axis.name));
    const bool isBinary =
        isLog && std::ranges::all_of(sweep.points, [](const SweepPoint &point) { return isPowerOfTwo(point.x); });
    const auto xTicks = isBinary || isLog ? binaryTicks(xs.low, xs.high, 9) : linearTicks(xs.low, xs.high, 8);
    drawGrid(frame, xTicks, timeTicks(frame.y.low, frame.y.high, 7), bottom);
    frame.line(kLeft, bottom, kWidth - kRight, bottom, "axis");
    drawModels(frame, sweep);
    drawMeasured(frame, sweep);
    drawEndLabels(frame, sweep);
    frame.text(kWidth - kRight, bottom + 34, "end", sweep.spec.axis.name, "axisName");
    if (hasMeasured)
        drawErrorStrip(frame, sweep);
    return frame.svg + "</svg>\n";
}

std::string breakdownToSvg(const Estimate &estimate)
{
    double total = 0;
    for (const EstimateTerm &term : estimate.terms)
        total += std::max(0.0, term.ns);
    if (total <= 0)
        return {};
    constexpr double kBarWidth = 740;
    double x = 0;
    std::string bar, legend;
    double legendX = 0, legendY = 54;
    std::size_t shade = 0;
    for (const EstimateTerm &term : estimate.terms) {
        const double width = std::max(0.0, term.ns) / total * kBarWidth;
        if (width < 0.5)
            continue;
        const std::string words = fmt::format("{} {}", term.name, formatTime(term.ns));
        bar +=
            fmt::format("<rect class='term t{}' x='{:.1f}' y='6' width='{:.1f}' height='24'><title>{}</title></rect>\n",
                        shade % 6, x, std::max(1.0, width - 1), escaped(words));
        const double entryWidth = 28 + 6.8 * static_cast<double>(words.size());
        if (legendX > 0 && legendX + entryWidth > kBarWidth) {
            legendX = 0;
            legendY += 20;
        }
        legend += fmt::format(
            "<rect class='term t{0}' x='{1:.1f}' y='{2:.1f}' width='10' height='10'/><text class='tick' x='{3:.1f}' "
            "y='{4:.1f}'>{5}</text>\n",
            shade % 6, legendX, legendY - 9, legendX + 15, legendY, escaped(words));
        legendX += entryWidth;
        x += width;
        ++shade;
    }
    return fmt::format(
        "<svg class='breakdown' viewBox='0 0 {} {:.0f}' role='img' aria-label='time breakdown'>\n{}{}</svg>\n",
        kBarWidth, legendY + 10, bar, legend);
}

} // namespace clv::report
