// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/group_runner.h"
#include "core/emulator/sampling.h"

#include <fmt/format.h>

namespace clv::emulator {

namespace {

Result<void> checkArgument(const ArgumentInfo &info, const LaunchArgument &argument)
{
    const auto wrong = [&](const char *needed) {
        return usageError(fmt::format("argument '{}' of the kernel needs {}, but the launch gives something else",
                                      info.name.empty() ? argument.name : info.name, needed));
    };
    const bool isBuffer = std::holds_alternative<BufferValue>(argument.value);
    const bool isImage = std::holds_alternative<ImageValue>(argument.value);
    if (info.isHandle)
        return isImage || isBuffer || std::holds_alternative<SamplerValue>(argument.value)
                   ? Result<void>{}
                   : wrong("an image or a sampler");
    if (info.isPointer && info.space == AddressSpace::Local)
        return std::holds_alternative<LocalValue>(argument.value) ? Result<void>{} : wrong("a size of local memory");
    if (info.isPointer)
        return isBuffer || isImage ? Result<void>{} : wrong("a buffer");
    const auto *scalar = std::get_if<ScalarValue>(&argument.value);
    const auto *structure = std::get_if<StructValue>(&argument.value);
    if (!scalar && !structure)
        return wrong("a value");
    return {};
}

Result<void> checkLaunch(const RegisterProgram &program, const Launch &launch)
{
    if (launch.arguments.size() != program.arguments.size())
        return usageError(fmt::format("kernel '{}' takes {} arguments, but the launch has {}", program.kernelName,
                                      program.arguments.size(), launch.arguments.size()));
    for (std::size_t k = 0; k < program.arguments.size(); ++k)
        if (const Result<void> checked = checkArgument(program.arguments[k], launch.arguments[k]); !checked)
            return checked.error();
    constexpr std::uint64_t kMostItems = 1 << 16;
    for (std::size_t d = 0; d < 3; ++d)
        if (launch.ndrange.global[d] == 0 || launch.ndrange.local[d] == 0)
            return usageError(fmt::format("the {} size of dimension {} is 0; it must be at least 1",
                                          launch.ndrange.global[d] == 0 ? "global" : "local", d));
    if (launch.ndrange.groupItems() > kMostItems)
        return usageError(fmt::format("a work-group of {} work-items is too large; at most {} can be emulated",
                                      launch.ndrange.groupItems(), kMostItems));
    return {};
}

} // namespace

Result<RunResult> run(const Program &program, const Launch &launch, Memory &memory, const RunOptions &options,
                      Listener *listener, std::stop_token stop)
{
    const auto &registers = static_cast<const RegisterProgram &>(program);
    if (const Result<void> checked = checkLaunch(registers, launch); !checked)
        return checked.error();
    RunResult result;
    result.blockWarps.resize(registers.blockInfos.size());
    result.blockLanes.resize(registers.blockInfos.size());
    result.branchWarps.resize(registers.branchInfos.size());
    result.branchDivergent.resize(registers.branchInfos.size());
    result.loopEntries.resize(registers.loopInfos.size());
    result.loopIterations.resize(registers.loopInfos.size());
    const std::uint64_t groups = launch.ndrange.numGroups().product();
    result.totalGroups = static_cast<double>(groups);

    GroupRunner runner(registers, launch, static_cast<LaunchMemory &>(memory), listener, stop);
    std::uint64_t left = options.warpInstructionBudget;
    // A group gets its share of what is left, so that cheap groups leave more to those behind them.
    const auto runOne = [&](const SampledGroup &group, std::uint64_t groupsLeft) {
        const std::uint64_t share =
            options.warpInstructionBudget == 0 ? 0 : std::max<std::uint64_t>(1, left / groupsLeft);
        runner.run(group.linearGroup, group.weight, share);
        left -= std::min(left, runner.lastGroup().warpInstructions);
        runner.collect(result, group.weight);
        result.isTruncated = result.isTruncated || runner.wasCut();
        return !runner.wasStopped();
    };
    bool isGoing = true;
    if (options.full) {
        for (std::uint64_t group = 0; group < groups && isGoing; ++group) {
            // In order with one common budget: what ran is what a device would have done so far.
            runner.run(group, 1, left);
            if (options.warpInstructionBudget != 0)
                left -= std::min(left, runner.lastGroup().warpInstructions);
            runner.collect(result, 1);
            isGoing = !runner.wasStopped();
            if (runner.wasCut() || (options.warpInstructionBudget != 0 && left == 0 && group + 1 < groups)) {
                result.isTruncated = true;
                break;
            }
        }
        result.isExact = !result.isTruncated;
    } else {
        const std::vector<SampledGroup> plan = planSample(groups, options.maxGroups, options.seed);
        for (std::size_t k = 0; k < plan.size() && isGoing; ++k)
            isGoing = runOne(plan[k], plan.size() - k);
        result.isExact = plan.size() == groups && !result.isTruncated;
    }
    if (!isGoing)
        return Error{ErrorCategory::Cancelled, "the emulation was cancelled", {}};
    runner.finish(result);
    return result;
}

} // namespace clv::emulator
