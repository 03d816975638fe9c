// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/symbols.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <set>

namespace clv::analysis {

/// A call of an OpenCL C built-in, by its demangled name; empty for other instructions.
[[nodiscard]] std::string builtinName(const llvm::Value *value);
/// Names of values by debug information: see `Symbols`.
[[nodiscard]] std::map<const llvm::Value *, std::string> variableNames(const llvm::Function &function,
                                                                       const llvm::LoopInfo &loops);
/// The address operand of a load, store, atomic or vload/vstore/atomic_* call.
struct AccessedPointer {
    const llvm::Value *pointer = nullptr;
    const llvm::Value *index = nullptr; ///< vload, vstore: counts `indexBytes` each
    std::uint64_t indexBytes = 0;
};
[[nodiscard]] std::optional<AccessedPointer> accessedPointer(const llvm::Instruction &access);

struct Symbols::Impl {
    Impl(const llvm::Function &kernel, std::vector<ArgumentFacts> facts, Symbols &owner);

    const llvm::Function &function;
    std::vector<ArgumentFacts> arguments;
    Symbols &symbols;
    const llvm::DataLayout &layout;
    llvm::DominatorTree dominators;
    llvm::LoopInfo loops;
    std::map<const llvm::Value *, std::string> names;
    std::map<std::pair<AtomKind, std::uint32_t>, std::string> idNames; ///< variables that hold an id
    std::set<std::string> usedNames;
    std::vector<Atom> atoms;
    std::map<const llvm::Value *, AtomId> byValue;
    std::map<std::pair<AtomKind, std::uint32_t>, AtomId> byId;
    std::map<const llvm::Value *, Polynomial> known;
    std::map<const llvm::Value *, std::uint32_t> knownDepends;
    int depth = 0;

    [[nodiscard]] Polynomial evaluate(const llvm::Value *value);
    [[nodiscard]] Polynomial evaluateInstruction(const llvm::Instruction &instruction);
    [[nodiscard]] Polynomial evaluateBinary(const llvm::BinaryOperator &operation);
    [[nodiscard]] Polynomial evaluateCall(const llvm::CallInst &call);
    [[nodiscard]] Polynomial evaluatePhi(const llvm::PHINode &phi);
    [[nodiscard]] Polynomial evaluateLoad(const llvm::Instruction &load);
    [[nodiscard]] Polynomial idAtom(AtomKind kind, std::uint32_t dim);
    /// An atom for `value`, shown as `text` (else by the name of its variable).
    [[nodiscard]] Polynomial opaque(const llvm::Value *value, std::string text = {}, std::string shape = {},
                                    bool isSimple = true);
    [[nodiscard]] Polynomial operatorText(const llvm::Value *value, const Polynomial &left, const char *op,
                                          const Polynomial &right);
    [[nodiscard]] Polynomial functionText(const llvm::Value *value, const char *name,
                                          std::initializer_list<const llvm::Value *> operands);
    [[nodiscard]] AtomId iterationAtom(const llvm::BasicBlock *header);
    [[nodiscard]] std::uint32_t dependsOfPhi(const llvm::PHINode &phi, std::set<const llvm::Value *> &path);
    [[nodiscard]] std::uint32_t dependsOn(const llvm::Value *value, std::set<const llvm::Value *> &path);
    [[nodiscard]] bool isInvariant(const Polynomial &polynomial, const llvm::Loop &loop) const;
    [[nodiscard]] std::optional<Place> placePhi(const llvm::PHINode &phi);
    [[nodiscard]] std::optional<Place> placeChosen(const llvm::Instruction &choice, unsigned firstOperand);
};

} // namespace clv::analysis
