// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/emulator/emulator.h"

#include <llvm/IR/Module.h>

namespace clv::emulator {

/// `Program::lower` for a module that did not come from the frontend; `Program::module` must not be asked then.
[[nodiscard]] Result<std::shared_ptr<const Program>>
lowerModule(const llvm::Module &module, const std::string &mainFile, const std::string &kernel);

/// A call of barrier() or work_group_barrier(), or of a built-in that all work-items of a group take part in.
[[nodiscard]] bool isBarrierCall(const llvm::Instruction &instruction);

} // namespace clv::emulator
