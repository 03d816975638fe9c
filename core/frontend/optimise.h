// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/diagnostic.h"
#include "core/types/kernel.h"

#include <llvm/IR/Module.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace clv::frontend {

/// Errors that only the call graph shows: recursion, and calls of functions without a body (`undefined`, by IR name).
[[nodiscard]] std::vector<Diagnostic> callGraphErrors(const llvm::Module &module, const std::string &mainFile,
                                                      const std::map<std::string, SourceLocation> &undefined);

/// Bytes of the __local variables that the kernel and what it calls use. To be asked before optimisation, which
/// deletes arrays that are only written.
[[nodiscard]] std::uint64_t staticLocalBytes(const llvm::Module &module, const std::string &kernel);

/// Makes every kernel one function where that is possible, then optimises: O2 without vectorisers, or inlining and
/// scalar replacement alone. Loops keep their form but for unrolling of short constant trip counts.
/// Leaves the guarded work when `deadline` passes.
void optimise(llvm::Module &module, bool full, std::chrono::steady_clock::time_point deadline);

/// Fills workDimQueried and uses* from the IR of the kernel and what it calls.
void addIrFacts(const llvm::Module &module, KernelSignature &kernel);

} // namespace clv::frontend
