// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include "app/cli/context.h"
#include "app/cli/sweeping.h"
#include "core/support/paths.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace clv::cli {

namespace {

struct ReportOptions {
    std::string output, title;
    bool isPredictedOnly = false;
};

bool endsWith(const std::string &text, const std::string &end)
{
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string quoted(const std::string &word)
{
    const bool isPlain = word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                                "_-+=.,:/@%") == std::string::npos;
    return isPlain && !word.empty() ? word : "'" + word + "'";
}

/// A command line that gives the same numbers again.
std::string commandLine(const char *command, const CommonOptions &options, const SweepOptions *sweeping)
{
    std::string text = fmt::format("clv {} {}", command, quoted(subjectOf(options)));
    auto add = [&text](const char *option, const std::string &value) {
        if (!value.empty())
            text += fmt::format(" {} {}", option, quoted(value));
    };
    auto addAll = [&add](const char *option, const std::vector<std::string> &values) {
        for (const std::string &value : values)
            add(option, value);
    };
    add("--kernel", options.kernel);
    add("--global", options.global);
    add("--local", options.local);
    add("--offset", options.offset);
    addAll("--arg", options.arguments);
    addAll("-D", options.defines);
    addAll("-I", options.includes);
    add("--build-options", options.buildOptions);
    add("--device", options.device);
    if (sweeping != nullptr) {
        addAll("--axis", sweeping->axes);
        addAll("--follow", sweeping->follow);
        text += sweeping->isMeasuring ? " --measure" : "";
    }
    return text;
}

/// The study, measured if there is a device for it; what cannot be measured is a problem named in the report.
Result<StudyResult> studyFor(Job &job, bool isMeasuring, const MeasureOptions &measuring, std::stop_token stop)
{
    auto result = job.engine->run(job.request, {}, stop);
    if (!result || !isMeasuring || !result->launch || !result->problems.empty())
        return result;
    auto measurement = measureLaunch(job, *result->launch, measuring, stop);
    if (measurement)
        result->measurements.push_back(std::move(*measurement));
    else if (measurement.error().category == ErrorCategory::Cancelled)
        return measurement.error();
    else
        result->problems.push_back("not measured: " + measurement.error().message);
    return result;
}

int writeReport(const CommonOptions &options, const ReportOptions &reporting, SweepOptions sweeping,
                const MeasureOptions &measuring)
{
    return onJob(options, DeviceNeed::Any, [&](Job &job, std::stop_token stop) {
        const bool isMeasuring = !reporting.isPredictedOnly && job.request.device.isLocal && job.worker != nullptr;
        auto study = studyFor(job, isMeasuring, measuring, stop);
        if (!study)
            return fail(study.error());
        report::ReportModel model;
        model.title =
            reporting.title.empty() ? fmt::format("{} in {}", study->kernel, subjectOf(options)) : reporting.title;
        model.sourceName = subjectOf(options);
        model.sourceText = job.request.source.text;
        model.device = job.request.device;
        model.programVersion = CLV_VERSION;
        model.createdAtUtc = nowUtc();
        model.reproduce.push_back(commandLine(isMeasuring ? "compare" : "predict", options, nullptr));
        if (!sweeping.axes.empty()) {
            sweeping.isMeasuring = isMeasuring;
            auto spec = sweepSpecOf(*job.engine, sweeping);
            if (!spec)
                return fail(spec.error());
            auto sweep = runSweep(job, *spec, sweeping, measuring, stop);
            if (!sweep)
                return fail(sweep.error());
            model.sweeps.push_back(std::move(*sweep));
            model.reproduce.push_back(commandLine("sweep", options, &sweeping));
        }
        const int code = reportProblems(*study);
        model.study = std::move(*study);
        const std::string text = endsWith(reporting.output, ".md") ? report::toMarkdown(model) : report::toHtml(model);
        if (reporting.output == "-") {
            print(text);
        } else {
            auto written = paths::writeFileAtomically(reporting.output, text);
            if (!written)
                return fail(written.error());
            complain(fmt::format("wrote {}", reporting.output));
        }
        return code;
    });
}

} // namespace

void addReport(CLI::App &app, Action &action)
{
    auto options = std::make_shared<CommonOptions>();
    auto reporting = std::make_shared<ReportOptions>();
    auto sweeping = std::make_shared<SweepOptions>();
    auto measuring = std::make_shared<MeasureOptions>();
    CLI::App *command = app.add_subcommand("report", "write a self-contained report: HTML, or Markdown for *.md");
    addKernelOptions(*command, *options);
    addModelOption(*command, *options);
    command->add_option("-o,--output", reporting->output, "file to write; - for standard output")->required();
    command->add_option("--title", reporting->title, "title of the report");
    command->add_flag("--predicted-only", reporting->isPredictedOnly, "do not measure");
    addSweepOptions(*command, *sweeping);
    addMeasureOptions(*command, *measuring);
    command->callback(
        [=, &action] { action = [=] { return writeReport(*options, *reporting, *sweeping, *measuring); }; });
}

} // namespace clv::cli
