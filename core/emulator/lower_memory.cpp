// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/lowering.h"

#include <fmt/format.h>

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Operator.h>

namespace clv::emulator {

namespace {

/// Memory copies longer than this run as one bulk instruction instead of single accesses.
constexpr std::uint64_t kMaxUnrolledCopyBytes = 2048;

} // namespace

std::string Lowering::typeName(llvm::Type *type)
{
    if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
        return fmt::format("{}{}", typeName(vector->getElementType()), vector->getNumElements());
    if (type->isHalfTy())
        return "half";
    if (type->isFloatTy())
        return "float";
    if (type->isDoubleTy())
        return "double";
    if (type->isPointerTy())
        return "pointer";
    if (type->isIntegerTy())
        switch (type->getIntegerBitWidth()) {
        case 8: return "char";
        case 16: return "short";
        case 32: return "int";
        case 64: return "long";
        default: return fmt::format("int:{}", type->getIntegerBitWidth());
        }
    return type->isStructTy() ? "struct" : "?";
}

AddressSpace Lowering::spaceOf(const llvm::Value &pointer) const
{
    if (!pointer.getType()->isPointerTy())
        return AddressSpace::Global; // image handles
    const llvm::Value *root = llvm::getUnderlyingObject(&pointer, 0);
    unsigned space = pointer.getType()->getPointerAddressSpace();
    if (space == static_cast<unsigned>(AddressSpace::Generic) && root->getType()->isPointerTy())
        space = root->getType()->getPointerAddressSpace();
    return space <= 4 ? static_cast<AddressSpace>(space) : AddressSpace::Generic;
}

namespace {

/// Line 0 marks an access that the optimiser moved or merged: its address, else its nearest neighbour in the block,
/// still says where it came from.
const llvm::Instruction &placedInstruction(const llvm::Instruction &access, const llvm::Value *pointer)
{
    const auto hasLine = [](const llvm::Instruction &candidate) {
        return candidate.getDebugLoc() && candidate.getDebugLoc().getLine() != 0;
    };
    if (hasLine(access))
        return access;
    for (const auto *step = llvm::dyn_cast<llvm::Instruction>(pointer); step;
         step = step->getNumOperands() ? llvm::dyn_cast<llvm::Instruction>(step->getOperand(0)) : nullptr) {
        if (hasLine(*step))
            return *step;
        if (llvm::isa<llvm::PHINode>(step)) // a walking pointer leads round in a circle
            break;
    }
    for (const llvm::Instruction *step = access.getNextNode(); step; step = step->getNextNode())
        if (hasLine(*step))
            return *step;
    for (const llvm::Instruction *step = access.getPrevNode(); step; step = step->getPrevNode())
        if (hasLine(*step))
            return *step;
    return access;
}

} // namespace

std::uint32_t Lowering::addSite(const Access &access)
{
    SiteInfo site;
    site.where = placeOf(placedInstruction(*access.instruction, access.pointer), m_ir.mainFile);
    site.inlinedAt = inlinedAt(*access.instruction, m_ir.mainFile);
    site.space = spaceOf(*access.pointer);
    site.direction = access.direction;
    site.elementType = access.elementType;
    site.bytesPerLane = access.bytes;
    site.block = m_irBlock;
    site.irInstruction = access.instruction;
    const llvm::Value *root = llvm::getUnderlyingObject(access.pointer, 0);
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(root))
        site.argument = static_cast<int>(argument->getArgNo());
    else if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(root);
             variable && variable->getAddressSpace() == static_cast<unsigned>(AddressSpace::Local)) {
        const SegmentInfo &segment = m_program.segments[globalSegment(*variable) - 1];
        for (std::size_t k = 0; k < m_program.localInfos.size(); ++k)
            if (m_program.localInfos[k].offset == segment.offset)
                site.localArray = static_cast<int>(k);
    }
    m_program.siteInfos.push_back(std::move(site));
    return static_cast<std::uint32_t>(m_program.siteInfos.size() - 1);
}

