// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

namespace clv::emulator {

/// Largest number of 32-bit registers that hold live values at one point of the function: a lower bound of what a
/// register allocator needs without spilling, before scheduling. Kernel arguments and constants are free (they sit in
/// constant memory), addresses count two registers.
[[nodiscard]] std::uint32_t estimateLiveRegisters(const llvm::Function &function);

} // namespace clv::emulator
