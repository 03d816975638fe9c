// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/builtins.h"
#include "core/emulator/cross_lane.h"

namespace clv::emulator {

using llvm::Instruction;

namespace {

struct SubGroupName {
    std::string_view name;
    CrossLaneKind kind;
    CrossLaneOp op;
};
constexpr SubGroupName kSubGroupNames[] = {
    {"sub_group_all", CrossLaneKind::All, CrossLaneOp::None},
    {"sub_group_any", CrossLaneKind::Any, CrossLaneOp::None},
    {"sub_group_broadcast", CrossLaneKind::Broadcast, CrossLaneOp::None},
    {"sub_group_non_uniform_broadcast", CrossLaneKind::Broadcast, CrossLaneOp::None},
    {"sub_group_shuffle", CrossLaneKind::Shuffle, CrossLaneOp::None},
    {"sub_group_shuffle_xor", CrossLaneKind::ShuffleXor, CrossLaneOp::None},
    {"sub_group_shuffle_up", CrossLaneKind::ShuffleUp, CrossLaneOp::None},
    {"sub_group_shuffle_down", CrossLaneKind::ShuffleDown, CrossLaneOp::None},
    {"intel_sub_group_shuffle", CrossLaneKind::Shuffle, CrossLaneOp::None},
    {"intel_sub_group_shuffle_xor", CrossLaneKind::ShuffleXor, CrossLaneOp::None},
    {"sub_group_reduce_add", CrossLaneKind::Reduce, CrossLaneOp::Add},
    {"sub_group_reduce_min", CrossLaneKind::Reduce, CrossLaneOp::Min},
    {"sub_group_reduce_max", CrossLaneKind::Reduce, CrossLaneOp::Max},
    {"sub_group_scan_inclusive_add", CrossLaneKind::InclusiveScan, CrossLaneOp::Add},
    {"sub_group_scan_inclusive_min", CrossLaneKind::InclusiveScan, CrossLaneOp::Min},
    {"sub_group_scan_inclusive_max", CrossLaneKind::InclusiveScan, CrossLaneOp::Max},
    {"sub_group_scan_exclusive_add", CrossLaneKind::ExclusiveScan, CrossLaneOp::Add},
    {"sub_group_scan_exclusive_min", CrossLaneKind::ExclusiveScan, CrossLaneOp::Min},
    {"sub_group_scan_exclusive_max", CrossLaneKind::ExclusiveScan, CrossLaneOp::Max},
};

} // namespace

/// get_sub_group_*: a sub-group is a warp, 32 neighbours by linear local id.
bool Builtins::subGroupQuery()
{
    const auto wide = [&](Slot slot) {
        Val value;
        value.push(slot, kInt64);
        return value;
    };
    const Lane lane = resultLane();
    const auto thirtyTwo = lowering.constant(kLanes, kInt64);
    const auto five = lowering.constant(5, kInt64);
    const Val linear = wide(linearLocalIdSlot());
    const auto items = [&](GroupFact fact) {
        const Val plane =
            lowering.integerBinary(Instruction::Mul, wide(groupFactSlot(fact, 0)), wide(groupFactSlot(fact, 1)));
        return lowering.integerBinary(Instruction::Mul, plane, wide(groupFactSlot(fact, 2)));
    };
    const auto groups = [&](GroupFact fact) {
        return lowering.integerBinary(
            Instruction::LShr, lowering.integerBinary(Instruction::Add, items(fact), lowering.constant(31, kInt64)),
            five);
    };
    const auto answer = [&](const Val &value) { return finish(lowering.resized(value, lane, false)), true; };
    if (is("get_max_sub_group_size"))
        return answer(thirtyTwo);
    if (is("get_sub_group_id"))
        return answer(lowering.integerBinary(Instruction::LShr, linear, five));
    if (is("get_sub_group_local_id"))
        return answer(lowering.integerBinary(Instruction::And, linear, lowering.constant(31, kInt64)));
    if (is("get_num_sub_groups"))
        return answer(groups(GroupFact::LocalSize));
    if (is("get_enqueued_num_sub_groups"))
        return answer(groups(GroupFact::EnqueuedLocalSize));
    if (is("get_sub_group_size")) { // the last one of a group may be smaller
        const Val first =
            lowering.integerBinary(Instruction::And, linear, lowering.constant(~std::uint64_t{31}, kInt64));
        const Val left = lowering.integerBinary(Instruction::Sub, items(GroupFact::LocalSize), first);
        return answer(lowering.integerMinMax(left, thirtyTwo, false, true));
    }
    return false;
}

bool Builtins::subGroup()
{
    if (name.name.starts_with("get_"))
        return subGroupQuery();
    const SubGroupName *entry = nullptr;
    for (const SubGroupName &candidate : kSubGroupNames)
        if (is(candidate.name))
            entry = &candidate;
    if (!entry || argumentCount() == 0 || name.parameters.empty())
        return false;
    const bool isExchange =
        entry->op == CrossLaneOp::None && entry->kind != CrossLaneKind::All && entry->kind != CrossLaneKind::Any;
    const Val value = arg(0);
    const Lane given = value.lane();
    const bool isSigned = name.parameters[0].isSigned();
    // Reductions on narrow types work in 32 bits: order and, after cutting, sums are the same.
    Val source = value;
    if (!isExchange)
        source = given.isFloat ? lowering.toFloat(value)
                               : lowering.resized(value, given.isWide() ? kInt64 : kInt32, isSigned);
    const Lane lane = source.lane();
    const Val index = isExchange ? lowering.resized(arg(1), kInt32, false) : source;
    CrossLane what{entry->kind, entry->op, static_cast<std::uint8_t>(lane.laneBits()), lane.isFloat, isSigned};
    count(OpClass::Move, source.size());
    const Val result = lowering.temporary(lane, source.size());
    for (std::size_t k = 0; k < source.size(); ++k) {
        Inst &inst =
            lowering.emitOne(Op::CrossLane, result.slots[k], source.slots[k], index.slots[0], source.slots[k], false);
        inst.aux = packed(what);
    }
    if (isExchange)
        return finish(result), true;
    return finish(given.isFloat ? lowering.fromFloat(result, given) : lowering.resized(result, resultLane(), false)),
           true;
}

} // namespace clv::emulator
