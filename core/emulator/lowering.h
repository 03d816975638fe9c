// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/emulator/mangled_name.h"
#include "core/emulator/ops.h"
#include "core/emulator/prepare.h"
#include "core/emulator/register_program.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

/// From IR to the register program (internal to the room). One object lowers one kernel; its members are split over
/// lower.cpp (blocks and edges), lower_values.cpp (slots, constants, emission), lower_arith.cpp, lower_memory.cpp,
/// lower_calls.cpp and the builtins_*.cpp files.
namespace clv::emulator {

/// One component's type. Integers are kept zero extended to 32 or 64 bits.
struct Lane {
    std::uint16_t bits = 32;
    bool isFloat = false;

    [[nodiscard]] std::uint32_t bytes() const { return bits <= 32 ? 4 : 8; }
    [[nodiscard]] std::uint32_t laneBits() const { return bits <= 32 ? 32 : 64; }
    [[nodiscard]] bool isWide() const { return bits > 32; }
    friend bool operator==(const Lane &, const Lane &) = default;
};
inline constexpr Lane kInt32{32, false}, kInt64{64, false}, kBool{1, false}, kFloat{32, true}, kDouble{64, true},
    kHalf{16, true};

/// The components of a value and where they are.
struct Val {
    llvm::SmallVector<Slot, 4> slots;
    llvm::SmallVector<Lane, 4> lanes;

    [[nodiscard]] std::size_t size() const { return slots.size(); }
    [[nodiscard]] Lane lane() const { return lanes.front(); }
    void push(Slot slot, Lane lane)
    {
        slots.push_back(slot);
        lanes.push_back(lane);
    }
    [[nodiscard]] Val at(std::size_t k) const
    {
        Val one;
        one.push(slots[k], lanes[k]);
        return one;
    }
};

class Lowering {
public:
    Lowering(RegisterProgram &program, PreparedIr &ir);
    Result<void> run();

private:
    friend struct Builtins;

