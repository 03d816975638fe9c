// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols, second part: loop variables, pointers and dependence.
#include "core/analysis/symbols_impl.h"

#include "core/emulator/mangled_name.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

namespace clv::analysis {

namespace {

const llvm::Loop *loopOfHeader(const llvm::LoopInfo &loops, const llvm::BasicBlock *block)
{
    const llvm::Loop *loop = loops.getLoopFor(block);
    return loop != nullptr && loop->getHeader() == block ? loop : nullptr;
}

/// The two incoming values of a loop variable: from before the loop and from its end. Null when there are more.
std::pair<const llvm::Value *, const llvm::Value *> startAndNext(const llvm::PHINode &phi, const llvm::Loop &loop)
{
    if (phi.getNumIncomingValues() != 2)
        return {nullptr, nullptr};
    const bool isFirstInside = loop.contains(phi.getIncomingBlock(0));
    const bool isSecondInside = loop.contains(phi.getIncomingBlock(1));
    if (isFirstInside == isSecondInside)
        return {nullptr, nullptr};
    return {phi.getIncomingValue(isFirstInside ? 1 : 0), phi.getIncomingValue(isFirstInside ? 0 : 1)};
}

std::uint32_t startOnly(std::uint32_t depends)
{
    return (depends & kOnLoaded) != 0 ? (depends & ~std::uint32_t{kOnLoaded}) | kOnLoadedStart : depends;
}

} // namespace

bool Symbols::Impl::isInvariant(const Polynomial &polynomial, const llvm::Loop &loop) const
{
    for (const auto &[product, factor] : polynomial.terms())
        for (const AtomId id : product) {
            const llvm::Value *value = atoms[id].value;
            if (const auto *instruction = llvm::dyn_cast_or_null<llvm::Instruction>(value))
                if (loop.contains(instruction))
                    return false;
            if (const auto *block = llvm::dyn_cast_or_null<llvm::BasicBlock>(value))
                if (loop.contains(block))
                    return false;
        }
    return true;
}

AtomId Symbols::Impl::iterationAtom(const llvm::BasicBlock *header)
{
    const auto [place, isNew] = byValue.emplace(header, static_cast<AtomId>(atoms.size()));
    if (!isNew)
        return place->second;
    Atom atom;
    atom.kind = AtomKind::Loop;
    atom.value = header;
    for (const char *name : {"k", "m", "t", "it", "k1", "k2", "k3", "k4", "k5", "k6"})
        if (usedNames.insert(name).second) {
            atom.text = name;
            break;
        }
    atom.shape = atom.text;
    atom.depends = kOnLoop;
    atoms.push_back(std::move(atom));
    return place->second;
}

Polynomial Symbols::Impl::evaluatePhi(const llvm::PHINode &phi)
{
    const llvm::Loop *loop = loopOfHeader(loops, phi.getParent());
    if (loop == nullptr) {
        // Both ways the same: no choice.
        const Polynomial first = symbols.of(phi.getIncomingValue(0));
        for (const llvm::Value *incoming : phi.incoming_values())
            if (symbols.of(incoming) != first)
                return opaque(&phi);
        return first;
    }
    const Polynomial self = opaque(&phi); // known before its own next value is read
    Atom &atom = atoms[self.terms().begin()->first.front()];
    atom.kind = AtomKind::Loop;
    known[&phi] = self;
    if (!atom.text.empty())
        return self;
    const auto [start, next] = startAndNext(phi, *loop);
    if (start == nullptr)
        return self;
    const Polynomial step = symbols.of(next) - self;
    if (!isInvariant(step, *loop))
        return self;
    const Polynomial first = symbols.of(start);
    const AtomId iteration = iterationAtom(phi.getParent());
    atoms[iteration].depends |= symbols.dependsOf(&phi);
    return first + step * Polynomial::ofAtom(iteration);
}

std::optional<Induction> Symbols::inductionOf(const Atom &loopVariable)
{
    if (const auto *header = llvm::dyn_cast_or_null<llvm::BasicBlock>(loopVariable.value))
        return Induction{Polynomial(0), Polynomial(1), m_impl->loops.getLoopFor(header)};
    const auto *phi = llvm::dyn_cast_or_null<llvm::PHINode>(loopVariable.value);
    const llvm::Loop *loop = phi ? loopOfHeader(m_impl->loops, phi->getParent()) : nullptr;
    if (loop == nullptr)
        return std::nullopt;
    const auto [start, next] = startAndNext(*phi, *loop);
    if (start == nullptr)
        return std::nullopt;
    const Polynomial step = of(next) - of(phi);
    if (!m_impl->isInvariant(step, *loop))
        return std::nullopt;
    return Induction{of(start), step, loop};
}

std::uint32_t Symbols::dependsOf(const llvm::Value *value)
{
    if (const auto known = m_impl->knownDepends.find(value); known != m_impl->knownDepends.end())
        return known->second;
    std::set<const llvm::Value *> path;
    const std::uint32_t depends = m_impl->dependsOn(value, path);
    m_impl->knownDepends.emplace(value, depends);
    return depends;
}

std::uint32_t Symbols::Impl::dependsOn(const llvm::Value *value, std::set<const llvm::Value *> &path)
{
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || !path.insert(value).second)
        return 0;
    if (const auto cached = knownDepends.find(value); cached != knownDepends.end())
        return cached->second;
    if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(instruction))
        return dependsOfPhi(*phi, path);
    std::uint32_t depends = 0;
    const std::string builtin = builtinName(instruction);
    if (builtin.starts_with("get_")) {
        const auto *call = llvm::cast<llvm::CallInst>(instruction);
        const auto *dim = call->arg_size() == 1 ? llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0)) : nullptr;
        const std::uint32_t d = dim && dim->getValue().ule(2) ? static_cast<std::uint32_t>(dim->getZExtValue()) : 3;
        if (builtin == "get_global_id")
            return d < 3 ? kOnGroup << d | kOnLocalId << d : 7 * kOnGroup | 7 * kOnLocalId;
        if (builtin == "get_group_id")
            return d < 3 ? kOnGroup << d : 7 * kOnGroup;
        if (builtin == "get_local_id")
            return d < 3 ? kOnLocalId << d : 7 * kOnLocalId;
        if (builtin == "get_global_linear_id")
            return 7 * kOnGroup | 7 * kOnLocalId;
        if (builtin == "get_local_linear_id" || builtin.starts_with("get_sub_group"))
            return 7 * kOnLocalId;
        return 0; // sizes and offsets
    }
    if (llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction) ||
        accessedPointer(*instruction))
        depends |= kOnLoaded;
    for (const llvm::Value *operand : instruction->operands())
        depends |= dependsOn(operand, path);
    return depends;
}

