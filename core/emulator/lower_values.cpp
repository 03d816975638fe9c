// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/lowering.h"

#include <llvm/IR/Operator.h>

#include <bit>
#include <cstring>

namespace clv::emulator {

namespace {

std::uint64_t lowBits(std::uint64_t value, std::uint32_t bits)
{
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

constexpr std::uint32_t kAreaAlign = 64;

} // namespace

bool Lowering::flatten(llvm::Type *type, llvm::SmallVectorImpl<Lane> &lanes) const
{
    if (type->isVoidTy())
        return true;
    if (const auto *integer = llvm::dyn_cast<llvm::IntegerType>(type)) {
        lanes.push_back({static_cast<std::uint16_t>(integer->getBitWidth()), false});
        return integer->getBitWidth() <= 64;
    }
    if (type->isHalfTy() || type->isFloatTy() || type->isDoubleTy()) {
        lanes.push_back({static_cast<std::uint16_t>(type->getPrimitiveSizeInBits()), true});
        return true;
    }
    if (type->isPointerTy() || type->isTargetExtTy()) {
        lanes.push_back(kInt64);
        return true;
    }
    if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
        for (unsigned k = 0; k < vector->getNumElements(); ++k)
            if (!flatten(vector->getElementType(), lanes))
                return false;
        return true;
    }
    if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
        if (array->getNumElements() > 256)
            return false;
        for (std::uint64_t k = 0; k < array->getNumElements(); ++k)
            if (!flatten(array->getElementType(), lanes))
                return false;
        return true;
    }
    if (const auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
        for (llvm::Type *element : structure->elements())
            if (!flatten(element, lanes))
                return false;
        return true;
    }
    return false;
}

Val Lowering::get(const llvm::Value *value)
{
    if (const auto found = m_values.find(value); found != m_values.end())
        return found->second;
    if (const auto *constant = llvm::dyn_cast<llvm::Constant>(value))
        return m_values[value] = constantValue(constant);
    // Only IR that lowering refused before can bring us here: answer zeros of the right shape.
    Val zeros;
    flatten(value->getType(), zeros.lanes);
    for (const Lane &lane : zeros.lanes)
        zeros.slots.push_back(constantSlot(0, lane.bytes()));
    return zeros;
}

Slot Lowering::constantSlot(std::uint64_t bits, std::uint32_t laneBytes)
{
    const auto [found, isNew] = m_constants.try_emplace({bits, laneBytes}, 0);
    if (!isNew)
        return found->second;
    std::vector<std::byte> &area = m_program.constants;
    const std::size_t offset = (area.size() + kAreaAlign - 1) / kAreaAlign * kAreaAlign;
    area.resize(offset + std::size_t{kLanes} * laneBytes);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
        std::memcpy(area.data() + offset + std::size_t{lane} * laneBytes, &bits, laneBytes);
    return found->second = static_cast<Slot>(offset) | kConstArea;
}

Val Lowering::constant(std::uint64_t bits, Lane lane, std::size_t components)
{
    Val value;
    for (std::size_t k = 0; k < components; ++k)
        value.push(constantSlot(lowBits(bits, lane.bits), lane.bytes()), lane);
    return value;
}

