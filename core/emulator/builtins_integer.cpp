// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/builtins.h"
#include "core/emulator/scalar_functions.h"

namespace clv::emulator {

using llvm::Instruction;

bool Builtins::integer()
{
    if (name.parameters.empty() || argumentCount() == 0 || name.parameters[0].isPointer)
        return false;
    const Val first = arg(0);
    if (first.lanes.empty() || first.lane().isFloat)
        return false;
    const Lane lane = first.lane();
    const std::size_t components = first.size();
    const bool isSigned = name.parameters[0].isSigned();
    if (is("min") || is("max")) {
        countInteger(lane, components);
        return finish(lowering.integerMinMax(first, wideArg(1, components), isSigned, is("min"))), true;
    }
    if (is("clamp")) {
        countInteger(lane, 2 * components);
        const Val above = lowering.integerMinMax(first, wideArg(1, components), isSigned, false);
        return finish(lowering.integerMinMax(above, wideArg(2, components), isSigned, true)), true;
    }
    if (is("mul24") || is("mad24")) {
        countInteger(kInt32, components);
        const auto low24 = [&](const Val &value) {
            if (!isSigned)
                return lowering.op2(Op::And32, kInt32, value, lowering.constant(0xffffff, kInt32, value.size()));
            return lowering.op2(Op::SExtBits32, kInt32, value, lowering.constant(8, kInt32, value.size()));
        };
        const Val a = low24(first), b = low24(wideArg(1, components));
        const Val product = lowering.integerBinary(Instruction::Mul, a, b);
        return finish(is("mul24") ? product
                                  : lowering.integerBinary(Instruction::Add, product, wideArg(2, components))),
               true;
    }
    if (is("upsample")) { // hi << bits | lo
        countInteger(resultLane(), components);
        const Lane to = resultLane();
        const Val high = lowering.integerBinary(Instruction::Shl, lowering.resized(first, to, isSigned),
                                                lowering.constant(lane.bits, to, components));
        return finish(lowering.integerBinary(Instruction::Or, high, lowering.resized(arg(1), to, false))), true;
    }
    const IntegerFunction *function = findIntegerFunction(name.name);
    const ScalarFn fn = function && !name.name.starts_with(":") ? function->forBits(lane.bits, isSigned) : nullptr;
    if (!fn)
        return false;
    countInteger(lane, components);
    const Val second = function->operands >= 2 ? wideArg(1, components) : first;
    const Val third = function->operands == 3 ? wideArg(2, components) : first;
    finish(lowering.scalarNew(fn, lane, first, function->operands >= 2 ? &second : nullptr,
                              function->operands == 3 ? &third : nullptr));
    return true;
}

} // namespace clv::emulator
