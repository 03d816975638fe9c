// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/index_expression.h"
#include "core/types/launch.h"

#include <optional>
#include <span>
#include <string>

namespace clv::analysis {

/// Largest byte offset past an access that any work-item can reach, by interval arithmetic over ids, loop bounds and
/// the conditions that guard the access.
///
/// Method: the variables of the offset are replaced one by one by their upper (or, with a negative factor, lower)
/// bound; of several bounds the tightest in this launch is taken. What is left is a polynomial in arguments and sizes.
/// Assumes that index arithmetic does not wrap. Gives nothing for loaded indices, products of ids, or bounds that need
/// a division. A guard that depends on data makes the result an upper bound that may not be reached: callers compare
/// it with what was observed.
class Extents {
public:
    Extents(Symbols &symbols, const KernelSignature &signature, const Launch &launch);

    struct Bound {
        Polynomial bytes; ///< in arguments and sizes only
        double value = 0; ///< for this launch
    };
    [[nodiscard]] std::optional<Bound> endOf(const emulator::SiteInfo &site, const SiteFacts &facts);
    /// "4*(rows + 1)": an Expression of launch files. `elementBytes` is the factor when it divides all terms.
    [[nodiscard]] Expression print(const Polynomial &bytes, std::uint64_t elementBytes) const;
    /// The largest of the bounds for every launch: one of them where that is provable, else max(a, b).
    [[nodiscard]] Expression printLargest(const std::vector<Bound> &bounds, std::uint64_t elementBytes) const;
    /// Value in this launch; none when a variable is left.
    [[nodiscard]] std::optional<double> valueOf(const Polynomial &polynomial) const;

private:
    enum class Side { Upper, Lower };
    [[nodiscard]] std::optional<Polynomial> eliminate(Polynomial polynomial, const llvm::Value *block, Side side,
                                                      int depth);
    [[nodiscard]] std::optional<Polynomial> boundOf(AtomId atom, const llvm::Value *block, Side side, int depth);
    void addLimits(const Atom &atom, Side side, std::vector<Polynomial> &candidates);
    void addGuards(const llvm::Value *block, std::vector<Polynomial> &atMostZero);
    void addCondition(const llvm::Value *condition, bool isTrue, std::vector<Polynomial> &atMostZero);
    [[nodiscard]] std::vector<Polynomial> loopConstraints(AtomId atom, const llvm::Loop &loop, const Polynomial &step);
    [[nodiscard]] std::optional<double> sizeOf(const Atom &atom) const;
    [[nodiscard]] bool isFixed(const Atom &atom) const;
    [[nodiscard]] std::string nameOf(const Atom &atom) const;
    [[nodiscard]] Polynomial sizeAtom(AtomKind kind, std::uint32_t dim);

    Symbols &m_symbols;
    const KernelSignature &m_signature;
    const Launch &m_launch;
};

} // namespace clv::analysis
