// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/lowering.h"

#include "core/emulator/liveness.h"
#include "core/emulator/lower.h"
#include "core/frontend/ir_module_impl.h"

#include <fmt/format.h>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>

#include <algorithm>

namespace clv::emulator {

Lowering::Lowering(RegisterProgram &program, PreparedIr &ir)
    : m_program(program), m_ir(ir), m_function(*ir.kernel), m_layout(ir.module->getDataLayout()),
      m_dominators(*ir.kernel), m_postDominators(*ir.kernel), m_loops(m_dominators)
{
    m_program.warpBytes = kWarpFixedBytes;
    m_program.groupBytes = kGroupFixedBytes;
}

Result<void> Lowering::run()
{
    numberBlocks();
    lowerArguments();
    findUniformValues();
    lowerLoops();
    m_program.flow.resize(m_order.size());
    for (llvm::BasicBlock *block : m_order) // places of phis first: edges write them before their block is lowered
        for (llvm::PHINode &phi : block->phis()) {
            llvm::SmallVector<Lane, 4> lanes;
            if (!flatten(phi.getType(), lanes))
                return kernelError(
                    "values of an unusual type meet at a join of the control flow, which is not emulated",
                    placeOf(phi, m_ir.mainFile));
            define(phi);
        }
    for (llvm::BasicBlock *block : m_order)
        lowerBlock(*block);
    if (m_error)
        return *m_error;
    for (const auto &[block, lines] : m_lineOps)
        m_program.blockInfos[block].lineOps.assign(lines.begin(), lines.end());
    for (Block &block : m_program.flow)
        if (block.irBlock != kNone)
            block.instructions = std::max(1u, m_program.blockInfos[block.irBlock].instructions);
    m_program.unsupportedNotes.assign(m_notes.begin(), m_notes.end());
    return {};
}

void Lowering::numberBlocks()
{
    // Reverse post order: operands are lowered before their users.
    llvm::ReversePostOrderTraversal<llvm::Function *> order(&m_function);
    for (llvm::BasicBlock *block : order) {
        m_number[block] = static_cast<std::uint32_t>(m_order.size());
        m_order.push_back(block);
        BlockInfo info;
        info.irBlock = block;
        std::uint32_t part = 0;
        for (llvm::Instruction &instruction : *block) {
            m_part[&instruction] = part;
            if (!info.where.isKnown())
                info.where = placeOf(instruction, m_ir.mainFile);
            if (isBarrierCall(instruction))
                ++part;
        }
        m_parts[block] = part;
        m_program.blockInfos.push_back(std::move(info));
    }
}

void Lowering::lowerArguments()
{
    for (llvm::Argument &argument : m_function.args()) {
        ArgumentInfo info;
        info.name = argument.getName().str();
        llvm::Type *type = argument.getType();
        Val value;
        if (argument.hasByValAttr()) {
            SegmentInfo segment;
            segment.kind = SegmentKind::Private;
            segment.space = AddressSpace::Private;
            segment.argument = static_cast<int>(argument.getArgNo());
            segment.name = info.name;
            segment.bytes = m_layout.getTypeAllocSize(argument.getParamByValType());
            segment.offset = (m_program.privateSize + 15) / 16 * 16;
            m_program.privateSize = segment.offset + segment.bytes;
            m_program.segments.push_back(segment);
            info.isByValue = true;
            info.bytes = segment.bytes;
            info.tag = static_cast<std::uint32_t>(m_program.segments.size());
            value = constant(segmentAddress(info.tag), kInt64);
        } else if (type->isPointerTy() || type->isTargetExtTy()) {
            SegmentInfo segment;
            const unsigned space = type->isPointerTy() ? type->getPointerAddressSpace() : 1;
            segment.kind = space == 3 ? SegmentKind::LocalArgument : SegmentKind::Buffer;
            segment.space = static_cast<AddressSpace>(space);
            segment.argument = static_cast<int>(argument.getArgNo());
            segment.name = info.name;
            m_program.segments.push_back(segment);
            info.isPointer = true;
            info.isHandle = type->isTargetExtTy();
            info.space = segment.space;
            info.tag = static_cast<std::uint32_t>(m_program.segments.size());
            value = constant(segmentAddress(info.tag), kInt64);
            if (info.isHandle) {
                info.slot = m_program.groupBytes | kGroupArea;
                m_program.groupBytes += 3 * kWide;
            }
        } else {
            flatten(type, value.lanes);
            if (value.lanes.empty())
                value.lanes.assign(1, kInt64);
            info.bytes = m_layout.getTypeStoreSize(type);
            info.components = static_cast<std::uint32_t>(value.lanes.size());
            info.elementBytes = static_cast<std::uint32_t>(m_layout.getTypeStoreSize(type->getScalarType()));
            info.laneBytes = value.lane().bytes();
            info.slot = m_program.groupBytes | kGroupArea;
            for (const Lane &lane : value.lanes) {
                value.slots.push_back(m_program.groupBytes | kGroupArea);
                m_program.groupBytes += lane.bytes() * kLanes;
            }
        }
        m_values[&argument] = value;
        m_program.arguments.push_back(info);
    }
}

void Lowering::lowerLoops()
{
    for (llvm::Loop *loop : m_loops.getLoopsInPreorder()) {
        NaturalLoop info;
        info.headerBlock = m_number.lookup(loop->getHeader());
        info.depth = loop->getLoopDepth();
        info.parent = loop->getParentLoop() ? m_loopNumber.lookup(loop->getParentLoop()) : -1;
        if (const llvm::DebugLoc start = loop->getStartLoc())
            info.where = {"", start.getLine(), start.getCol()};
        if (!info.where.isKnown())
            info.where = m_program.blockInfos[info.headerBlock].where;
        for (const llvm::BasicBlock *block : loop->blocks())
            info.hasBarrier = info.hasBarrier || m_parts.lookup(block) != 0;
        m_loopNumber[loop] = static_cast<int>(m_program.loopInfos.size());
        m_program.loopInfos.push_back(info);
    }
    for (llvm::BasicBlock *block : m_order)
        if (const llvm::Loop *loop = m_loops.getLoopFor(block)) {
            BlockInfo &info = m_program.blockInfos[m_number.lookup(block)];
            info.loop = m_loopNumber.lookup(loop);
            info.isLoopHeader = loop->getHeader() == block;
        }
}

// ---- Blocks and edges -----------------------------------------------------------------------------------------

void Lowering::startBlock(std::uint32_t index)
{
    m_flowBlock = index;
    m_program.flow[index].begin = static_cast<std::uint32_t>(m_program.code.size());
}

void Lowering::endBlock(TermKind term)
{
    Block &block = m_program.flow[m_flowBlock];
    block.end = static_cast<std::uint32_t>(m_program.code.size());
    block.term = term;
}

void Lowering::lowerBlock(llvm::BasicBlock &block)
{
    m_irBlock = m_number.lookup(&block);
    m_scratchTop = 0;
    startBlock(m_irBlock);
    m_program.flow[m_irBlock].irBlock = m_irBlock;
    for (llvm::Instruction &instruction : block) {
        if (llvm::isa<llvm::PHINode>(instruction))
            continue;
        if (instruction.isTerminator())
            lowerTerminator(instruction);
        else
            lowerInstruction(instruction);
    }
}

void Lowering::lowerBarrier(const llvm::Instruction &call)
{
    count(call, OpClass::Barrier);
    endBlock(TermKind::Barrier);
    m_program.flow.emplace_back();
    const auto next = static_cast<std::uint32_t>(m_program.flow.size() - 1);
    m_program.flow[m_flowBlock].barrier = static_cast<std::uint32_t>(m_program.barrierPlaces.size());
    m_program.flow[m_flowBlock].target[0] = next;
    m_program.barrierPlaces.push_back(placeOf(call, m_ir.mainFile));
    startBlock(next);
    m_scratchTop = 0;
}

std::uint32_t Lowering::reconvergence(const llvm::BasicBlock &block) const
{
    const auto *node = m_postDominators.getNode(&block);
    const auto *parent = node ? node->getIDom() : nullptr;
    const llvm::BasicBlock *join = parent ? parent->getBlock() : nullptr;
    return join ? m_number.lookup(join) : kExitBlock;
}

int Lowering::loopEntered(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const
{
    const llvm::Loop *loop = m_loops.getLoopFor(&to);
    return loop && loop->getHeader() == &to && !loop->contains(&from) ? m_loopNumber.lookup(loop) : -1;
}

void Lowering::emitPhiCopies(llvm::BasicBlock &from, llvm::BasicBlock &to)
{
    std::vector<std::pair<Val, Val>> copies; // destination, source: all at once
    std::set<Slot> written;
    for (llvm::PHINode &phi : to.phis()) {
        const Val &dst = m_values[&phi];
        for (const Slot slot : dst.slots)
            written.insert(slot);
        const llvm::Value *incoming = phi.getIncomingValueForBlock(&from);
        if (llvm::isa<llvm::UndefValue>(incoming))
            continue;
        copies.emplace_back(dst, get(incoming));
    }
    const bool hasConflict = std::any_of(copies.begin(), copies.end(), [&](const auto &copy) {
        for (std::size_t k = 0; k < copy.second.size(); ++k)
            if (copy.second.slots[k] != copy.first.slots[k] && written.contains(copy.second.slots[k]))
                return true;
        return false;
    });
    if (hasConflict) {
        for (auto &[dst, src] : copies) {
            Val saved;
            for (std::size_t k = 0; k < src.size(); ++k) {
                const Val one = temporary(src.lanes[k]);
                saved.push(one.slots[0], one.lanes[0]);
            }
            copyTo(saved, src);
            src = saved;
        }
    }
    for (const auto &[dst, src] : copies)
        if (dst.slots != src.slots)
            copyTo(dst, src);
}

/// The flow block that runs the copies of an edge, or the target itself when there is nothing to do.
std::uint32_t Lowering::edge(llvm::BasicBlock &from, llvm::BasicBlock &to, std::uint32_t)
{
    const std::uint32_t target = m_number.lookup(&to);
    const int loop = loopEntered(from, to);
    if (to.phis().empty() && loop < 0)
        return target;
    m_program.flow.emplace_back();
    const auto index = static_cast<std::uint32_t>(m_program.flow.size() - 1);
    startBlock(index);
    m_scratchTop = 0;
    emitPhiCopies(from, to);
    endBlock(TermKind::Jump);
    m_program.flow[index].target[0] = target;
    m_program.flow[index].loopEntry = loop < 0 ? kNone : static_cast<std::uint32_t>(loop);
    return index;
}

std::uint32_t Lowering::branchInfo(const llvm::Instruction &terminator)
{
    BranchInfo info;
    info.where = placeOf(terminator, m_ir.mainFile);
    info.block = m_irBlock;
    info.irInstruction = &terminator;
    info.isUniformByProof = !m_divergent.contains(terminator.getOperand(0));
    if (const llvm::Loop *loop = m_loops.getLoopFor(terminator.getParent())) {
        bool stays = false, leaves = false;
        for (unsigned k = 0; k < terminator.getNumSuccessors(); ++k)
            (loop->contains(terminator.getSuccessor(k)) ? stays : leaves) = true;
        info.isLoopBranch = stays && leaves;
    }
    m_program.branchInfos.push_back(std::move(info));
    return static_cast<std::uint32_t>(m_program.branchInfos.size() - 1);
}

void Lowering::lowerTerminator(llvm::Instruction &terminator)
{
    llvm::BasicBlock &block = *terminator.getParent();
    const std::uint32_t self = m_flowBlock;
    if (terminator.getNumSuccessors() == 0)
        return endBlock(TermKind::Return);
    count(terminator, OpClass::Control);
    if (terminator.getNumSuccessors() == 1) {
        llvm::BasicBlock &to = *terminator.getSuccessor(0);
        const int loop = loopEntered(block, to);
        emitPhiCopies(block, to);
        endBlock(TermKind::Jump);
        if (loop >= 0 && m_program.flow[self].loopEntry == kNone)
            m_program.flow[self].loopEntry = static_cast<std::uint32_t>(loop);
        m_program.flow[self].target[0] = m_number.lookup(&to);
        return;
    }
    const std::uint32_t branch = branchInfo(terminator);
    if (auto *choice = llvm::dyn_cast<llvm::BranchInst>(&terminator)) {
        const Val condition = get(choice->getCondition());
        endBlock(TermKind::Cond);
        const std::uint32_t taken = edge(block, *choice->getSuccessor(0), 0);
        const std::uint32_t other = edge(block, *choice->getSuccessor(1), 1);
        Block &flow = m_program.flow[self];
        flow.condition = condition.slots[0];
        flow.target[0] = taken;
        flow.target[1] = other;
        flow.branch = branch;
        flow.reconverge = reconvergence(block);
        return;
    }
    auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator);
    if (!choice) {
        m_error =
            kernelError(fmt::format("the control-flow instruction '{}' is not emulated", terminator.getOpcodeName()),
                        placeOf(terminator, m_ir.mainFile));
        return;
    }
    const Val condition = get(choice->getCondition());
    endBlock(TermKind::Switch);
    std::vector<SwitchCase> cases;
    llvm::DenseMap<llvm::BasicBlock *, std::uint32_t> edges;
    const auto edgeTo = [&](llvm::BasicBlock *to) {
        const auto [found, isNew] = edges.try_emplace(to, 0);
        if (isNew) {
            const std::uint32_t target = edge(block, *to, 0);
            edges[to] = target;
            return target;
        }
        return found->second;
    };
    const std::uint32_t fallback = edgeTo(choice->getDefaultDest());
    for (const auto &option : choice->cases())
        cases.push_back({option.getCaseValue()->getZExtValue(), edgeTo(option.getCaseSuccessor())});
    Block &flow = m_program.flow[self];
    flow.condition = condition.slots[0];
    flow.isWideCondition = condition.lane().isWide();
    flow.target[0] = fallback;
    flow.branch = branch;
    flow.reconverge = reconvergence(block);
    flow.firstCase = static_cast<std::uint32_t>(m_program.cases.size());
    flow.cases = static_cast<std::uint32_t>(cases.size());
    m_program.cases.insert(m_program.cases.end(), cases.begin(), cases.end());
}

// ---- Facts ----------------------------------------------------------------------------------------------------

void Lowering::count(const llvm::Instruction &instruction, OpClass op, std::uint32_t times)
{
    BlockInfo &block = m_program.blockInfos[m_irBlock];
    block.ops[static_cast<std::size_t>(op)] += times;
    block.instructions += times;
    if (const llvm::DILocation *location = instruction.getDebugLoc())
        m_lineOps[m_irBlock][location->getLine()] += times;
}

void Lowering::unsupported(const llvm::Instruction &instruction, const std::string &what)
{
    const SourceLocation where = placeOf(instruction, m_ir.mainFile);
    m_notes.insert(where.isKnown() ? fmt::format("line {}: {}", where.line, what) : what);
    if (!instruction.getType()->isVoidTy())
        zero(instruction);
}

bool Lowering::isSourceOfDivergence(const llvm::Instruction &instruction) const
{
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        const llvm::Value *root = llvm::getUnderlyingObject(load->getPointerOperand(), 0);
        const unsigned space = load->getPointerAddressSpace();
        if (space == 2)
            return false; // as uniform as its address
        const auto *argument = llvm::dyn_cast<llvm::Argument>(root);
        if (argument && argument->hasByValAttr())
            return false;
        return !(argument && argument->onlyReadsMemory());
    }
    if (llvm::isa<llvm::AtomicRMWInst>(instruction) || llvm::isa<llvm::AtomicCmpXchgInst>(instruction))
        return true;
    if (llvm::isa<llvm::AllocaInst>(instruction))
        return false;
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call || !call->getCalledFunction())
        return call != nullptr;
    if (call->getIntrinsicID() != llvm::Intrinsic::not_intrinsic)
        return false;
    const std::optional<MangledName> name = parseMangledName(call->getCalledFunction()->getName().str());
    if (!name)
        return true;
    if (name->name.starts_with("get_"))
        return name->name == "get_global_id" || name->name.starts_with("get_local_")
                   ? name->name != "get_local_size"
                   : name->name == "get_global_linear_id" || name->name.starts_with("get_sub_group");
    return name->name.starts_with("atom") || name->name.starts_with("sub_group") || call->mayReadOrWriteMemory();
}