void Lowering::countAccess(const llvm::Instruction &instruction, AccessDirection direction, AddressSpace space,
                           std::uint32_t times)
{
    const bool isLoad = direction == AccessDirection::Read;
    OpClass op = OpClass::GlobalLoad;
    if (direction == AccessDirection::Atomic)
        op = space == AddressSpace::Local ? OpClass::LocalAtomic : OpClass::GlobalAtomic;
    else if (space == AddressSpace::Constant)
        op = OpClass::ConstantLoad;
    else if (space == AddressSpace::Local)
        op = isLoad ? OpClass::LocalLoad : OpClass::LocalStore;
    else if (space == AddressSpace::Private)
        op = isLoad ? OpClass::PrivateLoad : OpClass::PrivateStore;
    else
        op = isLoad ? OpClass::GlobalLoad : OpClass::GlobalStore;
    count(instruction, op, times);
}

// ---- Addresses ------------------------------------------------------------------------------------------------

/// A GEP whose users are all accesses of its own straight-line part needs no code: they add the index themselves.
bool Lowering::foldsIntoAccess(const llvm::Instruction &gep) const
{
    if (!llvm::isa<llvm::GetElementPtrInst>(gep) || gep.getType()->isVectorTy())
        return false;
    const auto home = segmentOf(gep);
    for (const llvm::User *user : gep.users()) {
        const auto *instruction = llvm::cast<llvm::Instruction>(user);
        if (segmentOf(*instruction) != home)
            return false;
        const auto *store = llvm::dyn_cast<llvm::StoreInst>(instruction);
        if (!llvm::isa<llvm::LoadInst>(instruction) && !(store && store->getValueOperand() != &gep))
            return false;
    }
    return true;
}

bool Lowering::foldsIntoIndex(const llvm::Instruction &extension) const
{
    if (!llvm::isa<llvm::SExtInst>(extension) && !llvm::isa<llvm::ZExtInst>(extension))
        return false;
    if (!extension.getType()->isIntegerTy(64) || !extension.getOperand(0)->getType()->isIntegerTy(32))
        return false;
    const auto home = segmentOf(extension);
    for (const llvm::User *user : extension.users()) {
        const auto *instruction = llvm::cast<llvm::Instruction>(user);
        if (segmentOf(*instruction) != home || !foldsIntoAccess(*instruction))
            return false;
    }
    return true;
}

Lowering::Address Lowering::plainAddress(const Val &pointer, std::int64_t offset) const
{
    Address address;
    address.base = pointer;
    address.offset = offset;
    return address;
}

Lowering::Address Lowering::decompose(const llvm::GEPOperator &gep)
{
    Address address = plainAddress(get(gep.getPointerOperand()));
    llvm::MapVector<llvm::Value *, llvm::APInt> variable;
    llvm::APInt constantOffset(64, 0);
    if (!gep.collectOffset(m_layout, 64, variable, constantOffset))
        return address;
    address.offset = constantOffset.getSExtValue();
    std::size_t left = variable.size();
    for (const auto &[index, scale] : variable) {
        Val value;
        IndexKind kind = IndexKind::Wide;
        const auto *extension = llvm::dyn_cast<llvm::Instruction>(index);
        if (extension && foldsIntoIndex(*extension)) {
            value = get(extension->getOperand(0));
            kind = llvm::isa<llvm::SExtInst>(extension) ? IndexKind::Signed32 : IndexKind::Unsigned32;
        } else {
            value = get(index);
            if (value.lane().bits == 32)
                kind = IndexKind::Signed32;
            else if (value.lane().bits < 64)
                value = resized(value, kInt64, true);
        }
        if (--left == 0) {
            address.index = value;
            address.kind = kind;
            address.scale = scale.getSExtValue();
            break;
        }
        const Val factor = constant(static_cast<std::uint64_t>(scale.getSExtValue()), kInt64);
        if (kind == IndexKind::Unsigned32)
            value = op1(Op::ZExt32To64, kInt64, value);
        address.base =
            op3(kind == IndexKind::Signed32 ? Op::MulAddS32To64 : Op::MulAdd64, kInt64, address.base, value, factor);
    }
    return address;
}

