// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/symbols.h"
#include "core/emulator/emulator.h"
#include "core/types/kernel.h"

#include <optional>
#include <string>
#include <vector>

namespace clv::analysis {

/// What the IR tells of one access, without running it.
struct SiteFacts {
    std::optional<Place> place;  ///< none when the pointer cannot be followed
    std::string buffer;          ///< argument, local array or variable; empty when not resolved
    std::string index;           ///< in elements of the buffer: "row*n + k"; empty when it cannot be shown
    std::string shape;           ///< `index` without constants
    std::uint64_t unitBytes = 0; ///< size of one element that `index` counts
    std::string indexBuffer;     ///< the index was loaded from it; the outermost when loads are nested
    std::uint32_t depends = kOnUnknown;
};

[[nodiscard]] SiteFacts siteFacts(Symbols &symbols, const emulator::SiteInfo &site, const KernelSignature &signature);

/// One index for the unrolled copies of an access: "16*g + (0..15)" when constants go up by one step,
/// "g + (0..15)*n" when three copies or more go up by the same expression; empty when they do neither.
/// `polynomials` are the copies' indices in elements, in the order of the program.
[[nodiscard]] std::string joinUnrolled(const Symbols &symbols, const std::vector<Polynomial> &polynomials);

/// Offset in elements; none when the unit does not divide it.
[[nodiscard]] std::optional<Polynomial> inElements(const Polynomial &offset, std::uint64_t unitBytes);

/// Name of the struct member (".mass") at a byte of an element of buffer argument `argument`; empty when not known.
[[nodiscard]] std::string memberAt(const llvm::Function &function, std::uint32_t argument, std::uint64_t byte);

} // namespace clv::analysis
