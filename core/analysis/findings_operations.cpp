// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/findings.h"

#include "core/analysis/symbols_impl.h"

#include <fmt/format.h>

#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>
#include <map>

namespace clv::analysis {

namespace {

constexpr double kHotRounds = 4; // executions per work-item from which a loop's operation is called hot

/// Executions per work-item of each block of the kernel.
std::map<const llvm::BasicBlock *, double> executions(const State &state)
{
    std::map<const llvm::BasicBlock *, double> result;
    const auto blocks = state.program.blocks();
    const auto items = static_cast<double>(std::max<std::uint64_t>(1, state.launch.ndrange.workItems()));
    for (std::size_t b = 0; b < blocks.size() && b < state.run.blockLanes.size(); ++b)
        result[static_cast<const llvm::BasicBlock *>(blocks[b].irBlock)] = state.run.blockLanes[b] / items;
    return result;
}

struct LineOperations {
    std::uint32_t operations = 0;
    double executions = 0; ///< per work-item
    bool isHot = false;    ///< inside a loop that goes round several times
};

template <typename Match>
std::map<SourceLocation, LineOperations> operationsByLine(const State &state, Match matches)
{
    const auto *function = static_cast<const llvm::Function *>(state.program.irFunction());
    const auto counts = executions(state);
    std::map<SourceLocation, LineOperations> lines;
    // Places come with the sites' spelling of file names: the main file is the empty one.
    const llvm::DISubprogram *kernel = function->getSubprogram();
    for (const llvm::BasicBlock &block : *function)
        for (const llvm::Instruction &instruction : block) {
            const llvm::DILocation *location = instruction.getDebugLoc();
            if (location == nullptr || location->getLine() == 0 || !matches(instruction))
                continue;
            SourceLocation where;
            where.line = location->getLine();
            if (kernel != nullptr && location->getFilename() != kernel->getFilename())
                where.file = location->getFilename().str();
            LineOperations &line = lines[where];
            const auto count = counts.find(&block);
            const double rounds = count == counts.end() ? 0 : count->second;
            ++line.operations;
            line.executions += rounds;
            line.isHot = line.isHot || (rounds >= kHotRounds && state.symbols.impl().loops.getLoopFor(&block));
        }
    return lines;
}

bool isDouble(const llvm::Value *value)
{
    return value->getType()->getScalarType()->isDoubleTy();
}

/// Arithmetic (not mere conversion) whose result is a double.
bool isDoubleArithmetic(const llvm::Instruction &instruction)
{
    if (!isDouble(&instruction))
        return false;
    return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator>(instruction) ||
           (llvm::isa<llvm::CallInst>(instruction) && !builtinName(&instruction).starts_with("vload") &&
            !builtinName(&instruction).starts_with("convert"));
}

/// Double arithmetic that no argument asks for comes from literals such as 0.5: the usual slip.
void findHiddenDoubles(FindingContext &context)
{
    const bool wantsDouble = std::ranges::any_of(context.state.signature.arguments, [](const KernelArgument &argument) {
        // A struct may hold doubles: not looked into.
        return argument.element.scalar == ScalarType::Double || argument.kind == ArgumentKind::Struct ||
               argument.element.scalar == ScalarType::None;
    });
    if (wantsDouble || context.profile.fp64 + context.profile.special64 <= 0)
        return;
    for (const auto &[where, line] : operationsByLine(context.state, isDoubleArithmetic)) {
        if (line.executions <= 0)
            continue;
        context.add(
            Severity::Warning, line.isHot ? "fp64-in-hot-loop" : "double-arithmetic", where,
            fmt::format("{} computes in double ({} operation{} per work-item) although no argument is double: a "
                        "literal without f makes its expression double.",
                        placeName(where), shortNumber(line.executions), line.executions == 1 ? "" : "s"),
            "Write 0.5f instead of 0.5, or build with -cl-single-precision-constant.");
    }
}

bool isVariableDivision(const llvm::Instruction &instruction)
{
    const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    return operation != nullptr && operation->isIntDivRem() && !llvm::isa<llvm::Constant>(operation->getOperand(1));
}

void findDivisions(FindingContext &context)
{
    for (const auto &[where, line] : operationsByLine(context.state, isVariableDivision))
        if (line.isHot)
            context.add(Severity::Warning, "integer-division-in-loop", where,
                        fmt::format("{} divides integers in a loop, {} times per work-item; one division takes some 20 "
                                    "instructions.",
                                    placeName(where), shortNumber(line.executions)),
                        "Take the division out of the loop, divide by a power of two or a constant, or count along.");
}

void findPrivateArrays(FindingContext &context)
{
    const double accesses = context.profile.privateLoads + context.profile.privateStores;
    if (context.profile.privateBytes <= 0 || accesses <= 0)
        return;
    const AccessSite *busiest = nullptr;
    for (const AccessSite &site : context.memory.sites)
        if (site.space == AddressSpace::Private && (busiest == nullptr || site.requests > busiest->requests))
            busiest = &site;
    const SourceLocation where = busiest ? busiest->where : context.state.signature.where;
    context.add(Severity::Warning, "private-array-in-memory", where,
                fmt::format("{} uses a private array that cannot be kept in registers: {} B per work-item go through "
                            "memory, {} accesses each.",
                            placeName(where), shortNumber(context.profile.privateBytes),
                            shortNumber(accesses / std::max(1.0, context.profile.warps))),
                "Index it by constants (unroll the loop), make it smaller, or keep it in local memory.");
}

} // namespace

void findCostlyOperations(FindingContext &context)
{
    findHiddenDoubles(context);
    findDivisions(context);
    findPrivateArrays(context);
}

} // namespace clv::analysis
