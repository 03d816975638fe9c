// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/extents.h"

#include "core/analysis/symbols_impl.h"

#include <fmt/format.h>

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace clv::analysis {

namespace {

constexpr int kMaxRounds = 24;
constexpr int kMaxDepth = 6;

/// polynomial = factor * atom + rest; none when the atom appears in a higher power.
std::optional<std::pair<Polynomial, Polynomial>> splitBy(const Polynomial &polynomial, AtomId atom)
{
    std::pair<Polynomial, Polynomial> parts;
    for (const auto &[product, number] : polynomial.terms()) {
        const auto count = std::ranges::count(product, atom);
        if (count > 1)
            return std::nullopt;
        if (count == 0) {
            parts.second.add(product, number);
            continue;
        }
        Polynomial::Product others = product;
        others.erase(std::ranges::find(others, atom));
        parts.first.add(others, number);
    }
    return parts;
}

/// polynomial / divisor, rounded down; none when that is no polynomial.
std::optional<Polynomial> divideDown(const Polynomial &polynomial, std::int64_t divisor)
{
    Polynomial result;
    for (const auto &[product, number] : polynomial.terms()) {
        if (number % divisor != 0 && !product.empty())
            return std::nullopt;
        std::int64_t whole = number / divisor;
        if (number % divisor < 0)
            --whole;
        result.add(product, whole);
    }
    return result;
}

} // namespace

Extents::Extents(Symbols &symbols, const KernelSignature &signature, const Launch &launch)
    : m_symbols(symbols), m_signature(signature), m_launch(launch)
{
}

bool Extents::isFixed(const Atom &atom) const
{
    switch (atom.kind) {
    case AtomKind::Argument:
    case AtomKind::GlobalSize:
    case AtomKind::LocalSize:
    case AtomKind::NumGroups:
    case AtomKind::GlobalOffset: return true;
    default: return false;
    }
}

std::optional<double> Extents::sizeOf(const Atom &atom) const
{
    const NDRange &range = m_launch.ndrange;
    switch (atom.kind) {
    case AtomKind::GlobalSize: return static_cast<double>(range.global[atom.dim]);
    case AtomKind::LocalSize: return static_cast<double>(range.local[atom.dim]);
    case AtomKind::NumGroups: return static_cast<double>(range.numGroups()[atom.dim]);
    case AtomKind::GlobalOffset: return static_cast<double>(range.offset[atom.dim]);
    case AtomKind::Argument:
        if (atom.dim < m_launch.arguments.size())
            if (const auto *scalar = std::get_if<ScalarValue>(&m_launch.arguments[atom.dim].value))
                if (scalar->lanes.size() == 1)
                    return scalar->lanes.front();
        return std::nullopt;
    default: return std::nullopt;
    }
}

std::optional<double> Extents::valueOf(const Polynomial &polynomial) const
{
    double sum = 0;
    for (const auto &[product, number] : polynomial.terms()) {
        auto term = static_cast<double>(number);
        for (const AtomId id : product) {
            const auto value = sizeOf(m_symbols.atom(id));
            if (!value)
                return std::nullopt;
            term *= *value;
        }
        sum += term;
    }
    return sum;
}

Polynomial Extents::sizeAtom(AtomKind kind, std::uint32_t dim)
{
    return m_symbols.impl().idAtom(kind, dim);
}

void Extents::addCondition(const llvm::Value *condition, bool isTrue, std::vector<Polynomial> &atMostZero)
{
    using namespace llvm::PatternMatch;
    auto *value = const_cast<llvm::Value *>(condition); // NOLINT(*-const-cast): matchers take it so; only read
    llvm::Value *left = nullptr, *right = nullptr;
    if (match(value, m_Not(m_Value(left))))
        return addCondition(left, !isTrue, atMostZero);
    if (isTrue ? match(value, m_LogicalAnd(m_Value(left), m_Value(right)))
               : match(value, m_LogicalOr(m_Value(left), m_Value(right)))) {
        addCondition(left, isTrue, atMostZero);
        return addCondition(right, isTrue, atMostZero);
    }
    const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
    if (compare == nullptr || !compare->getOperand(0)->getType()->isIntegerTy() ||
        compare->getOperand(0)->getType()->getIntegerBitWidth() < 32)
        return;
    const auto predicate = isTrue ? compare->getPredicate() : compare->getInversePredicate();
    const Polynomial a = m_symbols.of(compare->getOperand(0)), b = m_symbols.of(compare->getOperand(1));
    const Polynomial one(1);
    switch (predicate) {
    case llvm::CmpInst::ICMP_EQ:
        atMostZero.push_back(a - b);
        atMostZero.push_back(b - a);
        break;
    case llvm::CmpInst::ICMP_ULT: atMostZero.push_back(Polynomial(0) - a); [[fallthrough]];
    case llvm::CmpInst::ICMP_SLT: atMostZero.push_back(a - b + one); break;
    case llvm::CmpInst::ICMP_ULE: atMostZero.push_back(Polynomial(0) - a); [[fallthrough]];
    case llvm::CmpInst::ICMP_SLE: atMostZero.push_back(a - b); break;
    case llvm::CmpInst::ICMP_UGT: atMostZero.push_back(Polynomial(0) - b); [[fallthrough]];
    case llvm::CmpInst::ICMP_SGT: atMostZero.push_back(b - a + one); break;
    case llvm::CmpInst::ICMP_UGE: atMostZero.push_back(Polynomial(0) - b); [[fallthrough]];
    case llvm::CmpInst::ICMP_SGE: atMostZero.push_back(b - a); break;
    default: break;
    }
}

void Extents::addGuards(const llvm::Value *block, std::vector<Polynomial> &atMostZero)
{
    const auto &dominators = m_symbols.impl().dominators;
    const auto *here = llvm::cast<llvm::BasicBlock>(block);
    const auto *node = dominators.getNode(here);
    for (node = node ? node->getIDom() : nullptr; node != nullptr; node = node->getIDom()) {
        const auto *branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
        if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
            continue;
        for (unsigned way : {0U, 1U})
            if (dominators.dominates(llvm::BasicBlockEdge(node->getBlock(), branch->getSuccessor(way)), here))
                addCondition(branch->getCondition(), way == 0, atMostZero);
    }
}

/// What holds of a loop variable because the condition at the loop's end let it go round again. It was checked with
/// the values of the round before, so the variable is put back by one step.
std::vector<Polynomial> Extents::loopConstraints(AtomId atom, const llvm::Loop &loop, const Polynomial &step)
{
    std::vector<Polynomial> before, result;
    const llvm::BasicBlock *latch = loop.getLoopLatch();
    const auto *branch = latch ? llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator()) : nullptr;
    if (branch == nullptr || !branch->isConditional())
        return result;
    const bool goesRoundIfTrue = branch->getSuccessor(0) == loop.getHeader();
    addCondition(branch->getCondition(), goesRoundIfTrue, before);
    // An exit on equality of a variable that steps by one: it stays below.
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
        compare && before.empty() && compare->isEquality()) {
        const Polynomial distance = m_symbols.of(compare->getOperand(0)) - m_symbols.of(compare->getOperand(1));
        const auto parts = splitBy(distance, atom);
        const std::int64_t move = (parts ? (parts->first * step).asConstant() : std::nullopt).value_or(0);
        if (move != 0)
            before.push_back(move > 0 ? distance + Polynomial(move) : Polynomial(-move) - distance);
    }
    for (const Polynomial &constraint : before)
        if (const auto parts = splitBy(constraint, atom))
            if (!parts->first.terms().empty() && m_symbols.impl().isInvariant(parts->second, loop))
                result.push_back(constraint - parts->first * step);
    return result;
}

