// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/memory_report.h"
#include "widgets/editor/source_editor.h"

#include <vector>

namespace clv::editor {

/// "x[col[j]]: 4 B/item · indirect via col · 14.2 sectors": the note of one access, with all its figures as detail.
/// Costly: more than twice the sectors that the same bytes need when dense, or bank conflicts of degree 2 and more.
[[nodiscard]] LineNote noteOf(const AccessSite &site);

/// Notes of every access to global, constant and local memory in the file itself. Several accesses of one line keep the
/// order of their traffic; equal ones are written once.
[[nodiscard]] std::vector<LineNote> lineNotesOf(const MemoryReport &report);

} // namespace clv::editor
