// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include "core/support/result.h"

/// XDG base directories (freedesktop.org basedir spec 0.8), each with `clairvoyant` appended; environment
/// overrides are honoured. Directories are created with mode 0700 when asked for.
namespace clv::paths {

[[nodiscard]] std::filesystem::path configDir(); ///< $XDG_CONFIG_HOME/clairvoyant
[[nodiscard]] std::filesystem::path dataDir();   ///< $XDG_DATA_HOME/clairvoyant: devices, calibrations, history
[[nodiscard]] std::filesystem::path cacheDir();  ///< $XDG_CACHE_HOME/clairvoyant

/// Folder `name` ("kernels", "devices", ...) of the shipped resources: $CLAIRVOYANT_RESOURCES, else beside
/// the build or install tree of the running program. Empty when none exists.
[[nodiscard]] std::filesystem::path resourceDir(const std::string &name);

/// Path of a sibling program of this installation (`clv-worker`, `clv`), found beside the running one.
[[nodiscard]] std::filesystem::path siblingProgram(const std::string &name);

[[nodiscard]] Result<std::string> readFile(const std::filesystem::path &path, std::size_t maxBytes = 64u << 20);
/// Writes to a temporary file in the same folder, then renames: a killed process leaves the old text.
[[nodiscard]] Result<void> writeFileAtomically(const std::filesystem::path &path, std::string_view bytes);

} // namespace clv::paths
