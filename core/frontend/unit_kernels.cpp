// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/unit_facts.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

namespace clv::frontend {

namespace {

/// Clang's numbers of address spaces in the language (clang_getAddressSpace gives these, not the target's).
enum LanguageSpace : unsigned { kGlobal = 1, kLocal = 2, kConstant = 3, kGlobalDevice = 6, kGlobalHost = 7 };

ScalarType scalarOf(CXTypeKind kind)
{
    switch (kind) {
    case CXType_Bool:
    case CXType_Char_U:
    case CXType_UChar: return ScalarType::UChar;
    case CXType_Char_S:
    case CXType_SChar: return ScalarType::Char;
    case CXType_Short: return ScalarType::Short;
    case CXType_UShort: return ScalarType::UShort;
    case CXType_Int: return ScalarType::Int;
    case CXType_UInt: return ScalarType::UInt;
    case CXType_Long:
    case CXType_LongLong: return ScalarType::Long;
    case CXType_ULong:
    case CXType_ULongLong: return ScalarType::ULong;
    case CXType_Half: return ScalarType::Half;
    case CXType_Float: return ScalarType::Float;
    case CXType_Double: return ScalarType::Double;
    default: return ScalarType::None;
    }
}

ElementType elementOf(CXType type)
{
    ElementType element;
    element.name = textOf(clang_getTypeSpelling(clang_getUnqualifiedType(type)));
    CXType scalar = clang_getCanonicalType(type);
    for (const std::string_view space : {"__global ", "__local ", "__constant "}) // an array's stays with its elements
        if (scalar.kind == CXType_ConstantArray && element.name.starts_with(space))
            element.name.erase(0, space.size());
    if (scalar.kind == CXType_Void || scalar.kind == CXType_FunctionProto || scalar.kind == CXType_FunctionNoProto)
        return element;
    const long long bytes = clang_Type_getSizeOf(scalar); // negative: incomplete
    if (bytes < 0)
        return element;
    element.bytes = static_cast<std::uint64_t>(bytes);
    if (scalar.kind == CXType_ExtVector || scalar.kind == CXType_Vector) {
        element.width = static_cast<std::uint32_t>(clang_getNumElements(scalar));
        scalar = clang_getCanonicalType(clang_getElementType(scalar));
    }
    if (scalar.kind == CXType_Enum)
        scalar = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(scalar)));
    element.scalar = scalarOf(scalar.kind);
    return element;
}

ArgumentKind bufferKind(unsigned space)
{
    switch (space) {
    case kGlobal:
    case kGlobalDevice:
    case kGlobalHost: return ArgumentKind::GlobalBuffer;
    case kConstant: return ArgumentKind::ConstantBuffer;
    case kLocal: return ArgumentKind::LocalBuffer;
    default: return ArgumentKind::Unknown;
    }
}

/// Every parameter lies in private memory, which Clang prints among the qualifiers of the outermost type (behind the
/// last '*' of a pointer) and nobody writes.
std::string withoutPrivate(std::string type)
{
    constexpr std::string_view kPrivate = "__private";
    const std::size_t star = type.rfind('*');
    const std::size_t at = type.find(kPrivate, star == std::string::npos ? 0 : star);
    if (at == std::string::npos)
        return type;
    type.erase(at, kPrivate.size());
    if (at < type.size() && type[at] == ' ')
        type.erase(at, 1);
    else if (at > 0 && type[at - 1] == ' ')
        type.erase(at - 1, 1);
    return type;
}

void setPointee(KernelArgument &argument, CXType pointee, CXType written)
{
    argument.isConst = clang_isConstQualifiedType(pointee) != 0;
    argument.isVolatile = clang_isVolatileQualifiedType(pointee) != 0;
    argument.element = elementOf(written);
}

KernelArgument argumentOf(CXCursor parameter, const std::string &mainFile)
{
    KernelArgument argument;
    argument.name = textOf(clang_getCursorSpelling(parameter));
    argument.where = placeOf(clang_getCursorLocation(parameter), mainFile);
    const CXType type = clang_getCursorType(parameter);
    const CXType canonical = clang_getCanonicalType(type);
    argument.typeName = withoutPrivate(textOf(clang_getTypeSpelling(type)));
    argument.isConst = clang_isConstQualifiedType(type) != 0;
    argument.isVolatile = clang_isVolatileQualifiedType(type) != 0;
    if (canonical.kind == CXType_Pointer) {
        const CXType pointee = clang_getPointeeType(canonical);
        argument.kind = bufferKind(clang_getAddressSpace(pointee));
        argument.isRestrict = clang_isRestrictQualifiedType(canonical) != 0;
        const CXType written = clang_getPointeeType(type); // none when the pointer itself is a typedef
        setPointee(argument, pointee, written.kind == CXType_Invalid ? pointee : written);
    } else if (canonical.kind == CXType_ConstantArray || canonical.kind == CXType_IncompleteArray) {
        // libclang gives the type as written; to C, an array as a parameter is a pointer.
        const CXType element = clang_getArrayElementType(canonical);
        argument.kind = bufferKind(std::max(clang_getAddressSpace(canonical), clang_getAddressSpace(element)));
        const CXType written = clang_getArrayElementType(type);
        setPointee(argument, element, written.kind == CXType_Invalid ? element : written);
        argument.typeName = textOf(clang_getTypeSpelling(written.kind == CXType_Invalid ? element : written)) + " *";
    } else if (canonical.kind == CXType_OCLSampler) {
        argument.kind = ArgumentKind::Sampler;
    } else if (canonical.kind >= CXType_OCLImage1dRO && canonical.kind <= CXType_OCLImage3dRW) {
        argument.kind = ArgumentKind::Image;
    } else if (canonical.kind == CXType_Record) {
        argument.kind = ArgumentKind::Struct;
        argument.element = elementOf(type);
    } else {
        argument.element = elementOf(type);
        if (argument.element.scalar != ScalarType::None)
            argument.kind = ArgumentKind::Scalar;
    }
    return argument;
}

