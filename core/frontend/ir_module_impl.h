// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frontend/compile.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

namespace clv::frontend {

/// What stands behind an IrModule. For rooms that link LLVM (emulator, analysis), and for nobody else.
/// Address spaces: 0 private, 1 global, 2 constant, 3 local, 4 generic. Kernels are the definitions with the calling
/// convention SPIR_KERNEL. File names in the debug information are absolute; `mainFile` is that of the source.
struct IrModule::Impl {
    // The module must die before its context: members are destroyed in reverse order.
    std::unique_ptr<llvm::LLVMContext> context;
    std::unique_ptr<llvm::Module> module;
    std::string mainFile;
};

/// Place of an instruction in the source; `file` is empty for the main file. Of inlined code: the place in the helper.
[[nodiscard]] SourceLocation sourcePlace(const llvm::DILocation *location, const IrModule::Impl &module);

/// Call sites through which the code at `location` was inlined, innermost first.
[[nodiscard]] std::vector<SourceLocation> inlinedAt(const llvm::DILocation *location, const IrModule::Impl &module);

} // namespace clv::frontend
