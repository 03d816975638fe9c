// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/emulator/emulator.h"

#include <cstddef>

namespace clv::analysis {

/// Longest chain of global-memory reads in which each needs the one before for its address, per work-item.
/// A loop that follows pointers (i = next[i]) counts its links times its mean trip count in the run; loops whose rounds
/// do not depend on each other's loads add nothing.
/// Example: y[i] = x[col[rowptr[i]]] has 3.
[[nodiscard]] double dependentLoadDepth(const emulator::Program &program, const emulator::RunResult &run);

/// Rounds of a loop, summed over lanes and weighted to the launch. The run counts how often lanes come to the loop's
/// head; a loop that tests there comes once more than it goes round.
[[nodiscard]] double loopRounds(const emulator::Program &program, const emulator::RunResult &run, std::size_t loop);

} // namespace clv::analysis
