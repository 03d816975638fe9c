// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/compile.h"

#include "core/frontend/crash_guard.h"
#include "core/frontend/diagnostic_collector.h"
#include "core/frontend/explain.h"
#include "core/frontend/ir_module_impl.h"
#include "core/frontend/optimise.h"
#include "core/frontend/options.h"
#include "core/frontend/signature.h"

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <filesystem>

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

using Deadline = std::chrono::steady_clock::time_point;

/// Everything one attempt needs; shared with the guarded thread, which may never come back.
struct Job {
    ParsedOptions options;
    std::string mainFile, resourceDir, text, standard;
    std::vector<UnsavedFile> unsaved;
    bool optimise = true;
    Deadline deadline;
    Compilation result;
};

/// Looks at the clock where a hostile source could spend unbounded time: macro expansion and inclusion.
class ClockCallbacks : public clang::PPCallbacks {
public:
    explicit ClockCallbacks(Deadline deadline) : m_deadline(deadline) {}
    void MacroExpands(const clang::Token &, const clang::MacroDefinition &, clang::SourceRange,
                      const clang::MacroArgs *) override
    {
        if (++m_events % 1024 == 0)
            leaveIfLate(m_deadline);
    }
    void FileChanged(clang::SourceLocation, FileChangeReason, clang::SrcMgr::CharacteristicKind, clang::FileID) override
    {
        leaveIfLate(m_deadline);
    }

private:
    Deadline m_deadline;
    std::uint64_t m_events = 0;
};

/// Clang's code generation with the signature reader beside it.
class CompileAction : public clang::EmitLLVMOnlyAction {
public:
    CompileAction(llvm::LLVMContext &context, TreeFacts &facts, Deadline deadline)
        : EmitLLVMOnlyAction(&context), m_facts(facts), m_deadline(deadline)
    {
    }

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance,
                                                          llvm::StringRef file) override
    {
        instance.getPreprocessor().addPPCallbacks(std::make_unique<ClockCallbacks>(m_deadline));
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
    Deadline m_deadline;
};

/// Arguments of `clang -cc1`; the README of this folder says why each is there.
std::vector<std::string> frontendArguments(const Job &job)
{
    const bool full = job.optimise && !job.options.disableOptimisation;
    std::vector<std::string> arguments{"-triple",
                                       "spir64-unknown-unknown",
                                       "-emit-llvm-only",
                                       "-disable-llvm-passes",
                                       full ? "-O2" : "-O0",
                                       "-disable-O0-optnone",
                                       "-x",
                                       "cl",
                                       "-cl-std=" + job.standard,
                                       "-finclude-default-header",
                                       "-fdeclare-opencl-builtins",
                                       "-fno-builtin",
                                       "-fgnu89-inline",
                                       "-resource-dir",
                                       job.resourceDir,
                                       "-internal-isystem",
                                       job.resourceDir + "/include",
                                       "-debug-info-kind=standalone",
                                       "-dwarf-version=4",
                                       "-debugger-tuning=gdb",
                                       "-ferror-limit",
                                       "100",
                                       "-fno-caret-diagnostics",
                                       "-fdebug-compilation-dir=/",
                                       "-main-file-name",
                                       std::filesystem::path(job.mainFile).filename().string()};
    if (job.options.suppressWarnings)
        arguments.emplace_back("-w");
    if (job.options.warningsAreErrors)
        arguments.emplace_back("-Werror");
    arguments.insert(arguments.end(), job.options.language.begin(), job.options.language.end());
    for (const std::string &word : job.options.preprocessor) {
        arguments.push_back(word.substr(0, 2));
        arguments.push_back(word.substr(2));
    }
    arguments.push_back(job.mainFile);
    return arguments;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> filesOf(const Job &job)
{
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    memory->addFile(job.mainFile, 0, llvm::MemoryBuffer::getMemBufferCopy(job.text, job.mainFile));
    for (const UnsavedFile &file : job.unsaved)
        memory->addFile(file.path, 0, llvm::MemoryBuffer::getMemBufferCopy(file.text, file.path));
    auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
    overlay->pushOverlay(memory);
    return overlay;
}

bool hasError(const std::vector<Diagnostic> &diagnostics)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic &d) { return d.severity == Severity::Error; });
}