Val Lowering::constantValue(const llvm::Constant *constant)
{
    Val value;
    llvm::SmallVector<Lane, 4> lanes;
    if (!flatten(constant->getType(), lanes))
        lanes.assign(1, kInt64);
    const auto zeros = [&] {
        for (const Lane &lane : lanes)
            value.push(constantSlot(0, lane.bytes()), lane);
        return value;
    };
    if (const auto *integer = llvm::dyn_cast<llvm::ConstantInt>(constant); integer && integer->getBitWidth() <= 64) {
        value.push(constantSlot(integer->getZExtValue(), lanes[0].bytes()), lanes[0]);
        return value;
    }
    if (const auto *number = llvm::dyn_cast<llvm::ConstantFP>(constant); number && lanes[0].isFloat) {
        value.push(constantSlot(number->getValueAPF().bitcastToAPInt().getZExtValue(), lanes[0].bytes()), lanes[0]);
        return value;
    }
    if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant))
        return zeros();
    if (const auto *sequence = llvm::dyn_cast<llvm::ConstantDataSequential>(constant)) {
        for (unsigned k = 0; k < sequence->getNumElements(); ++k) {
            const Val element = get(sequence->getElementAsConstant(k));
            value.push(element.slots[0], element.lanes[0]);
        }
        return value;
    }
    if (llvm::isa<llvm::ConstantAggregate>(constant)) {
        for (const llvm::Use &operand : constant->operands()) {
            const Val element = get(operand.get());
            value.slots.append(element.slots);
            value.lanes.append(element.lanes);
        }
        return value;
    }
    if (const std::optional<std::uint64_t> bits = constantAddress(constant)) {
        value.push(constantSlot(lowBits(*bits, lanes[0].bits), lanes[0].bytes()), lanes[0]);
        return value;
    }
    return zeros();
}

/// Value of a pointer constant or of an integer expression over one.
std::optional<std::uint64_t> Lowering::constantAddress(const llvm::Constant *constant)
{
    if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(constant))
        return segmentAddress(globalSegment(*variable));
    if (constant->isNullValue())
        return 0;
    if (const auto *integer = llvm::dyn_cast<llvm::ConstantInt>(constant))
        return integer->getBitWidth() <= 64 ? std::optional(static_cast<std::uint64_t>(integer->getSExtValue()))
                                            : std::nullopt;
    const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(constant);
    if (!expression)
        return std::nullopt;
    const auto operand = [&](unsigned k) { return constantAddress(expression->getOperand(k)); };
    switch (expression->getOpcode()) {
    case llvm::Instruction::GetElementPtr: {
        const auto *gep = llvm::cast<llvm::GEPOperator>(expression);
        llvm::APInt offset(64, 0);
        const auto base = operand(0);
        if (!base || !gep->accumulateConstantOffset(m_layout, offset))
            return std::nullopt;
        return *base + static_cast<std::uint64_t>(offset.getSExtValue());
    }
    case llvm::Instruction::AddrSpaceCast:
    case llvm::Instruction::BitCast:
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr: return operand(0);
    case llvm::Instruction::Trunc: {
        const auto value = operand(0);
        return value ? std::optional(lowBits(*value, expression->getType()->getIntegerBitWidth())) : std::nullopt;
    }
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Mul:
    case llvm::Instruction::Xor: {
        const auto a = operand(0), b = operand(1);
        if (!a || !b)
            return std::nullopt;
        switch (expression->getOpcode()) {
        case llvm::Instruction::Add: return *a + *b;
        case llvm::Instruction::Sub: return *a - *b;
        case llvm::Instruction::Mul: return *a * *b;
        default: return *a ^ *b;
        }
    }
    default: return std::nullopt;
    }
}

void Lowering::initialBytes(const llvm::Constant *constant, std::byte *out)
{
    llvm::Type *type = constant->getType();
    if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant))
        return; // the area is zero already
    if (const auto *sequence = llvm::dyn_cast<llvm::ConstantDataSequential>(constant)) {
        const llvm::StringRef raw = sequence->getRawDataValues();
        std::memcpy(out, raw.data(), raw.size());
        return;
    }
    if (const auto *aggregate = llvm::dyn_cast<llvm::ConstantAggregate>(constant)) {
        for (unsigned k = 0; k < aggregate->getNumOperands(); ++k) {
            std::uint64_t offset = 0;
            if (auto *structure = llvm::dyn_cast<llvm::StructType>(type))
                offset = m_layout.getStructLayout(structure)->getElementOffset(k);
            else if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
                offset = k * m_layout.getTypeAllocSize(array->getElementType());
            else
                offset = k * m_layout.getTypeStoreSize(llvm::cast<llvm::VectorType>(type)->getElementType());
            initialBytes(llvm::cast<llvm::Constant>(aggregate->getOperand(k)), out + offset);
        }
        return;
    }
    std::uint64_t bits = 0;
    if (const auto *integer = llvm::dyn_cast<llvm::ConstantInt>(constant))
        bits = integer->getBitWidth() <= 64 ? integer->getZExtValue() : 0;
    else if (const auto *number = llvm::dyn_cast<llvm::ConstantFP>(constant))
        bits = number->getValueAPF().bitcastToAPInt().getZExtValue();
    else
        bits = constantAddress(constant).value_or(0);
    std::memcpy(out, &bits, std::min<std::uint64_t>(8, m_layout.getTypeStoreSize(type)));
}

