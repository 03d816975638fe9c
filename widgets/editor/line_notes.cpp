// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/line_notes.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace clv::editor {

using namespace Qt::StringLiterals;

namespace {

constexpr double kCostlySectors = 2.0; ///< times the ideal
constexpr double kCostlyConflicts = 1.9;

QString tr(const char *text)
{
    return QCoreApplication::translate("clv::editor::LineNotes", text);
}

QString number(double value)
{
    const double rounded = std::round(value);
    return std::fabs(value - rounded) < 0.05 ? QString::number(rounded, 'f', 0) : QString::number(value, 'f', 1);
}

QString patternOf(const AccessSite &site)
{
    switch (site.pattern) {
    case AccessPattern::Uniform: return tr("uniform");
    case AccessPattern::UnitStride: return tr("stride 1");
    case AccessPattern::ConstantStride:
        if (site.strideBytes && site.bytesPerLane > 0) {
            const double elements = *site.strideBytes / site.bytesPerLane;
            return elements == std::round(elements) ? tr("stride %1").arg(number(elements))
                                                    : tr("stride %1\u2009B").arg(number(*site.strideBytes));
        }
        return tr("constant stride");
    case AccessPattern::Blocked: return tr("blocked");
    case AccessPattern::Permuted: return tr("permuted");
    case AccessPattern::Indirect:
        return site.indexBuffer.empty() ? tr("indirect")
                                        : tr("indirect via %1").arg(QString::fromStdString(site.indexBuffer));
    case AccessPattern::DataDependent: return tr("data-dependent");
    case AccessPattern::Unknown: break;
    }
    return {};
}

QString directionOf(AccessDirection direction)
{
    switch (direction) {
    case AccessDirection::Read: return tr("read");
    case AccessDirection::Write: return tr("write");
    case AccessDirection::Atomic: return tr("atomic");
    case AccessDirection::Unknown: break;
    }
    return tr("access");
}

} // namespace

LineNote noteOf(const AccessSite &site)
{
    LineNote note;
    note.line = static_cast<int>(site.where.line);
    const bool isLocal = site.space == AddressSpace::Local;
    QStringList parts{tr("%1\u2009B/item").arg(number(site.bytesPerWorkItem))};
    if (const QString pattern = patternOf(site); !pattern.isEmpty())
        parts += pattern;
    if (isLocal && site.bankConflictDegree > 0)
        parts += site.bankConflictDegree < 1.05 ? tr("no conflicts")
                                                : tr("%1-way conflict").arg(number(site.bankConflictDegree));
    else if (!isLocal && site.sectorsPerRequest > 0)
        parts += std::fabs(site.sectorsPerRequest - 1) < 0.05 ? tr("1 sector")
                                                              : tr("%1 sectors").arg(number(site.sectorsPerRequest));
    note.isCostly = isLocal ? site.bankConflictDegree >= kCostlyConflicts
                            : site.sectorsPerRequest > kCostlySectors * std::max(1.0, site.idealSectorsPerRequest);
    note.text = QString::fromStdString(site.buffer) + u": "_s + parts.join(u" · "_s);
    note.detail =
        tr("%1 of %2: %3").arg(directionOf(site.direction), QString::fromStdString(site.buffer), parts.join(u" · "_s));
    if (!site.index.empty())
        note.detail += u'\n' + tr("index %1").arg(QString::fromStdString(site.index));
    if (!isLocal && site.idealSectorsPerRequest > 0)
        note.detail += u'\n' + tr("%1 sectors a request, %2 if the same bytes lay densely")
                                   .arg(number(site.sectorsPerRequest), number(site.idealSectorsPerRequest));
    if (site.trafficShare > 0)
        note.detail += u'\n' + tr("%1\u2009% of the global traffic").arg(number(site.trafficShare * 100));
    return note;
}

std::vector<LineNote> lineNotesOf(const MemoryReport &report)
{
    std::vector<const AccessSite *> sites;
    for (const AccessSite &site : report.sites)
        if (site.where.isKnown() && site.where.file.empty() && site.space != AddressSpace::Private)
            sites.push_back(&site);
    std::ranges::stable_sort(sites, [](const AccessSite *a, const AccessSite *b) {
        return a->where.line != b->where.line ? a->where.line < b->where.line : a->movedBytes > b->movedBytes;
    });
    std::vector<LineNote> notes;
    for (const AccessSite *site : sites) {
        LineNote note = noteOf(*site);
        const bool isKnown = std::ranges::any_of(
            notes, [&note](const LineNote &n) { return n.line == note.line && n.text == note.text; });
        if (!isKnown)
            notes.push_back(std::move(note));
    }
    return notes;
}

} // namespace clv::editor
