// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/builtins.h"
#include "core/emulator/lower.h"
#include "core/emulator/scalar_functions.h"

#include <fmt/format.h>

namespace clv::emulator {

using llvm::Instruction;
using llvm::Intrinsic::ID;
namespace Intrinsic = llvm::Intrinsic;

bool isBarrierCall(const Instruction &instruction)
{
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call || !call->getCalledFunction() || call->getIntrinsicID() != Intrinsic::not_intrinsic)
        return false;
    const llvm::StringRef symbol = call->getCalledFunction()->getName();
    return symbol.starts_with("_Z7barrier") || symbol.starts_with("_Z18work_group_barrier") ||
           symbol.starts_with("_Z17wait_group_events");
}

/// Gives a value to an instruction. Values that live across blocks get a place of their own; when the last emitted
/// operation made exactly this value, it is told to write there directly.
void Lowering::finish(const Instruction &instruction, const Val &result)
{
    const auto isScratch = [](Slot slot) { return (slot & kAreaBits) == kScratchArea; };
    Val named = result;
    Val shape;
    flatten(instruction.getType(), shape.lanes);
    if (shape.lanes.size() == named.lanes.size())
        named.lanes = shape.lanes;
    if (std::none_of(named.slots.begin(), named.slots.end(), isScratch) || !crossesBlocks(instruction)) {
        m_values[&instruction] = std::move(named);
        return;
    }
    const Val dst = define(instruction);
    Block &block = m_program.flow[m_flowBlock];
    const bool hasCode = m_program.code.size() > block.begin;
    if (hasCode) {
        Inst &last = m_program.code.back();
        const bool isFresh = isScratch(last.dst) && last.dst >= m_scratchMark && last.dst == named.slots[0] &&
                             last.components == named.size() && last.run != handlerOf(Op::Memory);
        bool isDense = true;
        for (std::size_t k = 1; k < named.size(); ++k)
            isDense = isDense && named.slots[k] == named.slots[k - 1] + named.lanes[k].bytes() * kLanes;
        if (isFresh && isDense) {
            last.dst = dst.slots[0];
            last.isMasked = true;
            return;
        }
    }
    copyTo(dst, named);
}

void Lowering::lowerCall(const llvm::CallInst &call)
{
    const llvm::Function *callee = call.getCalledFunction();
    if (!callee)
        return unsupported(call, "a call through a function pointer is not emulated");
    if (call.getIntrinsicID() != Intrinsic::not_intrinsic) {
        if (!lowerIntrinsic(call))
            unsupported(call, fmt::format("the compiler intrinsic '{}' is not emulated", callee->getName().str()));
        return;
    }
    lowerBuiltin(call);
}

void Lowering::lowerBuiltin(const llvm::CallInst &call)
{
    const std::string symbol = call.getCalledFunction()->getName().str();
    std::optional<MangledName> name = parseMangledName(symbol);
    if (!name)
        name = MangledName{symbol, {}}; // printf and other C symbols
    Builtins builtins{*this, call, *name};
    if (!builtins.lower())
        unsupported(call,
                    fmt::format("the function '{}' has no body here and is not emulated; its result is taken as 0",
                                name->name));
}

bool Builtins::lower()
{
    return workItem() || synchronise() || math() || integer() || common() || geometric() || relational() ||
           conversion() || vectorLoadStore() || atomic() || mathTwoResults() || shuffle() || asyncCopy() ||
           subGroup() || image();
}

Lane Builtins::resultLane() const
{
    llvm::SmallVector<Lane, 4> lanes;
    lowering.flatten(call.getType(), lanes);
    return lanes.empty() ? kInt32 : lanes.front();
}

std::size_t Builtins::resultComponents() const
{
    llvm::SmallVector<Lane, 4> lanes;
    lowering.flatten(call.getType(), lanes);
    return lanes.size();
}

void Builtins::finishAs(Val value, Lane lane) const
{
    for (Lane &each : value.lanes)
        each = lane;
    lowering.finish(call, value);
}

void Builtins::countFloat(Lane lane, std::size_t times) const
{
    count(lane == kHalf ? OpClass::Fp16 : lane.isWide() ? OpClass::Fp64 : OpClass::Fp32, times);
}

void Builtins::countSpecial(Lane lane, std::size_t times) const
{
    count(lane.isWide() ? OpClass::Special64 : OpClass::Special, times);
}

void Builtins::countInteger(Lane lane, std::size_t times) const
{
    count(lane.isWide() ? OpClass::Int64 : OpClass::Int32, times);
}

Val Builtins::constantFloat(double value, Lane lane, std::size_t components) const
{
    if (lane.isWide())
        return lowering.constant(__builtin_bit_cast(std::uint64_t, value), lane, components);
    const Val single =
        lowering.constant(__builtin_bit_cast(std::uint32_t, static_cast<float>(value)), kFloat, components);
    return lowering.fromFloat(single, lane);
}

Val Builtins::unaryFloat(Op single, Op wide, const Val &a) const
{
    const Val x = lowering.toFloat(a);
    return lowering.fromFloat(lowering.op1(x.lane().isWide() ? wide : single, x.lane(), x), a.lane());
}

