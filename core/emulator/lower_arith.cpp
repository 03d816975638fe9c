// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/lowering.h"
#include "core/emulator/scalar_functions.h"

#include <llvm/IR/Operator.h>

namespace clv::emulator {

using llvm::Instruction;

namespace {

Val relabelled(Val value, Lane lane)
{
    for (Lane &each : value.lanes)
        each = lane;
    return value;
}

std::uint64_t signBit(Lane lane)
{
    return std::uint64_t{1} << (lane.bits - 1);
}

} // namespace

void Lowering::lowerInstruction(Instruction &instruction)
{
    m_scratchMark = m_scratchTop;
    llvm::SmallVector<Lane, 4> lanes;
    bool isSupported = flatten(instruction.getType(), lanes);
    if (!llvm::isa<llvm::CallInst>(instruction))
        for (const llvm::Use &operand : instruction.operands())
            if (!operand->getType()->isLabelTy() && !operand->getType()->isMetadataTy()) {
                llvm::SmallVector<Lane, 4> ignored;
                isSupported = isSupported && flatten(operand->getType(), ignored);
            }
    if (!isSupported) {
        std::string type;
        llvm::raw_string_ostream(type) << *instruction.getType();
        return unsupported(instruction, "values of type " + type + " are not emulated");
    }
    switch (instruction.getOpcode()) {
    case Instruction::Alloca: return lowerAlloca(llvm::cast<llvm::AllocaInst>(instruction));
    case Instruction::Load: return lowerLoad(llvm::cast<llvm::LoadInst>(instruction));
    case Instruction::Store: return lowerStore(llvm::cast<llvm::StoreInst>(instruction));
    case Instruction::AtomicRMW: return lowerAtomic(llvm::cast<llvm::AtomicRMWInst>(instruction));
    case Instruction::AtomicCmpXchg: return lowerCompareExchange(llvm::cast<llvm::AtomicCmpXchgInst>(instruction));
    case Instruction::GetElementPtr: return lowerGep(llvm::cast<llvm::GetElementPtrInst>(instruction));
    case Instruction::Call: return lowerCall(llvm::cast<llvm::CallInst>(instruction));
    case Instruction::Fence: return;
    case Instruction::ICmp:
    case Instruction::FCmp: return lowerCompare(llvm::cast<llvm::CmpInst>(instruction));
    case Instruction::Select: return lowerSelect(llvm::cast<llvm::SelectInst>(instruction));
    case Instruction::Freeze: return alias(instruction, get(instruction.getOperand(0)));
    case Instruction::ExtractElement: return lowerExtract(llvm::cast<llvm::ExtractElementInst>(instruction));
    case Instruction::InsertElement: return lowerInsert(llvm::cast<llvm::InsertElementInst>(instruction));
    case Instruction::ShuffleVector: return lowerShuffle(llvm::cast<llvm::ShuffleVectorInst>(instruction));
    case Instruction::ExtractValue:
    case Instruction::InsertValue: return lowerAggregate(instruction);
    case Instruction::FNeg: {
        countArithmetic(instruction);
        const Val a = get(instruction.getOperand(0));
        const Lane lane = a.lane();
        const Val sign = constant(signBit(lane), {static_cast<std::uint16_t>(lane.laneBits()), false}, a.size());
        return finish(instruction, op2(lane.isWide() ? Op::Xor64 : Op::Xor32, lane, a, sign));
    }
    default: break;
    }
    if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
        return lowerCast(*cast);
    if (const auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
        return lowerBinary(*binary);
    unsupported(instruction, std::string("the IR instruction '") + instruction.getOpcodeName() + "' is not emulated");
}

void Lowering::countArithmetic(const Instruction &instruction)
{
    llvm::Type *type = instruction.getType();
    if (llvm::isa<llvm::CmpInst>(instruction))
        type = instruction.getOperand(0)->getType();
    llvm::Type *scalar = type->getScalarType();
    const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    const std::uint32_t times = vector ? vector->getNumElements() : 1;
    const unsigned opcode = instruction.getOpcode();
    if (scalar->isFloatingPointTy()) {
        const bool isDivision = opcode == Instruction::FDiv || opcode == Instruction::FRem;
        if (scalar->isHalfTy())
            return count(instruction, OpClass::Fp16, times);
        if (scalar->isDoubleTy())
            return count(instruction, isDivision ? OpClass::Fp64Div : OpClass::Fp64, times);
        return count(instruction, isDivision ? OpClass::Fp32Div : OpClass::Fp32, times);
    }
    const bool isDivision = opcode == Instruction::UDiv || opcode == Instruction::SDiv || opcode == Instruction::URem ||
                            opcode == Instruction::SRem;
    if (isDivision)
        return count(instruction, OpClass::IntDiv, times);
    const bool isWide = scalar->isPointerTy() || (scalar->isIntegerTy() && scalar->getIntegerBitWidth() > 32);
    count(instruction, isWide ? OpClass::Int64 : OpClass::Int32, times);
}

Val Lowering::toFloat(const Val &half)
{
    return half.lane() == kHalf ? op1(Op::HToF, kFloat, half) : half;
}

Val Lowering::fromFloat(const Val &value, Lane lane)
{
    return lane == kHalf && value.lane() == kFloat ? op1(Op::FToH, kHalf, value) : value;
}

Val Lowering::floatBinary(unsigned opcode, const Val &first, const Val &second)
{
    const Lane lane = first.lane();
    const Val a = toFloat(first), b = toFloat(second);
    const Lane work = a.lane();
    const bool isDouble = work.isWide();
    switch (opcode) {
    case Instruction::FAdd: return fromFloat(op2(isDouble ? Op::AddD : Op::AddF, work, a, b), lane);
    case Instruction::FSub: return fromFloat(op2(isDouble ? Op::SubD : Op::SubF, work, a, b), lane);
    case Instruction::FMul: return fromFloat(op2(isDouble ? Op::MulD : Op::MulF, work, a, b), lane);
    case Instruction::FDiv: return fromFloat(op2(isDouble ? Op::DivD : Op::DivF, work, a, b), lane);
    default: return fromFloat(scalarNew(floatRemainder(isDouble), work, a, &b), lane);
    }
}

Val Lowering::integerBinary(unsigned opcode, const Val &a, const Val &b)
{
    const Lane lane = a.lane();
    const Lane whole{static_cast<std::uint16_t>(lane.laneBits()), false};
    const auto pick = [&](Op narrow, Op wide) { return lane.isWide() ? wide : narrow; };
    const auto plain = [&](Op narrow, Op wide) { return relabelled(op2(pick(narrow, wide), lane, a, b), lane); };
    const auto cut = [&](Op narrow, Op wide) { return canonical(op2(pick(narrow, wide), whole, a, b), lane); };
    const auto onSigned = [&](Op narrow, Op wide) {
        const Val x = signExtended(a), y = signExtended(b);
        return canonical(op2(pick(narrow, wide), whole, x, y), lane);
    };
    switch (opcode) {
    case Instruction::Add: return cut(Op::Add32, Op::Add64);
    case Instruction::Sub: return cut(Op::Sub32, Op::Sub64);
    case Instruction::Mul: return cut(Op::Mul32, Op::Mul64);
    case Instruction::Shl: return cut(Op::Shl32, Op::Shl64);
    case Instruction::LShr: return plain(Op::LShr32, Op::LShr64);
    case Instruction::AShr: {
        const Val x = signExtended(a);
        return canonical(op2(pick(Op::AShr32, Op::AShr64), whole, x, b), lane);
    }
    case Instruction::UDiv: return plain(Op::UDiv32, Op::UDiv64);
    case Instruction::URem: return plain(Op::URem32, Op::URem64);
    case Instruction::SDiv: return onSigned(Op::SDiv32, Op::SDiv64);
    case Instruction::SRem: return onSigned(Op::SRem32, Op::SRem64);
    case Instruction::And: return plain(Op::And32, Op::And64);
    case Instruction::Or: return plain(Op::Or32, Op::Or64);
    default: return plain(Op::Xor32, Op::Xor64);
    }
}

void Lowering::lowerBinary(const llvm::BinaryOperator &instruction)
{
    countArithmetic(instruction);
    const Val a = get(instruction.getOperand(0)), b = get(instruction.getOperand(1));
    const bool isFloat = instruction.getType()->isFPOrFPVectorTy();
    finish(instruction,
           isFloat ? floatBinary(instruction.getOpcode(), a, b) : integerBinary(instruction.getOpcode(), a, b));
}

Val Lowering::compare(llvm::CmpInst::Predicate predicate, const Val &first, const Val &second)
{
    using P = llvm::CmpInst;
    Val a = first, b = second;
    if (predicate == P::FCMP_TRUE || predicate == P::FCMP_FALSE)
        return constant(predicate == P::FCMP_TRUE ? 1 : 0, kBool, a.size());
    if (a.lane().isFloat) {
        a = toFloat(a);
        b = toFloat(b);
    } else if (P::isSigned(predicate)) {
        a = signExtended(a);
        b = signExtended(b);
    }
    const bool isSwapped = predicate == P::FCMP_OGT || predicate == P::FCMP_OGE || predicate == P::FCMP_UGT ||
                           predicate == P::FCMP_UGE || predicate == P::ICMP_UGT || predicate == P::ICMP_UGE ||
                           predicate == P::ICMP_SGT || predicate == P::ICMP_SGE;
    if (isSwapped) {
        std::swap(a, b);
        predicate = P::getSwappedPredicate(predicate);
    }
    const bool isWide = a.lane().isWide();
    const auto with = [&](Op narrow, Op wide) { return op2(isWide ? wide : narrow, kBool, a, b); };
    switch (predicate) {
    case P::ICMP_EQ: return with(Op::Eq32, Op::Eq64);
    case P::ICMP_NE: return with(Op::Ne32, Op::Ne64);
    case P::ICMP_ULT: return with(Op::ULt32, Op::ULt64);
    case P::ICMP_ULE: return with(Op::ULe32, Op::ULe64);
    case P::ICMP_SLT: return with(Op::SLt32, Op::SLt64);
    case P::ICMP_SLE: return with(Op::SLe32, Op::SLe64);
    case P::FCMP_OEQ: return with(Op::OEqF, Op::OEqD);
    case P::FCMP_OLT: return with(Op::OLtF, Op::OLtD);
    case P::FCMP_OLE: return with(Op::OLeF, Op::OLeD);
    case P::FCMP_ONE: return with(Op::ONeF, Op::ONeD);
    case P::FCMP_ORD: return with(Op::OrdF, Op::OrdD);
    case P::FCMP_UEQ: return with(Op::UEqF, Op::UEqD);
    case P::FCMP_ULT: return with(Op::ULtF, Op::ULtD);
    case P::FCMP_ULE: return with(Op::ULeF, Op::ULeD);
    case P::FCMP_UNE: return with(Op::UNeF, Op::UNeD);
    default: return with(Op::UnoF, Op::UnoD);
    }
}

void Lowering::lowerCompare(const llvm::CmpInst &instruction)
{
    countArithmetic(instruction);
    finish(instruction,
           compare(instruction.getPredicate(), get(instruction.getOperand(0)), get(instruction.getOperand(1))));
}

Val Lowering::select(const Val &condition, const Val &yes, const Val &no)
{
    const Val mask = splat(condition, yes.size());
    Val result;
    for (std::size_t k = 0; k < yes.size();) { // components of one size at a time: aggregates may mix them
        std::size_t end = k + 1;
        while (end < yes.size() && yes.lanes[end].bytes() == yes.lanes[k].bytes())
            ++end;
        Val m, y, n;
        for (std::size_t j = k; j < end; ++j) {
            m.push(mask.slots[j], kBool);
            y.push(yes.slots[j], yes.lanes[j]);
            n.push(no.slots[j], no.lanes[j]);
        }
        const Val part = op3(yes.lanes[k].isWide() ? Op::Select64 : Op::Select32, yes.lanes[k], m, y, n);
        for (std::size_t j = k; j < end; ++j)
            result.push(part.slots[j - k], yes.lanes[j]);
        k = end;
    }
    return result;
}

void Lowering::lowerSelect(const llvm::SelectInst &instruction)
{
    const Val yes = get(instruction.getTrueValue());
    count(instruction, OpClass::Select, static_cast<std::uint32_t>(yes.size()));
    finish(instruction, select(get(instruction.getCondition()), yes, get(instruction.getFalseValue())));
}

Val Lowering::convert(const Val &value, Lane to, bool fromSigned, bool toSigned)
{
    const Lane from = value.lane();
    if (!from.isFloat && !to.isFloat)
        return resized(value, to, fromSigned);
    if (from.isFloat && to.isFloat) {
        if (from == to)
            return value;
        if (from == kDouble)
            return to == kHalf ? op1(Op::DToH, kHalf, value) : op1(Op::DToF, kFloat, value);
        const Val single = toFloat(value);
        return to == kDouble ? op1(Op::FToD, kDouble, single) : to == kHalf ? op1(Op::FToH, kHalf, single) : single;
    }
    if (from.isFloat) {
        const Val source = toFloat(value);
        const bool isDouble = source.lane().isWide();
        const Lane whole{static_cast<std::uint16_t>(to.laneBits()), false};
        const Op op = to.isWide()
                          ? (toSigned ? (isDouble ? Op::DToS64 : Op::FToS64) : (isDouble ? Op::DToU64 : Op::FToU64))
                          : (toSigned ? (isDouble ? Op::DToS32 : Op::FToS32) : (isDouble ? Op::DToU32 : Op::FToU32));
        return canonical(op1(op, whole, source), to);
    }
    const Val source = fromSigned ? signExtended(value) : value;
    const bool isWide = from.isWide();
    if (to == kDouble)
        return op1(isWide ? (fromSigned ? Op::S64ToD : Op::U64ToD) : (fromSigned ? Op::S32ToD : Op::U32ToD), kDouble,
                   source);
    const Val single =
        op1(isWide ? (fromSigned ? Op::S64ToF : Op::U64ToF) : (fromSigned ? Op::S32ToF : Op::U32ToF), kFloat, source);
    return fromFloat(single, to); // beyond 2^24 rounding happens twice only where half overflows anyway
}

void Lowering::lowerCast(const llvm::CastInst &instruction)
{
    const Val value = get(instruction.getOperand(0));
    Val shape;
    flatten(instruction.getType(), shape.lanes);
    const Lane to = shape.lanes.front();
    const auto components = static_cast<std::uint32_t>(value.size());
    switch (instruction.getOpcode()) {
    case Instruction::AddrSpaceCast: return alias(instruction, value);
    case Instruction::IntToPtr:
    case Instruction::PtrToInt: {
        const Val result = resized(value, to, false);
        return alias(instruction, relabelled(result, to));
    }
    case Instruction::BitCast: return lowerBitcast(instruction, *instruction.getOperand(0), instruction.getType());
    case Instruction::Trunc: return finish(instruction, resized(value, to, false));
    case Instruction::ZExt:
    case Instruction::SExt: {
        if (foldsIntoIndex(instruction))
            return; // no code: the access reads the narrow index
        count(instruction, OpClass::Move, components);
        const Val result = resized(value, to, instruction.getOpcode() == Instruction::SExt);
        return finish(instruction, result);
    }
    case Instruction::FPTrunc:
    case Instruction::FPExt:
        count(instruction, OpClass::Conversion, components);
        return finish(instruction, convert(value, to, true, true));
    case Instruction::UIToFP:
    case Instruction::SIToFP:
        count(instruction, OpClass::Conversion, components);
        return finish(instruction, convert(value, to, instruction.getOpcode() == Instruction::SIToFP, true));
    default:
        count(instruction, OpClass::Conversion, components);
        return finish(instruction, convert(value, to, true, instruction.getOpcode() == Instruction::FPToSI));
    }
}

void Lowering::lowerBitcast(const Instruction &instruction, const llvm::Value &operand, llvm::Type *to)
{
    const Val value = get(&operand);
    Val shape;
    flatten(to, shape.lanes);
    const std::uint32_t fromBits = value.lane().bits, toBits = shape.lanes.front().bits;
    if (fromBits == toBits) {
        Val same = value;
        same.lanes = shape.lanes;
        return alias(instruction, same);
    }
    Val result;
    if (fromBits > toBits && fromBits % toBits == 0) { // one component becomes several, lowest bits first
        const Lane wide{static_cast<std::uint16_t>(fromBits), false}, narrow{static_cast<std::uint16_t>(toBits), false};
        for (std::size_t k = 0; k < value.size(); ++k)
            for (std::uint32_t shift = 0; shift < fromBits; shift += toBits) {
                const Val part = integerBinary(Instruction::LShr, relabelled(value.at(k), wide), constant(shift, wide));
                result.push(resized(part, narrow, false).slots[0], shape.lanes.front());
            }
        return finish(instruction, result);
    }
    if (toBits % fromBits == 0) {
        const Lane wide{static_cast<std::uint16_t>(toBits), false}, narrow{static_cast<std::uint16_t>(fromBits), false};
        const std::uint32_t parts = toBits / fromBits;
        for (std::size_t k = 0; k < shape.lanes.size(); ++k) {
            Val sum = resized(relabelled(value.at(k * parts), narrow), wide, false);
            for (std::uint32_t j = 1; j < parts; ++j) {
                const Val part = resized(relabelled(value.at(k * parts + j), narrow), wide, false);
                sum = integerBinary(Instruction::Or, sum,
                                    integerBinary(Instruction::Shl, part, constant(std::uint64_t{j} * fromBits, wide)));
            }
            result.push(sum.slots[0], shape.lanes.front());
        }
        return finish(instruction, result);
    }
    unsupported(instruction, "a reinterpretation between vectors of odd element sizes is not emulated");
}

void Lowering::lowerExtract(const llvm::ExtractElementInst &instruction)
{
    const Val vector = get(instruction.getVectorOperand());
    if (const auto *index = llvm::dyn_cast<llvm::ConstantInt>(instruction.getIndexOperand()))
        return alias(instruction, vector.at(std::min<std::uint64_t>(index->getZExtValue(), vector.size() - 1)));
    count(instruction, OpClass::Move);
    const Val index = get(instruction.getIndexOperand());
    Val result = vector.at(0);
    for (std::size_t k = 1; k < vector.size(); ++k)
        result = select(compare(llvm::CmpInst::ICMP_EQ, index, constant(k, index.lane())), vector.at(k), result);
    finish(instruction, result);
}

void Lowering::lowerInsert(const llvm::InsertElementInst &instruction)
{
    Val vector = get(instruction.getOperand(0));
    const Val element = get(instruction.getOperand(1));
    if (const auto *index = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(2))) {
        if (index->getZExtValue() < vector.size())
            vector.slots[index->getZExtValue()] = element.slots[0];
        return alias(instruction, vector);
    }
    count(instruction, OpClass::Move);
    const Val index = get(instruction.getOperand(2));
    Val result;
    for (std::size_t k = 0; k < vector.size(); ++k) {
        const Val one =
            select(compare(llvm::CmpInst::ICMP_EQ, index, constant(k, index.lane())), element, vector.at(k));
        result.push(one.slots[0], one.lanes[0]);
    }
    finish(instruction, result);
}

void Lowering::lowerShuffle(const llvm::ShuffleVectorInst &instruction)
{
    const Val a = get(instruction.getOperand(0)), b = get(instruction.getOperand(1));
    Val result;
    for (const int from : instruction.getShuffleMask()) {
        const std::size_t k = from < 0 ? 0 : static_cast<std::size_t>(from);
        if (k < a.size())
            result.push(a.slots[k], a.lanes[k]);
        else
            result.push(b.slots[k - a.size()], b.lanes[k - a.size()]);
    }
    alias(instruction, result);
}

namespace {

/// Position of a member among the flattened components.
std::size_t flatPosition(llvm::Type *type, llvm::ArrayRef<unsigned> indices,
                         const std::function<std::size_t(llvm::Type *)> &size)
{
    std::size_t position = 0;
    for (const unsigned index : indices) {
        for (unsigned k = 0; k < index; ++k)
            position += size(llvm::ExtractValueInst::getIndexedType(type, k));
        type = llvm::ExtractValueInst::getIndexedType(type, index);
    }
    return position;
}

} // namespace

void Lowering::lowerAggregate(const Instruction &instruction)
{
    const auto size = [this](llvm::Type *type) {
        llvm::SmallVector<Lane, 4> lanes;
        flatten(type, lanes);
        return lanes.size();
    };
    Val whole = get(instruction.getOperand(0));
    if (const auto *extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
        const std::size_t first = flatPosition(extract->getAggregateOperand()->getType(), extract->getIndices(), size);
        Val part;
        for (std::size_t k = 0; k < size(extract->getType()); ++k)
            part.push(whole.slots[first + k], whole.lanes[first + k]);
        return alias(instruction, part);
    }
    const auto &insert = llvm::cast<llvm::InsertValueInst>(instruction);
    const std::size_t first = flatPosition(insert.getType(), insert.getIndices(), size);
    const Val part = get(insert.getInsertedValueOperand());
    for (std::size_t k = 0; k < part.size(); ++k)
        whole.slots[first + k] = part.slots[k];
    alias(instruction, whole);
}

} // namespace clv::emulator
