// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace clv::models {

/// Roles beside display: what sorts, where a row points, and what a delegate draws.
enum Role {
    SortRole = Qt::UserRole, ///< number or text that orders the column
    LineRole,                ///< uint: 1-based source line; 0: none
    SiteRole,                ///< uint: id of an AccessSite; invalid: none
    ShareRole,               ///< double 0..1: drawn as a bar behind the text
    SeriesRole,              ///< int of Series: whose colour the row has
    SeverityRole,            ///< int of clv::Severity
    UnitRole,                ///< the part of the display text that is drawn dimmed
};

enum class Series { None = 0, Predicted, SecondModel, Measured };

} // namespace clv::models
