// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/frontend_input.h"

#include "core/frontend/crash_guard.h"
#include "core/frontend/explain.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Lex/PPCallbacks.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <filesystem>

namespace clv::frontend {

namespace {

/// Looks at the clock where a hostile source could spend unbounded time: macro expansion and inclusion.
class ClockCallbacks : public clang::PPCallbacks {
public:
    explicit ClockCallbacks(std::chrono::steady_clock::time_point deadline) : m_deadline(deadline) {}
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
    std::chrono::steady_clock::time_point m_deadline;
    std::uint64_t m_events = 0;
};

/// Arguments of `clang -cc1` for code generation.
std::vector<std::string> frontendArguments(const FrontendInput &input)
{
    std::vector<std::string> arguments{"-triple",
                                       "spir64-unknown-unknown",
                                       "-emit-llvm-only",
                                       "-disable-llvm-passes",
                                       "-disable-O0-optnone",
                                       "-x",
                                       "cl",
                                       "-resource-dir",
                                       input.resourceDir,
                                       "-debug-info-kind=standalone",
                                       "-dwarf-version=4",
                                       "-debugger-tuning=gdb",
                                       "-fno-caret-diagnostics",
                                       "-fdebug-compilation-dir=/",
                                       "-main-file-name",
                                       std::filesystem::path(input.mainFile).filename().string()};
    for (std::string &argument : languageArguments(input))
        arguments.push_back(std::move(argument));
    arguments.push_back(input.mainFile);
    return arguments;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> filesOf(const FrontendInput &input)
{
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    memory->addFile(input.mainFile, 0, llvm::MemoryBuffer::getMemBufferCopy(input.text, input.mainFile));
    for (const UnsavedFile &file : input.unsaved)
        memory->addFile(file.path, 0, llvm::MemoryBuffer::getMemBufferCopy(file.text, file.path));
    auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
    overlay->pushOverlay(memory);
    return overlay;
}

} // namespace

std::vector<std::string> languageArguments(const FrontendInput &input)
{
    std::vector<std::string> arguments{input.isOptimised() ? "-O2" : "-O0",
                                       "-cl-std=" + input.standard,
                                       "-finclude-default-header",
                                       "-fdeclare-opencl-builtins",
                                       "-fno-builtin",
                                       "-fgnu89-inline",
                                       "-internal-isystem",
                                       input.resourceDir + "/include",
                                       "-ferror-limit",
                                       "100"};
    if (input.options.suppressWarnings)
        arguments.emplace_back("-w");
    if (input.options.warningsAreErrors)
        arguments.emplace_back("-Werror");
    arguments.insert(arguments.end(), input.options.language.begin(), input.options.language.end());
    for (const std::string &word : input.options.preprocessor) {
        arguments.push_back(word.substr(0, 2));
        arguments.push_back(word.substr(2));
    }
    return arguments;
}

std::vector<std::string> driverArguments(const FrontendInput &input)
{
    // What the driver would add by itself and the compiler's invocation does not have is taken back.
    std::vector<std::string> arguments{"clang",
                                       "-target",
                                       "spir64-unknown-unknown",
                                       "-x",
                                       "cl",
                                       "-nostdinc",
                                       "-cl-no-stdinc",
                                       "-Wno-spir-compat",
                                       "-fspell-checking",
                                       "-resource-dir",
                                       input.resourceDir,
                                       "-Xclang",
                                       "-fgnuc-version=0"};
    for (std::string &argument : languageArguments(input)) {
        arguments.emplace_back("-Xclang");
        arguments.push_back(std::move(argument));
    }
    return arguments;
}

Result<FrontendInput> makeInput(const SourceText &source, const BuildOptions &options,
                                const std::vector<UnsavedFile> &unsaved, double timeLimitSeconds)
{
    FrontendInput input;
    input.mainFile = mainFilePath(source.path);
    const auto folder =
        source.path.empty() ? std::filesystem::path() : std::filesystem::path(input.mainFile).parent_path();
    auto parsed = parseOptions(options, folder);
    if (!parsed)
        return parsed.error();
    auto resources = clangResourceDir();
    if (!resources)
        return resources.error();
    input.options = std::move(*parsed);
    input.resourceDir = std::move(*resources);
    input.text = terminated(source.text);
    input.unsaved = unsaved;
    input.deadline = std::chrono::steady_clock::now() +
                     std::chrono::milliseconds(static_cast<std::int64_t>(timeLimitSeconds * 1000));
    return input;
}

bool setUp(clang::CompilerInstance &instance, const FrontendInput &input, clang::DiagnosticConsumer &consumer)
{
    const std::vector<std::string> arguments = frontendArguments(input);
    std::vector<const char *> pointers;
    for (const std::string &argument : arguments)
        pointers.push_back(argument.c_str());
    instance.createDiagnostics(&consumer, false);
    if (!clang::CompilerInvocation::CreateFromArgs(instance.getInvocation(), pointers, instance.getDiagnostics()))
        return false;
    instance.createDiagnostics(&consumer, false); // again, now that -w, -Werror and the limit of errors are known
    instance.createFileManager(filesOf(input));
    return true;
}

std::unique_ptr<clang::PPCallbacks> makeClockCallbacks(std::chrono::steady_clock::time_point deadline)
{
    return std::make_unique<ClockCallbacks>(deadline);
}

} // namespace clv::frontend
