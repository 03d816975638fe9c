// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/symbols_impl.h"

#include "core/emulator/mangled_name.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <array>
#include <string_view>

namespace clv::analysis {

namespace {

constexpr int kMaxDepth = 200; // deeper expressions are shown by name or not at all

constexpr std::array<std::pair<std::string_view, AtomKind>, 7> kIdFunctions{{
    {"get_global_id", AtomKind::GlobalId},
    {"get_local_id", AtomKind::LocalId},
    {"get_group_id", AtomKind::GroupId},
    {"get_global_size", AtomKind::GlobalSize},
    {"get_local_size", AtomKind::LocalSize},
    {"get_num_groups", AtomKind::NumGroups},
    {"get_global_offset", AtomKind::GlobalOffset},
}};

std::string functionOf(AtomKind kind, std::uint32_t dim)
{
    for (const auto &[name, known] : kIdFunctions)
        if (known == kind)
            return std::string(name) + "(" + std::to_string(dim) + ")";
    return {};
}

/// The id that a value holds, through casts.
std::optional<std::pair<AtomKind, std::uint32_t>> idOf(const llvm::Value *value)
{
    while (const auto *cast = llvm::dyn_cast<llvm::CastInst>(value))
        value = cast->getOperand(0);
    const auto *call = llvm::dyn_cast<llvm::CallInst>(value);
    if (call == nullptr || call->arg_size() != 1)
        return std::nullopt;
    const auto *dim = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
    if (dim == nullptr || dim->getValue().ugt(2))
        return std::nullopt;
    std::string name = builtinName(call);
    if (name == "get_enqueued_local_size")
        name = "get_local_size";
    for (const auto &[known, kind] : kIdFunctions)
        if (name == known)
            return std::pair{kind, static_cast<std::uint32_t>(dim->getZExtValue())};
    return std::nullopt;
}

/// (x << a) >> b in 64 bits with a >= b: the low 32 bits or more of x, widened, times 2^(a-b).
std::optional<std::pair<const llvm::Value *, std::int64_t>> widened(const llvm::BinaryOperator &shiftRight)
{
    const auto *inner = llvm::dyn_cast<llvm::BinaryOperator>(shiftRight.getOperand(0));
    if (inner == nullptr || inner->getOpcode() != llvm::Instruction::Shl)
        return std::nullopt;
    const auto *up = llvm::dyn_cast<llvm::ConstantInt>(inner->getOperand(1));
    const auto *down = llvm::dyn_cast<llvm::ConstantInt>(shiftRight.getOperand(1));
    if (up == nullptr || down == nullptr || up->getZExtValue() < down->getZExtValue() || up->getZExtValue() > 32 ||
        inner->getType()->getIntegerBitWidth() != 64)
        return std::nullopt;
    return std::pair{inner->getOperand(0), std::int64_t{1} << (up->getZExtValue() - down->getZExtValue())};
}

std::uint32_t dependsOfId(AtomKind kind, std::uint32_t dim)
{
    switch (kind) {
    case AtomKind::GlobalId: return kOnGroup << dim | kOnLocalId << dim;
    case AtomKind::GroupId: return kOnGroup << dim;
    case AtomKind::LocalId: return kOnLocalId << dim;
    default: return 0;
    }
}

} // namespace

std::string builtinName(const llvm::Value *value)
{
    const auto *call = llvm::dyn_cast<llvm::CallInst>(value);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee == nullptr || callee->isIntrinsic())
        return {};
    const auto parsed = emulator::parseMangledName(callee->getName());
    return parsed ? parsed->name : std::string{};
}

Symbols::Impl::Impl(const llvm::Function &kernel, std::vector<ArgumentFacts> facts, Symbols &owner)
    : function(kernel), arguments(std::move(facts)), symbols(owner), layout(kernel.getParent()->getDataLayout()),
      dominators(const_cast<llvm::Function &>(kernel)) // NOLINT(*-const-cast): only read
      ,
      loops(dominators), names(variableNames(kernel, loops))
{
    for (const llvm::BasicBlock &block : kernel)
        for (const llvm::Instruction &instruction : block) {
            const auto name = names.find(&instruction);
            if (name == names.end())
                continue;
            usedNames.insert(name->second);
            if (const auto id = idOf(&instruction))
                idNames.try_emplace(*id, name->second);
        }
    for (const ArgumentFacts &argument : arguments)
        usedNames.insert(argument.name);
}