Val Builtins::binaryFloat(Op single, Op wide, const Val &a, const Val &b) const
{
    const Val x = lowering.toFloat(a), y = lowering.toFloat(b);
    return lowering.fromFloat(lowering.op2(x.lane().isWide() ? wide : single, x.lane(), x, y), a.lane());
}

Val Builtins::fma(const Val &a, const Val &b, const Val &c) const
{
    if (a.lane() == kHalf) { // in double: the product is exact and one rounding is left
        const auto wide = [&](const Val &value) { return lowering.op1(Op::FToD, kDouble, lowering.toFloat(value)); };
        const Val x = wide(a), y = wide(b), z = wide(c);
        return lowering.op1(Op::DToH, kHalf, lowering.op3(Op::FmaD, kDouble, x, y, z));
    }
    return lowering.op3(a.lane().isWide() ? Op::FmaD : Op::FmaF, a.lane(), a, b, c);
}

// ---- LLVM intrinsics --------------------------------------------------------------------------------------------

namespace {

struct FloatIntrinsic {
    ID id;
    Op single, wide;
};
constexpr FloatIntrinsic kUnaryIntrinsics[] = {
    {Intrinsic::sqrt, Op::SqrtF, Op::SqrtD},      {Intrinsic::fabs, Op::AbsF, Op::AbsD},
    {Intrinsic::floor, Op::FloorF, Op::FloorD},   {Intrinsic::ceil, Op::CeilF, Op::CeilD},
    {Intrinsic::trunc, Op::TruncF, Op::TruncD},   {Intrinsic::rint, Op::RintF, Op::RintD},
    {Intrinsic::nearbyint, Op::RintF, Op::RintD}, {Intrinsic::roundeven, Op::RintF, Op::RintD},
};
constexpr FloatIntrinsic kBinaryIntrinsics[] = {
    {Intrinsic::minnum, Op::MinF, Op::MinD},
    {Intrinsic::maxnum, Op::MaxF, Op::MaxD},
    {Intrinsic::minimum, Op::MinF, Op::MinD},
    {Intrinsic::maximum, Op::MaxF, Op::MaxD},
};

struct MathIntrinsic {
    ID id;
    const char *function;
};
constexpr MathIntrinsic kMathIntrinsics[] = {
    {Intrinsic::sin, "sin"},           {Intrinsic::cos, "cos"},     {Intrinsic::tan, "tan"},
    {Intrinsic::exp, "exp"},           {Intrinsic::exp2, "exp2"},   {Intrinsic::exp10, "exp10"},
    {Intrinsic::log, "log"},           {Intrinsic::log2, "log2"},   {Intrinsic::log10, "log10"},
    {Intrinsic::pow, "pow"},           {Intrinsic::powi, "pown"},   {Intrinsic::round, "round"},
    {Intrinsic::copysign, "copysign"}, {Intrinsic::ldexp, "ldexp"},
};

} // namespace

