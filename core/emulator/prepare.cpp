// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/emulator/prepare.h"

#include <fmt/format.h>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <set>

namespace clv::emulator {

namespace {

constexpr std::size_t kMaxFlatInstructions = 400'000;

SourceLocation placeOfLocation(const llvm::DILocation &location, const std::string &mainFile)
{
    SourceLocation where;
    where.line = location.getLine();
    where.column = location.getColumn();
    const std::string file = location.getFilename().str();
    const std::string path = location.getDirectory().str() + "/" + file;
    if (!mainFile.empty() && file != mainFile && path != mainFile)
        where.file = file;
    return where;
}

Result<void> copyModule(const llvm::Module &module, PreparedIr &out)
{
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream stream(bytes);
    llvm::WriteBitcodeToFile(module, stream);
    const llvm::MemoryBufferRef buffer(llvm::StringRef(bytes.data(), bytes.size()), "kernel");
    auto copy = llvm::parseBitcodeFile(buffer, out.context);
    if (!copy) {
        llvm::consumeError(copy.takeError());
        return Error{ErrorCategory::Internal, "the kernel's IR could not be copied; please report it", {}};
    }
    out.module = std::move(*copy);
    return {};
}

std::string kernelNames(const llvm::Module &module)
{
    std::string names;
    for (const llvm::Function &function : module)
        if (!function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
            names += (names.empty() ? "" : ", ") + function.getName().str();
    return names;
}

/// The function that calls itself through others, or null.
const llvm::Function *findRecursion(const llvm::Function &function, std::set<const llvm::Function *> &path,
                                    std::set<const llvm::Function *> &done)
{
    if (path.contains(&function))
        return &function;
    if (!done.insert(&function).second)
        return nullptr;
    path.insert(&function);
    for (const llvm::Instruction &instruction : llvm::instructions(function))
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
            if (const llvm::Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
                if (const llvm::Function *found = findRecursion(*callee, path, done))
                    return found;
    path.erase(&function);
    return nullptr;
}

llvm::CallInst *nextInlinable(llvm::Function &kernel)
{
    for (llvm::Instruction &instruction : llvm::instructions(kernel))
        if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
            if (const llvm::Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
                return call;
    return nullptr;
}

/// Rounds over all calls, so that the cost stays linear in the size of the result.
Result<bool> inlineHelpers(llvm::Function &kernel, const std::string &mainFile)
{
    bool changed = false;
    while (nextInlinable(kernel)) {
        std::vector<llvm::CallInst *> calls;
        for (llvm::Instruction &instruction : llvm::instructions(kernel))
            if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
                if (const llvm::Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
                    calls.push_back(call);
        for (llvm::CallInst *call : calls) {
            llvm::InlineFunctionInfo info;
            const std::string callee = call->getCalledFunction()->getName().str();
            const SourceLocation where = placeOf(*call, mainFile);
            const llvm::InlineResult inlined = llvm::InlineFunction(*call, info);
            if (!inlined.isSuccess())
                return kernelError(
                    fmt::format("the call of '{}' cannot be analysed: {}", callee, inlined.getFailureReason()), where);
            changed = true;
        }
        if (kernel.getInstructionCount() > kMaxFlatInstructions)
            return kernelError(fmt::format("kernel '{}' grows beyond {} instructions once its helper functions are "
                                           "inlined, which is more than the analysis handles",
                                           kernel.getName().str(), kMaxFlatInstructions));
    }
    return changed;
}

void tidy(llvm::Function &kernel)
{
    llvm::PassBuilder builder;
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::ADCEPass());
    passes.run(kernel, functions);
}

} // namespace

SourceLocation placeOf(const llvm::Instruction &instruction, const std::string &mainFile)
{
    const llvm::DILocation *location = instruction.getDebugLoc();
    return location ? placeOfLocation(*location, mainFile) : SourceLocation{};
}

std::vector<SourceLocation> inlinedAt(const llvm::Instruction &instruction, const std::string &mainFile)
{
    std::vector<SourceLocation> calls;
    const llvm::DILocation *location = instruction.getDebugLoc();
    for (location = location ? location->getInlinedAt() : nullptr; location; location = location->getInlinedAt())
        calls.push_back(placeOfLocation(*location, mainFile));
    return calls;
}

Result<std::unique_ptr<PreparedIr>> prepare(const llvm::Module &module, const std::string &kernel,
                                            const std::string &mainFile)
{
    auto prepared = std::make_unique<PreparedIr>();
    prepared->mainFile = mainFile;
    if (const Result<void> copied = copyModule(module, *prepared); !copied)
        return copied.error();
    llvm::Function *function = prepared->module->getFunction(kernel);
    if (!function || function->isDeclaration()) {
        const std::string names = kernelNames(module);
        return usageError(names.empty() ? fmt::format("there is no kernel '{}': the file has no kernel", kernel)
                                        : fmt::format("there is no kernel '{}'; the file has {}", kernel, names));
    }
    std::set<const llvm::Function *> path, done;
    if (const llvm::Function *recursive = findRecursion(*function, path, done)) {
        SourceLocation where;
        if (const auto *subprogram = recursive->getSubprogram())
            where.line = subprogram->getLine();
        return kernelError(
            fmt::format("function '{}' calls itself, which OpenCL C forbids", recursive->getName().str()), where);
    }
    const bool optimise = !function->hasFnAttribute(llvm::Attribute::OptimizeNone);
    const Result<bool> inlined = inlineHelpers(*function, mainFile);
    if (!inlined)
        return inlined.error();
    if (*inlined && optimise)
        tidy(*function);
    llvm::EliminateUnreachableBlocks(*function);
    prepared->kernel = function;
    return prepared;
}

} // namespace clv::emulator
