// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/kernel.h"

#include <string>
#include <utility>

namespace clv::test {

inline ElementType element(ScalarType scalar, std::uint32_t width = 1)
{
    ElementType type;
    type.scalar = scalar;
    type.width = width;
    type.bytes = std::uint64_t{byteSize(scalar)} * (width == 3 ? 4 : width);
    type.name = toString(scalar) + (width == 1 ? std::string() : std::to_string(width));
    return type;
}

inline KernelArgument argumentOf(std::string name, ArgumentKind kind, ElementType type, bool isConst = false)
{
    KernelArgument argument;
    argument.name = std::move(name);
    argument.kind = kind;
    argument.typeName = type.name;
    argument.element = std::move(type);
    argument.isConst = isConst;
    return argument;
}

inline KernelArgument scalar(std::string name, ScalarType type, std::uint32_t width = 1)
{
    return argumentOf(std::move(name), ArgumentKind::Scalar, element(type, width));
}
inline KernelArgument global(std::string name, ScalarType type, bool isConst = false, std::uint32_t width = 1)
{
    return argumentOf(std::move(name), ArgumentKind::GlobalBuffer, element(type, width), isConst);
}
inline KernelArgument constant(std::string name, ScalarType type)
{
    return argumentOf(std::move(name), ArgumentKind::ConstantBuffer, element(type), true);
}
inline KernelArgument local(std::string name, ScalarType type)
{
    return argumentOf(std::move(name), ArgumentKind::LocalBuffer, element(type));
}

inline KernelSignature kernel(std::string name, std::vector<KernelArgument> arguments, std::uint32_t dimensions = 1)
{
    KernelSignature signature;
    signature.name = std::move(name);
    signature.arguments = std::move(arguments);
    signature.workDimQueried = dimensions;
    return signature;
}

} // namespace clv::test
