// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/views.h"

#include "app/cli/table.h"
#include "core/report/report.h"

#include <fmt/format.h>

#include <cmath>

namespace clv::cli {

namespace {

using enum Table::Align;

std::string percent(double share)
{
    return std::isfinite(share) ? fmt::format("{:.0f} %", share * 100) : std::string("n/a");
}

std::string oneDecimal(double value)
{
    return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
}

std::string placeOf(const SourceLocation &where)
{
    return where.file.empty() ? std::to_string(where.line) : fmt::format("{}:{}", where.file, where.line);
}

std::string strideText(const AccessSite &site)
{
    return site.strideBytes ? fmt::format("{:g} B", *site.strideBytes) : std::string("-");
}

/// Sectors for memory that has them, serialised passes for local memory.
std::string requestCost(const AccessSite &site)
{
    if (site.space == AddressSpace::Local)
        return fmt::format("{} pass{}", oneDecimal(site.bankConflictDegree), site.bankConflictDegree == 1 ? "" : "es");
    if (site.idealSectorsPerRequest > 0)
        return fmt::format("{} of {}", oneDecimal(site.sectorsPerRequest), oneDecimal(site.idealSectorsPerRequest));
    return oneDecimal(site.sectorsPerRequest);
}

std::string buffersText(const MemoryReport &memory)
{
    Table table({{"buffer"},
                 {"space"},
                 {"size", Right},
                 {"needs", Right},
                 {"moved", Right},
                 {"distinct", Right},
                 {"share", Right}});
    for (const BufferUse &use : memory.buffers) {
        std::string needs =
            (use.isRequiredExact ? "" : "≥ ") + report::formatBytes(static_cast<double>(use.requiredBytes));
        if (!use.extentExpression.empty())
            needs += " = " + use.extentExpression;
        table.add({use.name, toString(use.space), report::formatBytes(static_cast<double>(use.bytes)), needs,
                   report::formatBytes(use.movedBytes), report::formatBytes(use.uniqueBytes),
                   percent(use.trafficShare)});
    }
    return table.isEmpty() ? std::string{} : table.text();
}

std::string sitesText(const MemoryReport &memory)
{
    Table table({{"line", Right},
                 {"access"},
                 {"buffer"},
                 {"type"},
                 {"index"},
                 {"pattern"},
                 {"stride", Right},
                 {"B/item", Right},
                 {"sectors/request", Right},
                 {"share", Right}});
    for (const AccessSite &site : memory.sites) {
        const std::string pattern = site.indexBuffer.empty()
                                        ? std::string(toString(site.pattern))
                                        : fmt::format("{} ({})", toString(site.pattern), site.indexBuffer);
        table.add({placeOf(site.where), toString(site.direction), site.buffer, site.elementType,
                   site.index.empty() ? "-" : site.index, pattern, strideText(site), oneDecimal(site.bytesPerWorkItem),
                   requestCost(site), site.space == AddressSpace::Local ? "-" : percent(site.trafficShare)});
    }
    return table.isEmpty() ? std::string("no memory accesses\n") : table.text();
}

} // namespace

std::string signatureText(const KernelSignature &signature)
{
    std::string arguments;
    for (const KernelArgument &argument : signature.arguments)
        arguments += fmt::format("{}{} {}", arguments.empty() ? "" : ", ", argument.typeName, argument.name);
    std::string text = fmt::format("{}({})", signature.name, arguments);
    if (signature.requiredLocalSize) {
        const Size3 &size = *signature.requiredLocalSize;
        text += fmt::format(", requires local {} x {} x {}", size.x(), size.y(), size.z());
    }
    if (signature.staticLocalBytes > 0)
        text += fmt::format(", {} local memory", report::formatBytes(static_cast<double>(signature.staticLocalBytes)));
    return text;
}

std::string memoryText(const MemoryReport &memory)
{
    std::string text = buffersText(memory);
    text += (text.empty() ? "" : "\n") + sitesText(memory);
    const bool isExact = memory.sampledGroups >= memory.totalGroups;
    text += isExact ? fmt::format("all {} work-groups were emulated\n", report::formatCount(memory.totalGroups))
                    : fmt::format("from {} of {} work-groups\n", report::formatCount(memory.sampledGroups),
                                  report::formatCount(memory.totalGroups));
    return text;
}

std::string findingsText(const MemoryReport &memory)
{
    std::string text;
    for (const Finding &finding : memory.findings)
        text += fmt::format("{}{}: {}{}{}\n", finding.where.isKnown() ? "line " + placeOf(finding.where) + ": " : "",
                            finding.id, finding.message, finding.hint.empty() ? "" : " ", finding.hint);
    for (const std::string &missing : memory.unsupported)
        text += fmt::format("not emulated: {}\n", missing);
    return text;
}

std::string estimateText(const Estimate &estimate)
{
    std::string text =
        fmt::format("predicted {} ({} to {}, 80 %{}) by {} on {}\n", report::formatTime(estimate.medianNs),
                    report::formatTime(estimate.lowNs), report::formatTime(estimate.highNs),
                    estimate.isCalibrated ? "" : ", not calibrated", estimate.model, estimate.deviceKey);
    text += fmt::format("bound by {}; at least {}", estimate.boundBy, report::formatTime(estimate.lowerBoundNs));
    if (estimate.dramBytesPerNs > 0)
        text += fmt::format("; {} from and to DRAM", report::formatRate(estimate.dramBytesPerNs, "B/s"));
    if (estimate.opsPerNs > 0)
        text += fmt::format("; {}", report::formatRate(estimate.opsPerNs, "op/s"));
    text += '\n';
    Table table({{"term"}, {"time", Right}, {"share", Right}});
    for (const EstimateTerm &term : estimate.terms)
        if (term.share >= 0.005)
            table.add({term.name, report::formatTime(term.ns), percent(term.share)});
    text += table.text(2);
    if (!estimate.applicability.empty())
        text += "note: " + estimate.applicability + '\n';
    return text;
}

std::string measurementText(const Measurement &measurement)
{
    std::string text = fmt::format("measured {} (± {}, {} samples, {} to {}) on {}\n",
                                   report::formatTime(measurement.medianNs), report::formatTime(measurement.madNs),
                                   measurement.samplesNs.size(), report::formatTime(measurement.minNs),
                                   report::formatTime(measurement.maxNs), measurement.deviceName);
    text += fmt::format("first launch {}, build {}\n", report::formatTime(measurement.firstNs),
                        report::formatTime(measurement.buildNs));
    if (!measurement.timer.note.empty())
        text += "clock: " + measurement.timer.note + '\n';
    return text;
}

std::string sitesCsv(const MemoryReport &memory)
{
    std::string text = csvLine({"line", "column", "direction", "space", "buffer", "elementType", "index", "pattern",
                                "strideBytes", "indexBuffer", "bytesPerWorkItem", "requests", "sectorsPerRequest",
                                "idealSectorsPerRequest", "bankConflictDegree", "movedBytes", "trafficShare"});
    for (const AccessSite &site : memory.sites)
        text += csvLine({std::to_string(site.where.line), std::to_string(site.where.column), toString(site.direction),
                         toString(site.space), site.buffer, site.elementType, site.index, toString(site.pattern),
                         site.strideBytes ? plainNumber(*site.strideBytes) : "", site.indexBuffer,
                         plainNumber(site.bytesPerWorkItem), plainNumber(site.requests),
                         plainNumber(site.sectorsPerRequest), plainNumber(site.idealSectorsPerRequest),
                         plainNumber(site.bankConflictDegree), plainNumber(site.movedBytes),
                         plainNumber(site.trafficShare)});
    return text;
}

} // namespace clv::cli
