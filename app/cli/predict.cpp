// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"
#include "app/cli/request.h"
#include "app/cli/table.h"
#include "app/cli/views.h"
#include "core/protocol/json.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace clv::cli {

namespace {

std::string termsCsv(const StudyResult &result)
{
    std::string text = csvLine(
        {"model", "device", "medianNs", "lowNs", "highNs", "lowerBoundNs", "boundBy", "term", "termNs", "termShare"});
    for (const Estimate &e : result.estimates)
        for (const EstimateTerm &term : e.terms)
            text += csvLine({e.model, e.deviceKey, plainNumber(e.medianNs), plainNumber(e.lowNs), plainNumber(e.highNs),
                             plainNumber(e.lowerBoundNs), e.boundBy, term.name, plainNumber(term.ns),
                             plainNumber(term.share)});
    return text;
}

std::string predictionText(const StudyResult &result)
{
    std::string text;
    if (result.launch)
        text += fmt::format("{}{}\n", launchText(*result.launch), result.isLaunchInferred ? " (inferred)" : "");
    for (const Estimate &estimate : result.estimates)
        text += estimateText(estimate);
    return text;
}

int predict(const CommonOptions &options)
{
    return onJob(options, DeviceNeed::Any, [&options](Job &job, std::stop_token stop) {
        auto result = job.engine->run(job.request, {}, stop);
        if (!result)
            return fail(result.error());
        if (options.json)
            printJson("predict", *result);
        else
            print(options.csv ? termsCsv(*result) : predictionText(*result));
        std::fflush(stdout);
        return reportProblems(*result);
    });
}

} // namespace

void addPredict(CLI::App &app, Action &action)
{
    auto options = std::make_shared<CommonOptions>();
    CLI::App *command = app.add_subcommand("predict", "predicted time of a launch, with its breakdown");
    addKernelOptions(*command, *options);
    addModelOption(*command, *options);
    addTableOptions(*command, *options);
    command->callback([options, &action] { action = [options] { return predict(*options); }; });
}

} // namespace clv::cli
