// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/optimise.h"

#include "core/frontend/crash_guard.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

namespace clv::frontend {

namespace {

bool isKernel(const llvm::Function &function)
{
    return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

/// Helpers become internal and always-inline, so that a kernel ends as one function and nothing else is left. A
/// kernel that another kernel calls is inlined there, and stays.
void forceInlining(llvm::Module &module)
{
    for (llvm::Function &function : module) {
        if (function.isDeclaration() || (isKernel(function) && function.use_empty()))
            continue;
        function.removeFnAttr(llvm::Attribute::NoInline);
        function.removeFnAttr(llvm::Attribute::OptimizeNone);
        function.addFnAttr(llvm::Attribute::AlwaysInline);
        if (!isKernel(function))
            function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    // Call sites can carry noinline of their own.
    for (llvm::Function &function : module)
        for (llvm::BasicBlock &block : function)
            for (llvm::Instruction &instruction : block)
                if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                    call->removeFnAttr(llvm::Attribute::NoInline);
}

llvm::ModulePassManager plainPipeline()
{
    llvm::ModulePassManager passes;
    passes.addPass(llvm::AlwaysInlinerPass());
    llvm::FunctionPassManager perFunction;
    perFunction.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(perFunction)));
    passes.addPass(llvm::GlobalDCEPass());
    return passes;
}

} // namespace

void optimise(llvm::Module &module, bool full, std::chrono::steady_clock::time_point deadline)
{
    forceInlining(module);
    llvm::PipelineTuningOptions tuning;
    tuning.LoopVectorization = false;
    tuning.SLPVectorization = false;
    tuning.LoopInterleaving = false;
    tuning.LoopUnrolling = true;

    llvm::PassInstrumentationCallbacks callbacks;
    callbacks.registerBeforeNonSkippedPassCallback([deadline](llvm::StringRef, llvm::Any) { leaveIfLate(deadline); });
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager callGraph;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder(nullptr, tuning, std::nullopt, &callbacks);
    // No library functions exist on a device: loops must not become memset or memcpy of run-time length.
    llvm::TargetLibraryInfoImpl library(llvm::Triple(module.getTargetTriple()));
    library.disableAllFunctions();
    functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(callGraph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, callGraph, modules);

    llvm::ModulePassManager passes =
        full ? builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2) : plainPipeline();
    passes.run(module, modules);
}

} // namespace clv::frontend
