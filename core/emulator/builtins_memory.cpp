// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/builtins.h"

#include <fmt/format.h>

namespace clv::emulator {

using llvm::Instruction;

namespace {

std::uint32_t vectorWidth(std::string_view suffix)
{
    std::uint32_t width = 0;
    for (const char c : suffix) {
        if (c < '0' || c > '9')
            break;
        width = width * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return width == 0 ? 1 : width;
}

} // namespace

/// vloadn, vstoren, vload_half[n], vstore_half[n][_mode], vloada_half[n], vstorea_half[n][_mode].
bool Builtins::vectorLoadStore()
{
    std::string_view rest = name.name;
    const bool isLoad = rest.starts_with("vload"), isStore = rest.starts_with("vstore");
    if (!isLoad && !isStore)
        return false;
    rest.remove_prefix(isLoad ? 5 : 6);
    const bool isAligned = rest.starts_with("a_");
    if (isAligned)
        rest.remove_prefix(1);
    const bool isHalf = rest.starts_with("_half");
    if (isHalf)
        rest.remove_prefix(5);
    const std::uint32_t width = vectorWidth(rest);
    const unsigned pointerIndex = isLoad ? 1 : 2, offsetIndex = isLoad ? 0 : 1;
    if (argumentCount() <= pointerIndex)
        return false;
    const Lane lane = isLoad ? resultLane() : arg(0).lane();
    const std::uint32_t element = isHalf ? 2 : lane.bits / 8u;
    const std::uint32_t bytes = element * width;
    const llvm::Value &pointer = *call.getArgOperand(pointerIndex);
    const AddressSpace space = lowering.spaceOf(pointer);
    const AccessDirection direction = isLoad ? AccessDirection::Read : AccessDirection::Write;
    lowering.countAccess(call, direction, space, (bytes + 15) / 16);
    const std::string scalar = isHalf || lane == kHalf ? "half"
                               : lane.isFloat          ? (lane.isWide() ? "double" : "float")
                               : lane.bits == 8        ? "char"
                               : lane.bits == 16       ? "short"
                               : lane.bits == 32       ? "int"
                                                       : "long";
    const std::uint32_t site =
        lowering.addSite({&call, &pointer, direction, width == 1 ? scalar : fmt::format("{}{}", scalar, width), bytes});
    Lowering::Address address = lowering.plainAddress(lowering.get(&pointer));
    address.index = lowering.resized(arg(offsetIndex), kInt64, false);
    address.kind = IndexKind::Wide;
    address.scale = static_cast<std::int64_t>(element) * (isAligned && width == 3 ? 4 : width);
    if (isLoad) {
        const Val raw = lowering.temporary(isHalf ? kHalf : lane, width);
        lowering.emitLoad(address, site, space, element, raw);
        if (isHalf)
            count(OpClass::Conversion, width);
        return finish(isHalf ? lowering.convert(raw, lane, true, true) : raw), true;
    }
    Val value = arg(0);
    if (isHalf) {
        count(OpClass::Conversion, width);
        const MangledName conversion{fmt::format("convert_half{}", name.name.substr(name.name.find("_half") + 5)),
                                     {name.parameters.at(0)}};
        value = Builtins{lowering, call, conversion}.converted(value);
    }
    lowering.emitStore(address, site, space, element, value);
    return true;
}

namespace {

struct AtomicName {
    std::string_view name;
    AtomicOp op;
    std::uint32_t values; ///< operands behind the pointer: 0 = inc and dec
};
constexpr AtomicName kAtomics[] = {
    {"add", AtomicOp::Add, 1}, {"sub", AtomicOp::Sub, 1}, {"xchg", AtomicOp::Xchg, 1},     {"inc", AtomicOp::Add, 0},
    {"dec", AtomicOp::Sub, 0}, {"min", AtomicOp::Min, 1}, {"max", AtomicOp::Max, 1},       {"and", AtomicOp::And, 1},
    {"or", AtomicOp::Or, 1},   {"xor", AtomicOp::Xor, 1}, {"exchange", AtomicOp::Xchg, 1},
};

AtomicOp forUnsigned(AtomicOp op)
{
    return op == AtomicOp::Min ? AtomicOp::UMin : op == AtomicOp::Max ? AtomicOp::UMax : op;
}
AtomicOp forFloat(AtomicOp op)
{
    switch (op) {
    case AtomicOp::Add: return AtomicOp::FAdd;
    case AtomicOp::Sub: return AtomicOp::FSub;
    case AtomicOp::Min: return AtomicOp::FMin;
    case AtomicOp::Max: return AtomicOp::FMax;
    default: return op;
    }
}

} // namespace

/// atomic_*, atom_* of OpenCL 1.x and the explicit and implicit forms of C11.
bool Builtins::atomic()
{
    std::string_view rest = name.name;
    if (!rest.starts_with("atomic_") && !rest.starts_with("atom_"))
        return false;
    rest.remove_prefix(rest.starts_with("atomic_") ? 7 : 5);
    if (const std::size_t at = rest.find("_explicit"); at != std::string_view::npos)
        rest = rest.substr(0, at);
    if (argumentCount() == 0 || name.parameters.empty())
        return false;
    const llvm::Value &pointer = *call.getArgOperand(0);
    if (!pointer.getType()->isPointerTy())
        return false;
    const AddressSpace space = lowering.spaceOf(pointer);
    const MangledParameter target = name.parameters[0];
    const bool isWide = target.element == 'l' || target.element == 'm' || target.element == 'd';
    const Lane lane{static_cast<std::uint16_t>(isWide ? 64 : 32), target.isFloat()};
    const std::uint32_t bytes = isWide ? 8 : 4;
    const Lowering::Address address = lowering.plainAddress(arg(0));
    const std::string type = target.isFloat() ? (isWide ? "double" : "float") : (isWide ? "long" : "int");
    const auto site = [&](AccessDirection direction) {
        lowering.countAccess(call, direction, space, 1);
        return lowering.addSite({&call, &pointer, direction, type, bytes});
    };
    if (rest == "load") {
        const Val value = lowering.temporary(lane);
        lowering.emitLoad(address, site(AccessDirection::Atomic), space, bytes, value);
        return finish(value), true;
    }
    if (rest == "store" || rest == "init") {
        lowering.emitStore(address, site(rest == "init" ? AccessDirection::Write : AccessDirection::Atomic), space,
                           bytes, arg(1));
        return true;
    }
    if (rest == "cmpxchg") {
        const Val old = lowering.temporary(lane);
        compareExchange(address, site(AccessDirection::Atomic), space, old, arg(1), arg(2));
        return finish(old), true;
    }
    if (rest.starts_with("compare_exchange")) { // (object, expected *, desired): true when it was as expected
        const llvm::Value &expectedPointer = *call.getArgOperand(1);
        const AddressSpace expectedSpace = lowering.spaceOf(expectedPointer);
        const Lowering::Address expectedAddress = lowering.plainAddress(arg(1));
        const std::uint32_t atomicSite = site(AccessDirection::Atomic);
        lowering.countAccess(call, AccessDirection::Read, expectedSpace, 1);
        const std::uint32_t read = lowering.addSite({&call, &expectedPointer, AccessDirection::Read, type, bytes});
        const std::uint32_t write = lowering.addSite({&call, &expectedPointer, AccessDirection::Write, type, bytes});
        const Val expected = lowering.temporary(lane), old = lowering.temporary(lane);
        lowering.emitLoad(expectedAddress, read, expectedSpace, bytes, expected);
        compareExchange(address, atomicSite, space, old, expected, arg(2));
        lowering.emitStore(expectedAddress, write, expectedSpace, bytes, old);
        const Lane bits{lane.bits, false};
        Val a = old, b = expected;
        a.lanes[0] = b.lanes[0] = bits;
        return finish(lowering.resized(lowering.compare(llvm::CmpInst::ICMP_EQ, a, b), resultLane(), false)), true;
    }
    if (rest == "flag_test_and_set" || rest == "flag_clear") {
        const bool isSet = rest == "flag_test_and_set";
        const Val old = lowering.temporary(kInt32);
        lowering.emitAtomic(AtomicOp::Xchg, address, site(AccessDirection::Atomic), space, old,
                            lowering.constant(isSet ? 1 : 0, kInt32), false);
        if (isSet)
            finish(lowering.resized(lowering.compare(llvm::CmpInst::ICMP_NE, old, lowering.constant(0, kInt32)),
                                    resultLane(), false));
        return true;
    }
    if (rest.starts_with("fetch_"))
        rest.remove_prefix(6);
    for (const AtomicName &entry : kAtomics) {
        if (rest != entry.name)
            continue;
        const Val value = entry.values == 0 ? lowering.constant(1, lane) : arg(1);
        const AtomicOp op = target.isFloat()    ? forFloat(entry.op)
                            : target.isSigned() ? entry.op
                                                : forUnsigned(entry.op);
        const Val old = lowering.temporary(lane);
        lowering.emitAtomic(op, address, site(AccessDirection::Atomic), space, old, value, target.isFloat());
        return finish(old), true;
    }
    return false;
}

void Builtins::compareExchange(const Lowering::Address &address, std::uint32_t site, AddressSpace space, const Val &old,
                               const Val &expected, const Val &desired) const
{
    MemOp &op = lowering.newMemOp(MemKind::CompareExchange, address, site, space);
    op.elementBytes = static_cast<std::uint8_t>(old.lane().bits / 8);
    op.laneBytes = static_cast<std::uint8_t>(old.lane().bytes());
    op.bytes = op.elementBytes;
    Inst &inst =
        lowering.emitOne(Op::Memory, old.slots[0], desired.slots[0], expected.slots[0], expected.slots[0], false);
    inst.extra = &op;
}

} // namespace clv::emulator