/// The declaration as Clang prints it, macros expanded and without a body. libclang has no other way to the kernel
/// attribute and to the numbers of reqd_work_group_size.
std::string printed(CXCursor function)
{
    const CXPrintingPolicy policy = clang_getCursorPrintingPolicy(function);
    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    std::string text = textOf(clang_getCursorPrettyPrinted(function, policy));
    clang_PrintingPolicy_dispose(policy);
    return text;
}

/// Whether `word` stands in the declaration outside of brackets and strings.
bool hasWord(std::string_view declaration, std::string_view word)
{
    int depth = 0;
    for (std::size_t i = 0; i < declaration.size(); ++i) {
        const char c = declaration[i];
        if (c == '"')
            i = std::min(declaration.find('"', i + 1), declaration.size());
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        const bool isStart = i == 0 || declaration[i - 1] == ' ';
        if (depth == 0 && isStart && declaration.substr(i).starts_with(word) &&
            declaration.substr(i + word.size()).starts_with(' '))
            return true;
    }
    return false;
}

std::optional<Size3> requiredSize(std::string_view declaration)
{
    constexpr std::string_view kAttribute = "reqd_work_group_size(";
    const std::size_t at = declaration.find(kAttribute);
    if (at == std::string_view::npos)
        return std::nullopt;
    Size3 size{};
    const char *next = declaration.data() + at + kAttribute.size(), *end = declaration.data() + declaration.size();
    for (std::size_t i = 0; i < 3; ++i) {
        while (next != end && (*next == ' ' || *next == ','))
            ++next;
        const auto [stop, error] = std::from_chars(next, end, size[i]);
        if (error != std::errc())
            return std::nullopt;
        next = stop;
    }
    return size;
}

/// Without the facts of its attributes.
KernelSignature signatureOf(CXCursor cursor, const std::string &mainFile)
{
    KernelSignature kernel;
    kernel.name = textOf(clang_getCursorSpelling(cursor));
    kernel.where = placeOf(clang_getCursorLocation(cursor), mainFile);
    kernel.endLine = placeOf(clang_getRangeEnd(clang_getCursorExtent(cursor)), mainFile).line;
    for (int i = 0, n = clang_Cursor_getNumArguments(cursor); i < n; ++i) {
        kernel.arguments.push_back(argumentOf(clang_Cursor_getArgument(cursor, static_cast<unsigned>(i)), mainFile));
        kernel.usesImages = kernel.usesImages || kernel.arguments.back().kind == ArgumentKind::Image;
    }
    return kernel;
}

/// What attributes say of a function; those of earlier declarations hold for later ones.
struct FunctionFacts {
    bool isKernel = false;
    std::optional<Size3> requiredLocalSize;
};

struct Visit {
    const std::string *mainFile;
    Declarations found;
    std::map<std::string, FunctionFacts> functions;
};

void addFunction(CXCursor cursor, const std::string &name, Visit &visit)
{
    FunctionFacts &facts = visit.functions[name];
    const std::string declaration = printed(cursor);
    facts.isKernel = facts.isKernel || hasWord(declaration, "__kernel") || hasWord(declaration, "kernel");
    if (const auto size = requiredSize(declaration))
        facts.requiredLocalSize = size;
    if (!facts.isKernel || clang_isCursorDefinition(cursor) == 0)
        return;
    KernelSignature kernel = signatureOf(cursor, *visit.mainFile);
    kernel.requiredLocalSize = facts.requiredLocalSize;
    visit.found.kernels.push_back(std::move(kernel));
}

CXChildVisitResult visitDeclaration(CXCursor cursor, CXCursor, CXClientData data)
{
    auto &visit = *static_cast<Visit *>(data);
    const CXSourceLocation location = clang_getCursorLocation(cursor);
    if (clang_Location_isInSystemHeader(location) != 0 || !placeOf(location, *visit.mainFile).isKnown())
        return CXChildVisit_Continue;
    std::string name = textOf(clang_getCursorSpelling(cursor));
    const CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_FunctionDecl)
        addFunction(cursor, name, visit);
    visit.found.names.insert(std::move(name));
    return kind == CXCursor_EnumDecl ? CXChildVisit_Recurse : CXChildVisit_Continue;
}

} // namespace

Declarations declarationsOf(CXTranslationUnit unit, const std::string &mainFile)
{
    Visit visit{&mainFile, {}, {}};
    clang_visitChildren(clang_getTranslationUnitCursor(unit), visitDeclaration, &visit);
    return std::move(visit.found);
}

} // namespace clv::frontend
