// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace clv::editor {

/// Words of OpenCL C as the lexer colours them, separated by blanks.
/// Source: The OpenCL C Specification 3.0, sections 6.1.9 (keywords), 6.3 (types), 6.7 (qualifiers), 6.15 (built-ins).
namespace words {
[[nodiscard]] const QByteArray &keywords();   ///< control flow, sizeof, typedef, struct
[[nodiscard]] const QByteArray &qualifiers(); ///< address spaces, access, function and storage qualifiers
[[nodiscard]] const QByteArray &types();      ///< scalars, vectors, opaque types
[[nodiscard]] const QByteArray &constants();  ///< CLK_*, M_*, FLT_*, memory_order_*
} // namespace words

struct Builtin {
    QString name;
    QString signature; ///< with generic types: gentype (float or double, scalar or vector), gentypei (integer)
};

/// Built-in functions of OpenCL C 1.2 and 3.0 with their prototypes, sorted by name.
[[nodiscard]] const std::vector<Builtin> &builtins();
[[nodiscard]] QString builtinSignature(const QString &name); ///< empty when unknown

} // namespace clv::editor