/// Values that may differ between work-items of a group. Conservative: a join reached under a divergent branch
/// makes its phis divergent, and so does a loop that work-items leave at different times.
void Lowering::findUniformValues()
{
    std::vector<const llvm::Value *> work;
    const auto mark = [&](const llvm::Value *value) {
        if (m_divergent.insert(value).second)
            work.push_back(value);
    };
    for (llvm::BasicBlock *block : m_order)
        for (llvm::Instruction &instruction : *block)
            if (isSourceOfDivergence(instruction))
                mark(&instruction);
    while (!work.empty()) {
        const llvm::Value *value = work.back();
        work.pop_back();
        for (const llvm::User *user : value->users()) {
            const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
            if (!instruction)
                continue;
            if (!instruction->isTerminator()) {
                mark(instruction);
                continue;
            }
            const llvm::BasicBlock *from = instruction->getParent();
            const std::uint32_t join = reconvergence(*from);
            std::vector<const llvm::BasicBlock *> region(llvm::succ_begin(from), llvm::succ_end(from));
            std::set<const llvm::BasicBlock *> seen;
            while (!region.empty()) {
                const llvm::BasicBlock *block = region.back();
                region.pop_back();
                if (!seen.insert(block).second)
                    continue;
                for (const llvm::PHINode &phi : block->phis())
                    mark(&phi);
                if (m_number.lookup(block) == join)
                    continue;
                for (const llvm::Instruction &inside : *block)
                    for (const llvm::User *outside : inside.users())
                        if (const auto *use = llvm::dyn_cast<llvm::Instruction>(outside);
                            use && m_loops.getLoopFor(block) && !m_loops.getLoopFor(block)->contains(use->getParent()))
                            mark(&inside);
                region.insert(region.end(), llvm::succ_begin(block), llvm::succ_end(block));
            }
        }
    }
}

