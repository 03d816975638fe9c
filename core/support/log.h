// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// Log lines for people who debug Clairvoyant itself. They go to standard error only: standard output
/// carries results (and, in the engine and the worker, the protocol).
namespace clv::log {

enum class Level { Debug, Info, Warning, Error, Off };

/// Default is Warning; the environment variable CLAIRVOYANT_LOG=debug|info|warning|error|off overrides it.
void setLevel(Level level);
void debug(std::string_view message);
void info(std::string_view message);
void warning(std::string_view message);
void error(std::string_view message);

} // namespace clv::log
