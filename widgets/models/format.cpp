// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/format.h"

#include "core/report/report.h"
#include "widgets/session/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace clv::models {

QString time(double ns)
{
    return qtext(report::formatTime(ns));
}

QString bytes(double count)
{
    return qtext(report::formatBytes(count));
}

QString rate(double bytesPerNs)
{
    return qtext(report::formatRate(bytesPerNs, "B/s"));
}

QString factor(double value)
{
    return qtext(report::formatFactor(value));
}

QString count(double value)
{
    return qtext(report::formatCount(value));
}

QString percent(double share)
{
    const double hundred = share * 100;
    if (hundred > 0 && hundred < 0.95)
        return QStringLiteral("<1%");
    return QStringLiteral("%1%").arg(std::round(hundred));
}

QString number(double value)
{
    if (!std::isfinite(value))
        return QCoreApplication::translate("Format", "n/a");
    if (value == std::floor(value) && std::fabs(value) < 1e6)
        return QString::number(value, 'f', 0);
    const double size = std::fabs(value);
    return QString::number(value, 'f', size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

QString exactTime(double ns)
{
    return QStringLiteral("%1\u2009ns").arg(QLocale().toString(ns, 'f', ns == std::floor(ns) ? 0 : 1));
}

QString exactBytes(double count)
{
    return QStringLiteral("%1\u2009B").arg(QLocale().toString(count, 'f', 0));
}

QString age(qint64 milliseconds)
{
    const qint64 seconds = milliseconds / 1000;
    if (seconds < 2)
        return QCoreApplication::translate("Format", "just now");
    if (seconds < 120)
        return QCoreApplication::translate("Format", "%1 s ago").arg(seconds);
    if (seconds < 7200)
        return QCoreApplication::translate("Format", "%1 min ago").arg(seconds / 60);
    return QCoreApplication::translate("Format", "%1 h ago").arg(seconds / 3600);
}

} // namespace clv::models