bool Lowering::lowerIntrinsic(const llvm::CallInst &call)
{
    const ID id = call.getIntrinsicID();
    if (const auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
        lowerMemoryIntrinsic(*memory);
        return true;
    }
    if (llvm::isa<llvm::DbgInfoIntrinsic>(call))
        return true;
    const MangledName none;
    const Builtins help{*this, call, none};
    const auto arg = [&](unsigned k) { return get(call.getArgOperand(k)); };
    for (const FloatIntrinsic &entry : kUnaryIntrinsics)
        if (entry.id == id) {
            if (id == Intrinsic::sqrt)
                help.countSpecial(arg(0).lane(), arg(0).size());
            else
                help.countFloat(arg(0).lane(), arg(0).size());
            return finish(call, help.unaryFloat(entry.single, entry.wide, arg(0))), true;
        }
    for (const FloatIntrinsic &entry : kBinaryIntrinsics)
        if (entry.id == id) {
            help.countFloat(arg(0).lane(), arg(0).size());
            return finish(call, help.binaryFloat(entry.single, entry.wide, arg(0), arg(1))), true;
        }
    for (const MathIntrinsic &entry : kMathIntrinsics)
        if (entry.id == id) {
            const MangledName name{entry.function, {}};
            return Builtins{*this, call, name}.math();
        }
    switch (id) {
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::assume:
    case Intrinsic::sideeffect:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::donothing:
    case Intrinsic::prefetch: return true;
    case Intrinsic::invariant_start: return zero(call), true;
    case Intrinsic::invariant_end: return true;
    case Intrinsic::trap:
    case Intrinsic::debugtrap: return true;
    case Intrinsic::expect:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::ssa_copy: return finish(call, arg(0)), true;
    case Intrinsic::fma:
    case Intrinsic::fmuladd: {
        const Lane lane = arg(0).lane();
        const std::size_t times = arg(0).size();
        help.count(lane == kHalf ? OpClass::Fp16 : lane.isWide() ? OpClass::Fp64Fma : OpClass::Fp32Fma, times);
        return finish(call, help.fma(arg(0), arg(1), arg(2))), true;
    }
    case Intrinsic::canonicalize: return finish(call, arg(0)), true;
    case Intrinsic::is_fpclass: return false;
    case Intrinsic::umin:
    case Intrinsic::umax:
    case Intrinsic::smin:
    case Intrinsic::smax: {
        const bool isSigned = id == Intrinsic::smin || id == Intrinsic::smax;
        const bool isMin = id == Intrinsic::umin || id == Intrinsic::smin;
        help.countInteger(arg(0).lane(), arg(0).size());
        return finish(call, integerMinMax(arg(0), arg(1), isSigned, isMin)), true;
    }
    case Intrinsic::abs: {
        help.countInteger(arg(0).lane(), arg(0).size());
        const Val zeros = constant(0, arg(0).lane(), arg(0).size());
        return finish(call, integerMinMax(arg(0), integerBinary(Instruction::Sub, zeros, arg(0)), true, false)), true;
    }
    default: break;
    }
    const IntegerFunction *function = nullptr;
    bool isSigned = false;
    switch (id) {
    case Intrinsic::ctpop: function = findIntegerFunction("popcount"); break;
    case Intrinsic::ctlz: function = findIntegerFunction("clz"); break;
    case Intrinsic::cttz: function = findIntegerFunction("ctz"); break;
    case Intrinsic::bswap: function = findIntegerFunction(":bswap"); break;
    case Intrinsic::bitreverse: function = findIntegerFunction(":bitreverse"); break;
    case Intrinsic::fshl: function = findIntegerFunction(":fshl"); break;
    case Intrinsic::fshr: function = findIntegerFunction(":fshr"); break;
    case Intrinsic::sadd_sat: isSigned = true; [[fallthrough]];
    case Intrinsic::uadd_sat: function = findIntegerFunction("add_sat"); break;
    case Intrinsic::ssub_sat: isSigned = true; [[fallthrough]];
    case Intrinsic::usub_sat: function = findIntegerFunction("sub_sat"); break;
    default: break;
    }
    if (function) {
        const Val a = arg(0);
        const ScalarFn fn = function->forBits(a.lane().bits, isSigned);
        if (!fn)
            return false;
        help.countInteger(a.lane(), a.size());
        const bool isUnary = function->operands == 1; // ctlz and cttz carry a flag behind their operand
        const Val b = isUnary ? a : arg(1);
        const Val c = function->operands == 3 ? arg(2) : a;
        return finish(call, scalarNew(fn, a.lane(), a, isUnary ? nullptr : &b, function->operands == 3 ? &c : nullptr)),
               true;
    }
    return lowerOverflow(call);
}

/// {result, overflow} = op.with.overflow(a, b)
bool Lowering::lowerOverflow(const llvm::CallInst &call)
{
    const auto *overflow = llvm::dyn_cast<llvm::WithOverflowInst>(&call);
    if (!overflow)
        return false;
    const Val a = get(overflow->getLHS()), b = get(overflow->getRHS());
    const Lane lane = a.lane();
    Builtins{*this, call, {}}.countInteger(lane, 2);
    Val result = integerBinary(overflow->getBinaryOp(), a, b);
    const Val zeros = constant(0, lane);
    Val flag;
    if (overflow->getBinaryOp() == Instruction::Mul) {
        const IntegerFunction *function = findIntegerFunction(":mul_overflows");
        const ScalarFn fn = function->forBits(lane.bits, overflow->isSigned());
        if (!fn)
            return false;
        flag = scalarNew(fn, kBool, a, &b);
    } else if (!overflow->isSigned()) {
        flag = overflow->getBinaryOp() == Instruction::Add ? compare(llvm::CmpInst::ICMP_ULT, result, a)
                                                           : compare(llvm::CmpInst::ICMP_ULT, a, b);
    } else { // the sign of the result is wrong
        const Val isBelow = compare(llvm::CmpInst::ICMP_SLT, result, a);
        const Val isNegative = compare(
            overflow->getBinaryOp() == Instruction::Add ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_SGT, b, zeros);
        flag = integerBinary(Instruction::Xor, isBelow, isNegative);
    }
    result.push(flag.slots[0], kBool);
    finish(call, result);
    return true;
}

Val Lowering::integerMinMax(const Val &first, const Val &second, bool isSigned, bool isMin)
{
    const Lane lane = first.lane();
    const Val a = isSigned ? signExtended(first) : first, b = isSigned ? signExtended(second) : second;
    const Op op = lane.isWide() ? (isSigned ? (isMin ? Op::SMin64 : Op::SMax64) : (isMin ? Op::UMin64 : Op::UMax64))
                                : (isSigned ? (isMin ? Op::SMin32 : Op::SMax32) : (isMin ? Op::UMin32 : Op::UMax32));
    const Val result = op2(op, {static_cast<std::uint16_t>(lane.laneBits()), false}, a, b);
    return isSigned ? canonical(result, lane) : result;
}

} // namespace clv::emulator