Symbols::Symbols(const llvm::Function &function, std::vector<ArgumentFacts> arguments)
    : m_impl(std::make_unique<Impl>(function, std::move(arguments), *this))
{
}

Symbols::~Symbols() = default;

const Atom &Symbols::atom(AtomId id) const
{
    return m_impl->atoms[id];
}

std::string Symbols::nameOf(const llvm::Value *value) const
{
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(value))
        return argument->getArgNo() < m_impl->arguments.size() ? m_impl->arguments[argument->getArgNo()].name
                                                               : std::string{};
    if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
        // Clang names a __local array of kernel k "k.array".
        const std::string name = variable->getName().str();
        const std::string prefix = m_impl->function.getName().str() + ".";
        return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
    }
    const auto found = m_impl->names.find(value);
    return found == m_impl->names.end() ? std::string{} : found->second;
}

std::uint32_t Symbols::dependsOf(const Polynomial &polynomial) const
{
    std::uint32_t depends = 0;
    for (const auto &[product, factor] : polynomial.terms())
        for (const AtomId id : product)
            depends |= atom(id).depends;
    return depends;
}

const Polynomial &Symbols::of(const llvm::Value *value)
{
    const auto found = m_impl->known.find(value);
    if (found != m_impl->known.end())
        return found->second;
    ++m_impl->depth;
    Polynomial result = m_impl->depth > kMaxDepth ? m_impl->opaque(value) : m_impl->evaluate(value);
    --m_impl->depth;
    return m_impl->known.insert_or_assign(value, std::move(result)).first->second;
}

Polynomial Symbols::Impl::idAtom(AtomKind kind, std::uint32_t dim)
{
    const auto [place, isNew] = byId.emplace(std::pair{kind, dim}, static_cast<AtomId>(atoms.size()));
    if (isNew) {
        Atom atom;
        atom.kind = kind;
        atom.dim = dim;
        const auto named = idNames.find({kind, dim});
        atom.text = kind == AtomKind::Argument ? arguments[dim].name
                    : named != idNames.end()   ? named->second
                                               : functionOf(kind, dim);
        atom.shape = atom.text;
        atom.depends = dependsOfId(kind, dim);
        atoms.push_back(std::move(atom));
    }
    return Polynomial::ofAtom(place->second);
}

Polynomial Symbols::Impl::opaque(const llvm::Value *value, std::string text, std::string shape, bool isSimple)
{
    if (const auto made = byValue.find(value); made != byValue.end())
        return Polynomial::ofAtom(made->second);
    const auto id = static_cast<AtomId>(atoms.size());
    byValue.emplace(value, id);
    Atom atom;
    atom.value = value;
    const bool hasText = !text.empty();
    atom.text = hasText ? std::move(text) : symbols.nameOf(value);
    atom.shape = hasText ? std::move(shape) : atom.text;
    atom.isSimpleText = isSimple || !hasText;
    atoms.push_back(std::move(atom));
    const std::uint32_t depends = symbols.dependsOf(value);
    atoms[id].depends = depends;
    return Polynomial::ofAtom(id);
}

Polynomial Symbols::Impl::operatorText(const llvm::Value *value, const Polynomial &left, const char *op,
                                       const Polynomial &right)
{
    const auto part = [this](const Polynomial &operand, bool withConstants) {
        // Inside an operator even a constant counts: i & 15 and i & 7 are not copies of one access.
        const auto number = operand.asConstant();
        const std::string text = number ? std::to_string(*number) : symbols.print(operand, withConstants);
        const auto &terms = operand.terms();
        const bool isOne = terms.size() == 1 && terms.begin()->second == 1 && terms.begin()->first.size() == 1;
        const bool isPlain = number || (isOne && atoms[terms.begin()->first.front()].isSimpleText);
        return isPlain || text.empty() ? text : "(" + text + ")";
    };
    const auto join = [&](bool withConstants) {
        const std::string a = part(left, withConstants), b = part(right, withConstants);
        return a.empty() || b.empty() ? std::string{} : a + op + b;
    };
    return opaque(value, join(true), join(false), false);
}

