// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/compile.h"

#include "core/frontend/crash_guard.h"
#include "core/frontend/diagnostic_collector.h"
#include "core/frontend/explain.h"
#include "core/frontend/frontend_input.h"
#include "core/frontend/ir_module_impl.h"
#include "core/frontend/optimise.h"
#include "core/frontend/signature.h"

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace clv::frontend {

IrModule::IrModule(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
IrModule::~IrModule() = default;

std::string IrModule::printed() const
{
    std::string text;
    llvm::raw_string_ostream stream(text);
    m_impl->module->print(stream, nullptr);
    return text;
}

namespace {

/// Everything one attempt needs; shared with the guarded thread, which may never come back.
struct Job {
    FrontendInput input;
    Compilation result;
    DiagnosticCollector collector; ///< here, so that what was said before a crash is not lost
};

/// Clang's code generation with the signature reader beside it.
class CompileAction : public clang::EmitLLVMOnlyAction {
public:
    CompileAction(llvm::LLVMContext &context, TreeFacts &facts, std::chrono::steady_clock::time_point deadline)
        : EmitLLVMOnlyAction(&context), m_facts(facts), m_deadline(deadline)
    {
    }

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance,
                                                          llvm::StringRef file) override
    {
        instance.getPreprocessor().addPPCallbacks(makeClockCallbacks(m_deadline));
        auto generator = EmitLLVMOnlyAction::CreateASTConsumer(instance, file);
        if (!generator)
            return nullptr;
        std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
        consumers.push_back(std::make_unique<SignatureConsumer>(m_facts));
        consumers.push_back(std::move(generator));
        return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
    }

private:
    TreeFacts &m_facts;
    std::chrono::steady_clock::time_point m_deadline;
};

bool hasError(const std::vector<Diagnostic> &diagnostics)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic &d) { return d.severity == Severity::Error; });
}

/// From the generated module to the optimised one; adds what the signatures still lack.
void finish(Job &job, std::unique_ptr<llvm::LLVMContext> &context, std::unique_ptr<llvm::Module> &module,
            const TreeFacts &facts)
{
    auto errors = callGraphErrors(*module, job.input.mainFile, facts.undefined);
    if (!errors.empty()) {
        std::move(errors.begin(), errors.end(), std::back_inserter(job.result.diagnostics));
        return;
    }
    for (KernelSignature &kernel : job.result.kernels)
        kernel.staticLocalBytes = staticLocalBytes(*module, kernel.name);
    optimise(*module, job.input.isOptimised(), job.input.deadline);
    for (KernelSignature &kernel : job.result.kernels)
        addIrFacts(*module, kernel);
    auto impl = std::make_unique<IrModule::Impl>();
    impl->context = std::move(context);
    impl->module = std::move(module);
    impl->mainFile = job.input.mainFile;
    job.result.module = std::make_shared<const IrModule>(std::move(impl));
}

/// One attempt with one language version, on the guarded thread.
void compileOnce(Job &job)
{
    // First, because everything below may hold values that belong to it.
    auto context = std::make_unique<llvm::LLVMContext>();
    context->setDiscardValueNames(false);
    clang::CompilerInstance instance;
    if (!setUp(instance, job.input, job.collector)) {
        job.result.diagnostics = job.collector.take();
        return;
    }
    TreeFacts facts;
    CompileAction action(*context, facts, job.input.deadline);
    const bool succeeded = instance.ExecuteAction(action);
    job.result.languageVersion = job.input.standard;
    job.result.kernels = std::move(facts.kernels);
    job.result.diagnostics = job.collector.take();
    auto module = action.takeModule();
    if (succeeded && module && !hasError(job.result.diagnostics))
        finish(job, context, module, facts);
    explain(job.input.text, job.result.diagnostics);
}

std::size_t errorCount(const Compilation &compilation)
{
    return static_cast<std::size_t>(std::count_if(compilation.diagnostics.begin(), compilation.diagnostics.end(),
                                                  [](const Diagnostic &d) { return d.severity == Severity::Error; }));
}

Result<Compilation> attempt(const FrontendInput &input, double limitSeconds)
{
    auto shared = std::make_shared<Job>(Job{input, {}, {}});
    switch (runGuarded([shared] { compileOnce(*shared); })) {
    case GuardedEnd::Done: return std::move(shared->result);
    case GuardedEnd::TimedOut:
        return kernelError("The compiler did not finish this source within " +
                           std::to_string(static_cast<int>(limitSeconds)) +
                           " seconds; look for macros or loops that expand without end.");
    case GuardedEnd::Crashed:
    case GuardedEnd::Unknown: break;
    }
    // Clang 19 can crash while it recovers from an error: then the error is what the user wants to know.
    shared->result.diagnostics = shared->collector.take();
    if (hasError(shared->result.diagnostics)) {
        shared->result.languageVersion = shared->input.standard;
        shared->result.module = nullptr;
        explain(shared->input.text, shared->result.diagnostics);
        return std::move(shared->result);
    }
    return kernelError("The compiler crashed on this source (" + shared->input.standard +
                       "); undo the last change or simplify the deepest expression.");
}

} // namespace

Result<Compilation> compile(const SourceText &source, const BuildOptions &options, const CompileSettings &settings)
{
    auto input = makeInput(source, options, settings.unsaved, settings.timeLimitSeconds);
    if (!input)
        return input.error();
    input->optimise = settings.optimise;

    Compilation best;
    bool isFirst = true;
    for (const std::string &standard : standardsToTry(input->options)) {
        input->standard = standard;
        auto compilation = attempt(*input, settings.timeLimitSeconds);
        if (!compilation)
            return compilation.error();
        if (compilation->module)
            return compilation;
        // When no version fits, the one with the fewest errors is nearest to what was meant.
        if (isFirst || errorCount(*compilation) < errorCount(best))
            best = std::move(*compilation);
        isFirst = false;
    }
    return best;
}

} // namespace clv::frontend
