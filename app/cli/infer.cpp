// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"
#include "app/cli/request.h"
#include "core/launch/launch.h"

#include <CLI/CLI.hpp>

namespace clv::cli {

namespace {

/// Stops after the launch stage would be quicker, but only the analysis knows whether the launch is legal.
int infer(const CommonOptions &options)
{
    return onJob(options, DeviceNeed::None, [](Job &job, std::stop_token stop) {
        job.request.launchSpec.reset();
        auto result = job.engine->run(job.request, {}, stop);
        if (!result)
            return fail(result.error());
        const int code = reportProblems(*result);
        if (!result->launchSpec)
            return code != 0 ? code : 1;
        auto spec = launch::apply(*result->launchSpec, job.request.overrides,
                                  *std::ranges::find(result->kernels, result->kernel, &KernelSignature::name));
        if (!spec)
            return fail(spec.error());
        print(launch::formatLaunchFile(*spec));
        return code;
    });
}

} // namespace

void addInfer(CLI::App &app, Action &action)
{
    auto options = std::make_shared<CommonOptions>();
    CLI::App *command =
        app.add_subcommand("infer", "print a launch file with a legal launch, inferred from the kernel");
    addKernelOptions(*command, *options);
    command->callback([options, &action] { action = [options] { return infer(*options); }; });
}

} // namespace clv::cli
