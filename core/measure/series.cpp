// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/series.h"

#include "core/measure/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace clv::measure::opencl {

namespace {

using Clock = std::chrono::steady_clock;

/// Launches shorter than this are batched until a sample holds about as much device time: event times jitter by
/// 4-8 us on launches below 10 us (seen on an NVIDIA H200).
constexpr double kShortKernelNs = 50e3;
constexpr double kBatchNs = 200e3;
constexpr std::uint32_t kLargestBatch = 32;
/// GPUs raise their clocks under load: warm up for at least this long there, in at most so many launches.
constexpr double kGpuWarmupNs = 10e6;
constexpr std::uint32_t kMostWarmups = 100;
/// A series of a kernel above this time is taken again once when its relative spread is above kNoisySpread.
constexpr double kNoiseMattersNs = 20e3;
constexpr double kNoisySpread = 0.10;
/// Below this interval progress reports are not worth their cost.
constexpr auto kReportInterval = std::chrono::milliseconds(40);

double nanoseconds(Clock::duration duration)
{
    return std::chrono::duration<double, std::nano>(duration).count();
}

struct Sample {
    double perLaunchNs = 0, wallNs = 0, deviceNs = 0;
    bool isOrdered = true, hasZero = false;
};

class Runner {
public:
    Runner(const Subject &subject, const Protocol &protocol, const ProgressCallback &progress, std::stop_token stop)
        : m_subject(subject), m_protocol(protocol), m_progress(progress), m_stop(std::move(stop))
    {
    }

    Result<Series> run();

private:
    Result<Sample> takeSample(std::uint32_t launches);
    Result<void> warmUp();
    Result<void> collect();
    void chooseBatch(double launchNs);
    void report(double fraction, std::string what, bool always = false);
    [[nodiscard]] Error cancelled() const
    {
        return {ErrorCategory::Cancelled, "Measuring `" + m_subject.name + "` was cancelled.", {}};
    }

