// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/ir_module_impl.h"
#include "core/frontend/optimise.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <functional>

namespace clv::frontend {

namespace {

constexpr unsigned kLocalAddressSpace = 3;

/// The kernel and every function it can reach, each once.
llvm::SetVector<const llvm::Function *> reachable(const llvm::Module &module, const std::string &kernel)
{
    llvm::SetVector<const llvm::Function *> functions;
    if (const llvm::Function *function = module.getFunction(kernel))
        functions.insert(function);
    for (std::size_t i = 0; i < functions.size(); ++i)
        for (const llvm::Instruction &instruction : llvm::instructions(*functions[i]))
            if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                if (const llvm::Function *callee = call->getCalledFunction())
                    functions.insert(callee);
    return functions;
}

/// Global variables an operand leads to, through constant expressions.
void collectGlobals(const llvm::Value *value, llvm::SmallPtrSetImpl<const llvm::Value *> &seen,
                    llvm::SetVector<const llvm::GlobalVariable *> &globals)
{
    if (!llvm::isa<llvm::Constant>(value) || !seen.insert(value).second)
        return;
    if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
        globals.insert(global);
        return;
    }
    if (llvm::isa<llvm::Function>(value))
        return;
    for (const llvm::Use &operand : llvm::cast<llvm::Constant>(value)->operands())
        collectGlobals(operand.get(), seen, globals);
}

SourceLocation placeIn(const llvm::DILocation *location, const std::string &mainFile)
{
    if (!location)
        return {};
    SourceLocation place{{}, location->getLine(), location->getColumn()};
    std::string file = location->getFilename().str();
    if (file != mainFile)
        place.file = std::move(file);
    return place;
}

const llvm::Function *calleeOf(const llvm::Instruction &instruction)
{
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call ? call->getCalledFunction() : nullptr;
}

Diagnostic errorAt(SourceLocation where, std::string message)
{
    Diagnostic diagnostic;
    diagnostic.severity = Severity::Error;
    diagnostic.where = std::move(where);
    diagnostic.message = std::move(message);
    return diagnostic;
}

/// Depth-first search over calls; a call to a function that is still open closes a cycle.
class RecursionSearch {
public:
    RecursionSearch(const std::string &mainFile, std::vector<Diagnostic> &found) : m_mainFile(mainFile), m_found(found)
    {
    }

    void visit(const llvm::Function &function)
    {
        if (!m_seen.insert(&function).second)
            return;
        m_open.push_back(&function);
        for (const llvm::Instruction &instruction : llvm::instructions(function)) {
            const llvm::Function *callee = calleeOf(instruction);
            if (!callee || callee->isDeclaration())
                continue;
            if (std::find(m_open.begin(), m_open.end(), callee) != m_open.end())
                report(function, *callee, instruction);
            else
                visit(*callee);
        }
        m_open.pop_back();
    }

private:
    void report(const llvm::Function &caller, const llvm::Function &callee, const llvm::Instruction &call)
    {
        if (!m_reported.insert(&callee).second)
            return;
        const std::string name = callee.getName().str();
        std::string message = "'" + name + "' calls itself";
        if (&caller != &callee)
            message += " through '" + caller.getName().str() + "'";
        m_found.push_back(errorAt(placeIn(call.getDebugLoc().get(), m_mainFile),
                                  message + "; OpenCL C does not allow recursion, use a loop instead"));
    }