Lowering::Address Lowering::addressOf(const llvm::Value &pointer)
{
    if (const auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer); gep && foldsIntoAccess(*gep))
        return decompose(*llvm::cast<llvm::GEPOperator>(gep));
    return plainAddress(get(&pointer));
}

void Lowering::lowerGep(const llvm::GetElementPtrInst &instruction)
{
    if (instruction.getType()->isVectorTy())
        return unsupported(instruction, "vectors of pointers are not emulated");
    if (!instruction.hasAllConstantIndices())
        count(instruction, OpClass::Int32);
    if (foldsIntoAccess(instruction))
        return;
    Address address = decompose(*llvm::cast<llvm::GEPOperator>(&instruction));
    Val result = address.base;
    if (address.kind == IndexKind::Unsigned32) {
        address.index = op1(Op::ZExt32To64, kInt64, address.index);
        address.kind = IndexKind::Wide;
    }
    if (address.kind != IndexKind::None)
        result = op3(address.kind == IndexKind::Signed32 ? Op::MulAddS32To64 : Op::MulAdd64, kInt64, result,
                     address.index, constant(static_cast<std::uint64_t>(address.scale), kInt64));
    if (address.offset != 0)
        result = op2(Op::Add64, kInt64, result, constant(static_cast<std::uint64_t>(address.offset), kInt64));
    finish(instruction, result);
}

// ---- Accesses -------------------------------------------------------------------------------------------------

MemOp &Lowering::newMemOp(MemKind kind, const Address &address, std::uint32_t site, AddressSpace space)
{
    auto op = std::make_unique<MemOp>();
    op->kind = kind;
    op->indexKind = address.kind;
    op->base = address.base.slots[0];
    op->index = address.kind == IndexKind::None ? 0 : address.index.slots[0];
    op->scale = address.scale;
    op->offset = address.offset;
    op->site = site;
    op->space = space;
    m_program.memOps.push_back(std::move(op));
    return *m_program.memOps.back();
}

namespace {

/// Components from `first` on of one size that stand one behind the other.
std::size_t denseRun(const Val &value, std::size_t first)
{
    std::size_t end = first + 1;
    while (end < value.size() && value.lanes[end] == value.lanes[first] &&
           value.slots[end] == value.slots[end - 1] + value.lanes[first].bytes() * kLanes)
        ++end;
    return end - first;
}

} // namespace

void Lowering::emitLoad(const Address &address, std::uint32_t site, AddressSpace space, std::uint32_t elementBytes,
                        const Val &dst)
{
    for (std::size_t k = 0; k < dst.size();) {
        const std::size_t run = denseRun(dst, k);
        MemOp &op = newMemOp(MemKind::Load, address, site, space);
        op.offset += static_cast<std::int64_t>(k * elementBytes);
        op.elementBytes = static_cast<std::uint8_t>(elementBytes);
        op.laneBytes = static_cast<std::uint8_t>(dst.lanes[k].bytes());
        op.components = static_cast<std::uint32_t>(run);
        op.bytes = op.components * elementBytes;
        Inst &inst =
            emitOne(Op::Memory, dst.slots[k], dst.slots[k], dst.slots[k], dst.slots[k], isMaskedPlace(dst.slots[k]));
        inst.extra = &op;
        inst.components = op.components;
        k += run;
    }
}

void Lowering::emitStore(const Address &address, std::uint32_t site, AddressSpace space, std::uint32_t elementBytes,
                         const Val &value)
{
    Val dense = value;
    if (denseRun(value, 0) != value.size()) { // one request, however scattered the components are in registers
        dense = temporary(value.lane(), value.size());
        copyTo(dense, value);
    }
    MemOp &op = newMemOp(MemKind::Store, address, site, space);
    op.elementBytes = static_cast<std::uint8_t>(elementBytes);
    op.laneBytes = static_cast<std::uint8_t>(dense.lane().bytes());
    op.components = static_cast<std::uint32_t>(dense.size());
    op.bytes = op.components * elementBytes;
    Inst &inst = emitOne(Op::Memory, 0, dense.slots[0], dense.slots[0], dense.slots[0], false);
    inst.extra = &op;
}