std::uint32_t Lowering::globalSegment(const llvm::GlobalVariable &variable)
{
    const auto [found, isNew] = m_globalTags.try_emplace(&variable, 0);
    if (!isNew)
        return found->second;
    SegmentInfo segment;
    segment.name = variable.getName().str();
    segment.bytes = m_layout.getTypeAllocSize(variable.getValueType());
    const std::uint64_t align = std::max<std::uint64_t>(variable.getAlign().valueOrOne().value(), 16);
    if (variable.getAddressSpace() == static_cast<unsigned>(AddressSpace::Local)) {
        segment.kind = SegmentKind::LocalArray;
        segment.space = AddressSpace::Local;
        segment.offset = (m_program.localBytes + align - 1) / align * align;
        m_program.localBytes = segment.offset + segment.bytes;
        const std::size_t dot = segment.name.rfind('.'); // Clang names it kernel.variable
        m_program.localInfos.push_back(
            {dot == std::string::npos ? segment.name : segment.name.substr(dot + 1), segment.offset, segment.bytes});
    } else {
        segment.kind = SegmentKind::ProgramConstant;
        segment.space = variable.getAddressSpace() == static_cast<unsigned>(AddressSpace::Global)
                            ? AddressSpace::Global
                            : AddressSpace::Constant;
        segment.initial.resize(segment.bytes);
    }
    m_program.segments.push_back(segment);
    const auto tag = static_cast<std::uint32_t>(m_program.segments.size());
    m_globalTags[&variable] = tag; // known before its initialiser is read: that may point to itself
    if (segment.kind == SegmentKind::ProgramConstant && variable.hasInitializer()) {
        std::vector<std::byte> bytes(segment.bytes);
        initialBytes(variable.getInitializer(), bytes.data());
        m_program.segments[tag - 1].initial = std::move(bytes);
    }
    return tag;
}

// ---- Slots ----------------------------------------------------------------------------------------------------

std::pair<std::uint32_t, std::uint32_t> Lowering::segmentOf(const llvm::Instruction &instruction) const
{
    return {m_number.lookup(instruction.getParent()), m_part.lookup(&instruction)};
}

/// True when lowering gives the instruction no code: its components are those of its operands.
bool Lowering::isAlias(const llvm::Instruction &instruction) const
{
    switch (instruction.getOpcode()) {
    case llvm::Instruction::Freeze:
    case llvm::Instruction::AddrSpaceCast:
    case llvm::Instruction::IntToPtr:
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::ShuffleVector:
    case llvm::Instruction::ExtractValue:
    case llvm::Instruction::InsertValue:
    case llvm::Instruction::BitCast:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::ExtractElement:
    case llvm::Instruction::InsertElement:
    case llvm::Instruction::Call: // some built-ins only rename their operand
        return true;              // at least in some cases, which is what the classification must allow for
    default: return false;
    }
}