Polynomial Symbols::Impl::functionText(const llvm::Value *value, const char *name,
                                       std::initializer_list<const llvm::Value *> operands)
{
    std::string text = name, shape = name;
    char separator = '(';
    for (const llvm::Value *operand : operands) {
        const std::string part = symbols.print(symbols.of(operand));
        if (part.empty())
            return opaque(value);
        const std::string before = separator == '(' ? "(" : ", ";
        text += before + part;
        shape += before + symbols.print(symbols.of(operand), false);
        separator = ',';
    }
    return opaque(value, text + ")", shape + ")");
}

Polynomial Symbols::Impl::evaluate(const llvm::Value *value)
{
    if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value))
        return constant->getBitWidth() <= 64 ? Polynomial(constant->getSExtValue()) : opaque(value);
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(value)) {
        const bool isNumber = argument->getType()->isIntegerTy() && argument->getArgNo() < arguments.size();
        return isNumber ? idAtom(AtomKind::Argument, argument->getArgNo()) : opaque(value);
    }
    if (const auto id = idOf(value); id && !llvm::isa<llvm::CastInst>(value))
        return idAtom(id->first, id->second);
    if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value))
        return evaluateInstruction(*instruction);
    return opaque(value);
}

Polynomial Symbols::Impl::evaluateInstruction(const llvm::Instruction &instruction)
{
    if (!instruction.getType()->isIntegerTy())
        return opaque(&instruction);
    if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
        const llvm::Value *inner = cast->getOperand(0);
        const bool isWhole = inner->getType()->isIntegerTy() && !inner->getType()->isIntegerTy(1);
        const bool keepsValue = isWhole && cast->getType()->getIntegerBitWidth() >= 32;
        return keepsValue ? symbols.of(inner) : opaque(&instruction);
    }
    if (const auto *freeze = llvm::dyn_cast<llvm::FreezeInst>(&instruction))
        return symbols.of(freeze->getOperand(0));
    if (const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
        return evaluateBinary(*operation);
    if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
        return evaluatePhi(*phi);
    if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        return evaluateCall(*call);
    if (llvm::isa<llvm::LoadInst>(instruction))
        return evaluateLoad(instruction);
    if (const auto *extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
        const auto *lane = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
        const auto *load = llvm::dyn_cast<llvm::LoadInst>(extract->getVectorOperand());
        if (lane == nullptr || load == nullptr)
            return opaque(&instruction);
        const Polynomial whole = evaluateLoad(*load);
        const Atom source = symbols.atom(whole.terms().begin()->first.front());
        const std::string suffix = ".s" + std::string(1, "0123456789abcdef"[lane->getZExtValue() & 15]);
        const Polynomial part = source.text.empty() ? opaque(&instruction)
                                                    : opaque(&instruction, source.text + suffix, source.shape + suffix);
        Atom &atom = atoms[part.terms().begin()->first.front()];
        atom.kind = AtomKind::Loaded;
        atom.loadedFrom = source.loadedFrom;
        return part;
    }
    return opaque(&instruction);
}

