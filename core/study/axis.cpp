// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/launch.h"
#include "core/study/study.h"

#include <cmath>
#include <fmt/format.h>

namespace clv::study {

namespace {

constexpr std::size_t kMaxPoints = 2000;
constexpr const char *kForms = "NAME=LOW:HIGH, NAME=LOW:HIGH:STEP, NAME=LOW:HIGH:xFACTOR or NAME=A,B,C";

Error axisError(const std::string &text, const std::string &why)
{
    return usageError(fmt::format("axis '{}': {}; write {}, for example global=2^10:2^20", text, why, kForms));
}

std::vector<std::string> split(const std::string &text, char separator)
{
    std::vector<std::string> words;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && text[i] == '(')
            ++depth;
        if (i < text.size() && text[i] == ')')
            --depth;
        if (i == text.size() || (text[i] == separator && depth == 0)) {
            words.push_back(text.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    return words;
}

Result<double> number(const std::string &axis, const std::string &word)
{
    if (word.empty())
        return axisError(axis, "a value is missing");
    auto value = launch::evaluate(word, {});
    if (!value)
        return axisError(axis, fmt::format("'{}' is no number", word));
    if (!std::isfinite(*value))
        return axisError(axis, fmt::format("'{}' is not finite", word));
    return value;
}

bool isWhole(double value)
{
    return value == std::floor(value);
}

Result<std::vector<double>> factorSteps(const std::string &axis, double low, double high, double factor)
{
    if (factor <= 1 || low <= 0)
        return axisError(axis, "a factor needs to be above 1 and the range above 0");
    std::vector<double> values;
    const bool keepsWhole = isWhole(low);
    for (double exact = low; exact <= high * (1 + 1e-12); exact *= factor) {
        if (values.size() >= kMaxPoints)
            return axisError(axis, fmt::format("more than {} points", kMaxPoints));
        const double value = keepsWhole ? std::round(exact) : exact;
        if (values.empty() || value > values.back())
            values.push_back(value);
    }
    return values;
}

Result<std::vector<double>> evenSteps(const std::string &axis, double low, double high, double step)
{
    if (step <= 0)
        return axisError(axis, "the step must be above 0");
    const double count = std::floor((high - low) / step * (1 + 1e-12)) + 1;
    if (count > static_cast<double>(kMaxPoints))
        return axisError(axis, fmt::format("{:.0f} points are more than {}", count, kMaxPoints));
    std::vector<double> values;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        values.push_back(low + static_cast<double>(i) * step);
    return values;
}

Result<SweepAxis> range(const std::string &text, std::string name, const std::vector<std::string> &words)
{
    auto low = number(text, words[0]);
    if (!low)
        return low.error();
    auto high = number(text, words[1]);
    if (!high)
        return high.error();
    if (*high < *low)
        return axisError(text, "the range ends before it begins");
    SweepAxis axis{std::move(name), {}, false};
    const bool hasStep = words.size() == 3;
    const bool isFactor = hasStep && !words[2].empty() && (words[2][0] == 'x' || words[2][0] == '*');
    double step = 0;
    if (hasStep) {
        auto given = number(text, isFactor ? words[2].substr(1) : words[2]);
        if (!given)
            return given.error();
        step = *given;
    }
    constexpr double kManyOctaves = 8; // from here on doubling shows more than even steps
    axis.isLogarithmic = isFactor || (!hasStep && *low > 0 && *high / *low >= kManyOctaves);
    if (!hasStep)
        step = axis.isLogarithmic ? 2 : std::max(1.0, std::round((*high - *low) / 8));
    auto values = axis.isLogarithmic ? factorSteps(text, *low, *high, step) : evenSteps(text, *low, *high, step);
    if (!values)
        return values.error();
    axis.values = std::move(*values);
    return axis;
}

Result<SweepAxis> list(const std::string &text, std::string name, const std::vector<std::string> &words)
{
    SweepAxis axis{std::move(name), {}, false};
    for (const std::string &word : words) {
        auto value = number(text, word);
        if (!value)
            return value.error();
        axis.values.push_back(*value);
    }
    // Shown on a logarithmic axis when the steps are factors rather than differences.
    if (axis.values.size() > 2 && axis.values.front() > 0)
        axis.isLogarithmic = axis.values.back() / axis.values.front() >= 8;
    return axis;
}

} // namespace

Result<SweepAxis> parseAxis(const std::string &text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        return axisError(text, "there is no NAME= in front");
    const std::string name = text.substr(0, equals);
    const std::string rest = text.substr(equals + 1);
    const auto parts = split(rest, ':');
    if (parts.size() > 3)
        return axisError(text, "too many ':'");
    return parts.size() >= 2 ? range(text, name, parts) : list(text, name, split(rest, ','));
}

} // namespace clv::study