std::uint32_t Symbols::Impl::dependsOfPhi(const llvm::PHINode &phi, std::set<const llvm::Value *> &path)
{
    std::uint32_t depends = 0;
    const llvm::Loop *loop = loopOfHeader(loops, phi.getParent());
    if (loop == nullptr) {
        for (const llvm::Value *incoming : phi.incoming_values())
            depends |= dependsOn(incoming, path);
        // Which way was taken: conditions between the common dominator and here, not followed one by one.
        return depends | kOnUnknown;
    }
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        const std::uint32_t incoming = dependsOn(phi.getIncomingValue(i), path);
        depends |= loop->contains(phi.getIncomingBlock(i)) ? incoming : startOnly(incoming);
    }
    llvm::SmallVector<llvm::BasicBlock *, 4> exiting;
    loop->getExitingBlocks(exiting);
    for (const llvm::BasicBlock *block : exiting)
        if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator()); branch->isConditional()) {
            depends |= startOnly(dependsOn(branch->getCondition(), path));
        } else if (llvm::isa<llvm::SwitchInst>(block->getTerminator())) {
            depends |= kOnUnknown;
        }
    return depends | kOnLoop;
}

std::optional<AccessedPointer> accessedPointer(const llvm::Instruction &access)
{
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&access))
        return AccessedPointer{load->getPointerOperand()};
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&access))
        return AccessedPointer{store->getPointerOperand()};
    if (const auto *atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&access))
        return AccessedPointer{atomic->getPointerOperand()};
    if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access))
        return AccessedPointer{exchange->getPointerOperand()};
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&access);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    const auto builtin = callee ? emulator::parseMangledName(callee->getName()) : std::nullopt;
    if (!builtin)
        return std::nullopt;
    if (builtin->name.starts_with("atom") && call->arg_size() > 0 && call->getArgOperand(0)->getType()->isPointerTy())
        return AccessedPointer{call->getArgOperand(0)};
    const bool isLoad = builtin->name.starts_with("vload"), isStore = builtin->name.starts_with("vstore");
    const unsigned first = isStore ? 1 : 0;
    if ((!isLoad && !isStore) || call->arg_size() < first + 2)
        return std::nullopt;
    // vload4(i, p) reads at p + 4*i; the half forms and vloada count in halves, 3-vectors of vloada in fours.
    const bool isHalf = builtin->name.find("half") != std::string::npos;
    const bool isAligned = builtin->name.find("a_half") != std::string::npos;
    std::uint64_t width = 0;
    const std::size_t digits = builtin->name.find_first_of("0123456789");
    width = digits == std::string::npos ? 1 : std::stoul(builtin->name.substr(digits));
    if (isAligned && width == 3)
        width = 4;
    const char element = builtin->parameters.size() > first + 1 ? builtin->parameters[first + 1].element : '?';
    const std::uint64_t bytes = isHalf || element == 'H' || element == 's' || element == 't' ? 2
                                : element == 'c' || element == 'h' || element == 'a'         ? 1
                                : element == 'l' || element == 'm' || element == 'd'         ? 8
                                : element == '?'                                             ? 0
                                                                                             : 4;
    if (bytes == 0)
        return std::nullopt;
    return AccessedPointer{call->getArgOperand(first + 1), call->getArgOperand(first), width * bytes};
}

