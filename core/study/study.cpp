// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study.h"

#include "core/study/impl.h"

#include <fmt/format.h>

namespace clv::study {

Study::Study() : m_impl(std::make_unique<Impl>()) {}
Study::~Study() = default;

namespace {

void noteOutOfBounds(StudyResult &result)
{
    const std::string problem = outOfBoundsProblem(*result.memory);
    if (!problem.empty())
        addProblem(result, kernelError(problem, result.memory->outOfBounds.front().where));
}

/// A sample that its step budget ended: all that is known is a lower end.
void noteTruncation(StudyResult &result, const emulator::RunResult &run)
{
    if (!run.isTruncated)
        return;
    if (run.groups.empty()) {
        addProblem(result, kernelError("no work-group ended within the emulator's step budget: the kernel may loop "
                                       "forever, so its time is not known"));
        return;
    }
    Finding finding;
    finding.severity = Severity::Warning;
    finding.id = "step-budget";
    finding.message = fmt::format("The emulator stopped after its step budget, in work-group {}: counts and times are "
                                  "too low if the rest works as long.",
                                  run.groups.back().linearGroup);
    finding.hint = "A loop may run very long or forever; try smaller sizes.";
    result.memory->findings.push_back(std::move(finding));
}

} // namespace

Result<StudyResult> Study::run(const Request &request, const StageCallback &callback, std::stop_token stop)
{
    StudyResult result;
    result.revision = request.revision;
    result.sourcePath = request.source.path;
    auto subject = prepare(m_impl->workshop, request, result, callback, stop);
    if (!subject)
        return subject.error();
    if (!subject->has_value())
        return result;

    auto launch = makeLaunch(**subject, request.overrides, deviceOf(request));
    if (!launch) {
        addProblem(result, launch.error());
        if (callback)
            callback(Stage::Launch, result);
        return result;
    }
    result.launch = std::move(*launch);
    if (callback)
        callback(Stage::Launch, result);

    auto analysed = m_impl->workshop.analyse((*subject)->ready, (*subject)->signature, *result.launch, {}, stop);
    if (!analysed) {
        if (analysed.error().category == ErrorCategory::Cancelled)
            return analysed.error();
        addProblem(result, analysed.error());
        return result;
    }
    result.profile = (*analysed)->analysis.profile;
    result.memory = (*analysed)->analysis.memory;
    noteOutOfBounds(result);
    noteTruncation(result, (*analysed)->analysis.run);
    if (callback)
        callback(Stage::Analysis, result);
    if (stop.stop_requested())
        return cancelled();

    const predict::Input input{&(*subject)->signature, &*result.profile,    &*result.memory,
                               &*result.launch,        request.source.text, (*analysed)->lineWork};
    auto estimates = estimateAll(m_impl->workshop, {&input, 1}, request.models, request.device);
    if (!estimates)
        addProblem(result, estimates.error());
    else
        result.estimates = std::move(estimates->front());
    if (callback)
        callback(Stage::Estimate, result);
    return result;
}

} // namespace clv::study