namespace {

struct Leaf {
    llvm::Type *type;
    std::uint64_t offset;
};

/// Scalars and vectors inside an aggregate, with their places in memory.
void leaves(llvm::Type *type, std::uint64_t offset, const llvm::DataLayout &layout, std::vector<Leaf> &out)
{
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
        for (unsigned k = 0; k < structure->getNumElements(); ++k)
            leaves(structure->getElementType(k), offset + layout.getStructLayout(structure)->getElementOffset(k),
                   layout, out);
    } else if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
        for (std::uint64_t k = 0; k < array->getNumElements(); ++k)
            leaves(array->getElementType(), offset + k * layout.getTypeAllocSize(array->getElementType()), layout, out);
    } else {
        out.push_back({type, offset});
    }
}

std::uint32_t requestsOf(std::uint64_t bytes)
{
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, (bytes + 15) / 16));
}

bool hasBooleanElements(llvm::Type *type)
{
    return type->isVectorTy() && type->getScalarType()->isIntegerTy(1);
}

} // namespace

void Lowering::lowerLoad(const llvm::LoadInst &instruction)
{
    const llvm::Value &pointer = *instruction.getPointerOperand();
    llvm::Type *type = instruction.getType();
    if (hasBooleanElements(type))
        return unsupported(instruction, "loads of boolean vectors are not emulated");
    const auto bytes = static_cast<std::uint32_t>(m_layout.getTypeStoreSize(type));
    const AddressSpace space = spaceOf(pointer);
    countAccess(instruction, AccessDirection::Read, space, requestsOf(bytes));
    const std::uint32_t site = addSite({&instruction, &pointer, AccessDirection::Read, typeName(type), bytes});
    const Address address = addressOf(pointer);
    const Val &dst = define(instruction);
    std::vector<Leaf> parts;
    leaves(type, 0, m_layout, parts);
    std::size_t next = 0;
    for (const Leaf &leaf : parts) {
        llvm::SmallVector<Lane, 4> lanes;
        flatten(leaf.type, lanes);
        Val piece;
        for (std::size_t k = 0; k < lanes.size(); ++k, ++next)
            piece.push(dst.slots[next], dst.lanes[next]);
        Address place = address;
        place.offset += static_cast<std::int64_t>(leaf.offset);
        emitLoad(place, site, space, static_cast<std::uint32_t>(m_layout.getTypeStoreSize(leaf.type->getScalarType())),
                 piece);
    }
}

void Lowering::lowerStore(const llvm::StoreInst &instruction)
{
    const llvm::Value &pointer = *instruction.getPointerOperand();
    llvm::Type *type = instruction.getValueOperand()->getType();
    if (hasBooleanElements(type))
        return unsupported(instruction, "stores of boolean vectors are not emulated");
    const auto bytes = static_cast<std::uint32_t>(m_layout.getTypeStoreSize(type));
    const AddressSpace space = spaceOf(pointer);
    countAccess(instruction, AccessDirection::Write, space, requestsOf(bytes));
    const std::uint32_t site = addSite({&instruction, &pointer, AccessDirection::Write, typeName(type), bytes});
    const Address address = addressOf(pointer);
    const Val value = get(instruction.getValueOperand());
    std::vector<Leaf> parts;
    leaves(type, 0, m_layout, parts);
    std::size_t next = 0;
    for (const Leaf &leaf : parts) {
        llvm::SmallVector<Lane, 4> lanes;
        flatten(leaf.type, lanes);
        Val piece;
        for (std::size_t k = 0; k < lanes.size(); ++k, ++next)
            piece.push(value.slots[next], value.lanes[next]);
        Address place = address;
        place.offset += static_cast<std::int64_t>(leaf.offset);
        emitStore(place, site, space, static_cast<std::uint32_t>(m_layout.getTypeStoreSize(leaf.type->getScalarType())),
                  piece);
    }
}

