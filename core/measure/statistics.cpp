// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace clv::measure {

namespace {

constexpr double kCoarseShare = 0.05;    ///< of the median, see TimerHealth::isCoarse
constexpr double kHostTolerance = 1.05;  ///< device and host clocks may differ by drift and rounding
constexpr double kDriftShare = 0.02;     ///< smaller drifts are not worth a badge
constexpr double kMadToSigma = 1.4826;   ///< of a normal distribution
constexpr std::size_t kDriftMinimum = 9; ///< samples: three a third

/// Largest k with 2*P(binomial(n, 1/2) < k) <= 0.05.
std::size_t orderStatistic(std::size_t n)
{
    if (n > 500) { // normal approximation: exact to one rank there, and 2^-n does not underflow
        const auto count = static_cast<double>(n);
        return static_cast<std::size_t>((count - 1.96 * std::sqrt(count)) / 2);
    }
    double probability = std::pow(0.5, static_cast<double>(n)); // of exactly i successes
    double below = 0;                                           // of fewer than i + 1
    std::size_t k = 0;
    for (std::size_t i = 0; i < n; ++i) {
        below += probability;
        if (2 * below > 0.05)
            break;
        k = i + 1;
        probability *= static_cast<double>(n - i) / static_cast<double>(i + 1);
    }
    return k;
}

bool drifts(const std::vector<double> &samples)
{
    if (samples.size() < kDriftMinimum)
        return false;
    const auto third = static_cast<std::ptrdiff_t>(samples.size() / 3);
    const std::vector<double> first(samples.begin(), samples.begin() + third);
    const std::vector<double> last(samples.end() - third, samples.end());
    const double spread = kMadToSigma * std::max(medianAbsoluteDeviation(first), medianAbsoluteDeviation(last));
    const double change = std::abs(median(last) - median(first));
    return change > 3 * spread && change > kDriftShare * median(samples);
}

void addSentence(std::string &note, const char *sentence)
{
    if (!note.empty())
        note += ' ';
    note += sentence;
}

} // namespace

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const std::size_t middle = values.size() / 2;
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle), values.end());
    const double upper = values[middle];
    if (values.size() % 2 == 1)
        return upper;
    const double lower = *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle));
    return lower + (upper - lower) / 2;
}

double medianAbsoluteDeviation(const std::vector<double> &values)
{
    const double centre = median(values);
    std::vector<double> deviations;
    deviations.reserve(values.size());
    for (const double value : values)
        deviations.push_back(std::abs(value - centre));
    return median(std::move(deviations));
}

Interval medianInterval(std::vector<double> values)
{
    if (values.empty())
        return {};
    std::sort(values.begin(), values.end());
    const std::size_t k = std::max<std::size_t>(orderStatistic(values.size()), 1);
    return {values[k - 1], values[values.size() - k]};
}

TimerHealth judgeTimer(const TimerEvidence &evidence)
{
    TimerHealth health;
    const double centre = median(evidence.samplesNs);
    health.isOrdered = evidence.isOrdered;
    health.hasZero = evidence.hasZero;
    health.isCoarse = evidence.resolutionNs > kCoarseShare * centre;
    health.hostDisagrees = evidence.deviceNsOverHostNs > kHostTolerance;
    health.hasDrift = drifts(evidence.samplesNs);
    if (!health.isOrdered)
        addSentence(health.note, "The driver's time stamps are out of order.");
    if (health.hasZero)
        addSentence(health.note, "The driver reported a duration of zero.");
    if (health.isCoarse)
        addSentence(health.note, "The timer is too coarse for this kernel; use a larger launch.");
    if (health.hostDisagrees)
        addSentence(health.note, "The device claims more time than the host saw pass.");
    if (health.hasDrift)
        addSentence(health.note, "Times drifted over the series (clock, temperature or other load).");
    return health;
}

} // namespace clv::measure
