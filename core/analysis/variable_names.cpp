// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/symbols_impl.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clv::analysis {

namespace {

/// The variable's value is the IR value itself, at most cut or widened. (Clang adds address-space words that say
/// nothing of the value.)
bool isPlainValue(const llvm::DIExpression &expression)
{
    for (const auto &operation : expression.expr_ops()) {
        switch (operation.getOp()) {
        case llvm::dwarf::DW_OP_constu:
        case llvm::dwarf::DW_OP_lit0:
        case llvm::dwarf::DW_OP_swap:
        case llvm::dwarf::DW_OP_xderef:
        case llvm::dwarf::DW_OP_stack_value:
        case llvm::dwarf::DW_OP_LLVM_convert: break;
        default: return false;
        }
    }
    return true;
}

using Instance = std::pair<const llvm::DILocalVariable *, const llvm::DILocation *>;
struct Holder {
    Instance instance;
    std::set<const llvm::Value *> values;
    bool isOpaque = false; ///< some value of the variable is not an IR value as it stands
};

/// In the order of first mention, so that names do not depend on where things lie in memory.
class Holders {
public:
    Holder &operator[](const Instance &instance)
    {
        const auto [place, isNew] = m_places.emplace(instance, m_list.size());
        if (isNew)
            m_list.push_back({instance, {}, false});
        return m_list[place->second];
    }
    [[nodiscard]] const std::vector<Holder> &list() const { return m_list; }

private:
    std::map<Instance, std::size_t> m_places;
    std::vector<Holder> m_list;
};

/// Through widening and cutting of whole numbers, which do not change what a name stands for.
const llvm::Value *withoutCasts(const llvm::Value *value)
{
    while (llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::TruncInst>(value))
        value = llvm::cast<llvm::CastInst>(value)->getOperand(0);
    return value;
}

void note(Holders &holders, const llvm::DILocalVariable *variable, const llvm::DILocation *inlinedAt,
          const llvm::Value *value, const llvm::DIExpression *expression)
{
    if (variable == nullptr || value == nullptr || llvm::isa<llvm::Constant>(value))
        return;
    Holder &holder = holders[{variable, inlinedAt}];
    if (expression != nullptr && !isPlainValue(*expression))
        holder.isOpaque = true;
    else
        holder.values.insert(withoutCasts(value));
}

Holders collect(const llvm::Function &function)
{
    Holders holders;
    // Debug records have no const interface; nothing is changed.
    for (llvm::Instruction &instruction : llvm::instructions(const_cast<llvm::Function &>(function))) { // NOLINT
        for (llvm::DbgVariableRecord &record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
            if (record.isDbgValue() && record.getNumVariableLocationOps() == 1)
                note(holders, record.getVariable(), record.getDebugLoc().getInlinedAt(),
                     record.getVariableLocationOp(0), record.getExpression());
            else if (record.isDbgDeclare())
                note(holders, record.getVariable(), record.getDebugLoc().getInlinedAt(), record.getAddress(), nullptr);
            else if (record.isDbgValue())
                holders[{record.getVariable(), record.getDebugLoc().getInlinedAt()}].isOpaque = true;
        if (const auto *value = llvm::dyn_cast<llvm::DbgValueInst>(&instruction))
            if (value->getNumVariableLocationOps() == 1)
                note(holders, value->getVariable(), value->getDebugLoc().getInlinedAt(),
                     value->getVariableLocationOp(0), value->getExpression());
    }
    return holders;
}

bool isLoopVariable(const llvm::Value *value, const llvm::LoopInfo &loops)
{
    const auto *phi = llvm::dyn_cast<llvm::PHINode>(value);
    const llvm::Loop *loop = phi ? loops.getLoopFor(phi->getParent()) : nullptr;
    return loop != nullptr && loop->getHeader() == phi->getParent();
}

} // namespace

std::map<const llvm::Value *, std::string> variableNames(const llvm::Function &function, const llvm::LoopInfo &loops)
{
    std::map<const llvm::Value *, std::string> names;
    const Holders holders = collect(function);
    for (const bool inHelpers : {false, true})
        for (const Holder &holder : holders.list()) {
            if ((holder.instance.second != nullptr) != inHelpers)
                continue;
            for (const llvm::Value *value : holder.values) {
                const bool isOnlyValue = holder.values.size() == 1 && !holder.isOpaque;
                if (isOnlyValue || isLoopVariable(value, loops))
                    names.try_emplace(value, holder.instance.first->getName().str());
            }
        }
    return names;
}

} // namespace clv::analysis
