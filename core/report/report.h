// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/device.h"
#include "core/types/study.h"

#include <optional>
#include <string>
#include <vector>

namespace clv::report
{

/// Everything a report shows; a pure function of results. Times as RFC 3339 UTC, given by the caller so that equal
/// inputs give equal bytes.
struct ReportModel {
    std::string title;
    std::string sourceName, sourceText;
    StudyResult study;
    DeviceDescription device;
    std::vector<Sweep> sweeps;
    std::vector<std::string> reproduce; ///< `clv` command lines
    std::string programVersion;
    std::string createdAtUtc; ///< the one marked time stamp
};

[[nodiscard]] std::string toHtml(const ReportModel &model); ///< self-contained: inline CSS and SVG, no script needed
[[nodiscard]] std::string toMarkdown(const ReportModel &model);
[[nodiscard]] std::string sweepToCsv(const Sweep &sweep); ///< RFC 4180, dot decimals, units in the header

/// Numbers for people, the same in window, command line and report: three significant digits, SI for time and rates,
/// binary for bytes, a thin space before the unit ("184 µs", "4.0 MiB", "×1.06").
[[nodiscard]] std::string formatTime(double ns);
[[nodiscard]] std::string formatBytes(double bytes);
[[nodiscard]] std::string formatRate(double perNs, const char *unit); ///< 2.71 TB/s for bytesPerNs 2710, "B/s"
[[nodiscard]] std::string formatFactor(double factor);
[[nodiscard]] std::string formatCount(double count);

} // namespace clv::report
