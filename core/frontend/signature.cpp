// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frontend/signature.h"

#include "core/frontend/diagnostic_collector.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

namespace clv::frontend {

namespace {

ScalarType scalarOf(const clang::BuiltinType &type)
{
    switch (type.getKind()) {
    case clang::BuiltinType::Bool:
    case clang::BuiltinType::Char_U:
    case clang::BuiltinType::UChar: return ScalarType::UChar;
    case clang::BuiltinType::Char_S:
    case clang::BuiltinType::SChar: return ScalarType::Char;
    case clang::BuiltinType::Short: return ScalarType::Short;
    case clang::BuiltinType::UShort: return ScalarType::UShort;
    case clang::BuiltinType::Int: return ScalarType::Int;
    case clang::BuiltinType::UInt: return ScalarType::UInt;
    case clang::BuiltinType::Long:
    case clang::BuiltinType::LongLong: return ScalarType::Long;
    case clang::BuiltinType::ULong:
    case clang::BuiltinType::ULongLong: return ScalarType::ULong;
    case clang::BuiltinType::Half: return ScalarType::Half;
    case clang::BuiltinType::Float: return ScalarType::Float;
    case clang::BuiltinType::Double: return ScalarType::Double;
    default: return ScalarType::None;
    }
}

std::string spelling(clang::QualType type, const clang::ASTContext &context)
{
    return context.removeAddrSpaceQualType(type).getLocalUnqualifiedType().getUnqualifiedType().getAsString(
        context.getPrintingPolicy());
}

ElementType elementOf(clang::QualType type, const clang::ASTContext &context)
{
    ElementType element;
    element.name = spelling(type, context);
    const clang::QualType canonical = type.getCanonicalType();
    if (canonical->isIncompleteType() || canonical->isVoidType() || canonical->isFunctionType())
        return element;
    element.bytes = static_cast<std::uint64_t>(context.getTypeSizeInChars(canonical).getQuantity());
    clang::QualType scalar = canonical;
    if (const auto *vector = canonical->getAs<clang::VectorType>()) {
        element.width = vector->getNumElements();
        scalar = vector->getElementType().getCanonicalType();
    }
    if (const auto *enumeration = scalar->getAs<clang::EnumType>())
        scalar = enumeration->getDecl()->getIntegerType().getCanonicalType();
    if (const auto *builtin = scalar->getAs<clang::BuiltinType>())
        element.scalar = scalarOf(*builtin);
    return element;
}

ArgumentKind bufferKind(clang::LangAS space)
{
    switch (space) {
    case clang::LangAS::opencl_global:
    case clang::LangAS::opencl_global_device:
    case clang::LangAS::opencl_global_host: return ArgumentKind::GlobalBuffer;
    case clang::LangAS::opencl_constant: return ArgumentKind::ConstantBuffer;
    case clang::LangAS::opencl_local: return ArgumentKind::LocalBuffer;
    default: return ArgumentKind::Unknown;
    }
}

KernelArgument argumentOf(const clang::ParmVarDecl &parameter, const clang::ASTContext &context)
{
    KernelArgument argument;
    argument.name = parameter.getNameAsString();
    argument.where = placeOf(parameter.getLocation(), context.getSourceManager());
    const clang::QualType type = context.removeAddrSpaceQualType(parameter.getType());
    argument.typeName = type.getAsString(context.getPrintingPolicy());
    const clang::QualType canonical = type.getCanonicalType();
    argument.isConst = type.isConstQualified();
    argument.isVolatile = type.isVolatileQualified();
    if (const auto *pointer = canonical->getAs<clang::PointerType>()) {
        const clang::QualType pointee = pointer->getPointeeType();
        argument.kind = bufferKind(pointee.getAddressSpace());
        argument.isConst = pointee.isConstQualified();
        argument.isVolatile = pointee.isVolatileQualified();
        argument.isRestrict = canonical.isRestrictQualified();
        argument.element = elementOf(type->getPointeeType(), context);
    } else if (canonical->isSamplerT()) {
        argument.kind = ArgumentKind::Sampler;
    } else if (canonical->isImageType()) {
        argument.kind = ArgumentKind::Image;
    } else if (canonical->isRecordType()) {
        argument.kind = ArgumentKind::Struct;
        argument.element = elementOf(type, context);
    } else {
        argument.element = elementOf(type, context);
        if (argument.element.scalar != ScalarType::None)
            argument.kind = ArgumentKind::Scalar;
    }
    return argument;
}

KernelSignature signatureOf(const clang::FunctionDecl &function, const clang::ASTContext &context)
{
    const clang::SourceManager &sources = context.getSourceManager();
    KernelSignature kernel;
    kernel.name = function.getNameAsString();
    kernel.where = placeOf(function.getLocation(), sources);
    kernel.endLine = placeOf(function.getEndLoc(), sources).line;
    if (const auto *size = function.getAttr<clang::ReqdWorkGroupSizeAttr>())
        kernel.requiredLocalSize = Size3{{size->getXDim(), size->getYDim(), size->getZDim()}};
    for (const clang::ParmVarDecl *parameter : function.parameters()) {
        kernel.arguments.push_back(argumentOf(*parameter, context));
        kernel.usesImages = kernel.usesImages || kernel.arguments.back().kind == ArgumentKind::Image;
    }
    return kernel;
}

/// A function that the program calls and nobody defines; built-ins have no place or stand in the system header.
bool isLeftUndefined(const clang::FunctionDecl &function, const clang::SourceManager &sources)
{
    return !function.isDefined() && function.isReferenced() && function.getLocation().isValid() &&
           !sources.isInSystemHeader(function.getLocation()) && function.getBuiltinID() == 0 &&
           !function.hasAttr<clang::OverloadableAttr>();
}

} // namespace

void SignatureConsumer::HandleTranslationUnit(clang::ASTContext &context)
{
    for (const clang::Decl *declaration : context.getTranslationUnitDecl()->decls()) {
        const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
        if (!function || function->isImplicit())
            continue;
        if (function->hasAttr<clang::OpenCLKernelAttr>() && function->isThisDeclarationADefinition())
            m_facts.kernels.push_back(signatureOf(*function, context));
        else if (isLeftUndefined(*function, context.getSourceManager()))
            m_facts.undefined.emplace(function->getNameAsString(),
                                      placeOf(function->getLocation(), context.getSourceManager()));
    }
}

} // namespace clv::frontend
