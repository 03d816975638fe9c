// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/index_expression.h"

#include "core/analysis/symbols_impl.h"

#include <fmt/format.h>

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>

#include <algorithm>
#include <set>

namespace clv::analysis {

namespace {

/// Size of what an array is made of, through all its dimensions.
std::uint64_t innermostBytes(const llvm::DataLayout &layout, llvm::Type *type)
{
    while (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
        type = array->getElementType();
    return type->isSized() ? layout.getTypeAllocSize(type).getFixedValue() : 0;
}

/// Splits a byte offset into whole units and what is left inside one. None: not a multiple for every work-item.
std::optional<std::pair<Polynomial, std::uint64_t>> split(const Polynomial &offset, std::uint64_t unit)
{
    if (unit == 0)
        return std::nullopt;
    const auto size = static_cast<std::int64_t>(unit);
    std::pair<Polynomial, std::uint64_t> result;
    for (const auto &[product, factor] : offset.terms()) {
        std::int64_t whole = factor / size, rest = factor % size;
        if (rest < 0) {
            rest += size;
            --whole;
        }
        if (rest != 0 && !product.empty())
            return std::nullopt;
        if (rest != 0)
            result.second = static_cast<std::uint64_t>(rest);
        if (whole != 0)
            result.first.add(product, whole);
    }
    return result;
}

std::string componentName(std::uint64_t index, std::uint32_t width)
{
    if (width <= 4)
        return std::string(".") + "xyzw"[index & 3];
    return fmt::format(".s{:x}", index);
}

/// ".y", ".mass", or the bytes into the element.
std::string partName(const llvm::Function &function, const SiteFacts &facts, const KernelArgument *argument,
                     std::uint32_t number, std::uint64_t byte, std::uint32_t bytesPerLane)
{
    if (argument != nullptr && argument->element.scalar != ScalarType::None) {
        const std::uint32_t bytes = byteSize(argument->element.scalar);
        if (bytes != 0 && byte % bytes == 0 && bytesPerLane < facts.unitBytes)
            return componentName(byte / bytes, argument->element.width);
    }
    if (argument != nullptr)
        if (std::string member = memberAt(function, number, byte); !member.empty())
            return member;
    return byte == 0 ? std::string{} : fmt::format(" (+{} B)", byte);
}

/// The nearest memory read that a value comes from.
std::string loadedFrom(Symbols &symbols, const llvm::Value *value, std::set<const llvm::Value *> &seen)
{
    const auto *instruction = llvm::dyn_cast_or_null<llvm::Instruction>(value);
    if (instruction == nullptr || !seen.insert(instruction).second)
        return {};
    if (accessedPointer(*instruction)) {
        const auto place = symbols.placeAccessed(*instruction);
        return place ? symbols.nameOf(place->base) : std::string{};
    }
    for (const llvm::Value *operand : instruction->operands())
        if (std::string name = loadedFrom(symbols, operand, seen); !name.empty())
            return name;
    return {};
}

void findIndexBuffer(Symbols &symbols, SiteFacts &facts)
{
    std::set<const llvm::Value *> seen;
    for (const auto &[product, factor] : facts.place->offset.terms())
        for (const AtomId id : product) {
            if (!facts.indexBuffer.empty())
                return;
            const Atom atom = symbols.atom(id);
            if ((atom.depends & kOnLoaded) != 0)
                facts.indexBuffer = atom.loadedFrom.empty() ? loadedFrom(symbols, atom.value, seen) : atom.loadedFrom;
        }
}

const llvm::DIType *stripped(const llvm::DIType *type)
{
    while (const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type))
        type = derived->getBaseType();
    return type;
}

} // namespace

std::optional<Polynomial> inElements(const Polynomial &offset, std::uint64_t unitBytes)
{
    const auto parts = split(offset, unitBytes);
    return parts ? std::optional(parts->first) : std::nullopt;
}

SiteFacts siteFacts(Symbols &symbols, const emulator::SiteInfo &site, const KernelSignature &signature)
{
    SiteFacts facts;
    const auto *access = static_cast<const llvm::Instruction *>(site.irInstruction);
    if (access == nullptr)
        return facts;
    facts.place = symbols.placeAccessed(*access);
    if (!facts.place) {
        if (const auto pointer = accessedPointer(*access))
            facts.depends = symbols.dependsOf(pointer->pointer) | kOnUnknown;
        return facts;
    }
    facts.depends = symbols.dependsOf(facts.place->offset);
    facts.buffer = symbols.nameOf(facts.place->base);
    findIndexBuffer(symbols, facts);

    const llvm::Function &function = *access->getFunction();
    const llvm::DataLayout &layout = symbols.impl().layout;
    const KernelArgument *argument = nullptr;
    std::uint32_t number = 0;
    if (const auto *base = llvm::dyn_cast<llvm::Argument>(facts.place->base)) {
        number = base->getArgNo();
        argument = number < signature.arguments.size() ? &signature.arguments[number] : nullptr;
        facts.unitBytes = argument ? argument->element.bytes : 0;
    } else if (const auto *array = llvm::dyn_cast<llvm::GlobalVariable>(facts.place->base)) {
        facts.unitBytes = innermostBytes(layout, array->getValueType());
    } else if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(facts.place->base)) {
        facts.unitBytes = innermostBytes(layout, variable->getAllocatedType());
    }
    auto parts = split(facts.place->offset, facts.unitBytes);
    if (!parts) {
        // Another view of the buffer: counted in what is accessed.
        facts.unitBytes = site.bytesPerLane;
        argument = nullptr;
        parts = split(facts.place->offset, facts.unitBytes);
    }
    if (!parts)
        return facts;
    const std::string text = symbols.print(parts->first);
    if (text.empty())
        return facts;
    const bool isPart = parts->second != 0 || (argument != nullptr && site.bytesPerLane < facts.unitBytes);
    const std::string suffix =
        isPart ? partName(function, facts, argument, number, parts->second, site.bytesPerLane) : std::string{};
    const bool isSum = text.find(' ') != std::string::npos && suffix.starts_with('.');
    facts.index = (isSum ? "(" + text + ")" : text) + suffix;
    facts.shape = symbols.print(parts->first, false) + suffix;
    return facts;
}