/// Whether lanes may need the value after its block has been left, or run again, by other lanes.
bool Lowering::crossesBlocks(const llvm::Instruction &instruction)
{
    if (const auto found = m_crosses.find(&instruction); found != m_crosses.end())
        return found->second;
    const auto home = segmentOf(instruction);
    bool crosses = false;
    for (const llvm::Use &use : instruction.uses()) {
        const auto *user = llvm::cast<llvm::Instruction>(use.getUser());
        if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(user)) {
            const llvm::BasicBlock *from = phi->getIncomingBlock(use);
            const bool isLastPart = m_parts.lookup(from) == home.second;
            crosses =
                m_number.lookup(from) != home.first || !isLastPart || from->getTerminator()->getNumSuccessors() != 1;
        } else {
            crosses = segmentOf(*user) != home || (isAlias(*user) && crossesBlocks(*user));
        }
        if (crosses)
            break;
    }
    return m_crosses[&instruction] = crosses;
}

Slot Lowering::allocate(std::uint32_t bytes, std::uint32_t components, bool inWarp)
{
    const std::uint32_t size = (bytes * kLanes * components + kAreaAlign - 1) / kAreaAlign * kAreaAlign;
    std::uint32_t &top = inWarp ? m_program.warpBytes : m_scratchTop;
    const Slot slot = top | (inWarp ? kWarpArea : kScratchArea);
    top += size;
    m_program.scratchBytes = std::max(m_program.scratchBytes, m_scratchTop);
    return slot;
}

Val Lowering::temporary(Lane lane, std::size_t components)
{
    Val value;
    const Slot first = allocate(lane.bytes(), static_cast<std::uint32_t>(components), false);
    for (std::size_t k = 0; k < components; ++k)
        value.push(first + static_cast<Slot>(k) * kLanes * lane.bytes(), lane);
    return value;
}

Val &Lowering::define(const llvm::Instruction &instruction)
{
    Val value;
    flatten(instruction.getType(), value.lanes);
    const bool crosses = llvm::isa<llvm::PHINode>(instruction) || crossesBlocks(instruction);
    std::uint32_t bytes = 0;
    for (const Lane &lane : value.lanes)
        bytes += lane.bytes();
    Slot next = allocate(bytes, 1, crosses);
    for (const Lane &lane : value.lanes) {
        value.slots.push_back(next);
        next += lane.bytes() * kLanes;
    }
    return m_values[&instruction] = std::move(value);
}

void Lowering::alias(const llvm::Instruction &instruction, Val value)
{
    m_values[&instruction] = std::move(value);
}

// ---- Emission -------------------------------------------------------------------------------------------------

Inst &Lowering::emitOne(Op op, Slot dst, Slot a, Slot b, Slot c, bool isMasked)
{
    Inst inst;
    inst.run = handlerOf(op);
    inst.dst = dst;
    inst.a = a;
    inst.b = b;
    inst.c = c;
    inst.isMasked = isMasked;
    m_program.code.push_back(inst);
    return m_program.code.back();
}

namespace {

/// Components from `first` on that stand one behind the other.
std::size_t runLength(const Val &value, std::size_t first)
{
    std::size_t end = first + 1;
    while (end < value.size() && value.slots[end] == value.slots[end - 1] + value.lanes[end - 1].bytes() * kLanes)
        ++end;
    return end - first;
}

} // namespace

void Lowering::emit(Op op, const Val &dst, const Val &a, const Val *b, const Val *c)
{
    for (std::size_t k = 0; k < dst.size();) {
        std::size_t run = std::min(runLength(dst, k), runLength(a, k));
        if (b)
            run = std::min(run, runLength(*b, k));
        if (c)
            run = std::min(run, runLength(*c, k));
        Inst &inst = emitOne(op, dst.slots[k], a.slots[k], b ? b->slots[k] : a.slots[k], c ? c->slots[k] : a.slots[k],
                             isMaskedPlace(dst.slots[k]));
        inst.components = static_cast<std::uint32_t>(run);
        k += run;
    }
}

Val Lowering::emitNew(Op op, Lane lane, const Val &a, const Val *b, const Val *c)
{
    Val dst = temporary(lane, a.size());
    emit(op, dst, a, b, c);
    return dst;
}

