// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// Numbers for people as in core/report, as QString, and their exact form for tool tips.
namespace clv::models {

[[nodiscard]] QString time(double ns);
[[nodiscard]] QString bytes(double count);
[[nodiscard]] QString rate(double bytesPerNs); ///< "2.71 TB/s"
[[nodiscard]] QString factor(double value);    ///< "×1.06"
[[nodiscard]] QString count(double value);
[[nodiscard]] QString percent(double share);    ///< 0.61 -> "61%"
[[nodiscard]] QString number(double value);     ///< three significant digits, no prefix
[[nodiscard]] QString exactTime(double ns);     ///< "184 213.5 ns"
[[nodiscard]] QString exactBytes(double count); ///< "4 194 304 B"
[[nodiscard]] QString age(qint64 milliseconds); ///< "4 s ago"

} // namespace clv::models