void Lowering::emitAtomic(AtomicOp operation, const Address &address, std::uint32_t site, AddressSpace space,
                          const Val &dst, const Val &value, bool isFloat)
{
    MemOp &op = newMemOp(MemKind::Atomic, address, site, space);
    op.atomic = operation;
    op.isFloat = isFloat;
    op.elementBytes = static_cast<std::uint8_t>(value.lane().bits / 8);
    op.laneBytes = static_cast<std::uint8_t>(value.lane().bytes());
    op.bytes = op.elementBytes;
    Inst &inst = emitOne(Op::Memory, dst.slots[0], value.slots[0], value.slots[0], value.slots[0], false);
    inst.extra = &op;
}

void Lowering::lowerAtomic(const llvm::AtomicRMWInst &instruction)
{
    using R = llvm::AtomicRMWInst;
    AtomicOp op = AtomicOp::None;
    switch (instruction.getOperation()) {
    case R::Xchg: op = AtomicOp::Xchg; break;
    case R::Add: op = AtomicOp::Add; break;
    case R::Sub: op = AtomicOp::Sub; break;
    case R::And: op = AtomicOp::And; break;
    case R::Nand: op = AtomicOp::Nand; break;
    case R::Or: op = AtomicOp::Or; break;
    case R::Xor: op = AtomicOp::Xor; break;
    case R::Max: op = AtomicOp::Max; break;
    case R::Min: op = AtomicOp::Min; break;
    case R::UMax: op = AtomicOp::UMax; break;
    case R::UMin: op = AtomicOp::UMin; break;
    case R::FAdd: op = AtomicOp::FAdd; break;
    case R::FSub: op = AtomicOp::FSub; break;
    case R::FMax: op = AtomicOp::FMax; break;
    case R::FMin: op = AtomicOp::FMin; break;
    case R::UIncWrap: op = AtomicOp::IncWrap; break;
    case R::UDecWrap: op = AtomicOp::DecWrap; break;
    default: return unsupported(instruction, "this atomic operation is not emulated");
    }
    const llvm::Value &pointer = *instruction.getPointerOperand();
    const AddressSpace space = spaceOf(pointer);
    llvm::Type *type = instruction.getType();
    countAccess(instruction, AccessDirection::Atomic, space, 1);
    const std::uint32_t site = addSite({&instruction, &pointer, AccessDirection::Atomic, typeName(type),
                                        static_cast<std::uint32_t>(m_layout.getTypeStoreSize(type))});
    const Val value = get(instruction.getValOperand());
    emitAtomic(op, addressOf(pointer), site, space, define(instruction), value, type->isFloatingPointTy());
}

void Lowering::lowerCompareExchange(const llvm::AtomicCmpXchgInst &instruction)
{
    const llvm::Value &pointer = *instruction.getPointerOperand();
    const AddressSpace space = spaceOf(pointer);
    llvm::Type *type = instruction.getCompareOperand()->getType();
    countAccess(instruction, AccessDirection::Atomic, space, 1);
    const std::uint32_t site = addSite({&instruction, &pointer, AccessDirection::Atomic, typeName(type),
                                        static_cast<std::uint32_t>(m_layout.getTypeStoreSize(type))});
    const Val expected = get(instruction.getCompareOperand()), desired = get(instruction.getNewValOperand());
    const Val old = temporary(expected.lane());
    MemOp &op = newMemOp(MemKind::CompareExchange, addressOf(pointer), site, space);
    op.elementBytes = static_cast<std::uint8_t>(m_layout.getTypeStoreSize(type));
    op.laneBytes = static_cast<std::uint8_t>(expected.lane().bytes());
    op.bytes = op.elementBytes;
    Inst &inst = emitOne(Op::Memory, old.slots[0], desired.slots[0], expected.slots[0], expected.slots[0], false);
    inst.extra = &op;
    Val result = old;
    const Val isSame = compare(llvm::CmpInst::ICMP_EQ, old, expected);
    result.push(isSame.slots[0], kBool);
    finish(instruction, result);
}

