// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/crash_guard.h"
#include "core/frontend/diagnostic_collector.h"
#include "core/frontend/document.h"
#include "core/frontend/frontend_input.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/PreprocessorOptions.h>

#include <algorithm>
#include <map>
#include <set>

namespace clv::frontend {

namespace {

/// The full header of Clang declares every built-in; its own tables, which normal runs use, cannot be listed.
constexpr const char *kListSource = "#include <opencl-c.h>\n";

using Found = std::map<std::string, std::vector<std::string>>;

std::string signatureOf(const clang::FunctionDecl &function, const clang::PrintingPolicy &policy)
{
    std::string text = function.getReturnType().getAsString(policy) + ' ' + function.getNameAsString() + '(';
    for (const clang::ParmVarDecl *parameter : function.parameters()) {
        if (parameter != *function.param_begin())
            text += ", ";
        std::string declared;
        llvm::raw_string_ostream stream(declared);
        parameter->getType().getUnqualifiedType().print(stream, policy, parameter->getName());
        text += declared;
    }
    return text + (function.isVariadic() ? ", ...)" : ")");
}

class ListConsumer : public clang::ASTConsumer {
public:
    explicit ListConsumer(Found &found) : m_found(found) {}
    void HandleTranslationUnit(clang::ASTContext &context) override
    {
        for (const clang::Decl *declaration : context.getTranslationUnitDecl()->decls()) {
            const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
            if (!function || function->isImplicit() || function->getName().starts_with("__"))
                continue;
            std::string signature = signatureOf(*function, context.getPrintingPolicy());
            auto &signatures = m_found[function->getNameAsString()];
            if (std::find(signatures.begin(), signatures.end(), signature) == signatures.end())
                signatures.push_back(std::move(signature));
        }
    }

private:
    Found &m_found;
};

class ListAction : public clang::SyntaxOnlyAction {
public:
    explicit ListAction(Found &found) : m_found(found) {}

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef) override
    {
        return std::make_unique<ListConsumer>(m_found);
    }

private:
    Found &m_found;
};

struct ListJob {
    FrontendInput input;
    Found found;
};

void listOnce(ListJob &job)
{
    DiagnosticCollector ignored;
    clang::CompilerInstance instance;
    if (!setUp(instance, job.input, ignored))
        return;
    // The default header would hide the declarations: both guard themselves against each other.
    instance.getPreprocessorOpts().Includes.clear();
    instance.getLangOpts().DeclareOpenCLBuiltins = false;
    ListAction action(job.found);
    instance.ExecuteAction(action);
}

/// Adds the declarations of one language version to `found`. False when the header could not be read.
bool addVersion(const std::string &standard, Found &found)
{
    SourceText source;
    source.text = kListSource;
    auto input = makeInput(source, {}, {}, 20);
    if (!input)
        return false;
    input->standard = standard;
    auto job = std::make_shared<ListJob>(ListJob{std::move(*input), std::move(found)});
    const bool isDone = runGuarded([job] { listOnce(*job); }) == GuardedEnd::Done;
    if (isDone)
        found = std::move(job->found);
    return isDone;
}

std::vector<Builtin> listBuiltins()
{
    // 3.0 has the functions of work-groups and sub-groups, 1.2 the overloads that generic pointers replaced; the
    // signatures of the version that is tried first come first.
    Found found;
    if (!addVersion("CL1.2", found) || !addVersion("CL3.0", found))
        return {};
    std::vector<Builtin> list;
    for (auto &[name, signatures] : found)
        list.push_back({name, std::move(signatures)});
    return list;
}

} // namespace

const std::vector<Builtin> &builtins()
{
    static const std::vector<Builtin> list = listBuiltins();
    return list;
}

} // namespace clv::frontend