    const std::string &m_mainFile;
    std::vector<Diagnostic> &m_found;
    std::vector<const llvm::Function *> m_open;
    llvm::SmallPtrSet<const llvm::Function *, 16> m_seen, m_reported;
};

/// Dimensions asked of work-item functions; a dimension that is not constant may be any.
std::uint32_t dimensionsAsked(const llvm::CallBase &call)
{
    if (call.arg_size() != 1)
        return 1;
    const auto *dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    if (!dimension)
        return 3;
    const std::uint64_t value = dimension->getZExtValue();
    return value < 3 ? static_cast<std::uint32_t>(value) + 1 : 1; // above 2 the answer is a fixed 0 or 1
}

bool isWorkItemQuery(llvm::StringRef name)
{
    return name.contains("get_global_id") || name.contains("get_local_id") || name.contains("get_group_id") ||
           name.contains("get_global_size") || name.contains("get_local_size") || name.contains("get_num_groups") ||
           name.contains("get_enqueued_local_size") || name.contains("get_global_offset");
}

void addType(llvm::Type *type, KernelSignature &kernel)
{
    llvm::Type *scalar = type->getScalarType();
    kernel.usesFp64 = kernel.usesFp64 || scalar->isDoubleTy();
    kernel.usesFp16 = kernel.usesFp16 || scalar->isHalfTy();
    if (const auto *target = llvm::dyn_cast<llvm::TargetExtType>(type))
        kernel.usesImages = kernel.usesImages || target->getName() == "spirv.Image";
}

void addCall(const llvm::CallBase &call, KernelSignature &kernel)
{
    const llvm::Function *callee = call.getCalledFunction();
    if (!callee)
        return;
    const llvm::StringRef name = callee->getName();
    if (isWorkItemQuery(name))
        kernel.workDimQueried = std::max(kernel.workDimQueried, dimensionsAsked(call));
    if (name.contains("get_global_linear_id") || name.contains("get_local_linear_id"))
        return;
    kernel.usesSubGroups = kernel.usesSubGroups || name.contains("sub_group");
}

} // namespace

SourceLocation sourcePlace(const llvm::DILocation *location, const IrModule::Impl &module)
{
    return placeIn(location, module.mainFile);
}

std::vector<SourceLocation> inlinedAt(const llvm::DILocation *location, const IrModule::Impl &module)
{
    std::vector<SourceLocation> calls;
    for (const llvm::DILocation *call = location ? location->getInlinedAt() : nullptr; call;
         call = call->getInlinedAt())
        calls.push_back(placeIn(call, module.mainFile));
    return calls;
}

std::vector<Diagnostic> callGraphErrors(const llvm::Module &module, const std::string &mainFile,
                                        const std::map<std::string, SourceLocation> &undefined)
{
    std::vector<Diagnostic> errors;
    RecursionSearch recursion(mainFile, errors);
    for (const llvm::Function &function : module)
        if (!function.isDeclaration())
            recursion.visit(function);
    for (const auto &[name, where] : undefined) {
        const llvm::Function *function = module.getFunction(name);
        if (function && function->isDeclaration() && !function->use_empty())
            errors.push_back(errorAt(where, "'" + name +
                                                "' is declared and called but nowhere defined; give it a "
                                                "body or include the file that has it"));
    }
    return errors;
}

std::uint64_t staticLocalBytes(const llvm::Module &module, const std::string &kernel)
{
    llvm::SetVector<const llvm::GlobalVariable *> globals;
    llvm::SmallPtrSet<const llvm::Value *, 32> seen;
    for (const llvm::Function *function : reachable(module, kernel))
        for (const llvm::Instruction &instruction : llvm::instructions(*function))
            for (const llvm::Use &operand : instruction.operands())
                collectGlobals(operand.get(), seen, globals);
    std::uint64_t bytes = 0;
    const llvm::DataLayout &layout = module.getDataLayout();
    for (const llvm::GlobalVariable *global : globals) {
        if (global->getAddressSpace() != kLocalAddressSpace)
            continue;
        const llvm::Align align = global->getAlign().value_or(layout.getABITypeAlign(global->getValueType()));
        bytes = llvm::alignTo(bytes, align) + layout.getTypeAllocSize(global->getValueType()).getFixedValue();
    }
    return bytes;
}

void addIrFacts(const llvm::Module &module, KernelSignature &kernel)
{
    for (const llvm::Function *function : reachable(module, kernel.name)) {
        if (function->isIntrinsic())
            continue;
        for (const llvm::Argument &argument : function->args())
            addType(argument.getType(), kernel);
        for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
            addType(instruction.getType(), kernel);
            for (const llvm::Use &operand : instruction.operands())
                addType(operand->getType(), kernel);
            if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                addCall(*call, kernel);
        }
    }
}

} // namespace clv::frontend
