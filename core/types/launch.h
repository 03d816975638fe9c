// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/kernel.h"
#include "core/types/ndrange.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace clv {

/// Arithmetic over names: integers, decimals, 0x10, 4Ki, + - * / % ( ) , 2^k, 2**k, min, max, ceilDiv, roundUp, log2,
/// sqrt, floor, ceil, abs, and the names in scope: scalar arguments, free parameters, global[0..2] (alias global),
/// local[0..2], offset[0..2]; in contents also count, the elements of that buffer.
/// Example: "4*(rows + 1)", "roundUp(n, 256)".
using Expression = std::string;

enum class ContentsKind {
    Unknown = 0,
    Zeros,
    Constant,        ///< value
    Iota,            ///< start, step
    Uniform,         ///< low, high (integers: both ends; floats: half-open), seed
    Permutation,     ///< of 0..count-1, seed
    CsrRowPointers,  ///< rows, mean (entries a row), skew (0 = all rows equal; power-law exponent otherwise), seed
    CsrColumns,      ///< columns, locality (0 = anywhere .. 1 = beside the row), seed; rows, mean, skew of its matrix
    BfsLevels,       ///< active (share of vertices at `level`), level: others get `other` (default -1), seed
    File,            ///< raw bytes, .npy or .mtx
};
[[nodiscard]] const char *toString(ContentsKind kind); ///< spelling in launch files: "csr-row-pointers"

/// How a buffer is filled. The element at index i depends on (kind, parameters, seed, i) only, so any page can be
/// made without the others.
template <typename Number>
struct BasicContents {
    ContentsKind kind = ContentsKind::Zeros;
    std::map<std::string, Number> parameters;
    std::uint64_t seed = 1;
    std::string file; ///< for File; relative to the launch file
    std::string part; ///< for a Matrix Market file as CSR: "row-pointers", "columns" or "values"
};
using ContentsSpec = BasicContents<Expression>;
using Contents = BasicContents<double>;

// ---- As the user writes it ------------------------------------------------------------------------------------

struct ScalarSpec { std::vector<Expression> lanes; };             ///< one per vector lane
struct BytesSpec { std::vector<std::uint8_t> bytes; };            ///< a struct by value
struct BufferSpec { Expression count; ContentsSpec contents; };   ///< count in elements
struct LocalSpec { Expression count; };                           ///< elements of local memory
struct ImageSpec { Expression width, height, depth; ContentsSpec contents; };
struct SamplerSpec {};
using ArgumentSpec = std::variant<std::monostate, ScalarSpec, BytesSpec, BufferSpec, LocalSpec, ImageSpec, SamplerSpec>;

/// A launch with names in it: the content of `name.launch.json`, and what sweeps vary.
struct LaunchSpec {
    std::string kernel;                                          ///< empty: the only kernel of the file
    std::vector<Expression> global;                              ///< 1 to 3 entries
    std::optional<std::vector<Expression>> local;                ///< none: chosen (required size, else inferred)
    std::vector<Expression> offset;
    std::vector<std::pair<std::string, ArgumentSpec>> arguments; ///< in the order of the signature
    std::vector<std::pair<std::string, Expression>> parameters;  ///< free names, e.g. entriesPerRow
    std::vector<std::string> buildOptions;
    std::string note;                                            ///< free text of the author
};

/// What the command line or a sweep point changes in a LaunchSpec.
struct LaunchOverrides {
    std::optional<std::vector<Expression>> global, local, offset;
    std::vector<std::pair<std::string, Expression>> values; ///< NAME=EXPR: scalar argument, buffer count, parameter
    std::vector<std::string> buildOptions;                  ///< appended
};

// ---- Resolved: numbers only ----------------------------------------------------------------------------------

struct ScalarValue { ElementType type; std::vector<std::byte> bytes; std::vector<double> lanes; };
struct BufferValue { ElementType element; std::uint64_t bytes = 0; Contents contents; };
struct LocalValue { std::uint64_t bytes = 0; };
struct ImageValue { std::uint64_t width = 1, height = 1, depth = 1; Contents contents; };
struct SamplerValue {};
struct StructValue { std::vector<std::byte> bytes; };

struct LaunchArgument {
    std::string name;
    ArgumentKind kind = ArgumentKind::Unknown;
    std::variant<std::monostate, ScalarValue, StructValue, BufferValue, LocalValue, ImageValue, SamplerValue> value;
};

/// A launch ready to be emulated, predicted or measured. Arguments stand in the order of the signature.
struct Launch {
    std::string kernel;
    NDRange ndrange;
    std::vector<LaunchArgument> arguments;
    BuildOptions buildOptions;

    [[nodiscard]] const LaunchArgument *argument(const std::string &name) const;
    [[nodiscard]] std::uint64_t globalBytes() const; ///< sum over global and constant buffers
    [[nodiscard]] std::uint64_t localArgumentBytes() const;
};

} // namespace clv
