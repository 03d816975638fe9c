// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/launch.h"
#include "core/study/impl.h"
#include "core/study/study.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <fmt/format.h>
#include <thread>

namespace clv::study {

namespace {

Expression numberText(double value)
{
    const bool isWhole = value == std::floor(value) && std::abs(value) < 9007199254740992.0;
    return isWhole ? fmt::format("{:.0f}", value) : fmt::format("{}", value);
}

/// Dimension of "global.y", 3 for "global" (all of them), none for another name.
std::optional<std::size_t> dimensionOf(const std::string &name, const std::string &base)
{
    if (name == base)
        return 3;
    for (std::size_t d = 0; d < 3; ++d)
        if (name == fmt::format("{}.{}", base, "xyz"[d]) || name == fmt::format("{}[{}]", base, d))
            return d;
    return std::nullopt;
}

void setSize(std::optional<std::vector<Expression>> &size, std::vector<Expression> base, std::size_t dimension,
             const Expression &value)
{
    if (!size)
        size = std::move(base);
    if (dimension == 3)
        std::ranges::fill(*size, value);
    else {
        if (size->size() <= dimension)
            size->resize(dimension + 1, "1");
        (*size)[dimension] = value;
    }
}

void setAxis(LaunchOverrides &overrides, const LaunchSpec &spec, const std::string &name, double x)
{
    const Expression value = numberText(x);
    if (const auto d = dimensionOf(name, "global"))
        setSize(overrides.global, spec.global, *d, value);
    else if (const auto e = dimensionOf(name, "local"))
        setSize(overrides.local, spec.local.value_or(std::vector<Expression>(spec.global.size(), "1")), *e, value);
    else
        overrides.values.emplace_back(name, value);
}

bool variesLocal(const SweepSpec &spec)
{
    return dimensionOf(spec.axis.name, "local") || (spec.second && dimensionOf(spec.second->name, "local"));
}

std::vector<SweepPoint> pointsOf(const SweepSpec &spec)
{
    std::vector<SweepPoint> points;
    const std::vector<double> one{0};
    for (double y : spec.second ? spec.second->values : one)
        for (double x : spec.axis.values) {
            SweepPoint point;
            point.x = x;
            if (spec.second)
                point.y = y;
            points.push_back(std::move(point));
        }
    return points;
}

/// Work of one sweep, shared by the threads that emulate.
struct Run {
    Run(Workshop &shop, const Subject &what, const Request &asked, const SweepSpec &axes, std::vector<SweepPoint> &into)
        : workshop(shop), subject(what), request(asked), spec(axes), points(into), analysed(into.size())
    {
    }

