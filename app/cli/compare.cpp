// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"
#include "app/cli/measuring.h"
#include "app/cli/table.h"
#include "core/protocol/json.h"
#include "core/report/report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace clv::cli {

namespace {

struct Verdict {
    std::string model;
    double predictedNs = 0, measuredNs = 0;
    double factor = 0; ///< measured and predicted apart by this, at least 1
    bool isInInterval = false;
    std::string sentence;
};

Verdict judge(const Estimate &estimate, const Measurement &measurement)
{
    Verdict verdict{estimate.model, estimate.medianNs, measurement.medianNs, 1, false, {}};
    const double ratio = estimate.medianNs / measurement.medianNs;
    verdict.factor = std::max(ratio, 1 / ratio);
    verdict.isInInterval = measurement.medianNs >= estimate.lowNs && measurement.medianNs <= estimate.highNs;
    constexpr double kGood = 1.25;
    if (!measurement.timer.isHealthy())
        verdict.sentence = "the clock is not trustworthy here: " + measurement.timer.note;
    else if (verdict.factor <= kGood)
        verdict.sentence = "close";
    else if (verdict.isInInterval)
        verdict.sentence = fmt::format("within the interval, {} {}", report::formatFactor(verdict.factor),
                                       ratio > 1 ? "too slow" : "too fast");
    else
        verdict.sentence =
            fmt::format("wrong: {} {}; bound by {} according to the model", report::formatFactor(verdict.factor),
                        ratio > 1 ? "too slow" : "too fast", estimate.boundBy);
    return verdict;
}

std::string verdictText(const std::vector<Verdict> &verdicts)
{
    using enum Table::Align;
    Table table({{"model"}, {"predicted", Right}, {"measured", Right}, {"factor", Right}, {"verdict"}});
    for (const Verdict &v : verdicts)
        table.add({v.model, report::formatTime(v.predictedNs), report::formatTime(v.measuredNs),
                   report::formatFactor(v.factor), v.sentence});
    return table.text();
}

std::string verdictCsv(const StudyResult &result, const std::vector<Verdict> &verdicts)
{
    std::string text =
        csvLine({"kernel", "model", "device", "predictedNs", "measuredNs", "measuredMadNs", "factor", "isInInterval"});
    for (const Verdict &v : verdicts)
        text += csvLine({result.kernel, v.model, result.measurements.front().deviceKey, plainNumber(v.predictedNs),
                         plainNumber(v.measuredNs), plainNumber(result.measurements.front().madNs),
                         plainNumber(v.factor), v.isInInterval ? "true" : "false"});
    return text;
}

nlohmann::json verdictJson(const StudyResult &result, const std::vector<Verdict> &verdicts)
{
    nlohmann::json list = nlohmann::json::array();
    for (const Verdict &v : verdicts)
        list.push_back({{"model", v.model},
                        {"predictedNs", v.predictedNs},
                        {"measuredNs", v.measuredNs},
                        {"factor", v.factor},
                        {"isInInterval", v.isInInterval},
                        {"verdict", v.sentence}});
    return {{"kernel", result.kernel},
            {"launch", *result.launch},
            {"comparison", list},
            {"estimates", result.estimates},
            {"measurements", result.measurements}};
}

int compare(const CommonOptions &options, const MeasureOptions &measuring)
{
    return onJob(options, DeviceNeed::Local, [&](Job &job, std::stop_token stop) {
        auto result = studyAndMeasure(job, measuring, stop);
        if (!result)
            return fail(result.error());
        if (result->measurements.empty() || result->estimates.empty())
            return reportProblems(*result);
        std::vector<Verdict> verdicts;
        for (const Estimate &estimate : result->estimates)
            verdicts.push_back(judge(estimate, result->measurements.front()));
        if (options.json)
            printJson("compare", verdictJson(*result, verdicts));
        else if (options.csv)
            print(verdictCsv(*result, verdicts));
        else
            print(fmt::format("{} on {}\n", launchText(*result->launch), result->measurements.front().deviceName) +
                  verdictText(verdicts));
        if (!job.request.device.peaks)
            complain("the rates of this device are assumed; 'clv devices --peaks' measures them once");
        return 0;
    });
}

} // namespace

void addCompare(CLI::App &app, Action &action)
{
    auto options = std::make_shared<CommonOptions>();
    auto measuring = std::make_shared<MeasureOptions>();
    CLI::App *command =
        app.add_subcommand("compare", "predicted and measured time of a launch and the error between them");
    addKernelOptions(*command, *options);
    addModelOption(*command, *options);
    addMeasureOptions(*command, *measuring);
    addTableOptions(*command, *options);
    command->callback([=, &action] { action = [=] { return compare(*options, *measuring); }; });
}

} // namespace clv::cli
