// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"
#include "app/cli/request.h"
#include "app/cli/views.h"
#include "core/protocol/json.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace clv::cli {

namespace {

std::string analysisText(const StudyResult &result)
{
    std::string text;
    const auto kernel = std::ranges::find(result.kernels, result.kernel, &KernelSignature::name);
    if (kernel != result.kernels.end())
        text += "kernel  " + signatureText(*kernel) + '\n';
    if (result.kernels.size() > 1) {
        std::string others;
        for (const KernelSignature &other : result.kernels)
            if (other.name != result.kernel)
                others += (others.empty() ? "" : ", ") + other.name;
        text += "others  " + others + '\n';
    }
    if (result.launch)
        text += fmt::format("launch  {}{}\n", launchText(*result.launch), result.isLaunchInferred ? " (inferred)" : "");
    if (result.memory) {
        text += '\n' + memoryText(*result.memory);
        const std::string findings = findingsText(*result.memory);
        text += findings.empty() ? "\nno findings\n" : '\n' + findings;
    }
    return text;
}

int analyze(const CommonOptions &options)
{
    return onJob(options, DeviceNeed::None, [&options](Job &job, std::stop_token stop) {
        auto result = job.engine->run(job.request, {}, stop);
        if (!result)
            return fail(result.error());
        if (job.request.device.name.empty())
            result->estimates.clear(); // of no device in particular
        if (options.json)
            printJson("analyze", *result);
        else if (options.csv)
            print(result->memory ? sitesCsv(*result->memory) : std::string{});
        else
            print(analysisText(*result));
        std::fflush(stdout);
        return reportProblems(*result);
    });
}

} // namespace

void addAnalyze(CLI::App &app, Action &action)
{
    auto options = std::make_shared<CommonOptions>();
    CLI::App *command = app.add_subcommand("analyze", "signature, launch, memory accesses and findings of a kernel");
    addKernelOptions(*command, *options);
    addTableOptions(*command, *options);
    command->callback([options, &action] { action = [options] { return analyze(*options); }; });
}

} // namespace clv::cli
