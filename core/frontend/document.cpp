// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/document.h"

#include "core/frontend/crash_guard.h"
#include "core/frontend/diagnostic_collector.h"
#include "core/frontend/document_impl.h"
#include "core/frontend/explain.h"
#include "core/frontend/missing.h"
#include "core/frontend/signature.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace clv::frontend {

namespace {

constexpr double kParseLimitSeconds = 10;

/// Collects the user's included files.
class InclusionCallbacks : public clang::PPCallbacks {
public:
    explicit InclusionCallbacks(std::vector<std::string> &files) : m_files(files) {}
    void InclusionDirective(clang::SourceLocation, const clang::Token &, llvm::StringRef, bool, clang::CharSourceRange,
                            clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef, const clang::Module *,
                            bool, clang::SrcMgr::CharacteristicKind kind) override
    {
        if (!file || kind != clang::SrcMgr::C_User)
            return;
        std::string name = file->getName().str();
        if (std::find(m_files.begin(), m_files.end(), name) == m_files.end())
            m_files.push_back(std::move(name));
    }

private:
    std::vector<std::string> &m_files;
};

class OutlineAction : public clang::SyntaxOnlyAction {
public:
    OutlineAction(TreeFacts &facts, std::vector<std::string> &files, const FrontendInput &input)
        : m_facts(facts), m_files(files), m_input(input)
    {
    }

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance, llvm::StringRef) override
    {
        clang::Preprocessor &preprocessor = instance.getPreprocessor();
        preprocessor.addPPCallbacks(makeClockCallbacks(m_input.deadline));
        preprocessor.addPPCallbacks(std::make_unique<InclusionCallbacks>(m_files));
        return std::make_unique<SignatureConsumer>(m_facts);
    }

private:
    TreeFacts &m_facts;
    std::vector<std::string> &m_files;
    const FrontendInput &m_input;
};

/// Diagnostics and facts lie here, not on the guarded stack, so that what was found before a crash is not lost.
struct ParseJob {
    FrontendInput input;
    Outline outline;
    DiagnosticCollector collector;
    TreeFacts facts;
};

void parseOnce(ParseJob &job)
{
    clang::CompilerInstance instance;
    if (setUp(instance, job.input, job.collector)) {
        OutlineAction action(job.facts, job.outline.includedFiles, job.input);
        instance.ExecuteAction(action);
    }
}

Outline finish(ParseJob &job)
{
    Outline outline = std::move(job.outline);
    outline.kernels = std::move(job.facts.kernels);
    outline.diagnostics = job.collector.take();
    outline.missingMacros = missingMacros(job.input.text, outline.diagnostics);
    outline.missingIncludes = missingIncludes(outline.diagnostics);
    explain(job.input.text, outline.diagnostics);
    return outline;
}

std::size_t errorCount(const Outline &outline)
{
    return static_cast<std::size_t>(std::count_if(outline.diagnostics.begin(), outline.diagnostics.end(),
                                                  [](const Diagnostic &d) { return d.severity == Severity::Error; }));
}

Result<Outline> parse(const FrontendInput &input)
{
    auto job = std::make_shared<ParseJob>(ParseJob{input, {}, {}, {}});
    switch (runGuarded([job] { parseOnce(*job); })) {
    case GuardedEnd::Done: return finish(*job);
    case GuardedEnd::TimedOut:
        return kernelError("The parser did not finish this source within 10 seconds; look for macros that expand "
                           "without end.");
    case GuardedEnd::Crashed:
    case GuardedEnd::Unknown: break;
    }
    // Clang 19 can crash while it recovers from an error: then the error is what the user wants to know.
    Outline outline = finish(*job);
    if (errorCount(outline) > 0)
        return outline;
    return kernelError("The parser crashed on this source; undo the last change or simplify the deepest expression.");
}

/// The identifier that ends at the cursor.
std::string prefixAt(const std::string &text, std::uint32_t line, std::uint32_t column, std::uint32_t &startColumn)
{
    const std::vector<std::size_t> starts = lineStarts(text);
    startColumn = column;
    if (line == 0 || line > starts.size())
        return {};
    const std::size_t lineStart = starts[line - 1];
    const std::size_t end = std::min(lineStart + column - 1, text.size());
    std::size_t begin = end;
    while (begin > lineStart &&
           (std::isalnum(static_cast<unsigned char>(text[begin - 1])) != 0 || text[begin - 1] == '_'))
        --begin;
    startColumn = static_cast<std::uint32_t>(begin - lineStart + 1);
    return text.substr(begin, end - begin);
}

bool afterMember(const std::string &text, std::uint32_t line, std::uint32_t column)
{
    const std::vector<std::size_t> starts = lineStarts(text);
    if (line == 0 || line > starts.size())
        return false;
    const std::size_t at = starts[line - 1] + column - 1;
    if (at < 1 || at > text.size())
        return false;
    return text[at - 1] == '.' || (at >= 2 && text[at - 1] == '>' && text[at - 2] == '-');
}

bool sameStart(std::string_view text, std::string_view prefix)
{
    return text.size() >= prefix.size() &&
           std::equal(prefix.begin(), prefix.end(), text.begin(),
                      [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

void addBuiltins(std::vector<Completion> &list, std::string_view prefix)
{
    for (const Builtin &builtin : builtins())
        if (sameStart(builtin.name, prefix))
            list.push_back({builtin.name, builtin.signatures.front(), "function", 60});
}

} // namespace

Document::Document() : m_impl(std::make_unique<Impl>()) {}
Document::~Document() = default;
Document::Document(Document &&) noexcept = default;
Document &Document::operator=(Document &&) noexcept = default;

Result<Outline> Document::update(const SourceText &source, const BuildOptions &options,
                                 const std::vector<UnsavedFile> &unsaved)
{
    auto input = makeInput(source, options, unsaved, kParseLimitSeconds);
    if (!input)
        return input.error();
    Outline best;
    bool isFirst = true;
    for (const std::string &standard : standardsToTry(input->options)) {
        input->standard = standard;
        auto outline = parse(*input);
        if (!outline) {
            m_impl->last.reset();
            return outline.error();
        }
        const std::size_t errors = errorCount(*outline);
        if (isFirst || errors < errorCount(best)) {
            best = std::move(*outline);
            m_impl->last = *input;
        }
        isFirst = false;
        if (errors == 0)
            break;
    }
    return best;
}

std::vector<Completion> Document::complete(std::uint32_t line, std::uint32_t column, std::size_t limit)
{
    if (!m_impl->last || line == 0 || column == 0)
        return {};
    FrontendInput &input = *m_impl->last;
    std::uint32_t start = column;
    const std::string prefix = prefixAt(input.text, line, column, start);
    input.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    std::vector<Completion> list = semanticCompletions(input, line, start);
    std::erase_if(list, [&](const Completion &c) { return !sameStart(c.text, prefix); });
    if (!afterMember(input.text, line, start))
        addBuiltins(list, prefix);
    std::stable_sort(list.begin(), list.end(), [&](const Completion &a, const Completion &b) {
        const bool exactA = a.text.starts_with(prefix), exactB = b.text.starts_with(prefix);
        if (exactA != exactB)
            return exactA;
        return a.priority != b.priority ? a.priority < b.priority : a.text < b.text;
    });
    const auto sameText = [](const Completion &a, const Completion &b) { return a.text == b.text; };
    list.erase(std::unique(list.begin(), list.end(), sameText), list.end());
    if (list.size() > limit)
        list.resize(limit);
    return list;
}

} // namespace clv::frontend
