// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/line_notes.h"

#include "widgets/models/format.h"
#include "widgets/session/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <map>

namespace clv::models {

namespace {

constexpr std::size_t kMaxSites = 2; ///< more would run out of the window

QString say(const char *text)
{
    return QCoreApplication::translate("LineNotes", text);
}

QString patternOf(const AccessSite &site)
{
    if (site.pattern == AccessPattern::Indirect && !site.indexBuffer.empty())
        return say(QT_TRANSLATE_NOOP("LineNotes", "indirect via %1")).arg(qtext(site.indexBuffer));
    if (site.pattern == AccessPattern::ConstantStride && site.strideBytes)
        return say(QT_TRANSLATE_NOOP("LineNotes", "stride %1")).arg(bytes(*site.strideBytes));
    return qtext(toString(site.pattern));
}

QString remarkOf(const AccessSite &site, bool isAlone)
{
    QStringList parts;
    if (isAlone)
        parts << say(QT_TRANSLATE_NOOP("LineNotes", "%1 B/item")).arg(number(site.bytesPerWorkItem));
    parts << patternOf(site);
    if (site.space == AddressSpace::Local) {
        if (site.bankConflictDegree > 1.05)
            parts << say(QT_TRANSLATE_NOOP("LineNotes", "%1-way bank conflict")).arg(number(site.bankConflictDegree));
    } else {
        parts << say(QT_TRANSLATE_NOOP("LineNotes", "%1 sectors")).arg(number(site.sectorsPerRequest));
    }
    return QStringLiteral("%1: %2").arg(qtext(site.buffer), parts.join(QStringLiteral(" · ")));
}

} // namespace

std::vector<LineRemark> lineRemarks(const MemoryReport &report)
{
    std::map<std::uint32_t, std::vector<const AccessSite *>> byLine;
    for (const AccessSite &site : report.sites)
        if (site.space != AddressSpace::Private && site.where.isKnown() && site.where.file.empty())
            byLine[site.where.line].push_back(&site);
    std::vector<LineRemark> remarks;
    for (const auto &[line, sites] : byLine) {
        QStringList shown, all;
        for (const AccessSite *site : sites) {
            all << remarkOf(*site, true);
            if (static_cast<std::size_t>(shown.size()) < kMaxSites)
                shown << remarkOf(*site, sites.size() == 1);
        }
        if (sites.size() > kMaxSites)
            shown << say(QT_TRANSLATE_NOOP("LineNotes", "+%1")).arg(sites.size() - kMaxSites);
        remarks.push_back({line, shown.join(QStringLiteral("   ")), all.join(u'\n')});
    }
    return remarks;
}

} // namespace clv::models