/// From the generated module to the optimised one; adds what the signatures still lack.
void finish(Job &job, std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module,
            const TreeFacts &facts)
{
    auto errors = callGraphErrors(*module, job.mainFile, facts.undefined);
    if (!errors.empty()) {
        std::move(errors.begin(), errors.end(), std::back_inserter(job.result.diagnostics));
        return;
    }
    for (KernelSignature &kernel : job.result.kernels)
        kernel.staticLocalBytes = staticLocalBytes(*module, kernel.name);
    optimise(*module, job.optimise && !job.options.disableOptimisation, job.deadline);
    for (KernelSignature &kernel : job.result.kernels)
        addIrFacts(*module, kernel);
    auto impl = std::make_unique<IrModule::Impl>();
    impl->context = std::move(context);
    impl->module = std::move(module);
    impl->mainFile = job.mainFile;
    job.result.module = std::make_shared<const IrModule>(std::move(impl));
}

/// One attempt with one language version, on the guarded thread.
void compileOnce(Job &job)
{
    DiagnosticCollector collector;
    clang::CompilerInstance instance;
    const std::vector<std::string> arguments = frontendArguments(job);
    std::vector<const char *> pointers;
    for (const std::string &argument : arguments)
        pointers.push_back(argument.c_str());
    instance.createDiagnostics(&collector, false);
    if (!clang::CompilerInvocation::CreateFromArgs(instance.getInvocation(), pointers, instance.getDiagnostics())) {
        job.result.diagnostics = collector.take();
        return;
    }
    instance.createFileManager(filesOf(job));

    auto context = std::make_unique<llvm::LLVMContext>();
    context->setDiscardValueNames(false);
    TreeFacts facts;
    CompileAction action(*context, facts, job.deadline);
    const bool succeeded = instance.ExecuteAction(action);
    job.result.languageVersion = job.standard;
    job.result.kernels = std::move(facts.kernels);
    job.result.diagnostics = collector.take();
    auto module = action.takeModule();
    if (succeeded && module && !hasError(job.result.diagnostics))
        finish(job, std::move(context), std::move(module), facts);
    explainKeywords(job.text, job.result.diagnostics);
    explainParameters(job.text, job.result.diagnostics);
}

std::size_t errorCount(const Compilation &compilation)
{
    return static_cast<std::size_t>(std::count_if(compilation.diagnostics.begin(), compilation.diagnostics.end(),
                                                  [](const Diagnostic &d) { return d.severity == Severity::Error; }));
}

Result<Compilation> attempt(Job job, double limitSeconds)
{
    auto shared = std::make_shared<Job>(std::move(job));
    switch (runGuarded([shared] { compileOnce(*shared); })) {
    case GuardedEnd::Done: return std::move(shared->result);
    case GuardedEnd::TimedOut:
        return kernelError("The compiler did not finish this source within " +
                           std::to_string(static_cast<int>(limitSeconds)) +
                           " seconds; look for macros or loops that expand without end.");
    case GuardedEnd::Crashed:
    case GuardedEnd::Unknown: break;
    }
    return kernelError("The compiler crashed on this source (" + shared->standard +
                       "); undo the last change or simplify the deepest expression.");
}

} // namespace

Result<Compilation> compile(const SourceText &source, const BuildOptions &options, const CompileSettings &settings)
{
    Job job;
    job.mainFile = mainFilePath(source.path);
    const auto folder =
        source.path.empty() ? std::filesystem::path() : std::filesystem::path(job.mainFile).parent_path();
    auto parsed = parseOptions(options, folder);
    if (!parsed)
        return parsed.error();
    auto resources = clangResourceDir();
    if (!resources)
        return resources.error();
    job.options = std::move(*parsed);
    job.resourceDir = std::move(*resources);
    job.text = terminated(source.text);
    job.unsaved = settings.unsaved;
    job.optimise = settings.optimise;
    job.deadline = std::chrono::steady_clock::now() +
                   std::chrono::milliseconds(static_cast<std::int64_t>(settings.timeLimitSeconds * 1000));

    Compilation best;
    bool isFirst = true;
    for (const std::string &standard : standardsToTry(job.options)) {
        job.standard = standard;
        auto compilation = attempt(job, settings.timeLimitSeconds);
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
