// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"
#include "app/cli/measuring.h"
#include "app/cli/table.h"
#include "app/cli/views.h"
#include "core/protocol/json.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace clv::cli {

namespace {

std::string samplesCsv(const Measurement &measurement)
{
    std::string text = csvLine({"device", "kernel", "sample", "timeNs"});
    for (std::size_t i = 0; i < measurement.samplesNs.size(); ++i)
        text += csvLine(
            {measurement.deviceKey, measurement.kernel, std::to_string(i), plainNumber(measurement.samplesNs[i])});
    return text;
}

int measure(const CommonOptions &options, const MeasureOptions &measuring)
{
    return onJob(options, DeviceNeed::Local, [&](Job &job, std::stop_token stop) {
        auto result = studyAndMeasure(job, measuring, stop);
        if (!result)
            return fail(result.error());
        if (result->measurements.empty())
            return reportProblems(*result);
        const Measurement &measurement = result->measurements.front();
        if (options.json)
            printJson("measure",
                      {{"kernel", result->kernel}, {"launch", *result->launch}, {"measurement", measurement}});
        else
            print(options.csv ? samplesCsv(measurement)
                              : launchText(*result->launch) + '\n' + measurementText(measurement));
        return 0;
    });
}

} // namespace

void addMeasure(CLI::App &app, Action &action)
{
    auto options = std::make_shared<CommonOptions>();
    auto measuring = std::make_shared<MeasureOptions>();
    CLI::App *command = app.add_subcommand("measure", "measured time of a launch on a device of this machine");
    addKernelOptions(*command, *options);
    addMeasureOptions(*command, *measuring);
    addTableOptions(*command, *options);
    command->callback([=, &action] { action = [=] { return measure(*options, *measuring); }; });
}

} // namespace clv::cli
