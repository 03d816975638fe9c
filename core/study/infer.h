// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/stages.h"

namespace clv::study {

/// A launch for a kernel that has none: the guess from names and types (`launch::guessLaunch`), whose buffers are
/// then sized by what an emulated sample touches, and whose contents and scalars are changed when accesses run wild
/// or the work-items have nothing to do. The first candidate that a verification run finds in bounds and busy wins;
/// else the best one seen, whose faults the analysis will report.
/// Cost: 2 to 20 emulated samples; cached by the content of the program. Errors: Cancelled.
[[nodiscard]] Result<LaunchSpec> inferLaunch(Workshop &workshop, const Subject &subject, std::stop_token stop);

/// The shortest expression over the names of a launch that gives at least `elements`, exactly if one does; a number
/// when none comes within a quarter. `names`: values in scope. Example: 4097 with rows = 4096 gives "rows + 1".
[[nodiscard]] Expression countExpression(std::uint64_t elements, const std::map<std::string, double> &names);

} // namespace clv::study