std::string joinUnrolled(const Symbols &symbols, const std::vector<Polynomial> &polynomials)
{
    if (polynomials.empty())
        return {};
    // Loop versions repeat a polynomial; what is left must go up by one step, in the order of the copies or, where
    // only constants differ, in that of the constants.
    std::vector<Polynomial> copies;
    for (const Polynomial &polynomial : polynomials)
        if (std::ranges::find(copies, polynomial) == copies.end())
            copies.push_back(polynomial);
    std::ranges::stable_sort(copies, {}, &Polynomial::constant);
    const std::string first = symbols.print(copies.front());
    if (copies.size() == 1 || first.empty())
        return first;
    const Polynomial step = copies[1] - copies[0];
    for (std::size_t i = 1; i < copies.size(); ++i)
        if (copies[i] - copies[i - 1] != step)
            return {};
    const std::size_t last = copies.size() - 1;
    if (const auto number = step.asConstant()) {
        const std::string end = std::to_string(*number * static_cast<std::int64_t>(last));
        const std::string range = *number == 1 ? "0.." + end : fmt::format("0..{} by {}", end, *number);
        return first == "0" ? range : first + " + (" + range + ")";
    }
    const std::string factor = symbols.print(step);
    const bool isSum = factor.find(' ') != std::string::npos;
    if (factor.empty() || copies.size() < 3)
        return {};
    const std::string range = fmt::format("(0..{})*{}", last, isSum ? "(" + factor + ")" : factor);
    return first == "0" ? range : first + " + " + range;
}

std::string memberAt(const llvm::Function &function, std::uint32_t argument, std::uint64_t byte)
{
    const llvm::DISubprogram *subprogram = function.getSubprogram();
    if (subprogram == nullptr || subprogram->getType() == nullptr)
        return {};
    const auto types = subprogram->getType()->getTypeArray(); // first the result, then the parameters
    if (argument + 1 >= types.size())
        return {};
    const auto *record = llvm::dyn_cast_or_null<llvm::DICompositeType>(stripped(types[argument + 1]));
    std::string name;
    for (int depth = 0; record != nullptr && depth < 8; ++depth) {
        if (record->getTag() != llvm::dwarf::DW_TAG_structure_type)
            return name;
        const llvm::DIDerivedType *inside = nullptr;
        for (const llvm::DINode *element : record->getElements())
            if (const auto *member = llvm::dyn_cast<llvm::DIDerivedType>(element))
                if (const std::uint64_t from = member->getOffsetInBits() / 8;
                    byte >= from && byte < from + std::max<std::uint64_t>(1, member->getSizeInBits() / 8))
                    inside = member;
        if (inside == nullptr)
            return name;
        name += "." + inside->getName().str();
        byte -= inside->getOffsetInBits() / 8;
        record = llvm::dyn_cast_or_null<llvm::DICompositeType>(stripped(inside->getBaseType()));
    }
    return name;
}

} // namespace clv::analysis
