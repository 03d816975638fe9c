// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/launch.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clv::launch {

/// One kind of buffer contents: its parameters in the order in which they are written.
struct KindInfo {
    ContentsKind kind;
    std::vector<std::string> parameters;
    bool hasSeed;
};

[[nodiscard]] std::span<const KindInfo> contentsKinds();
[[nodiscard]] const KindInfo *kindInfo(ContentsKind kind);
[[nodiscard]] const KindInfo *kindInfo(const std::string &name); ///< spelling of launch files
[[nodiscard]] std::vector<std::string> kindNames();

} // namespace clv::launch
