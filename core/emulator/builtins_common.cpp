// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/builtins.h"

#include <numbers>

namespace clv::emulator {

using llvm::CmpInst;
using llvm::Instruction;

bool Builtins::common()
{
    if (argumentCount() == 0)
        return false;
    const Val first = arg(0);
    if (first.lanes.empty() || !first.lane().isFloat)
        return false;
    const Lane lane = first.lane();
    const std::size_t n = resultComponents();
    const auto x = [&](unsigned k) { return wideArg(k, n); };
    const auto smaller = [&](const Val &a, const Val &b) { return binaryFloat(Op::MinF, Op::MinD, a, b); };
    const auto larger = [&](const Val &a, const Val &b) { return binaryFloat(Op::MaxF, Op::MaxD, a, b); };
    if (is("max") || is("min")) {
        countFloat(lane, n);
        return finish(is("max") ? larger(x(0), x(1)) : smaller(x(0), x(1))), true;
    }
    if (is("clamp")) {
        countFloat(lane, 2 * n);
        return finish(smaller(larger(x(0), x(1)), x(2))), true;
    }
    if (is("degrees") || is("radians")) {
        countFloat(lane, n);
        const double factor = is("degrees") ? 180.0 / std::numbers::pi : std::numbers::pi / 180.0;
        return finish(multiply(x(0), constantFloat(factor, lane, n))), true;
    }
    if (is("mix")) {
        countFloat(lane, 2 * n);
        return finish(fma(subtract(x(1), x(0)), x(2), x(0))), true;
    }
    if (is("step")) {
        countFloat(lane, n);
        const Val isBelow = lowering.compare(CmpInst::FCMP_OLT, x(1), x(0));
        return finish(lowering.select(isBelow, constantFloat(0, lane, n), constantFloat(1, lane, n))), true;
    }
    if (is("smoothstep")) {
        countFloat(lane, 6 * n);
        const Val zeros = constantFloat(0, lane, n), ones = constantFloat(1, lane, n);
        const Val t = smaller(larger(divide(subtract(x(2), x(0)), subtract(x(1), x(0))), zeros), ones);
        const Val curve = subtract(constantFloat(3, lane, n), multiply(constantFloat(2, lane, n), t));
        return finish(multiply(multiply(t, t), curve)), true;
    }
    if (is("sign")) {
        countFloat(lane, n);
        const Val zeros = constantFloat(0, lane, n);
        const Val positive = lowering.compare(CmpInst::FCMP_OGT, first, zeros);
        const Val negative = lowering.compare(CmpInst::FCMP_OLT, first, zeros);
        const Val isNan = lowering.compare(CmpInst::FCMP_UNO, first, first);
        const Val other = lowering.select(isNan, zeros, first); // keeps the sign of zero
        const Val low = lowering.select(negative, constantFloat(-1, lane, n), other);
        return finish(lowering.select(positive, constantFloat(1, lane, n), low)), true;
    }
    return false;
}

Val Builtins::dot(const Val &a, const Val &b) const
{
    Val sum = multiply(a.at(0), b.at(0));
    for (std::size_t k = 1; k < a.size(); ++k)
        sum = fma(a.at(k), b.at(k), sum);
    return sum;
}

bool Builtins::geometric()
{
    std::string_view plain = name.name;
    if (plain.starts_with("fast_"))
        plain.remove_prefix(5);
    const bool isKnown =
        plain == "dot" || plain == "cross" || plain == "length" || plain == "distance" || plain == "normalize";
    if (!isKnown || argumentCount() == 0 || !arg(0).lane().isFloat)
        return false;
    const Val a = arg(0);
    const Lane lane = a.lane();
    const std::size_t n = a.size();
    if (plain == "dot") {
        countFloat(lane, n);
        return finish(dot(a, arg(1))), true;
    }
    if (plain == "cross") {
        countFloat(lane, 9);
        const Val b = arg(1);
        Val result;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
            const Val one = subtract(multiply(a.at(i), b.at(j)), multiply(a.at(j), b.at(i)));
            result.push(one.slots[0], one.lanes[0]);
        }
        if (resultComponents() == 4)
            result.push(constantFloat(0, lane, 1).slots[0], lane);
        return finish(result), true;
    }
    countFloat(lane, n + 1);
    countSpecial(lane, 1);
    // In double for float and half, so that squares neither overflow nor vanish.
    const Val difference = plain == "distance" ? subtract(a, arg(1)) : a;
    const Val wide = lowering.convert(difference, kDouble, true, true);
    const Val norm = squareRoot(dot(wide, wide));
    if (plain != "normalize")
        return finish(lowering.convert(norm, lane, true, true)), true;
    const Val safe = lowering.select(lowering.compare(CmpInst::FCMP_OEQ, norm, constantFloat(0, kDouble, 1)),
                                     constantFloat(1, kDouble, 1), norm);
    return finish(lowering.convert(divide(wide, lowering.splat(safe, n)), lane, true, true)), true;
}

