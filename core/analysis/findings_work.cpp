// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings.h"

#include "core/analysis/symbols_impl.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace clv::analysis {

namespace {

constexpr double kWorthAnIssueShare = 0.1;
constexpr double kWorthARegion = 8;     // warp instructions: `if (local id == 0) write` is no problem
constexpr double kDivergentWarps = 0.1; // of the warps at a branch; a guard at the end of the range stays below
constexpr double kGroupImbalance = 1.5;
constexpr double kShortGroup = 200;    // warp instructions: imbalance among shorter groups is lost in the launch
constexpr double kLaneShare = 2.0 / 3; // of the lanes that entered still at work in a loop, on average
constexpr double kWorthALoopShare = 0.2;

struct Slots {
    double all = 0, active = 0; ///< lane slots issued, and those with an active lane
};

Slots slotsOf(const State &state, std::size_t block)
{
    const double instructions = state.program.blocks()[block].instructions;
    return {state.run.blockWarps[block] * instructions * kWarpLanes, state.run.blockLanes[block] * instructions};
}

/// Share of lanes that the kernel starts with: below 1 when groups do not fill their warps.
double entryLaneShare(const State &state)
{
    return state.run.blockWarps.empty() || state.run.blockWarps[0] <= 0
               ? 1
               : state.run.blockLanes[0] / (state.run.blockWarps[0] * kWarpLanes);
}

bool hasBlockCounts(const State &state)
{
    const std::size_t blocks = state.program.blocks().size();
    return state.run.blockWarps.size() == blocks && state.run.blockLanes.size() == blocks;
}

void findDivergentBranches(FindingContext &context)
{
    const State &state = context.state;
    const auto blocks = state.program.blocks();
    const auto &dominators = state.symbols.impl().dominators;
    const double total = context.profile.warpInstructions * kWarpLanes;
    const double entry = entryLaneShare(state);
    for (std::size_t i = 0; i < state.program.branches().size() && i < state.run.branchWarps.size(); ++i) {
        const emulator::BranchInfo &branch = state.program.branches()[i];
        if (branch.isLoopBranch || branch.isUniformByProof || total <= 0 ||
            state.run.branchDivergent[i] < kDivergentWarps * state.run.branchWarps[i] || state.run.branchWarps[i] <= 0)
            continue;
        const auto *instruction = static_cast<const llvm::Instruction *>(branch.irInstruction);
        if (instruction == nullptr)
            continue;
        double idle = 0, issued = 0;
        for (std::size_t b = 0; b < blocks.size(); ++b)
            for (unsigned way = 0; way < instruction->getNumSuccessors(); ++way) {
                const auto *block = static_cast<const llvm::BasicBlock *>(blocks[b].irBlock);
                const llvm::BasicBlockEdge edge(instruction->getParent(), instruction->getSuccessor(way));
                if (block == nullptr || !dominators.dominates(edge, block))
                    continue;
                const Slots slots = slotsOf(state, b);
                idle += std::max(0.0, slots.all * entry - slots.active);
                issued += slots.all / kWarpLanes;
            }
        const double share = idle / total;
        if (share < kWorthAnIssueShare || issued < kWorthARegion * state.run.branchDivergent[i])
            continue;
        context.add(Severity::Warning, "divergent-branch", branch.where,
                    fmt::format("{}: work-items of one warp take different ways in {:.0f}% of the warps that get here; "
                                "{:.0f}% of all lane slots are idle for it.",
                                placeName(branch.where), 100 * state.run.branchDivergent[i] / state.run.branchWarps[i],
                                100 * share),
                    "Let the condition depend on the group or on whole warps, or make both ways one expression.",
                    share);
    }
}

int outermost(std::span<const emulator::NaturalLoop> loops, int loop)
{
    while (loop >= 0 && loops[static_cast<std::size_t>(loop)].parent >= 0)
        loop = loops[static_cast<std::size_t>(loop)].parent;
    return loop;
}

void findLaneImbalance(FindingContext &context)
{
    const State &state = context.state;
    const auto loops = state.program.loops();
    const auto blocks = state.program.blocks();
    std::vector<Slots> slots(loops.size());
    std::vector<const emulator::BranchInfo *> uneven(loops.size(), nullptr);
    for (std::size_t b = 0; b < blocks.size(); ++b)
        if (const int loop = outermost(loops, blocks[b].loop); loop >= 0) {
            const Slots own = slotsOf(state, b);
            slots[static_cast<std::size_t>(loop)].all += own.all;
            slots[static_cast<std::size_t>(loop)].active += own.active;
        }
    for (std::size_t i = 0; i < state.program.branches().size() && i < state.run.branchDivergent.size(); ++i) {
        const emulator::BranchInfo &branch = state.program.branches()[i];
        const int loop = branch.isLoopBranch ? outermost(loops, blocks[branch.block].loop) : -1;
        if (loop >= 0 && state.run.branchDivergent[i] > 0)
            uneven[static_cast<std::size_t>(loop)] = &branch;
    }
    const double total = context.profile.warpInstructions * kWarpLanes, entry = entryLaneShare(state);
    for (std::size_t i = 0; i < loops.size(); ++i) {
        if (uneven[i] == nullptr || slots[i].all < kWorthALoopShare * total || slots[i].all <= 0)
            continue;
        const double share = slots[i].active / (slots[i].all * entry);
        if (share > kLaneShare)
            continue;
        const SourceLocation &where = uneven[i]->where.isKnown() ? uneven[i]->where : loops[i].where;
        context.add(Severity::Warning, "lane-imbalance", where,
                    fmt::format("{}: work-items of one warp go round this loop a different number of times; on average "
                                "{:.0f}% of the lanes are still at work.",
                                placeName(where), 100 * share),
                    "Give one row or list to several work-items, or sort the work by its length.",
                    (1 - share) * slots[i].all / total);
    }
}

SourceLocation busiestLoop(const State &state)
{
    SourceLocation where = state.signature.where;
    double most = 0;
    for (std::size_t i = 0; i < state.program.loops().size() && i < state.run.loopIterations.size(); ++i)
        if (state.run.loopIterations[i] > most) {
            most = state.run.loopIterations[i];
            where = state.program.loops()[i].where;
        }
    return where;
}

void findGroupImbalance(FindingContext &context)
{
    const emulator::RunResult &run = context.state.run;
    double longest = 0;
    for (const emulator::GroupRun &group : run.groups)
        longest = std::max(longest, static_cast<double>(group.warpInstructions));
    if (context.profile.groupImbalance < kGroupImbalance || run.groups.size() < 2 || longest < kShortGroup)
        return;
    const SourceLocation where = busiestLoop(context.state);
    context.add(
        Severity::Warning, "group-imbalance", where,
        fmt::format("{}: the longest work-group seen does {} times the work of the mean one, so the launch waits "
                    "for it.",
                    placeName(where), shortNumber(context.profile.groupImbalance)),
        "Split long rows or lists over several work-groups, or hand out work in smaller pieces.");
}

void findGroupSize(FindingContext &context)
{
    const NDRange &range = context.state.launch.ndrange;
    const std::uint64_t items = range.groupItems();
    if (items % kWarpLanes == 0 || range.workItems() < kWarpLanes || items == 0)
        return;
    const std::uint64_t lanes = (items + kWarpLanes - 1) / kWarpLanes * kWarpLanes;
    context.add(Severity::Warning, "small-work-group", context.state.signature.where,
                fmt::format("Work-groups of {} work-items fill {} of {} lanes: GPUs run them in warps of 32.", items,
                            items, lanes),
                "Choose a local size that is a multiple of 32 and divides the global size.",
                1 - static_cast<double>(items) / static_cast<double>(lanes));
}

void findUnusedArguments(FindingContext &context)
{
    const auto *function = static_cast<const llvm::Function *>(context.state.program.irFunction());
    for (const llvm::Argument &argument : function->args()) {
        if (!argument.use_empty() || argument.getArgNo() >= context.state.signature.arguments.size())
            continue;
        const KernelArgument &declared = context.state.signature.arguments[argument.getArgNo()];
        context.add(Severity::Note, "unused-argument",
                    declared.where.isKnown() ? declared.where : context.state.signature.where,
                    fmt::format("Argument {} changes nothing: no access and no result depends on it.", declared.name),
                    "Drop it, or check that it was meant to be used.");
    }
}

void findDivergentBarriers(FindingContext &context)
{
    std::vector<SourceLocation> places = context.state.run.divergentBarriers;
    std::ranges::sort(places);
    const auto twins = std::ranges::unique(places);
    places.erase(twins.begin(), twins.end());
    for (const SourceLocation &where : places)
        context.add(
            Severity::Error, "barrier-divergence", where,
            fmt::format("{}: not all work-items of a group reach this barrier; the result is undefined and some "
                        "devices hang.",
                        placeName(where)),
            "Move the barrier out of the condition; replace an early return by a condition around the work.");
}

} // namespace

void findWorkProblems(FindingContext &context)
{
    findDivergentBarriers(context);
    if (hasBlockCounts(context.state)) {
        findDivergentBranches(context);
        findLaneImbalance(context);
    }
    findGroupImbalance(context);
    findGroupSize(context);
    findUnusedArguments(context);
}

} // namespace clv::analysis
