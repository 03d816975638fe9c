// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/print_report.h"

#include <fmt/format.h>

#include <cmath>

namespace clv::golden {

namespace {

/// Three significant digits; 0 for what rounding left over.
std::string number(double value)
{
    if (std::abs(value) < 1e-9)
        return "0";
    return fmt::format("{:.3g}", value);
}

/// Whole bytes up to a million, three digits beyond.
std::string bytes(double value)
{
    return std::abs(value) < 1e9 ? fmt::format("{:.0f}", value) : number(value);
}

std::string place(const SourceLocation &where)
{
    const std::string name = where.file.substr(where.file.find_last_of('/') + 1);
    return name.empty() ? fmt::format("line {}", where.line) : fmt::format("{} line {}", name, where.line);
}

std::string uses(const BufferUse &buffer)
{
    std::string text;
    const auto add = [&text](bool is, const char *word) {
        text += is ? (text.empty() ? "" : ",") + std::string(word) : "";
    };
    add(buffer.isRead, "read");
    add(buffer.isWritten, "written");
    add(buffer.isAtomic, "atomic");
    return text.empty() ? "unused" : text;
}

std::string printBuffer(const BufferUse &buffer)
{
    std::string text =
        fmt::format("buffer {} {} {}: {} B, needs {}{} B", buffer.name, toString(buffer.space), uses(buffer),
                    buffer.bytes, buffer.isRequiredExact ? "" : "at least ", buffer.requiredBytes);
    if (!buffer.extentExpression.empty())
        text += fmt::format(" = {}", buffer.extentExpression);
    text += fmt::format(", touches {} B", bytes(buffer.uniqueBytes));
    if (buffer.space != AddressSpace::Local)
        text += fmt::format(", moves {} B, share {:.2f}", bytes(buffer.movedBytes), buffer.trafficShare);
    return text + "\n";
}

std::string printSite(const AccessSite &site)
{
    std::string text =
        fmt::format("{} {} {} {}[{}] {}: {}", place(site.where), toString(site.space), toString(site.direction),
                    site.buffer, site.index, site.elementType, toString(site.pattern));
    if (!site.indexBuffer.empty())
        text += " via " + site.indexBuffer;
    if (site.strideBytes)
        text += fmt::format(", stride {} B", bytes(*site.strideBytes));
    text += fmt::format(", {} per item, {} B per item, {} lanes", number(site.executionsPerWorkItem),
                        number(site.bytesPerWorkItem), number(site.activeLanesPerRequest));
    if (site.space == AddressSpace::Local)
        text += fmt::format(", conflict degree {}", number(site.bankConflictDegree));
    else if (site.space != AddressSpace::Private)
        text += fmt::format(", sectors {} of ideal {}, aligned {}, found again {:.2f}, share {:.2f}",
                            number(site.sectorsPerRequest), number(site.idealSectorsPerRequest), site.alignmentBytes,
                            site.foundAgainShare, site.trafficShare);
    for (const SourceLocation &call : site.inlinedAt)
        text += ", called from " + place(call);
    return text + "\n";
}

std::string printFault(const OutOfBounds &fault)
{
    return fmt::format("out of bounds {} {} {}[{}]: first item ({},{},{}), {} accesses\n", place(fault.where),
                       fault.isWrite ? "write" : "read", fault.buffer, fault.elementIndex, fault.workItem.x(),
                       fault.workItem.y(), fault.workItem.z(), number(fault.count));
}

const char *severityName(Severity severity)
{
    switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
    case Severity::Unknown: break;
    }
    return "unknown";
}

std::string printProfile(const ExecutionProfile &profile, double sampledGroups)
{
    return fmt::format(
        "profile: {} items, {} groups ({} run{}), active lanes {}, trips {}, load chain {}, group imbalance {}, "
        "read {} B asked {} B moved {} B distinct, write {} B asked {} B moved {} B distinct, "
        "local passes {}, atomic lanes {}\n",
        profile.workItems, profile.workGroups, sampledGroups, profile.isTruncated ? ", cut short" : "",
        number(profile.activeLaneRatio), number(profile.loopTripMean), number(profile.dependentLoadDepth),
        number(profile.groupImbalance), bytes(profile.requestedReadBytes), bytes(profile.readSectors * 32),
        bytes(profile.uniqueReadBytes), bytes(profile.requestedWriteBytes), bytes(profile.writeSectors * 32),
        bytes(profile.uniqueWriteBytes), number(profile.localPasses), number(profile.globalAtomicLanes));
}

} // namespace

std::string printReport(const MemoryReport &report, const ExecutionProfile &profile)
{
    std::string text = fmt::format("kernel {}\n", report.kernel);
    for (const BufferUse &buffer : report.buffers)
        text += printBuffer(buffer);
    for (const AccessSite &site : report.sites)
        text += printSite(site);
    for (const OutOfBounds &fault : report.outOfBounds)
        text += printFault(fault);
    for (const Finding &finding : report.findings)
        text += fmt::format("finding {} {} {}: {} ({})\n", severityName(finding.severity), finding.id,
                            place(finding.where), finding.message, finding.hint);
    for (const std::string &gap : report.unsupported)
        text += "unsupported " + gap + "\n";
    return text + printProfile(profile, report.sampledGroups);
}

} // namespace clv::golden
