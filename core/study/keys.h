// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frontend/source_text.h"
#include "core/types/launch.h"

#include <cstdint>
#include <string>
#include <vector>

namespace clv::study {

/// Cache keys: equal content, equal key. Files are taken by path, size and time of last change.
[[nodiscard]] std::uint64_t sourceKey(const frontend::SourceText &source, const BuildOptions &options,
                                      const std::vector<std::string> &includedFiles);
[[nodiscard]] std::uint64_t launchKey(const Launch &launch);

} // namespace clv::study
