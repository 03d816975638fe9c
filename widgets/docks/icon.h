// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace clv::docks {

/// An icon of resources/icons, drawn in the palette's text colour at whatever size and pixel ratio is asked for.
[[nodiscard]] QIcon icon(const QString &name);
/// The same in a colour of its own.
[[nodiscard]] QIcon icon(const QString &name, const QColor &colour);

} // namespace clv::docks
