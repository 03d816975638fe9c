// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace clv {

/// One visible step of long work. `fraction` is 0..1, or negative when the total is unknown.
struct Progress {
    double fraction = -1;
    std::string what; ///< "sample 7 of 20"
};

using ProgressCallback = std::function<void(const Progress &)>;

} // namespace clv