    // ---- lower.cpp: blocks, edges, facts
    void lowerArguments();
    void numberBlocks();
    void lowerLoops();
    void lowerBlock(llvm::BasicBlock &block);
    void lowerTerminator(llvm::Instruction &terminator);
    std::uint32_t edge(llvm::BasicBlock &from, llvm::BasicBlock &to, std::uint32_t which);
    void emitPhiCopies(llvm::BasicBlock &from, llvm::BasicBlock &to);
    std::uint32_t reconvergence(const llvm::BasicBlock &block) const;
    int loopEntered(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;
    void startBlock(std::uint32_t index);
    void endBlock(TermKind term);
    void lowerBarrier(const llvm::Instruction &call);
    std::uint32_t branchInfo(const llvm::Instruction &terminator);
    void findUniformValues();
    bool isSourceOfDivergence(const llvm::Instruction &instruction) const;

    // ---- lower_values.cpp: slots, constants, emission
    bool flatten(llvm::Type *type, llvm::SmallVectorImpl<Lane> &lanes) const;
    Val get(const llvm::Value *value);
    Val constantValue(const llvm::Constant *constant);
    Slot constantSlot(std::uint64_t bits, std::uint32_t laneBytes);
    Val constant(std::uint64_t bits, Lane lane, std::size_t components = 1);
    std::optional<std::uint64_t> constantAddress(const llvm::Constant *constant);
    std::uint32_t globalSegment(const llvm::GlobalVariable &variable);
    void initialBytes(const llvm::Constant *constant, std::byte *out);
    bool isAlias(const llvm::Instruction &instruction) const;
    bool crossesBlocks(const llvm::Instruction &instruction);
    std::pair<std::uint32_t, std::uint32_t> segmentOf(const llvm::Instruction &instruction) const;
    Slot allocate(std::uint32_t bytes, std::uint32_t components, bool inWarp);
    Val temporary(Lane lane, std::size_t components = 1);
    /// Room for the result of `instruction`; remembers it.
    Val &define(const llvm::Instruction &instruction);
    void alias(const llvm::Instruction &instruction, Val value);
    Inst &emitOne(Op op, Slot dst, Slot a, Slot b, Slot c, bool isMasked);
    void emit(Op op, const Val &dst, const Val &a, const Val *b = nullptr, const Val *c = nullptr);
    Val emitNew(Op op, Lane lane, const Val &a, const Val *b = nullptr, const Val *c = nullptr);
    Val op1(Op op, Lane lane, const Val &a) { return emitNew(op, lane, a); }
    Val op2(Op op, Lane lane, const Val &a, const Val &b) { return emitNew(op, lane, a, &b); }
    Val op3(Op op, Lane lane, const Val &a, const Val &b, const Val &c) { return emitNew(op, lane, a, &b, &c); }
    void emitScalar(ScalarFn fn, const Val &dst, const Val &a, const Val *b = nullptr, const Val *c = nullptr);
    Val scalarNew(ScalarFn fn, Lane lane, const Val &a, const Val *b = nullptr, const Val *c = nullptr);
    void copyTo(const Val &dst, const Val &src);
    Val splat(const Val &value, std::size_t components);
    Val signExtended(const Val &value);                      ///< to the whole lane
    Val canonical(const Val &value, Lane lane);              ///< upper bits cleared again
    Val resized(const Val &value, Lane lane, bool isSigned); ///< integer to integer
    void zero(const llvm::Instruction &instruction);
    static bool isMaskedPlace(Slot slot) { return (slot & kAreaBits) == kWarpArea; }

    // ---- lower_arith.cpp
    void lowerInstruction(llvm::Instruction &instruction);
    void lowerBinary(const llvm::BinaryOperator &instruction);
    void lowerCompare(const llvm::CmpInst &instruction);
    void lowerCast(const llvm::CastInst &instruction);
    void lowerSelect(const llvm::SelectInst &instruction);
    void lowerExtract(const llvm::ExtractElementInst &instruction);
    void lowerInsert(const llvm::InsertElementInst &instruction);
    void lowerShuffle(const llvm::ShuffleVectorInst &instruction);
    void lowerAggregate(const llvm::Instruction &instruction);
    void lowerBitcast(const llvm::Instruction &instruction, const llvm::Value &operand, llvm::Type *to);
    Val integerBinary(unsigned opcode, const Val &a, const Val &b);
    Val floatBinary(unsigned opcode, const Val &a, const Val &b);
    Val compare(llvm::CmpInst::Predicate predicate, const Val &a, const Val &b);
    Val toFloat(const Val &half);               ///< half components to float; others unchanged
    Val fromFloat(const Val &value, Lane lane); ///< back to half where `lane` is half
    Val convert(const Val &value, Lane to, bool fromSigned, bool toSigned);
    Val select(const Val &condition, const Val &yes, const Val &no);
    void countArithmetic(const llvm::Instruction &instruction);

    // ---- lower_memory.cpp
    struct Address {
        Val base, index;
        IndexKind kind = IndexKind::None;
        std::int64_t scale = 0, offset = 0;
    };
    bool foldsIntoAccess(const llvm::Instruction &gep) const;
    bool foldsIntoIndex(const llvm::Instruction &extension) const;
    Address addressOf(const llvm::Value &pointer);
    Address decompose(const llvm::GEPOperator &gep);
    void lowerGep(const llvm::GetElementPtrInst &instruction);
    void lowerLoad(const llvm::LoadInst &instruction);
    void lowerStore(const llvm::StoreInst &instruction);
    void lowerAtomic(const llvm::AtomicRMWInst &instruction);
    void lowerCompareExchange(const llvm::AtomicCmpXchgInst &instruction);
    void lowerMemoryIntrinsic(const llvm::MemIntrinsic &instruction);
    void lowerAlloca(const llvm::AllocaInst &instruction);
    struct Access {
        const llvm::Instruction *instruction;
        const llvm::Value *pointer;
        AccessDirection direction;
        std::string elementType;
        std::uint32_t bytes;
    };
    std::uint32_t addSite(const Access &access);
    AddressSpace spaceOf(const llvm::Value &pointer) const;
    void countAccess(const llvm::Instruction &instruction, AccessDirection direction, AddressSpace space,
                     std::uint32_t components);
    MemOp &newMemOp(MemKind kind, const Address &address, std::uint32_t site, AddressSpace space);
    void emitLoad(const Address &address, std::uint32_t site, AddressSpace space, std::uint32_t elementBytes,
                  const Val &dst);
    void emitStore(const Address &address, std::uint32_t site, AddressSpace space, std::uint32_t elementBytes,
                   const Val &value);
    void emitAtomic(AtomicOp op, const Address &address, std::uint32_t site, AddressSpace space, const Val &dst,
                    const Val &value, bool isFloat);
    Address plainAddress(const Val &pointer, std::int64_t offset = 0) const;
    static std::string typeName(llvm::Type *type);

    // ---- lower_calls.cpp
    void lowerCall(const llvm::CallInst &call);
    bool lowerIntrinsic(const llvm::CallInst &call);
    bool lowerOverflow(const llvm::CallInst &call);
    Val integerMinMax(const Val &first, const Val &second, bool isSigned, bool isMin);
    void lowerBuiltin(const llvm::CallInst &call);
    void unsupported(const llvm::Instruction &instruction, const std::string &what);
    void finish(const llvm::Instruction &instruction, const Val &result); ///< result of a composed built-in

    void count(const llvm::Instruction &instruction, OpClass op, std::uint32_t times = 1);

    RegisterProgram &m_program;
    PreparedIr &m_ir;
    llvm::Function &m_function;
    const llvm::DataLayout &m_layout;
    llvm::DominatorTree m_dominators;
    llvm::PostDominatorTree m_postDominators;
    llvm::LoopInfo m_loops;

    std::vector<llvm::BasicBlock *> m_order;
    llvm::DenseMap<const llvm::BasicBlock *, std::uint32_t> m_number;
    llvm::DenseMap<const llvm::Loop *, int> m_loopNumber;
    llvm::DenseMap<const llvm::Instruction *, std::uint32_t> m_part; ///< barriers before it in its block
    llvm::DenseMap<const llvm::BasicBlock *, std::uint32_t> m_parts;
    llvm::DenseMap<const llvm::Value *, Val> m_values;
    llvm::DenseMap<const llvm::Instruction *, bool> m_crosses;
    llvm::DenseMap<const llvm::GlobalVariable *, std::uint32_t> m_globalTags;
    std::set<const llvm::Value *> m_divergent;
    std::map<std::pair<std::uint64_t, std::uint32_t>, Slot> m_constants;
    std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> m_lineOps; ///< block -> line -> count
    std::uint32_t m_flowBlock = 0;
    std::uint32_t m_irBlock = 0;
    std::uint32_t m_scratchTop = 0;
    std::uint32_t m_scratchMark = 0; ///< scratch in use before the instruction being lowered
    std::optional<Error> m_error;
    std::set<std::string> m_notes;
};

} // namespace clv::emulator
