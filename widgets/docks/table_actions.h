// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemView;

namespace clv::docks {

/// Copy (Ctrl+C: the selected rows with headings, as tab-separated text) and Copy All, by key and context menu.
void addCopyActions(QAbstractItemView *view);

} // namespace clv::docks