// ---- Entry ----------------------------------------------------------------------------------------------------

RegisterProgram::~RegisterProgram() = default;

Result<std::shared_ptr<const Program>> lowerModule(const llvm::Module &module, const std::string &mainFile,
                                                   const std::string &kernel)
{
    Result<std::unique_ptr<PreparedIr>> prepared = prepare(module, kernel, mainFile);
    if (!prepared)
        return prepared.error();
    auto program = std::make_shared<RegisterProgram>();
    program->ir = std::move(*prepared);
    program->function = program->ir->kernel;
    program->kernelName = kernel;
    Lowering lowering(*program, *program->ir);
    if (const Result<void> lowered = lowering.run(); !lowered)
        return lowered.error();
    program->registers = estimateLiveRegisters(*program->ir->kernel);
    return std::shared_ptr<const Program>(std::move(program));
}

Result<std::shared_ptr<const Program>> Program::lower(std::shared_ptr<const frontend::IrModule> module,
                                                      const std::string &kernel)
{
    if (!module)
        return usageError("there is no compiled source to emulate: the source has errors");
    auto program = lowerModule(*module->impl().module, module->impl().mainFile, kernel);
    if (program)
        const_cast<RegisterProgram &>(static_cast<const RegisterProgram &>(**program)).source = std::move(module);
    return program;
}

} // namespace clv::emulator