    const Subject &m_subject;
    const Protocol &m_protocol;
    const ProgressCallback &m_progress;
    std::stop_token m_stop;
    Clock::time_point m_lastReport{};
    Series m_series;
    TimerEvidence m_evidence;
};

void Runner::report(double fraction, std::string what, bool always)
{
    const auto now = Clock::now();
    if (!m_progress || (!always && now - m_lastReport < kReportInterval))
        return;
    m_lastReport = now;
    m_progress({fraction, std::move(what)});
}

/// `launches` launches back to back, each with its own event; buffers are brought back before each.
Result<Sample> Runner::takeSample(std::uint32_t launches)
{
    if (m_stop.stop_requested())
        return cancelled();
    std::vector<Event> events;
    events.reserve(launches);
    Clock::time_point begin = Clock::now();
    for (std::uint32_t i = 0; i < launches; ++i) {
        if (m_subject.restore) {
            if (auto restored = m_subject.restore(); !restored)
                return restored.error();
            if (launches == 1) { // else the wall time of a batch holds the refills
                if (auto done = m_subject.session->finish(); !done)
                    return done.error();
                begin = Clock::now();
            }
        }
        auto event = enqueueLaunch(*m_subject.session, m_subject.kernel, m_subject.ndrange);
        if (!event)
            return event.error();
        events.push_back(std::move(*event));
    }
    if (auto done = m_subject.session->finish(); !done)
        return done.error();
    Sample sample;
    sample.wallNs = nanoseconds(Clock::now() - begin);
    for (const Event &event : events) {
        const auto times = eventTimes(event);
        if (!times)
            return times.error();
        sample.isOrdered = sample.isOrdered && times->isOrdered();
        sample.hasZero = sample.hasZero || times->durationNs() == 0;
        sample.deviceNs += times->durationNs();
    }
    sample.perLaunchNs = sample.deviceNs / launches;
    return sample;
}

Result<void> Runner::warmUp()
{
    report(-1, fmt::format("{} of `{}`", kLaunchStage, m_subject.name), true);
    const auto first = takeSample(1);
    if (!first)
        return first.error();
    m_series.firstNs = first->perLaunchNs;

    const bool isGpu = m_subject.session->device.description.type == DeviceType::Gpu;
    const auto begin = Clock::now();
    std::vector<double> overheads, durations;
    while (m_series.warmups < m_protocol.warmups ||
           (isGpu && m_series.warmups < kMostWarmups && nanoseconds(Clock::now() - begin) < kGpuWarmupNs)) {
        report(-1, fmt::format("warm-up {}", m_series.warmups + 1));
        const auto sample = takeSample(1);
        if (!sample)
            return sample.error();
        ++m_series.warmups;
        durations.push_back(sample->perLaunchNs);
        overheads.push_back(std::max(0.0, sample->wallNs - sample->deviceNs));
    }
    m_series.hostOverheadNs = median(overheads);
    chooseBatch(durations.empty() ? m_series.firstNs : median(durations));
    return {};
}

void Runner::chooseBatch(double launchNs)
{
    if (launchNs >= kShortKernelNs)
        return;
    const double wanted = std::ceil(kBatchNs / std::max(launchNs, 1.0));
    m_series.launchesPerSample = static_cast<std::uint32_t>(std::clamp(wanted, 1.0, double(kLargestBatch)));
}

Result<void> Runner::collect()
{
    m_series.samplesNs.clear();
    m_evidence = {};
    m_evidence.resolutionNs =
        m_subject.session->device.description.timerResolutionNs / double(m_series.launchesPerSample);
    const std::uint32_t least = std::max(1u, m_protocol.minSamples);
    const std::uint32_t most = std::max(least, m_protocol.maxSamples);
    std::vector<double> overheads;
    const auto begin = Clock::now();
    while (m_series.samplesNs.size() < most) {
        const auto taken = static_cast<std::uint32_t>(m_series.samplesNs.size());
        if (taken >= least && nanoseconds(Clock::now() - begin) > m_protocol.maxTimeMs * 1e6)
            break;
        report(double(taken) / most, fmt::format("sample {} of {}", taken + 1, most));
        const auto sample = takeSample(m_series.launchesPerSample);
        if (!sample)
            return sample.error();
        m_series.samplesNs.push_back(sample->perLaunchNs);
        m_evidence.isOrdered = m_evidence.isOrdered && sample->isOrdered;
        m_evidence.hasZero = m_evidence.hasZero || sample->hasZero;
        if (sample->wallNs > 0)
            m_evidence.deviceNsOverHostNs = std::max(m_evidence.deviceNsOverHostNs, sample->deviceNs / sample->wallNs);
        overheads.push_back(std::max(0.0, sample->wallNs - sample->deviceNs));
    }
    if (m_series.warmups == 0 && m_series.launchesPerSample == 1)
        m_series.hostOverheadNs = median(overheads);
    m_evidence.samplesNs = m_series.samplesNs;
    return {};
}

double relativeSpread(const std::vector<double> &samples)
{
    const double centre = median(samples);
    return centre > 0 ? medianAbsoluteDeviation(samples) / centre : 0;
}

Result<Series> Runner::run()
{
    if (auto warm = warmUp(); !warm)
        return warm.error();
    if (auto collected = collect(); !collected)
        return collected.error();
    if (median(m_series.samplesNs) > kNoiseMattersNs && relativeSpread(m_series.samplesNs) > kNoisySpread) {
        const auto noisy = m_series.samplesNs;
        const TimerEvidence noisyEvidence = m_evidence;
        report(-1, "repeating a noisy series", true);
        if (auto collected = collect(); !collected)
            return collected.error();
        if (relativeSpread(m_series.samplesNs) > relativeSpread(noisy)) {
            m_series.samplesNs = noisy;
            m_evidence = noisyEvidence;
        }
    }
    m_series.timer = judgeTimer(m_evidence);
    return std::move(m_series);
}

} // namespace

Result<Event> enqueueLaunch(const Session &session, cl_kernel kernel, const NDRange &ndrange)
{
    std::array<std::size_t, 3> global{}, local{}, offset{};
    for (std::size_t d = 0; d < 3; ++d) {
        global[d] = ndrange.global[d];
        local[d] = ndrange.local[d];
        offset[d] = ndrange.offset[d];
    }
    cl_event handle = nullptr;
    const cl_int code = clEnqueueNDRangeKernel(session.queue.get(), kernel, ndrange.workDim, offset.data(),
                                               global.data(), local.data(), 0, nullptr, &handle);
    if (code != CL_SUCCESS)
        return callError(code, "clEnqueueNDRangeKernel");
    return Event(handle);
}

Result<Series> runSeries(const Subject &subject, const Protocol &protocol, const ProgressCallback &progress,
                         std::stop_token stop)
{
    return Runner(subject, protocol, progress, std::move(stop)).run();
}

} // namespace clv::measure::opencl
