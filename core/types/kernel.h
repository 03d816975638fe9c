// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/support/source_location.h"
#include "core/types/ndrange.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clv {

/// Numbering of address spaces in `spir64` IR.
enum class AddressSpace { Private = 0, Global = 1, Constant = 2, Local = 3, Generic = 4 };

enum class ScalarType { None = 0, Char, UChar, Short, UShort, Int, UInt, Long, ULong, Half, Float, Double };

[[nodiscard]] std::uint32_t byteSize(ScalarType type); ///< 0 for None
[[nodiscard]] bool isFloating(ScalarType type);
[[nodiscard]] bool isSigned(ScalarType type);
[[nodiscard]] const char *toString(ScalarType type); ///< OpenCL C spelling: "uint"
[[nodiscard]] const char *toString(AddressSpace space); ///< "global", ...

/// Element of a buffer, or a scalar argument. `width` lanes of `scalar` (1, 2, 3, 4, 8, 16), or a struct
/// (`scalar` None). Units: `bytes` is sizeof in OpenCL C, so a 3-vector has the size of a 4-vector.
struct ElementType {
    ScalarType scalar = ScalarType::None;
    std::uint32_t width = 1;
    std::uint64_t bytes = 0;
    std::string name; ///< as written: "float4", "struct node"
};

enum class ArgumentKind { Unknown = 0, GlobalBuffer, ConstantBuffer, LocalBuffer, Scalar, Struct, Image, Sampler };

struct KernelArgument {
    std::string name;
    std::string typeName; ///< "__global const float *" as Clang prints it
    ArgumentKind kind = ArgumentKind::Unknown;
    ElementType element;  ///< pointee for buffers; the value itself for Scalar and Struct
    bool isConst = false, isRestrict = false, isVolatile = false;
    SourceLocation where;
};

/// What a caller must know to launch one kernel of a file.
struct KernelSignature {
    std::string name;
    SourceLocation where;             ///< its name in the source
    std::uint32_t endLine = 0;        ///< last line of the body, in the same file
    std::vector<KernelArgument> arguments;
    std::optional<Size3> requiredLocalSize; ///< reqd_work_group_size
    std::uint64_t staticLocalBytes = 0;     ///< __local variables declared in the kernel
    std::uint32_t workDimQueried = 1;       ///< highest dimension asked of get_global_id etc., plus one
    bool usesSubGroups = false, usesFp64 = false, usesFp16 = false, usesImages = false;

    [[nodiscard]] const KernelArgument *argument(const std::string &argumentName) const;
};

/// Options as given to clBuildProgram, one string per word, in order.
struct BuildOptions {
    std::vector<std::string> words;
    [[nodiscard]] std::string text() const; ///< joined by blanks
};

} // namespace clv
