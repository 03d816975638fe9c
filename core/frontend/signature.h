// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/kernel.h"

#include <clang/AST/ASTConsumer.h>

#include <map>
#include <string>
#include <vector>

namespace clv::frontend {

/// What is read off the syntax tree.
struct TreeFacts {
    std::vector<KernelSignature> kernels;            ///< in source order
    std::map<std::string, SourceLocation> undefined; ///< functions of the user that have no body, by IR name
};

/// Fills `facts` when the translation unit has been parsed. `facts` must outlive the consumer.
class SignatureConsumer : public clang::ASTConsumer {
public:
    explicit SignatureConsumer(TreeFacts &facts) : m_facts(facts) {}
    void HandleTranslationUnit(clang::ASTContext &context) override;

private:
    TreeFacts &m_facts;
};

} // namespace clv::frontend
