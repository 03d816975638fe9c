// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/builtins.h"
#include "core/emulator/scalar_functions.h"

namespace clv::emulator {

namespace {

struct FloatOp {
    const char *name;
    std::uint32_t operands;
    Op single, wide;
    bool isSpecial;
};
/// Built-ins with a vectorised loop of their own.
constexpr FloatOp kFloatOps[] = {
    {"sqrt", 1, Op::SqrtF, Op::SqrtD, true},        {"native_sqrt", 1, Op::SqrtF, Op::SqrtD, true},
    {"half_sqrt", 1, Op::SqrtF, Op::SqrtD, true},   {"fabs", 1, Op::AbsF, Op::AbsD, false},
    {"floor", 1, Op::FloorF, Op::FloorD, false},    {"ceil", 1, Op::CeilF, Op::CeilD, false},
    {"trunc", 1, Op::TruncF, Op::TruncD, false},    {"rint", 1, Op::RintF, Op::RintD, false},
    {"fmin", 2, Op::MinF, Op::MinD, false},         {"fmax", 2, Op::MaxF, Op::MaxD, false},
    {"native_divide", 2, Op::DivF, Op::DivD, true}, {"half_divide", 2, Op::DivF, Op::DivD, true},
};

std::string_view plainName(std::string_view name)
{
    for (const std::string_view prefix : {"native_", "half_"})
        if (name.starts_with(prefix))
            return name.substr(prefix.size());
    return name;
}

} // namespace

bool Builtins::math()
{
    if (argumentCount() == 0)
        return false;
    const Val first = arg(0);
    if (first.lanes.empty())
        return false;
    const Lane lane = first.lane();
    const std::size_t components = first.size();
    if (lane.isFloat && (is("fma") || is("mad"))) {
        count(lane == kHalf ? OpClass::Fp16 : lane.isWide() ? OpClass::Fp64Fma : OpClass::Fp32Fma, components);
        return finish(fma(first, arg(1), arg(2))), true;
    }
    if (lane.isFloat)
        for (const FloatOp &entry : kFloatOps)
            if (is(entry.name)) {
                entry.isSpecial ? countSpecial(lane, components) : countFloat(lane, components);
                if (entry.operands == 1)
                    return finish(unaryFloat(entry.single, entry.wide, first)), true;
                return finish(binaryFloat(entry.single, entry.wide, first, wideArg(1, components))), true;
            }
    if (is("native_recip") || is("half_recip")) {
        countSpecial(lane, components);
        return finish(divide(constantFloat(1, lane, components), first)), true;
    }
    if (is("rsqrt") || is("native_rsqrt") || is("half_rsqrt")) {
        countSpecial(lane, components);
        return finish(divide(constantFloat(1, lane, components), squareRoot(first))), true;
    }
    const MathFunction *function = findMathFunction(plainName(name.name));
    if (!function)
        return false;
    const Lane resultType = resultLane();
    const bool isDouble = function->shape == MathShape::FromInteger ? resultType.isWide() : lane.isWide();
    countSpecial(isDouble ? kDouble : kFloat, components);
    const ScalarFn fn = isDouble ? function->wide : function->single;
    const Lane work = isDouble ? kDouble : kFloat;
    const Val x = function->shape == MathShape::FromInteger ? first : lowering.toFloat(first);
    switch (function->shape) {
    case MathShape::Unary:
    case MathShape::FromInteger: return finish(lowering.fromFloat(lowering.scalarNew(fn, work, x), resultType)), true;
    case MathShape::ToInteger: return finish(lowering.scalarNew(fn, kInt32, x)), true;
    case MathShape::Binary: {
        const Val y = lowering.toFloat(wideArg(1, components));
        return finish(lowering.fromFloat(lowering.scalarNew(fn, work, x, &y), resultType)), true;
    }
    case MathShape::WithInteger: {
        const Val y = wideArg(1, components);
        return finish(lowering.fromFloat(lowering.scalarNew(fn, work, x, &y), resultType)), true;
    }
    case MathShape::Ternary: {
        const Val y = lowering.toFloat(wideArg(1, components)), z = lowering.toFloat(wideArg(2, components));
        return finish(lowering.fromFloat(lowering.scalarNew(fn, work, x, &y, &z), resultType)), true;
    }
    }
    return false;
}

bool Builtins::mathTwoResults()
{
    const TwoResultFunction *function = findTwoResultFunction(name.name);
    if (!function || argumentCount() != function->operands + 1)
        return false;
    const Val first = arg(0);
    const Lane lane = first.lane();
    const Val x = lowering.toFloat(first);
    const bool isDouble = lane.isWide();
    const Val y = function->operands == 2 ? lowering.toFloat(arg(1)) : x;
    const Val *second = function->operands == 2 ? &y : nullptr;
    countSpecial(lane, first.size());
    const Val result = lowering.scalarNew(isDouble ? function->wide : function->single, x.lane(), x, second);
    Val other = lowering.scalarNew(isDouble ? function->secondWide : function->secondSingle,
                                   function->isSecondInteger ? kInt32 : x.lane(), x, second);
    if (!function->isSecondInteger)
        other = lowering.fromFloat(other, lane);
    const llvm::Value &pointer = *call.getArgOperand(function->operands);
    const AddressSpace space = lowering.spaceOf(pointer);
    const std::uint32_t element = other.lane().bits / 8u;
    const auto bytes = static_cast<std::uint32_t>(element * other.size());
    lowering.countAccess(call, AccessDirection::Write, space, 1);
    const std::uint32_t site = lowering.addSite({&call, &pointer, AccessDirection::Write,
                                                 function->isSecondInteger ? "int"
                                                 : lane.isWide()           ? "double"
                                                                           : "float",
                                                 bytes});
    lowering.emitStore(lowering.plainAddress(lowering.get(&pointer)), site, space, element, other);
    finish(lowering.fromFloat(result, lane));
    return true;
}

} // namespace clv::emulator
