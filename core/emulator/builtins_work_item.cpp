// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/builtins.h"

namespace clv::emulator {

namespace {

struct WorkItemQuery {
    const char *name;
    GroupFact fact;
    std::uint64_t outside; ///< answer for a dimension above 2 (OpenCL C 3.0, 6.15.1)
};
constexpr WorkItemQuery kQueries[] = {
    {"get_group_id", GroupFact::GroupId, 0},     {"get_global_size", GroupFact::GlobalSize, 1},
    {"get_local_size", GroupFact::LocalSize, 1}, {"get_enqueued_local_size", GroupFact::EnqueuedLocalSize, 1},
    {"get_num_groups", GroupFact::NumGroups, 1}, {"get_global_offset", GroupFact::GlobalOffset, 0},
};

} // namespace

bool Builtins::workItem()
{
    if (!name.name.starts_with("get_"))
        return false;
    const Lane lane = resultLane();
    const auto wide = [&](Slot slot) {
        Val value;
        value.push(slot, kInt64);
        return value;
    };
    if (is("get_work_dim"))
        return finish(lowering.resized(wide(groupFactSlot(GroupFact::WorkDim)), lane, false)), true;
    if (is("get_local_linear_id"))
        return finish(wide(linearLocalIdSlot())), true;
    if (is("get_global_linear_id")) {
        const auto plain = [&](std::uint32_t d) {
            return lowering.op2(Op::Sub64, kInt64, wide(globalIdSlot(d)),
                                wide(groupFactSlot(GroupFact::GlobalOffset, d)));
        };
        const auto size = [&](std::uint32_t d) { return wide(groupFactSlot(GroupFact::GlobalSize, d)); };
        const Val rows = lowering.op3(Op::MulAdd64, kInt64, plain(1), plain(2), size(1));
        return finish(lowering.op3(Op::MulAdd64, kInt64, plain(0), rows, size(0))), true;
    }
    // A dimension that is computed is rare: select among the three.
    const auto perDimension = [&](const std::function<Slot(std::uint32_t)> &slot, std::uint64_t outside) {
        if (const auto *dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0))) {
            const std::uint64_t d = dimension->getZExtValue();
            return finish(d < 3 ? wide(slot(static_cast<std::uint32_t>(d))) : lowering.constant(outside, lane));
        }
        Val result = lowering.constant(outside, lane);
        for (std::uint32_t d = 0; d < 3; ++d)
            result = lowering.select(lowering.compare(llvm::CmpInst::ICMP_EQ, arg(0), lowering.constant(d, kInt32)),
                                     wide(slot(d)), result);
        finish(result);
    };
    if (argumentCount() == 1) {
        if (is("get_global_id"))
            return perDimension(globalIdSlot, 0), true;
        if (is("get_local_id"))
            return perDimension(localIdSlot, 0), true;
        for (const WorkItemQuery &query : kQueries)
            if (is(query.name))
                return perDimension([&](std::uint32_t d) { return groupFactSlot(query.fact, d); }, query.outside), true;
    }
    return false;
}

bool Builtins::synchronise()
{
    if (is("barrier") || is("work_group_barrier") || is("wait_group_events")) {
        lowering.lowerBarrier(call);
        return true;
    }
    if (is("mem_fence") || is("read_mem_fence") || is("write_mem_fence") || is("atomic_work_item_fence") ||
        is("sub_group_barrier"))
        return count(OpClass::Control), true; // lanes run in lockstep and memory is sequentially consistent here
    if (is("prefetch"))
        return count(OpClass::GlobalLoad), true;
    if (is("printf")) {
        if (!call.getType()->isVoidTy())
            lowering.zero(call);
        return true;
    }
    return false;
}

bool Builtins::asyncCopy()
{
    const bool isStrided = is("async_work_group_strided_copy");
    if (!isStrided && !is("async_work_group_copy"))
        return false;
    // (destination, source, count[, stride], event): the first warp of the group moves it, 32 elements a request.
    const auto &toPointer = *call.getArgOperand(0), &fromPointer = *call.getArgOperand(1);
    const AddressSpace to = lowering.spaceOf(toPointer), from = lowering.spaceOf(fromPointer);
    const MangledParameter element = name.parameters.empty() ? MangledParameter{} : name.parameters[0];
    const std::uint32_t scalarBytes = element.element == 'c' || element.element == 'h'                             ? 1
                                      : element.element == 's' || element.element == 't' || element.element == 'H' ? 2
                                      : element.element == 'l' || element.element == 'm' || element.element == 'd' ? 8
                                                                                                                   : 4;
    const std::uint32_t bytes = scalarBytes * (element.width == 3 ? 4 : element.width);
    count(from == AddressSpace::Local ? OpClass::LocalLoad : OpClass::GlobalLoad);
    count(to == AddressSpace::Local ? OpClass::LocalStore : OpClass::GlobalStore);
    const std::uint32_t load = lowering.addSite({&call, &fromPointer, AccessDirection::Read, "element", bytes});
    const std::uint32_t store = lowering.addSite({&call, &toPointer, AccessDirection::Write, "element", bytes});
    MemOp &op = lowering.newMemOp(MemKind::GroupCopy, lowering.plainAddress(arg(0)), store, to);
    op.secondSite = load;
    op.secondSpace = from;
    op.bytes = bytes;
    op.isStrided = isStrided;
    op.isStrideOnSource = to == AddressSpace::Local;
    const Val stride = isStrided ? lowering.resized(arg(3), kInt64, false) : lowering.constant(1, kInt64);
    const Val number = lowering.resized(arg(2), kInt64, false);
    Inst &inst = lowering.emitOne(Op::Memory, 0, arg(1).slots[0], number.slots[0], stride.slots[0], false);
    inst.extra = &op;
    if (!call.getType()->isVoidTy())
        lowering.finish(call, arg(isStrided ? 4 : 3));
    return true;
}

} // namespace clv::emulator
