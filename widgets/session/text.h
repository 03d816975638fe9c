// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace clv {

/// Core text is UTF-8 in std::string; Qt text is QString. Two names short enough to use everywhere.
[[nodiscard]] inline QString qtext(const std::string &text)
{
    return QString::fromStdString(text);
}
[[nodiscard]] inline std::string utf8(const QString &text)
{
    return text.toStdString();
}

} // namespace clv
