// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QString>

namespace clv::models {

/// Rows of a model, children below their parent, tab-separated with a header line: what Copy puts on the clipboard.
/// `rows` empty: all; else these indexes (any column), in model order.
[[nodiscard]] QString tableText(const QAbstractItemModel &model, const QModelIndexList &rows = {});

} // namespace clv::models