/// Limits that an operation puts on its result whatever its operands: min, max, clamp, x & mask, x % n.
void Extents::addLimits(const Atom &atom, Side side, std::vector<Polynomial> &candidates)
{
    const bool isUpper = side == Side::Upper;
    if (const auto *operation = llvm::dyn_cast_or_null<llvm::BinaryOperator>(atom.value)) {
        const Polynomial right = m_symbols.of(operation->getOperand(1));
        const bool isMask = operation->getOpcode() == llvm::Instruction::And && right.asConstant().value_or(-1) >= 0;
        const bool isRemainder = operation->getOpcode() == llvm::Instruction::URem;
        if (isMask || isRemainder)
            candidates.push_back(!isUpper ? Polynomial(0) : isMask ? right : right - Polynomial(1));
        return;
    }
    const auto *call = llvm::dyn_cast_or_null<llvm::CallInst>(atom.value);
    if (call == nullptr)
        return;
    const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
    const auto id = intrinsic ? intrinsic->getIntrinsicID() : llvm::Intrinsic::not_intrinsic;
    const std::string name = builtinName(call);
    const bool isMin = name == "min" || id == llvm::Intrinsic::smin || id == llvm::Intrinsic::umin;
    const bool isMax = name == "max" || id == llvm::Intrinsic::smax || id == llvm::Intrinsic::umax;
    if ((isMin && isUpper) || (isMax && !isUpper)) {
        candidates.push_back(m_symbols.of(call->getArgOperand(0)));
        candidates.push_back(m_symbols.of(call->getArgOperand(1)));
    } else if (name == "clamp" && call->arg_size() == 3) {
        candidates.push_back(m_symbols.of(call->getArgOperand(isUpper ? 2 : 1)));
    }
}