void Lowering::lowerMemoryIntrinsic(const llvm::MemIntrinsic &instruction)
{
    const auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
    const AddressSpace to = spaceOf(*instruction.getRawDest());
    const auto *length = llvm::dyn_cast<llvm::ConstantInt>(instruction.getLength());
    const std::uint64_t bytes = length ? length->getZExtValue() : 0;
    if (length && bytes == 0)
        return;
    const auto accessBytes = static_cast<std::uint32_t>(length ? std::min<std::uint64_t>(bytes, 16) : 16);
    const std::uint32_t store =
        addSite({&instruction, instruction.getRawDest(), AccessDirection::Write, "char", accessBytes});
    countAccess(instruction, AccessDirection::Write, to, requestsOf(length ? bytes : 64));
    const Val destination = get(instruction.getRawDest());
    std::uint32_t load = store;
    AddressSpace from = to;
    Val source;
    if (transfer) {
        from = spaceOf(*transfer->getRawSource());
        load = addSite({&instruction, transfer->getRawSource(), AccessDirection::Read, "char", accessBytes});
        countAccess(instruction, AccessDirection::Read, from, requestsOf(length ? bytes : 64));
        source = get(transfer->getRawSource());
    } else {
        source = get(llvm::cast<llvm::MemSetInst>(instruction).getValue());
    }
    if (!length || bytes > kMaxUnrolledCopyBytes) {
        MemOp &op = newMemOp(transfer ? MemKind::BulkCopy : MemKind::BulkSet, plainAddress(destination), store, to);
        op.secondSite = load;
        op.secondSpace = from;
        op.bytes = 1;
        const Val size = get(instruction.getLength());
        op.laneBytes = static_cast<std::uint8_t>(size.lane().bytes());
        Inst &inst = emitOne(Op::Memory, 0, source.slots[0], size.slots[0], size.slots[0], false);
        inst.extra = &op;
        return;
    }
    // All reads before all writes: memmove may overlap.
    std::vector<std::pair<std::uint64_t, Val>> pieces;
    const Val pattern = transfer ? Val{}
                                 : integerBinary(llvm::Instruction::Mul, resized(source, kInt64, false),
                                                 constant(0x0101010101010101u, kInt64));
    for (std::uint64_t at = 0; at < bytes;) {
        const std::uint64_t left = bytes - at;
        const std::uint32_t element = left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
        const std::size_t components = left >= 16 ? 2 : 1;
        const Lane lane{static_cast<std::uint16_t>(element * 8), false};
        Val piece;
        if (transfer) {
            piece = temporary(lane, components);
            emitLoad(plainAddress(source, static_cast<std::int64_t>(at)), load, from, element, piece);
        } else {
            piece = splat(resized(pattern, lane, false), components);
        }
        pieces.emplace_back(at, piece);
        at += element * components;
    }
    for (const auto &[at, piece] : pieces)
        emitStore(plainAddress(destination, static_cast<std::int64_t>(at)), store, to, piece.lane().bits / 8u, piece);
}

void Lowering::lowerAlloca(const llvm::AllocaInst &instruction)
{
    const std::optional<llvm::TypeSize> size = instruction.getAllocationSize(m_layout);
    if (!size)
        return unsupported(instruction, "a private array of run-time length is not emulated");
    SegmentInfo segment;
    segment.kind = SegmentKind::Private;
    segment.space = AddressSpace::Private;
    segment.name = instruction.getName().str();
    segment.bytes = size->getFixedValue();
    const std::uint64_t align = instruction.getAlign().value();
    segment.offset = (m_program.privateSize + align - 1) / align * align;
    m_program.privateSize = segment.offset + segment.bytes;
    m_program.segments.push_back(segment);
    alias(instruction, constant(segmentAddress(m_program.segments.size()), kInt64));
}

} // namespace clv::emulator
