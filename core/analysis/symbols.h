// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Value;
class Instruction;
class Function;
class Loop;
class PHINode;
} // namespace llvm

namespace clv::analysis {

/// What an address can be made of (internal to the room, as is LLVM here).
enum class AtomKind {
    GlobalId,     ///< get_global_id(dim)
    LocalId,      ///< get_local_id(dim)
    GroupId,      ///< get_group_id(dim)
    GlobalSize,   ///< get_global_size(dim)
    LocalSize,    ///< get_local_size(dim)
    NumGroups,    ///< get_num_groups(dim)
    GlobalOffset, ///< get_global_offset(dim)
    Argument,     ///< scalar argument number `dim`
    Loop,         ///< value of a loop's variable, or its iteration number when `value` is a header block
    Loaded,       ///< read from memory
    Other,        ///< anything else, with a text when it can be shown
};

/// On what a value depends; `Dim` bits are shifted by the dimension.
enum Depends : std::uint32_t {
    kOnGroup = 1,   ///< << dim: global or group id
    kOnLocalId = 8, ///< << dim: global or local id
    kOnLoop = 64,
    kOnLoaded = 128,      ///< a loaded value is part of the expression itself
    kOnLoadedStart = 256, ///< a loop variable that starts, steps or ends at a loaded value
    kOnUnknown = 512,
};

using AtomId = std::uint32_t;

struct Atom {
    AtomKind kind = AtomKind::Other;
    std::uint32_t dim = 0;
    const llvm::Value *value = nullptr;
    std::string text;       ///< as shown; empty when it cannot be shown
    std::string shape;      ///< `text` without constants: equal for the unrolled copies of one access
    std::string loadedFrom; ///< Loaded: name of the buffer
    std::uint32_t depends = 0;
    bool isSimpleText = true; ///< needs no parentheses as a factor
};

/// Sum of products of atoms with whole coefficients. Keys are sorted lists of atoms; the empty one is the constant.
class Polynomial {
public:
    using Product = std::vector<AtomId>;

    Polynomial() = default;
    explicit Polynomial(std::int64_t constant);
    static Polynomial ofAtom(AtomId atom);

    [[nodiscard]] const std::map<Product, std::int64_t> &terms() const { return m_terms; }
    [[nodiscard]] std::int64_t constant() const;
    [[nodiscard]] std::optional<std::int64_t> asConstant() const; ///< none when an atom is left
    void add(const Product &product, std::int64_t factor);

    friend Polynomial operator+(const Polynomial &a, const Polynomial &b);
    friend Polynomial operator-(const Polynomial &a, const Polynomial &b);
    friend Polynomial operator*(const Polynomial &a, const Polynomial &b);
    friend bool operator==(const Polynomial &, const Polynomial &) = default;

private:
    std::map<Product, std::int64_t> m_terms;
};

/// Where a pointer points: `offset` bytes from the start of `base` (an Argument, a GlobalVariable or an alloca).
struct Place {
    const llvm::Value *base = nullptr;
    Polynomial offset;
};

/// A loop variable that goes up or down by the same amount each round.
struct Induction {
    Polynomial start, step;
    const llvm::Loop *loop = nullptr;
};

/// Reads a kernel's IR as arithmetic over ids, arguments and loop variables. Values are taken as whole numbers:
/// who proves something with them checks that nothing wraps. Names are those of the source where debug information
/// has them and they hold one value only.
/// Thread: one owner; the function is not changed.
class Symbols {
public:
    struct ArgumentFacts {
        std::string name;
        std::uint64_t elementBytes = 0; ///< of a buffer
    };
    Symbols(const llvm::Function &function, std::vector<ArgumentFacts> arguments);
    ~Symbols();
    Symbols(const Symbols &) = delete;
    Symbols &operator=(const Symbols &) = delete;

    [[nodiscard]] const Polynomial &of(const llvm::Value *value);
    [[nodiscard]] std::optional<Place> placeOf(const llvm::Value *pointer);
    /// The address of a load, store, atomic, or a call of vload/vstore/atomic_*; none for others.
    [[nodiscard]] std::optional<Place> placeAccessed(const llvm::Instruction &access);
    [[nodiscard]] const Atom &atom(AtomId id) const;
    [[nodiscard]] std::uint32_t dependsOf(const Polynomial &polynomial) const;
    /// Of any value, by data flow (and, for loop variables, by the conditions that end the loop).
    [[nodiscard]] std::uint32_t dependsOf(const llvm::Value *value);
    /// None when the atom is no loop variable, or its step changes in the loop.
    [[nodiscard]] std::optional<Induction> inductionOf(const Atom &loopVariable);
    /// Readable form, "y*n + x"; empty when a part of it cannot be shown. `withConstants` false gives the shape.
    [[nodiscard]] std::string print(const Polynomial &polynomial, bool withConstants = true) const;
    /// Name in the source of an argument, array or variable; empty when there is none.
    [[nodiscard]] std::string nameOf(const llvm::Value *value) const;

    struct Impl;
    [[nodiscard]] Impl &impl() { return *m_impl; }

private:
    std::unique_ptr<Impl> m_impl;
};

} // namespace clv::analysis