    Workshop &workshop;
    const Subject &subject;
    const Request &request;
    const SweepSpec &spec;
    std::vector<SweepPoint> &points;
    std::vector<std::shared_ptr<const Analysed>> analysed;

    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::condition_variable_any changed;
    std::deque<std::size_t> finished;
};

LaunchOverrides overridesOf(const Run &run, const SweepPoint &point)
{
    LaunchOverrides overrides = run.request.overrides;
    setAxis(overrides, run.subject.spec, run.spec.axis.name, point.x);
    if (run.spec.second)
        setAxis(overrides, run.subject.spec, run.spec.second->name, *point.y);
    for (const auto &[name, value] : run.spec.follow)
        overrides.values.emplace_back(name, value);
    return overrides;
}

void emulatePoint(Run &run, std::size_t index, std::stop_token stop)
{
    SweepPoint &point = run.points[index];
    auto launch = makeLaunch(run.subject, overridesOf(run, point), deviceOf(run.request));
    if (!launch) {
        point.refusal = launch.error().message;
        return;
    }
    point.launch = std::move(*launch);
    auto analysed = run.workshop.analyse(run.subject.ready, run.subject.signature, *point.launch, {}, stop);
    if (!analysed) {
        point.refusal = analysed.error().message;
        return;
    }
    point.refusal = outOfBoundsProblem((*analysed)->analysis.memory);
    if (point.refusal.empty())
        run.analysed[index] = std::move(*analysed);
}

void work(Run &run, std::stop_token stop)
{
    for (;;) {
        const std::size_t index = run.next.fetch_add(1);
        if (index >= run.points.size() || stop.stop_requested())
            return;
        emulatePoint(run, index, stop);
        const std::lock_guard lock(run.mutex);
        run.finished.push_back(index);
        run.changed.notify_all();
    }
}

/// Waits for points that ended. Empty: asked to stop.
std::vector<std::size_t> takeFinished(Run &run, std::stop_token stop)
{
    std::unique_lock lock(run.mutex);
    if (!run.changed.wait(lock, stop, [&run] { return !run.finished.empty(); }))
        return {};
    std::vector<std::size_t> taken(run.finished.begin(), run.finished.end());
    run.finished.clear();
    return taken;
}

Result<void> predictPoints(Run &run, const std::vector<std::size_t> &indices)
{
    std::vector<predict::Input> inputs;
    std::vector<std::size_t> owners;
    for (std::size_t index : indices) {
        if (!run.analysed[index])
            continue;
        const Analysed &known = *run.analysed[index];
        inputs.push_back({&run.subject.signature, &known.analysis.profile, &known.analysis.memory,
                          &*run.points[index].launch, run.request.source.text, known.lineWork});
        owners.push_back(index);
    }
    if (inputs.empty())
        return {};
    auto estimates = estimateAll(run.workshop, inputs, run.request.models, run.request.device);
    if (!estimates)
        return estimates.error();
    for (std::size_t i = 0; i < owners.size(); ++i)
        run.points[owners[i]].estimates = std::move((*estimates)[i]);
    return {};
}

Result<void> runPoints(Run &run, const Study::PointCallback &callback, std::stop_token stop)
{
    std::stop_source inner;
    const std::stop_callback forward(stop, [&inner] { inner.request_stop(); });
    std::vector<std::jthread> threads;
    const std::size_t count =
        std::min<std::size_t>(run.points.size(), std::max(1U, std::thread::hardware_concurrency()));
    for (std::size_t i = 0; i < count; ++i)
        threads.emplace_back([&run, token = inner.get_token()] { work(run, token); });
    struct StopAtEnd {
        std::stop_source &source;
        ~StopAtEnd() { source.request_stop(); }
    } const stopAtEnd{inner};

    for (std::size_t done = 0; done < run.points.size();) {
        const std::vector<std::size_t> indices = takeFinished(run, stop);
        if (indices.empty())
            return cancelled();
        auto predicted = predictPoints(run, indices);
        if (!predicted)
            return predicted;
        for (std::size_t index : indices)
            if (callback)
                callback(index, run.points[index]);
        done += indices.size();
    }
    return {};
}

} // namespace

Result<Sweep> Study::sweep(const Request &request, const SweepSpec &spec, const PointCallback &callback,
                           std::stop_token stop)
{
    StudyResult result;
    auto subject = prepare(m_impl->workshop, request, result, {}, stop);
    if (!subject)
        return subject.error();
    if (!subject->has_value())
        return Error{result.problemCategory, result.problems.front(), {}};
    // A local size that nobody asked for is chosen anew at each point, so that steps stay legal.
    if (result.isLaunchInferred && !variesLocal(spec) && !request.overrides.local)
        (*subject)->spec.local.reset();

    Sweep sweep{result.kernel, spec, request.models, request.device.key(), pointsOf(spec)};
    if (sweep.models.empty())
        sweep.models.push_back(predict::availableModels().front().name);
    Run run(m_impl->workshop, **subject, request, spec, sweep.points);
    // Names that do not exist are one mistake, not one per point.
    if (!sweep.points.empty()) {
        auto applied = launch::apply((*subject)->spec, overridesOf(run, sweep.points.front()), (*subject)->signature);
        if (!applied)
            return applied.error();
    }
    auto done = runPoints(run, callback, stop);
    if (!done)
        return done.error();
    return sweep;
}

} // namespace clv::study
