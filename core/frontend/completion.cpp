// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/crash_guard.h"
#include "core/frontend/diagnostic_collector.h"
#include "core/frontend/document_impl.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/CodeCompleteConsumer.h>

namespace clv::frontend {

namespace {

const char *kindOf(const clang::CodeCompletionResult &result)
{
    switch (result.Kind) {
    case clang::CodeCompletionResult::RK_Keyword: return "keyword";
    case clang::CodeCompletionResult::RK_Macro: return "macro";
    case clang::CodeCompletionResult::RK_Pattern: return "keyword";
    case clang::CodeCompletionResult::RK_Declaration: break;
    }
    if (llvm::isa<clang::FunctionDecl>(result.Declaration))
        return "function";
    return llvm::isa<clang::TypeDecl>(result.Declaration) ? "type" : "variable";
}

/// Text to insert and the line shown for it.
void addChunks(const clang::CodeCompletionString &string, Completion &completion)
{
    std::string resultType;
    for (const clang::CodeCompletionString::Chunk &chunk : string) {
        switch (chunk.Kind) {
        case clang::CodeCompletionString::CK_ResultType: resultType = std::string(chunk.Text) + ' '; break;
        case clang::CodeCompletionString::CK_Optional: break;
        case clang::CodeCompletionString::CK_TypedText: completion.text += chunk.Text; [[fallthrough]];
        default:
            if (chunk.Text)
                completion.signature += chunk.Text;
        }
    }
    completion.signature = resultType + completion.signature;
    // Clang prints the address space of every parameter and variable; the private one is what everyone expects.
    constexpr std::string_view kNoise = "__private ";
    for (std::size_t at = completion.signature.find(kNoise); at != std::string::npos;
         at = completion.signature.find(kNoise, at))
        completion.signature.erase(at, kNoise.size());
}

class Candidates : public clang::CodeCompleteConsumer {
public:
    explicit Candidates(std::vector<Completion> &list)
        : CodeCompleteConsumer(options()), m_info(std::make_shared<clang::GlobalCodeCompletionAllocator>()),
          m_list(list)
    {
    }

    void ProcessCodeCompleteResults(clang::Sema &sema, clang::CodeCompletionContext context,
                                    clang::CodeCompletionResult *results, unsigned count) override
    {
        for (unsigned i = 0; i < count; ++i) {
            clang::CodeCompletionResult &result = results[i];
            if (result.Availability == CXAvailability_NotAvailable)
                continue;
            const clang::CodeCompletionString *string =
                result.CreateCodeCompletionString(sema, context, getAllocator(), m_info, false);
            if (!string)
                continue;
            Completion completion;
            addChunks(*string, completion);
            completion.kind = kindOf(result);
            completion.priority = static_cast<int>(string->getPriority());
            // Names the implementation reserves are of no interest to whoever writes a kernel.
            if (!completion.text.empty() && !completion.text.starts_with("__"))
                m_list.push_back(std::move(completion));
        }
    }

    clang::CodeCompletionAllocator &getAllocator() override { return m_info.getAllocator(); }
    clang::CodeCompletionTUInfo &getCodeCompletionTUInfo() override { return m_info; }

private:
    static clang::CodeCompleteOptions options()
    {
        clang::CodeCompleteOptions options;
        options.IncludeMacros = 1;
        return options;
    }

    clang::CodeCompletionTUInfo m_info;
    std::vector<Completion> &m_list;
};

struct CompletionJob {
    FrontendInput input;
    std::uint32_t line = 0, column = 0;
    std::vector<Completion> list;
};

void completeOnce(CompletionJob &job)
{
    DiagnosticCollector ignored;
    clang::CompilerInstance instance;
    if (!setUp(instance, job.input, ignored))
        return;
    clang::ParsedSourceLocation &place = instance.getFrontendOpts().CodeCompletionAt;
    place.FileName = job.input.mainFile;
    place.Line = job.line;
    place.Column = job.column;
    instance.setCodeCompletionConsumer(new Candidates(job.list)); // owned by the instance
    clang::SyntaxOnlyAction action;
    instance.ExecuteAction(action);
}

} // namespace

std::vector<Completion> semanticCompletions(const FrontendInput &input, std::uint32_t line, std::uint32_t column)
{
    auto job = std::make_shared<CompletionJob>(CompletionJob{input, line, column, {}});
    if (runGuarded([job] { completeOnce(*job); }) != GuardedEnd::Done)
        return {};
    return std::move(job->list);
}

} // namespace clv::frontend
