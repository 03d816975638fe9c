// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include <fmt/format.h>

namespace clv::report
{

namespace
{

/// RFC 4180: quoted when it holds a comma, quote or line end.
std::string csvField(const std::string &text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (char c : text) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

/// A cell of a Markdown table: a bar or line end would end it.
std::string cell(const std::string &text)
{
    std::string safe;
    for (char c : text)
        safe += c == '|' ? "\\|" : c == '\n' || c == '\r' ? " " : std::string(1, c);
    return safe;
}

void markdownTimes(const StudyResult &study, std::string &text)
{
    text += "\n## Times\n\n| source | median | interval or spread | error factor | bound by |\n|---|--:|--:|--:|---|\n";
    const Measurement *measured = study.measurements.empty() ? nullptr : &study.measurements.back();
    for (const Estimate &estimate : study.estimates)
        text +=
            fmt::format("| {} | {} | {} – {} | {} | {} |\n", cell(estimate.model), formatTime(estimate.medianNs),
                        formatTime(estimate.lowNs), formatTime(estimate.highNs),
                        measured && measured->medianNs > 0 ? formatFactor(estimate.medianNs / measured->medianNs) : "",
                        cell(estimate.boundBy));
    for (const Measurement &measurement : study.measurements)
        text += fmt::format("| measured, {} | {} | {} – {} | | {} |\n", cell(measurement.deviceName),
                            formatTime(measurement.medianNs), formatTime(measurement.minNs),
                            formatTime(measurement.maxNs), cell(measurement.timer.note));
}

void markdownMemory(const MemoryReport &memory, std::string &text)
{
    text += "\n## Memory accesses\n\n| line | access | direction | pattern | stride | B/item | sectors/request | "
            "traffic |\n"
            "|--:|---|---|---|--:|--:|--:|--:|\n";
    for (const AccessSite &site : memory.sites)
        if (site.space != AddressSpace::Private)
            text += fmt::format("| {} | `{}` | {} | {} | {} | {:.3g} | {:.1f} | {:.0f}% |\n", site.where.line,
                                cell(site.buffer + (site.index.empty() ? "" : "[" + site.index + "]")),
                                toString(site.direction), toString(site.pattern),
                                site.strideBytes ? fmt::format("{:g} B", *site.strideBytes) : "varies",
                                site.bytesPerWorkItem, site.sectorsPerRequest, site.trafficShare * 100);
    text += "\n## Findings\n\n";
    for (const Finding &finding : memory.findings)
        text += fmt::format("- Line {}: {} {}\n", finding.where.line, finding.message, finding.hint);
    if (memory.findings.empty())
        text += "Nothing stood out.\n";
}

void markdownSweep(const Sweep &sweep, std::string &text)
{
    text += fmt::format("\n## Sweep over {}\n\n| {} |", sweep.spec.axis.name, cell(sweep.spec.axis.name));
    if (sweep.spec.second)
        text += fmt::format(" {} |", cell(sweep.spec.second->name));
    std::string rule = sweep.spec.second ? "\n|--:|--:|" : "\n|--:|";
    for (const std::string &model : sweep.models) {
        text += fmt::format(" {} |", cell(model));
        rule += "--:|";
    }
    text += " measured | remark |" + rule + "--:|---|\n";
    for (const SweepPoint &point : sweep.points) {
        text += fmt::format("| {:g} |", point.x);
        if (sweep.spec.second)
            text += fmt::format(" {:g} |", point.y.value_or(0));
        for (std::size_t i = 0; i < sweep.models.size(); ++i)
            text += fmt::format(" {} |", i < point.estimates.size() ? formatTime(point.estimates[i].medianNs) : "");
        text += fmt::format(" {} | {} |\n", point.measurement ? formatTime(point.measurement->medianNs) : "",
                            cell(!point.refusal.empty() ? point.refusal : point.measurementRefusal));
    }
}

} // namespace

std::string toMarkdown(const ReportModel &model)
{
    std::string text = fmt::format("# {}\n\nKernel `{}` of {} on {}.\n", model.title, model.study.kernel,
                                   model.sourceName, model.device.key());
    for (const std::string &problem : model.study.problems)
        text += fmt::format("\n> {}\n", problem);
    markdownTimes(model.study, text);
    for (const Sweep &sweep : model.sweeps)
        markdownSweep(sweep, text);
    if (model.study.memory)
        markdownMemory(*model.study.memory, text);
    if (!model.reproduce.empty()) {
        text += "\n## How to reproduce\n\n";
        for (const std::string &command : model.reproduce)
            text += "    " + command + "\n";
    }
    return text + fmt::format("\nClairvoyant {}, {}\n", model.programVersion, model.createdAtUtc);
}

std::string sweepToCsv(const Sweep &sweep)
{
    std::string text = csvField(sweep.spec.axis.name);
    if (sweep.spec.second)
        text += "," + csvField(sweep.spec.second->name);
    for (const std::string &model : sweep.models)
        text += fmt::format(",{0}_median_ns,{0}_low_ns,{0}_high_ns", csvField(model));
    text += ",measured_median_ns,measured_mad_ns,measured_samples,remark\r\n";
    for (const SweepPoint &point : sweep.points) {
        text += fmt::format("{:.17g}", point.x);
        if (sweep.spec.second)
            text += fmt::format(",{:.17g}", point.y.value_or(0));
        for (std::size_t i = 0; i < sweep.models.size(); ++i) {
            if (i < point.estimates.size())
                text += fmt::format(",{:.6g},{:.6g},{:.6g}", point.estimates[i].medianNs, point.estimates[i].lowNs,
                                    point.estimates[i].highNs);
            else
                text += ",,,";
        }
        if (point.measurement)
            text += fmt::format(",{:.6g},{:.6g},{}", point.measurement->medianNs, point.measurement->madNs,
                                point.measurement->samplesNs.size());
        else
            text += ",,,";
        text += "," + csvField(!point.refusal.empty() ? point.refusal : point.measurementRefusal) + "\r\n";
    }
    return text;
}

} // namespace clv::report
