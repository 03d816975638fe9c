// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/liveness.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <vector>

namespace clv::emulator {

namespace {

std::uint32_t registersOf(llvm::Type *type, const llvm::DataLayout &layout)
{
    if (type->isVoidTy() || type->isTokenTy() || type->isMetadataTy() || !type->isSized())
        return 0;
    if (type->isIntegerTy(1))
        return 0; // predicate registers
    return static_cast<std::uint32_t>((layout.getTypeSizeInBits(type).getKnownMinValue() + 31) / 32);
}

class Liveness {
public:
    explicit Liveness(const llvm::Function &function) : m_layout(function.getParent()->getDataLayout())
    {
        for (const llvm::Instruction &instruction : llvm::instructions(function))
            if (!llvm::isa<llvm::AllocaInst>(instruction) && registersOf(instruction.getType(), m_layout) > 0) {
                m_index[&instruction] = static_cast<unsigned>(m_weights.size());
                m_weights.push_back(registersOf(instruction.getType(), m_layout));
            }
        for (const llvm::BasicBlock *block : llvm::post_order(&function))
            m_blocks.push_back(block);
        solve();
    }

    [[nodiscard]] std::uint32_t maximum() const
    {
        std::uint32_t most = 0;
        for (const llvm::BasicBlock *block : m_blocks) {
            llvm::BitVector live = liveOut(*block);
            std::uint32_t weight = 0;
            for (const unsigned index : live.set_bits())
                weight += m_weights[index];
            most = std::max(most, weight);
            for (const llvm::Instruction &instruction : llvm::reverse(*block)) {
                if (llvm::isa<llvm::PHINode>(instruction))
                    break;
                step(instruction, live, weight);
                most = std::max(most, weight);
            }
        }
        return most;
    }

private:
    void step(const llvm::Instruction &instruction, llvm::BitVector &live, std::uint32_t &weight) const
    {
        if (const auto own = m_index.find(&instruction); own != m_index.end() && live.test(own->second)) {
            live.reset(own->second);
            weight -= m_weights[own->second];
        }
        for (const llvm::Use &operand : instruction.operands())
            if (const auto used = m_index.find(operand.get()); used != m_index.end() && !live.test(used->second)) {
                live.set(used->second);
                weight += m_weights[used->second];
            }
    }

    [[nodiscard]] llvm::BitVector liveOut(const llvm::BasicBlock &block) const
    {
        llvm::BitVector live(static_cast<unsigned>(m_weights.size()));
        for (const llvm::BasicBlock *successor : llvm::successors(&block)) {
            live |= m_liveIn.lookup(successor);
            for (const llvm::PHINode &phi : successor->phis()) {
                const auto incoming = m_index.find(phi.getIncomingValueForBlock(&block));
                if (incoming != m_index.end())
                    live.set(incoming->second);
            }
        }
        return live;
    }

    void solve()
    {
        for (bool changed = true; changed;) {
            changed = false;
            for (const llvm::BasicBlock *block : m_blocks) {
                llvm::BitVector live = liveOut(*block);
                std::uint32_t ignored = 0;
                for (const llvm::Instruction &instruction : llvm::reverse(*block)) {
                    if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
                        if (const auto own = m_index.find(phi); own != m_index.end())
                            live.reset(own->second);
                        continue;
                    }
                    step(instruction, live, ignored);
                }
                llvm::BitVector &known = m_liveIn[block];
                if (known.size() != live.size() || known != live) {
                    known = live;
                    changed = true;
                }
            }
        }
        // Phis become live at the edges, so they count from the start of their block on.
        for (const llvm::BasicBlock *block : m_blocks)
            m_liveIn[block].resize(static_cast<unsigned>(m_weights.size()));
    }

    const llvm::DataLayout &m_layout;
    llvm::DenseMap<const llvm::Value *, unsigned> m_index;
    std::vector<std::uint32_t> m_weights;
    std::vector<const llvm::BasicBlock *> m_blocks;
    llvm::DenseMap<const llvm::BasicBlock *, llvm::BitVector> m_liveIn;
};

} // namespace

std::uint32_t estimateLiveRegisters(const llvm::Function &function)
{
    return Liveness(function).maximum();
}

} // namespace clv::emulator