std::optional<Polynomial> Extents::boundOf(AtomId id, const llvm::Value *block, Side side, int depth)
{
    const Atom atom = m_symbols.atom(id);
    std::vector<Polynomial> candidates;
    std::vector<Polynomial> constraints;
    std::optional<Polynomial> start;
    const bool isUpper = side == Side::Upper;
    switch (atom.kind) {
    case AtomKind::GlobalId: {
        const Polynomial offset =
            m_launch.ndrange.offset[atom.dim] == 0 ? Polynomial(0) : sizeAtom(AtomKind::GlobalOffset, atom.dim);
        candidates.push_back(isUpper ? offset + sizeAtom(AtomKind::GlobalSize, atom.dim) - Polynomial(1) : offset);
        break;
    }
    case AtomKind::LocalId:
        candidates.push_back(isUpper ? sizeAtom(AtomKind::LocalSize, atom.dim) - Polynomial(1) : Polynomial(0));
        break;
    case AtomKind::GroupId:
        candidates.push_back(isUpper ? sizeAtom(AtomKind::NumGroups, atom.dim) - Polynomial(1) : Polynomial(0));
        break;
    case AtomKind::Loop: {
        const auto induction = m_symbols.inductionOf(atom);
        if (!induction || induction->loop == nullptr)
            return std::nullopt;
        const auto step = valueOf(induction->step);
        if (!step || *step == 0)
            return std::nullopt;
        if ((*step > 0) != isUpper)
            return induction->start;
        start = induction->start;
        constraints = loopConstraints(id, *induction->loop, induction->step);
        break;
    }
    case AtomKind::Other: addLimits(atom, side, candidates); break;
    default: break;
    }
    addGuards(block, constraints);
    for (const Polynomial &constraint : constraints) {
        const auto parts = splitBy(constraint, id);
        const auto factor = parts ? parts->first.asConstant() : std::nullopt;
        if (!factor || *factor == 0 || (*factor > 0) != isUpper)
            continue;
        // factor * atom + rest <= 0
        const auto quotient =
            isUpper ? divideDown(Polynomial(0) - parts->second, *factor) : divideDown(parts->second, -*factor);
        if (quotient)
            candidates.push_back(*quotient);
    }
    std::optional<Polynomial> best;
    double bestValue = 0;
    for (const Polynomial &candidate : candidates) {
        const auto reduced = eliminate(candidate, block, side, depth + 1);
        const auto value = reduced ? valueOf(*reduced) : std::nullopt;
        // Ties go to the later candidate: a guard in arguments says more than the NDRange of this launch.
        if (value && (!best || (isUpper ? *value <= bestValue : *value >= bestValue))) {
            best = candidate;
            bestValue = *value;
        }
    }
    if (best && start) {
        // The first round runs without the check at the end.
        const auto first = eliminate(*start, block, side, depth + 1);
        const auto value = first ? valueOf(*first) : std::nullopt;
        if (!value)
            return std::nullopt;
        if (isUpper ? *value > bestValue : *value < bestValue)
            return start;
    }
    return best;
}