void Lowering::emitScalar(ScalarFn fn, const Val &dst, const Val &a, const Val *b, const Val *c)
{
    for (std::size_t k = 0; k < dst.size(); ++k) {
        Inst &inst = emitOne(Op::Scalar, dst.slots[k], a.slots[k], b ? b->slots[k] : a.slots[k],
                             c ? c->slots[k] : a.slots[k], false);
        inst.extra = reinterpret_cast<const void *>(fn);
        inst.aux = scalarShape(dst.lanes[k].bytes(), a.lanes[k].bytes(), b ? b->lanes[k].bytes() : 0,
                               c ? c->lanes[k].bytes() : 0);
    }
}

Val Lowering::scalarNew(ScalarFn fn, Lane lane, const Val &a, const Val *b, const Val *c)
{
    Val dst = temporary(lane, a.size());
    emitScalar(fn, dst, a, b, c);
    return dst;
}

void Lowering::copyTo(const Val &dst, const Val &src)
{
    for (std::size_t k = 0; k < dst.size() && k < src.size();) {
        const std::uint32_t bytes = dst.lanes[k].bytes();
        std::size_t run = std::min(runLength(dst, k), runLength(src, k));
        std::size_t same = 1;
        while (same < run && dst.lanes[k + same].bytes() == bytes)
            ++same;
        Inst &inst = emitOne(bytes == 4 ? Op::Move32 : Op::Move64, dst.slots[k], src.slots[k], src.slots[k],
                             src.slots[k], isMaskedPlace(dst.slots[k]));
        inst.components = static_cast<std::uint32_t>(same);
        k += same;
    }
}

Val Lowering::splat(const Val &value, std::size_t components)
{
    if (value.size() == components)
        return value;
    Val wide;
    for (std::size_t k = 0; k < components; ++k)
        wide.push(value.slots[0], value.lanes[0]);
    return wide;
}

Val Lowering::signExtended(const Val &value)
{
    const Lane lane = value.lane();
    if (lane.bits == lane.laneBits())
        return value;
    const Val shift =
        constant(lane.laneBits() - lane.bits, {static_cast<std::uint16_t>(lane.laneBits()), false}, value.size());
    return op2(lane.isWide() ? Op::SExtBits64 : Op::SExtBits32, {static_cast<std::uint16_t>(lane.laneBits()), false},
               value, shift);
}

Val Lowering::canonical(const Val &value, Lane lane)
{
    Val named = value;
    for (Lane &each : named.lanes)
        each = lane;
    if (lane.bits == lane.laneBits())
        return named;
    const Val mask = constant(lowBits(~std::uint64_t{0}, lane.bits),
                              {static_cast<std::uint16_t>(lane.laneBits()), false}, value.size());
    return op2(lane.isWide() ? Op::And64 : Op::And32, lane, value, mask);
}

Val Lowering::resized(const Val &value, Lane lane, bool isSigned)
{
    const Lane from = value.lane();
    if (from.bits == lane.bits)
        return value;
    Val work = isSigned && lane.bits > from.bits ? signExtended(value) : value;
    const Lane container{static_cast<std::uint16_t>(lane.laneBits()), false};
    if (from.bytes() == 4 && lane.bytes() == 8)
        work = op1(isSigned ? Op::SExt32To64 : Op::ZExt32To64, container, work);
    else if (from.bytes() == 8 && lane.bytes() == 4)
        work = op1(Op::Trunc64To32, container, work);
    if (lane.bits > from.bits && !isSigned) {
        for (Lane &each : work.lanes)
            each = lane;
        return work; // zero extended already
    }
    return canonical(work, lane);
}

void Lowering::zero(const llvm::Instruction &instruction)
{
    Val value;
    flatten(instruction.getType(), value.lanes);
    for (const Lane &lane : value.lanes)
        value.slots.push_back(constantSlot(0, lane.bytes()));
    alias(instruction, value);
}

} // namespace clv::emulator
