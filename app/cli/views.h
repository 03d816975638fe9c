// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/study.h"

#include <string>

/// Text of results, shared by the commands that show the same thing.
namespace clv::cli {

[[nodiscard]] std::string signatureText(const KernelSignature &signature);
[[nodiscard]] std::string memoryText(const MemoryReport &memory);
[[nodiscard]] std::string findingsText(const MemoryReport &memory);
[[nodiscard]] std::string estimateText(const Estimate &estimate);
[[nodiscard]] std::string measurementText(const Measurement &measurement);
[[nodiscard]] std::string sitesCsv(const MemoryReport &memory);

} // namespace clv::cli