std::optional<Polynomial> Extents::eliminate(Polynomial polynomial, const llvm::Value *block, Side side, int depth)
{
    if (depth > kMaxDepth)
        return std::nullopt;
    for (int round = 0; round < kMaxRounds; ++round) {
        // Loop variables first, the youngest (innermost) of them first: their bounds may hold ids and outer variables.
        std::optional<AtomId> next;
        for (const auto &[product, number] : polynomial.terms())
            for (const AtomId id : product) {
                const Atom &atom = m_symbols.atom(id);
                if (isFixed(atom))
                    continue;
                if (atom.kind == AtomKind::Loaded)
                    return std::nullopt;
                const bool isLoop = atom.kind == AtomKind::Loop;
                const bool nextIsLoop = next && m_symbols.atom(*next).kind == AtomKind::Loop;
                if (!next || (isLoop && !nextIsLoop) || (isLoop == nextIsLoop && id > *next))
                    next = id;
            }
        if (!next)
            return polynomial;
        const auto parts = splitBy(polynomial, *next);
        const auto sign = parts ? valueOf(parts->first) : std::nullopt;
        if (!sign)
            return std::nullopt;
        if (*sign == 0) {
            polynomial = parts->second;
            continue;
        }
        const Side towards = (*sign > 0) == (side == Side::Upper) ? Side::Upper : Side::Lower;
        const auto bound = boundOf(*next, block, towards, depth);
        if (!bound)
            return std::nullopt;
        polynomial = parts->first * *bound + parts->second;
    }
    return std::nullopt;
}

std::optional<Extents::Bound> Extents::endOf(const emulator::SiteInfo &site, const SiteFacts &facts)
{
    const auto *access = static_cast<const llvm::Instruction *>(site.irInstruction);
    if (access == nullptr || !facts.place)
        return std::nullopt;
    const auto largest = eliminate(facts.place->offset, access->getParent(), Side::Upper, 0);
    if (!largest)
        return std::nullopt;
    Bound bound;
    bound.bytes = *largest + Polynomial(site.bytesPerLane);
    const auto value = valueOf(bound.bytes);
    if (!value)
        return std::nullopt;
    bound.value = *value;
    return bound;
}

std::string Extents::nameOf(const Atom &atom) const
{
    const std::string index = m_launch.ndrange.workDim == 1 ? std::string{} : fmt::format("[{}]", atom.dim);
    switch (atom.kind) {
    case AtomKind::GlobalSize: return "global" + index;
    case AtomKind::LocalSize: return "local" + index;
    case AtomKind::GlobalOffset: return "offset" + index;
    case AtomKind::NumGroups: return fmt::format("ceilDiv(global{0}, local{0})", index);
    case AtomKind::Argument: return m_signature.arguments[atom.dim].name;
    default: return {};
    }
}

