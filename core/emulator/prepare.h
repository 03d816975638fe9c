// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/result.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

namespace clv::emulator {

/// A private copy of one kernel's IR, in a context of its own, with every helper inlined (internal to the room).
/// Why a copy: the frontend's module is shared between threads, and inlining changes it.
struct PreparedIr {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> module;
    llvm::Function *kernel = nullptr;
    std::string mainFile; ///< as the debug information spells it; places in it have an empty file name
};

/// Errors: no such kernel (lists those there are), recursion, a body too large once flattened.
[[nodiscard]] Result<std::unique_ptr<PreparedIr>> prepare(const llvm::Module &module, const std::string &kernel,
                                                          const std::string &mainFile);

/// Place of an instruction in the source; unknown without debug information.
[[nodiscard]] SourceLocation placeOf(const llvm::Instruction &instruction, const std::string &mainFile);
/// Call sites through which the instruction was inlined, innermost first.
[[nodiscard]] std::vector<SourceLocation> inlinedAt(const llvm::Instruction &instruction, const std::string &mainFile);

} // namespace clv::emulator