namespace {

struct Comparison {
    const char *name;
    CmpInst::Predicate predicate;
};
constexpr Comparison kComparisons[] = {
    {"isequal", CmpInst::FCMP_OEQ},        {"isnotequal", CmpInst::FCMP_UNE}, {"isgreater", CmpInst::FCMP_OGT},
    {"isgreaterequal", CmpInst::FCMP_OGE}, {"isless", CmpInst::FCMP_OLT},     {"islessequal", CmpInst::FCMP_OLE},
    {"islessgreater", CmpInst::FCMP_ONE},  {"isordered", CmpInst::FCMP_ORD},  {"isunordered", CmpInst::FCMP_UNO},
};

} // namespace

bool Builtins::relational()
{
    if (argumentCount() == 0)
        return false;
    const Val first = arg(0);
    if (first.lanes.empty())
        return false;
    const Lane lane = first.lane();
    const std::size_t n = first.size();
    // Scalars answer 1, vectors -1 (all bits) for true.
    const auto answer = [&](const Val &truth) {
        countInteger(lane, n);
        const Lane to = resultLane();
        finish(n == 1 ? lowering.resized(truth, to, false)
                      : lowering.integerBinary(Instruction::Sub, lowering.constant(0, to, n),
                                               lowering.resized(truth, to, false)));
        return true;
    };
    const auto signs = [&](const Val &value) { // top bit of each component
        const Lane bits{value.lane().bits, false};
        Val raw = value;
        for (Lane &each : raw.lanes)
            each = bits;
        return lowering.compare(CmpInst::ICMP_SLT, raw, lowering.constant(0, bits, raw.size()));
    };
    if (lane.isFloat) {
        for (const Comparison &comparison : kComparisons)
            if (is(comparison.name))
                return answer(lowering.compare(comparison.predicate, first, arg(1)));
        const Val magnitude = is("isinf") || is("isfinite") || is("isnormal")
                                  ? unaryFloat(Op::AbsF, Op::AbsD, lowering.toFloat(first))
                                  : first;
        const auto limit = [&](double value) { return constantFloat(value, magnitude.lane(), n); };
        if (is("isnan"))
            return answer(lowering.compare(CmpInst::FCMP_UNO, first, first));
        if (is("isinf"))
            return answer(lowering.compare(CmpInst::FCMP_OEQ, magnitude, limit(HUGE_VAL)));
        if (is("isfinite"))
            return answer(lowering.compare(CmpInst::FCMP_OLT, magnitude, limit(HUGE_VAL)));
        if (is("isnormal")) {
            const double smallest = lane == kHalf ? 0x1p-14 : lane.isWide() ? 0x1p-1022 : 0x1p-126;
            return answer(lowering.integerBinary(Instruction::And,
                                                 lowering.compare(CmpInst::FCMP_OLT, magnitude, limit(HUGE_VAL)),
                                                 lowering.compare(CmpInst::FCMP_OGE, magnitude, limit(smallest))));
        }
        if (is("signbit"))
            return answer(signs(first));
    }
    if (is("any") || is("all")) {
        const Val bits = signs(first);
        Val result = bits.at(0);
        for (std::size_t k = 1; k < n; ++k)
            result = lowering.integerBinary(is("any") ? Instruction::Or : Instruction::And, result, bits.at(k));
        countInteger(kInt32, n);
        return finish(lowering.resized(result, resultLane(), false)), true;
    }
    if (is("select") && argumentCount() == 3) {
        count(OpClass::Select, n);
        const Val choice = arg(2);
        const Val truth =
            n == 1 ? lowering.compare(CmpInst::ICMP_NE, choice, lowering.constant(0, choice.lane())) : signs(choice);
        return finish(lowering.select(truth, arg(1), first)), true;
    }
    if (is("bitselect") && lane.isFloat) {
        const Lane bits{lane.bits, false};
        const auto raw = [&](unsigned k) {
            Val value = arg(k);
            for (Lane &each : value.lanes)
                each = bits;
            return value;
        };
        countInteger(lane, n);
        const Val flipped = lowering.integerBinary(Instruction::Xor, raw(0), raw(1)); // a ^ ((a ^ b) & c)
        return finishAs(lowering.integerBinary(Instruction::Xor, raw(0),
                                               lowering.integerBinary(Instruction::And, flipped, raw(2))),
                        lane),
               true;
    }
    return false;
}

bool Builtins::shuffle()
{
    if (!is("shuffle") && !is("shuffle2"))
        return false;
    const Val mask = arg(is("shuffle") ? 1 : 2);
    Val source = arg(0);
    if (is("shuffle2")) {
        const Val second = arg(1);
        source.slots.append(second.slots);
        source.lanes.append(second.lanes);
    }
    count(OpClass::Move, mask.size());
    const Val index =
        lowering.integerBinary(Instruction::And, mask, lowering.constant(source.size() - 1, mask.lane(), mask.size()));
    Val result;
    for (std::size_t j = 0; j < mask.size(); ++j) {
        Val one = source.at(0);
        for (std::size_t k = 1; k < source.size(); ++k)
            one = lowering.select(lowering.compare(CmpInst::ICMP_EQ, index.at(j), lowering.constant(k, mask.lane())),
                                  source.at(k), one);
        result.push(one.slots[0], one.lanes[0]);
    }
    finish(result);
    return true;
}

} // namespace clv::emulator