Expression Extents::print(const Polynomial &bytes, std::uint64_t elementBytes) const
{
    // Number of groups times their size is the global size, where groups are whole.
    std::int64_t common = 0;
    struct Term {
        std::string text;
        std::int64_t number;
    };
    std::vector<Term> terms;
    for (const auto &[product, number] : bytes.terms()) {
        Term term{{}, number};
        Polynomial::Product rest = product;
        const auto join = [&term](const std::string &factor) { term.text += (term.text.empty() ? "" : "*") + factor; };
        for (std::uint32_t dim = 0; dim < 3; ++dim) {
            const auto isKind = [&](AtomKind kind) {
                return [this, kind, dim](AtomId id) {
                    return m_symbols.atom(id).kind == kind && m_symbols.atom(id).dim == dim;
                };
            };
            const auto groups = std::ranges::find_if(rest, isKind(AtomKind::NumGroups));
            const auto size = std::ranges::find_if(rest, isKind(AtomKind::LocalSize));
            const NDRange &range = m_launch.ndrange;
            if (groups == rest.end() || size == rest.end() || range.local[dim] == 0 ||
                range.global[dim] % range.local[dim] != 0)
                continue;
            const AtomId first = *groups, second = *size;
            rest.erase(std::ranges::find(rest, first));
            rest.erase(std::ranges::find(rest, second));
            Atom whole;
            whole.kind = AtomKind::GlobalSize;
            whole.dim = dim;
            join(nameOf(whole));
        }
        // Arguments in their order, then sizes.
        std::ranges::stable_sort(rest, {}, [this](AtomId id) {
            const Atom &atom = m_symbols.atom(id);
            return std::pair{atom.kind != AtomKind::Argument, atom.dim};
        });
        for (const AtomId id : rest)
            join(nameOf(m_symbols.atom(id)));
        common = std::gcd(common, number);
        terms.push_back(std::move(term));
    }
    if (terms.empty())
        return "0";
    if (elementBytes != 0 && common % static_cast<std::int64_t>(elementBytes) == 0)
        common = static_cast<std::int64_t>(elementBytes);
    // Products, then plain names, then the constant; additions before subtractions.
    std::ranges::stable_sort(terms, [](const Term &a, const Term &b) {
        const auto rank = [](const Term &term) {
            return (term.text.empty() ? 4 : term.text.find('*') == std::string::npos ? 2 : 0) + (term.number < 0);
        };
        return rank(a) < rank(b);
    });
    std::string sum;
    for (const Term &term : terms) {
        const std::int64_t number = term.number / common;
        sum += sum.empty() ? (number < 0 ? "-" : "") : number < 0 ? " - " : " + ";
        const std::string size = std::to_string(std::llabs(number));
        sum += term.text.empty() ? size : std::llabs(number) == 1 ? term.text : size + "*" + term.text;
    }
    if (common == 1)
        return sum;
    if (terms.size() == 1)
        return terms.front().text.empty() ? std::to_string(terms.front().number)
                                          : fmt::format("{}*{}", terms.front().number, terms.front().text);
    return fmt::format("{}*({})", common, sum);
}

Expression Extents::printLargest(const std::vector<Bound> &bounds, std::uint64_t elementBytes) const
{
    // Sizes are at least one, and so are arguments that are positive in this launch: a difference whose terms are
    // positive and outweigh the constant at one is never negative.
    const auto isPositive = [this](const Polynomial::Product &product) {
        return std::ranges::all_of(product, [this](AtomId id) { return sizeOf(m_symbols.atom(id)).value_or(0) >= 1; });
    };
    const auto isCovered = [&](const Bound &small, const Bound &large) {
        const Polynomial difference = large.bytes - small.bytes;
        std::int64_t atOne = 0;
        for (const auto &[product, factor] : difference.terms()) {
            if (!product.empty() && (factor < 0 || !isPositive(product)))
                return false;
            atOne += factor;
        }
        return atOne >= 0;
    };
    std::vector<const Bound *> kept;
    for (const Bound &bound : bounds) {
        if (std::ranges::any_of(kept, [&](const Bound *other) { return isCovered(bound, *other); }))
            continue;
        std::erase_if(kept, [&](const Bound *other) { return isCovered(*other, bound); });
        kept.push_back(&bound);
    }
    Expression text;
    for (const Bound *bound : kept) {
        const Expression one = print(bound->bytes, elementBytes);
        text = text.empty() ? one : fmt::format("max({}, {})", text, one);
    }
    return text;
}

} // namespace clv::analysis