Polynomial Symbols::Impl::evaluateBinary(const llvm::BinaryOperator &operation)
{
    const unsigned bits = operation.getType()->getIntegerBitWidth();
    if (bits < 32)
        return opaque(&operation); // wraps in everyday use
    const Polynomial left = symbols.of(operation.getOperand(0));
    const Polynomial right = symbols.of(operation.getOperand(1));
    const auto number = right.asConstant();
    switch (operation.getOpcode()) {
    case llvm::Instruction::Add: return left + right;
    case llvm::Instruction::Sub: return left - right;
    case llvm::Instruction::Mul: return left * right;
    case llvm::Instruction::Shl:
        if (number && *number >= 0 && *number < 63)
            return left * Polynomial(std::int64_t{1} << *number);
        return operatorText(&operation, left, " << ", right);
    case llvm::Instruction::Or:
        if (llvm::cast<llvm::PossiblyDisjointInst>(operation).isDisjoint())
            return left + right;
        return operatorText(&operation, left, " | ", right);
    case llvm::Instruction::And:
        // What widening leaves, the second form where the sign is known to be clear.
        if (number && (*number == 0xffffffffLL || *number == 0x7fffffffLL || *number == -1))
            return left;
        return operatorText(&operation, left, " & ", right);
    case llvm::Instruction::Xor:
        if (number && *number == -1)
            return Polynomial(-1) - left;
        return operatorText(&operation, left, " ^ ", right);
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv: return operatorText(&operation, left, "/", right);
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: return operatorText(&operation, left, "%", right);
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
        if (const auto scaled = widened(operation))
            return symbols.of(scaled->first) * Polynomial(scaled->second);
        return operatorText(&operation, left, " >> ", right);
    default: return opaque(&operation);
    }
}

Polynomial Symbols::Impl::evaluateCall(const llvm::CallInst &call)
{
    const unsigned bits = call.getType()->getIntegerBitWidth();
    std::string name = builtinName(&call);
    if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
        switch (intrinsic->getIntrinsicID()) {
        case llvm::Intrinsic::smin:
        case llvm::Intrinsic::umin: name = "min"; break;
        case llvm::Intrinsic::smax:
        case llvm::Intrinsic::umax: name = "max"; break;
        case llvm::Intrinsic::abs: return functionText(&call, "abs", {call.getArgOperand(0)});
        default: break;
        }
    }
    if (bits < 32)
        return opaque(&call);
    if ((name == "min" || name == "max") && call.arg_size() == 2)
        return functionText(&call, name.c_str(), {call.getArgOperand(0), call.getArgOperand(1)});
    if (name == "clamp" && call.arg_size() == 3)
        return functionText(&call, "clamp", {call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2)});
    if (name == "mul24" && call.arg_size() == 2)
        return symbols.of(call.getArgOperand(0)) * symbols.of(call.getArgOperand(1));
    if (name == "mad24" && call.arg_size() == 3)
        return symbols.of(call.getArgOperand(0)) * symbols.of(call.getArgOperand(1)) +
               symbols.of(call.getArgOperand(2));
    return opaque(&call);
}

Polynomial Symbols::Impl::evaluateLoad(const llvm::Instruction &load)
{
    if (const auto made = byValue.find(&load); made != byValue.end())
        return Polynomial::ofAtom(made->second);
    std::string text, shape, from;
    if (const auto place = symbols.placeAccessed(load); place && !llvm::isa<llvm::AllocaInst>(place->base)) {
        from = symbols.nameOf(place->base);
        const auto *argument = llvm::dyn_cast<llvm::Argument>(place->base);
        std::uint64_t unit = layout.getTypeStoreSize(load.getType()).getFixedValue();
        if (argument != nullptr && argument->getArgNo() < arguments.size())
            unit = arguments[argument->getArgNo()].elementBytes == unit ? unit : 0;
        Polynomial index;
        bool divides = unit != 0 && !from.empty();
        for (const auto &[product, factor] : place->offset.terms()) {
            divides = divides && factor % static_cast<std::int64_t>(unit) == 0;
            if (divides)
                index.add(product, factor / static_cast<std::int64_t>(unit));
        }
        const std::string inner = divides ? symbols.print(index) : std::string{};
        if (!inner.empty()) {
            text = from + "[" + inner + "]";
            shape = from + "[" + symbols.print(index, false) + "]";
        }
    }
    const Polynomial result = opaque(&load, text, shape);
    Atom &atom = atoms[result.terms().begin()->first.front()];
    atom.kind = AtomKind::Loaded;
    atom.loadedFrom = from;
    return result;
}

} // namespace clv::analysis
