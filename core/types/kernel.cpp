// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/types/kernel.h"

#include <algorithm>

namespace clv
{

std::uint32_t byteSize(ScalarType type)
{
    switch (type) {
    case ScalarType::Char:
    case ScalarType::UChar: return 1;
    case ScalarType::Short:
    case ScalarType::UShort:
    case ScalarType::Half: return 2;
    case ScalarType::Int:
    case ScalarType::UInt:
    case ScalarType::Float: return 4;
    case ScalarType::Long:
    case ScalarType::ULong:
    case ScalarType::Double: return 8;
    case ScalarType::None: break;
    }
    return 0;
}

bool isFloating(ScalarType type)
{
    return type == ScalarType::Half || type == ScalarType::Float || type == ScalarType::Double;
}

bool isSigned(ScalarType type)
{
    switch (type) {
    case ScalarType::UChar:
    case ScalarType::UShort:
    case ScalarType::UInt:
    case ScalarType::ULong:
    case ScalarType::None: return false;
    default: return true;
    }
}

const char *toString(ScalarType type)
{
    switch (type) {
    case ScalarType::Char: return "char";
    case ScalarType::UChar: return "uchar";
    case ScalarType::Short: return "short";
    case ScalarType::UShort: return "ushort";
    case ScalarType::Int: return "int";
    case ScalarType::UInt: return "uint";
    case ScalarType::Long: return "long";
    case ScalarType::ULong: return "ulong";
    case ScalarType::Half: return "half";
    case ScalarType::Float: return "float";
    case ScalarType::Double: return "double";
    case ScalarType::None: break;
    }
    return "none";
}

const char *toString(AddressSpace space)
{
    switch (space) {
    case AddressSpace::Private: return "private";
    case AddressSpace::Global: return "global";
    case AddressSpace::Constant: return "constant";
    case AddressSpace::Local: return "local";
    case AddressSpace::Generic: return "generic";
    }
    return "unknown";
}

const KernelArgument *KernelSignature::argument(const std::string &argumentName) const
{
    auto it = std::ranges::find(arguments, argumentName, &KernelArgument::name);
    return it == arguments.end() ? nullptr : &*it;
}

std::string BuildOptions::text() const
{
    std::string joined;
    for (const std::string &word : words) {
        if (!joined.empty())
            joined += ' ';
        joined += word;
    }
    return joined;
}

} // namespace clv
