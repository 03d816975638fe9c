// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/load_chain.h"

#include "core/analysis/symbols_impl.h"

#include <llvm/IR/CFG.h>

#include <algorithm>

namespace clv::analysis {

namespace {

constexpr int kMaxDepth = 400;

/// A read of global or constant memory whose result may become an address.
bool isGlobalRead(const llvm::Instruction &instruction)
{
    if (llvm::isa<llvm::StoreInst>(instruction) || instruction.getType()->isVoidTy())
        return false;
    const auto accessed = accessedPointer(instruction);
    if (!accessed || !accessed->pointer->getType()->isPointerTy())
        return false;
    const unsigned space = accessed->pointer->getType()->getPointerAddressSpace();
    return space == static_cast<unsigned>(AddressSpace::Global) ||
           space == static_cast<unsigned>(AddressSpace::Constant);
}

class Chains {
public:
    Chains(const llvm::LoopInfo &loops, std::map<const llvm::BasicBlock *, double> trips)
        : m_loops(loops), m_trips(std::move(trips))
    {
    }

    double depthOf(const llvm::Value *value, int nesting = 0)
    {
        const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
        if (instruction == nullptr || nesting > kMaxDepth)
            return 0;
        if (const auto known = m_depths.find(value); known != m_depths.end())
            return known->second;
        m_depths[value] = 0; // a cycle adds nothing by itself; loop variables add their own links below
        double depth = 0;
        if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
            depth = depthOfPhi(*phi, nesting);
        } else {
            for (const llvm::Value *operand : instruction->operands())
                depth = std::max(depth, depthOf(operand, nesting + 1));
            depth += isGlobalRead(*instruction);
        }
        return m_depths[value] = depth;
    }

private:
    double depthOfPhi(const llvm::PHINode &phi, int nesting)
    {
        const llvm::Loop *loop = m_loops.getLoopFor(phi.getParent());
        const bool isLoopVariable = loop != nullptr && loop->getHeader() == phi.getParent();
        double depth = 0;
        int links = 0;
        for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
            const llvm::Value *incoming = phi.getIncomingValue(i);
            if (isLoopVariable && loop->contains(phi.getIncomingBlock(i))) {
                std::map<const llvm::Value *, int> memory;
                links = std::max(links, linksBetween(phi, incoming, *loop, memory, 0));
            } else {
                depth = std::max(depth, depthOf(incoming, nesting + 1));
            }
        }
        if (links <= 0)
            return depth;
        const auto trips = m_trips.find(phi.getParent());
        return depth + links * std::max(0.0, (trips == m_trips.end() ? 1 : trips->second) - 1);
    }

    /// Most reads on a way from `from` to `to` inside the loop; -1 when there is no way.
    int linksBetween(const llvm::PHINode &from, const llvm::Value *to, const llvm::Loop &loop,
                     std::map<const llvm::Value *, int> &memory, int nesting)
    {
        if (to == &from)
            return 0;
        const auto *instruction = llvm::dyn_cast<llvm::Instruction>(to);
        if (instruction == nullptr || !loop.contains(instruction) || nesting > kMaxDepth)
            return -1;
        if (const auto known = memory.find(to); known != memory.end())
            return known->second;
        memory[to] = -1;
        int most = -1;
        for (const llvm::Value *operand : instruction->operands())
            most = std::max(most, linksBetween(from, operand, loop, memory, nesting + 1));
        if (most >= 0)
            most += isGlobalRead(*instruction);
        return memory[to] = most;
    }

    const llvm::LoopInfo &m_loops;
    std::map<const llvm::BasicBlock *, double> m_trips;
    std::map<const llvm::Value *, double> m_depths;
};

} // namespace

double loopRounds(const emulator::Program &program, const emulator::RunResult &run, std::size_t loop)
{
    const auto blocks = program.blocks();
    const auto isInside = [&](const llvm::BasicBlock *block) {
        for (const emulator::BlockInfo &candidate : blocks)
            if (candidate.irBlock == block) {
                int inner = candidate.loop;
                while (inner >= 0 && inner != static_cast<int>(loop))
                    inner = program.loops()[static_cast<std::size_t>(inner)].parent;
                return inner >= 0;
            }
        return false;
    };
    const auto *header = static_cast<const llvm::BasicBlock *>(blocks[program.loops()[loop].headerBlock].irBlock);
    bool leavesHere = false, returnsHere = false;
    for (const llvm::BasicBlock *next : llvm::successors(header)) {
        leavesHere = leavesHere || !isInside(next);
        returnsHere = returnsHere || next == header;
    }
    const double testsOnly = leavesHere && !returnsHere ? run.loopEntries[loop] : 0;
    return std::max(0.0, run.loopIterations[loop] - testsOnly);
}

double dependentLoadDepth(const emulator::Program &program, const emulator::RunResult &run)
{
    const auto *function = static_cast<const llvm::Function *>(program.irFunction());
    if (function == nullptr)
        return 0;
    llvm::DominatorTree dominators(const_cast<llvm::Function &>(*function)); // NOLINT(*-const-cast): only read
    const llvm::LoopInfo loops(dominators);
    std::map<const llvm::BasicBlock *, double> trips;
    for (std::size_t i = 0; i < program.loops().size() && i < run.loopEntries.size(); ++i) {
        const auto *header =
            static_cast<const llvm::BasicBlock *>(program.blocks()[program.loops()[i].headerBlock].irBlock);
        if (run.loopEntries[i] > 0)
            trips[header] = loopRounds(program, run, i) / run.loopEntries[i];
    }
    Chains chains(loops, std::move(trips));
    double deepest = 0;
    for (const llvm::BasicBlock &block : *function)
        for (const llvm::Instruction &instruction : block)
            if (isGlobalRead(instruction))
                deepest = std::max(deepest, chains.depthOf(&instruction));
    return deepest;
}

} // namespace clv::analysis