std::optional<Place> Symbols::placeAccessed(const llvm::Instruction &access)
{
    const auto accessed = accessedPointer(access);
    if (!accessed)
        return std::nullopt;
    auto place = placeOf(accessed->pointer);
    if (place && accessed->index != nullptr)
        place->offset =
            place->offset + of(accessed->index) * Polynomial(static_cast<std::int64_t>(accessed->indexBytes));
    return place;
}

std::optional<Place> Symbols::placeOf(const llvm::Value *pointer)
{
    Polynomial offset;
    for (int steps = 0; steps < 64; ++steps) {
        if (llvm::isa<llvm::Argument, llvm::GlobalVariable, llvm::AllocaInst>(pointer))
            return Place{pointer, offset};
        if (const auto *element = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
            if (element->getType()->isVectorTy())
                return std::nullopt;
            for (auto step = llvm::gep_type_begin(element); step != llvm::gep_type_end(element); ++step) {
                if (llvm::StructType *record = step.getStructTypeOrNull()) {
                    const auto field = llvm::cast<llvm::ConstantInt>(step.getOperand())->getZExtValue();
                    const auto bytes = m_impl->layout.getStructLayout(record)->getElementOffset(field);
                    offset = offset + Polynomial(static_cast<std::int64_t>(bytes.getFixedValue()));
                    continue;
                }
                const auto stride = step.getSequentialElementStride(m_impl->layout).getFixedValue();
                offset = offset + of(step.getOperand()) * Polynomial(static_cast<std::int64_t>(stride));
            }
            pointer = element->getPointerOperand();
        } else if (llvm::isa<llvm::AddrSpaceCastOperator, llvm::BitCastOperator>(pointer)) {
            pointer = llvm::cast<llvm::Operator>(pointer)->getOperand(0);
        } else if (llvm::isa<llvm::SelectInst>(pointer)) {
            auto place = m_impl->placeChosen(llvm::cast<llvm::Instruction>(*pointer), 1);
            if (place)
                place->offset = place->offset + offset;
            return place;
        } else if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(pointer)) {
            auto place = m_impl->placePhi(*phi);
            if (place)
                place->offset = place->offset + offset;
            return place;
        } else {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

/// One of several pointers into the same object: the object is known, the offset is not.
std::optional<Place> Symbols::Impl::placeChosen(const llvm::Instruction &choice, unsigned firstOperand)
{
    if (depth > 8)
        return std::nullopt;
    ++depth;
    std::optional<Place> common;
    for (unsigned i = firstOperand; i < choice.getNumOperands(); ++i) {
        const auto place = symbols.placeOf(choice.getOperand(i));
        if (!place || (common && common->base != place->base)) {
            --depth;
            return std::nullopt;
        }
        if (!common || common->offset == place->offset)
            common = place;
        else
            common->offset = opaque(&choice);
    }
    --depth;
    return common;
}

/// A pointer that walks: p += step each round.
std::optional<Place> Symbols::Impl::placePhi(const llvm::PHINode &phi)
{
    const llvm::Loop *loop = loopOfHeader(loops, phi.getParent());
    if (loop == nullptr)
        return placeChosen(phi, 0);
    const auto [start, next] = startAndNext(phi, *loop);
    if (start == nullptr)
        return std::nullopt;
    Polynomial step;
    const llvm::Value *walk = next;
    for (int steps = 0; walk != &phi; ++steps) {
        const auto *element = llvm::dyn_cast<llvm::GEPOperator>(walk);
        if (element == nullptr || element->getNumIndices() != 1 || steps > 16)
            return std::nullopt;
        const auto stride = layout.getTypeAllocSize(element->getSourceElementType()).getFixedValue();
        step = step + symbols.of(element->getOperand(1)) * Polynomial(static_cast<std::int64_t>(stride));
        walk = element->getPointerOperand();
    }
    if (!isInvariant(step, *loop))
        return std::nullopt;
    auto place = symbols.placeOf(start);
    if (!place)
        return std::nullopt;
    const AtomId iteration = iterationAtom(phi.getParent());
    atoms[iteration].depends |= symbols.dependsOf(&phi);
    place->offset = place->offset + step * Polynomial::ofAtom(iteration);
    return place;
}

} // namespace clv::analysis
