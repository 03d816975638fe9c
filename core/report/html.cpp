// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"
#include "core/report/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace clv::report
{

namespace
{

// Okabe-Ito hues: predicted blue, measured orange, second model purple; lightened on dark.
constexpr const char *kStyle = R"css(
:root{--ink:#1d2126;--muted:#5b6570;--page:#fff;--soft:#f4f6f8;--rule:#dfe4e8;--predicted:#0072b2;--measured:#c14f00;--second:#a8447f;
--third:#007a59;--good:#007a59;--bad:#b3261e;--t0:#0072b2;--t1:#56a3d0;--t2:#7a8a99;--t3:#c8954a;--t4:#a8447f;--t5:#4b9b84}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ec;--muted:#9fabb6;--page:#16191d;--soft:#1f242a;--rule:#343c45;--predicted:#5bb4ea;
--measured:#ff9350;--second:#e08fc0;--third:#4fc3a1;--good:#4fc3a1;--bad:#ff8a80;--t0:#5bb4ea;--t1:#2f7fb0;--t2:#8c99a6;--t3:#d9ab68;--t4:#d884b6;--t5:#6fc3ac}}
@media print{:root{--ink:#000;--muted:#444;--page:#fff;--soft:#fff;--rule:#bbb}}
*{box-sizing:border-box}body{margin:0 auto;padding:32px 24px 64px;max-width:1000px;background:var(--page);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif}
h1{font-size:26px;margin:0 0 4px}h2{font-size:18px;margin:36px 0 10px;padding-bottom:4px;border-bottom:1px solid var(--rule)}
p{margin:8px 0}.muted,.empty{color:var(--muted)}code,pre{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:13px}
.verdict{display:flex;flex-wrap:wrap;gap:16px 48px;margin:20px 0 8px}.verdict div span{display:block;color:var(--muted);font-size:13px}
.verdict b{font-size:32px;font-weight:600;font-variant-numeric:tabular-nums;line-height:1.2}.verdict small{color:var(--muted);font-size:14px}
.verdict .predicted b{color:var(--predicted)}.verdict .measured b{color:var(--measured)}
table{border-collapse:collapse;width:100%;font-size:13.5px;font-variant-numeric:tabular-nums}.scroll{overflow-x:auto}
th{font-weight:600;text-align:left;color:var(--muted);border-bottom:1px solid var(--rule);padding:4px 10px 4px 0;white-space:nowrap}
td{padding:4px 10px 4px 0;border-bottom:1px solid var(--rule);vertical-align:top}td.n,th.n{text-align:right;white-space:nowrap}
svg.plot,svg.breakdown{width:100%;height:auto;display:block;margin:8px 0}svg text{fill:var(--ink);font-size:12px;font-family:inherit}
svg .tick,svg .axisName{fill:var(--muted)}svg .grid{stroke:var(--rule)}svg .axis{stroke:var(--muted)}svg .line{fill:none;stroke-width:2}
svg .line.predicted{stroke:var(--predicted)}svg .line.second{stroke:var(--second)}svg .line.third{stroke:var(--third)}
svg .band{fill:var(--predicted);opacity:.18}svg .dot.measured{fill:var(--measured)}svg .error{stroke:var(--measured);stroke-width:3}
svg .label{font-weight:600}svg .label.predicted{fill:var(--predicted)}svg .label.measured{fill:var(--measured)}svg .label.second{fill:var(--second)}
svg .label.third{fill:var(--third)}svg .refused{fill:var(--muted)}svg .cell{fill:var(--predicted)}
svg .t0{fill:var(--t0)}svg .t1{fill:var(--t1)}svg .t2{fill:var(--t2)}svg .t3{fill:var(--t3)}svg .t4{fill:var(--t4)}svg .t5{fill:var(--t5)}
.source{background:var(--soft);padding:12px 0;overflow-x:auto;line-height:1.45}.source div{display:flex;white-space:pre}
.source i{flex:0 0 4px;background:var(--measured)}.source u{flex:0 0 46px;text-align:right;padding-right:12px;color:var(--muted);text-decoration:none;user-select:none}
.source em{color:var(--predicted);font-style:normal;padding-left:24px}.source .error code{text-decoration:underline wavy var(--bad)}
.bar{display:inline-block;height:9px;background:var(--predicted);vertical-align:baseline;margin-right:6px}
.finding{margin:10px 0;padding-left:12px;border-left:3px solid var(--measured)}.finding.note{border-color:var(--rule)}.finding.error{border-color:var(--bad)}
.finding b{font-weight:600}footer{margin-top:48px;color:var(--muted);font-size:13px}
)css";

std::string place(const SourceLocation &where)
{
    std::string text =
        where.file.empty() ? "line " + std::to_string(where.line) : where.file + ":" + std::to_string(where.line);
    return where.isKnown() ? text : "";
}

std::string size3(const Size3 &size, std::uint32_t dims)
{
    std::string text = std::to_string(size[0]);
    for (std::uint32_t d = 1; d < dims; ++d)
        text += " × " + std::to_string(size[d]);
    return text;
}

std::string argumentValue(const LaunchArgument &argument)
{
    struct Visitor {
        std::string operator()(std::monostate) const { return "not given"; }
        std::string operator()(const ScalarValue &value) const
        {
            std::string text;
            for (double lane : value.lanes)
                text += (text.empty() ? "" : ", ") + fmt::format("{:.10g}", lane);
            return text;
        }
        std::string operator()(const StructValue &value) const
        {
            return formatBytes(static_cast<double>(value.bytes.size())) + " by value";
        }
        std::string operator()(const BufferValue &value) const
        {
            std::string text = formatBytes(static_cast<double>(value.bytes)) + ", " + toString(value.contents.kind);
            for (const auto &[name, number] : value.contents.parameters)
                text += fmt::format(" {}={:g}", name, number);
            return text;
        }
        std::string operator()(const LocalValue &value) const
        {
            return formatBytes(static_cast<double>(value.bytes)) + " local memory";
        }
        std::string operator()(const ImageValue &value) const
        {
            return fmt::format("image {} × {} × {}", value.width, value.height, value.depth);
        }
        std::string operator()(const SamplerValue &) const { return "sampler"; }
    };
    return std::visit(Visitor{}, argument.value);
}

class Page
{
public:
    explicit Page(const ReportModel &model) : m_model(model) {}

    std::string write()
    {
        head();
        verdict();
        launch();
        times();
        for (const Sweep &sweep : m_model.sweeps)
            this->sweep(sweep);
        findings();
        buffers();
        accesses();
        source();
        reproduce();
        m_html += fmt::format("<footer>Clairvoyant {} · <time class='stamp'>{}</time></footer>\n</body></html>\n",
                              escaped(m_model.programVersion), escaped(m_model.createdAtUtc));
        return std::move(m_html);
    }

private:
    const ReportModel &m_model;
    std::string m_html;

    void cell(const std::string &text, bool isNumber = false)
    {
        m_html += fmt::format("<td{}>{}</td>", isNumber ? " class='n'" : "", escaped(text));
    }
    void row(const std::string &name, const std::string &value)
    {
        m_html += fmt::format("<tr><td class='muted'>{}</td><td>{}</td></tr>\n", escaped(name), escaped(value));
    }
    void heading(const char *title) { m_html += fmt::format("<h2>{}</h2>\n", title); }

    void head()
    {
        m_html = fmt::format("<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><meta name='viewport' "
                             "content='width=device-width'>"
                             "<title>{}</title><style>{}</style></head><body>\n<h1>{}</h1>\n",
                             escaped(m_model.title), kStyle, escaped(m_model.title));
        m_html +=
            fmt::format("<p class='muted'>Kernel <code>{}</code> of {} on {}</p>\n", escaped(m_model.study.kernel),
                        escaped(m_model.sourceName), escaped(m_model.device.key()));
        for (const std::string &problem : m_model.study.problems)
            m_html += fmt::format("<p class='finding error'>{}</p>\n", escaped(problem));
    }

    void verdict()
    {
        m_html += "<div class='verdict'>\n";
        const StudyResult &study = m_model.study;
        if (!study.estimates.empty()) {
            const Estimate &estimate = study.estimates.front();
            m_html += fmt::format(
                "<div class='predicted'><span>Predicted ({})</span><b>{}</b> <small>{} – {}</small></div>\n",
                escaped(estimate.model), formatTime(estimate.medianNs), formatTime(estimate.lowNs),
                formatTime(estimate.highNs));
        }
        if (!study.measurements.empty()) {
            const Measurement &measured = study.measurements.back();
            m_html += fmt::format(
                "<div class='measured'><span>Measured, median of {}</span><b>{}</b> <small>± {}</small></div>\n",
                measured.samplesNs.size(), formatTime(measured.medianNs), formatTime(measured.madNs));
            if (!study.estimates.empty() && measured.medianNs > 0)
                m_html += fmt::format("<div><span>Predicted / measured</span><b>{}</b></div>\n",
                                      formatFactor(study.estimates.front().medianNs / measured.medianNs));
        }
        if (!study.estimates.empty() && !study.estimates.front().boundBy.empty())
            m_html +=
                fmt::format("<div><span>Bound by</span><b>{}</b></div>\n", escaped(study.estimates.front().boundBy));
        m_html += "</div>\n";
        if (!study.estimates.empty())
            m_html += breakdownToSvg(study.estimates.front());
    }

    void launch()
    {
        heading("Launch");
        if (!m_model.study.launch) {
            m_html += "<p class='empty'>No launch could be resolved.</p>\n";
            return;
        }
        const Launch &launch = *m_model.study.launch;
        const std::uint32_t dims = launch.ndrange.workDim;
        m_html += "<table>\n";
        row("Global size", size3(launch.ndrange.global, dims));
        row("Local size", size3(launch.ndrange.local, dims));
        if (launch.ndrange.offset.v != std::array<std::uint64_t, 3>{0, 0, 0})
            row("Global offset", size3(launch.ndrange.offset, dims));
        if (!launch.buildOptions.words.empty())
            row("Build options", launch.buildOptions.text());
        for (const LaunchArgument &argument : launch.arguments)
            row(argument.name, argumentValue(argument));
        row("Device", m_model.device.key() +
                          (m_model.device.driverVersion.empty() ? "" : ", driver " + m_model.device.driverVersion));
        m_html += "</table>\n";
    }

    void times()
    {
        if (m_model.study.estimates.empty() && m_model.study.measurements.empty())
            return;
        heading("Times");
        m_html += "<table><tr><th>Source</th><th class='n'>Median</th><th class='n'>80% interval / spread</th><th "
                  "class='n'>Error factor</th>"
                  "<th>Bound by</th><th class='n'>DRAM</th></tr>\n";
        const Measurement *measured = m_model.study.measurements.empty() ? nullptr : &m_model.study.measurements.back();
        for (const Estimate &estimate : m_model.study.estimates) {
            m_html += "<tr>";
            cell(estimate.model + (estimate.isCalibrated ? "" : " (uncalibrated)"));
            cell(formatTime(estimate.medianNs), true);
            cell(formatTime(estimate.lowNs) + " – " + formatTime(estimate.highNs), true);
            cell(measured && measured->medianNs > 0 ? formatFactor(estimate.medianNs / measured->medianNs) : "", true);
            cell(estimate.boundBy);
            cell(formatRate(estimate.dramBytesPerNs, "B/s"), true);
            m_html += "</tr>\n";
        }
        for (const Measurement &measurement : m_model.study.measurements) {
            m_html += "<tr>";
            cell("measured, " + measurement.deviceName);
            cell(formatTime(measurement.medianNs), true);
            cell(formatTime(measurement.minNs) + " – " + formatTime(measurement.maxNs), true);
            cell("");
            cell(measurement.timer.note);
            cell("");
            m_html += "</tr>\n";
        }
        m_html += "</table>\n";
        for (const Estimate &estimate : m_model.study.estimates)
            if (!estimate.applicability.empty())
                m_html += fmt::format("<p class='muted'>{}: {}</p>\n", escaped(estimate.model),
                                      escaped(estimate.applicability));
    }

    void sweep(const Sweep &sweep)
    {
        heading("Sweep");
        m_html += fmt::format("<p class='muted'>{} over <code>{}</code></p>\n", escaped(sweep.kernel),
                              escaped(sweep.spec.axis.name));
        m_html += sweepToSvg(sweep);
        m_html += fmt::format(
            "<details><summary class='muted'>Table</summary><div class='scroll'><table><tr><th class='n'>{}</th>",
            escaped(sweep.spec.axis.name));
        if (sweep.spec.second)
            m_html += fmt::format("<th class='n'>{}</th>", escaped(sweep.spec.second->name));
        for (const std::string &model : sweep.models)
            m_html += fmt::format("<th class='n'>{}</th>", escaped(model));
        m_html += "<th class='n'>measured</th><th>Remark</th></tr>\n";
        for (const SweepPoint &point : sweep.points) {
            m_html += "<tr>";
            cell(fmt::format("{:g}", point.x), true);
            if (sweep.spec.second)
                cell(fmt::format("{:g}", point.y.value_or(0)), true);
            for (std::size_t i = 0; i < sweep.models.size(); ++i)
                cell(i < point.estimates.size() ? formatTime(point.estimates[i].medianNs) : "", true);
            cell(point.measurement ? formatTime(point.measurement->medianNs) : "", true);
            cell(!point.refusal.empty() ? point.refusal : point.measurementRefusal);
            m_html += "</tr>\n";
        }
        m_html += "</table></div></details>\n";
    }

    void findings()
    {
        if (!m_model.study.memory)
            return;
        heading("Findings");
        if (m_model.study.memory->findings.empty())
            m_html += "<p class='empty'>Nothing stood out.</p>\n";
        for (const Finding &finding : m_model.study.memory->findings) {
            const char *level = finding.severity == Severity::Error  ? " error"
                                : finding.severity == Severity::Note ? " note"
                                                                     : "";
            m_html +=
                fmt::format("<p class='finding{}'><b>{}</b> {}{}</p>\n", level, escaped(place(finding.where)),
                            escaped(finding.message),
                            finding.hint.empty() ? "" : "<br><span class='muted'>" + escaped(finding.hint) + "</span>");
        }
        for (const std::string &unsupported : m_model.study.memory->unsupported)
            m_html += fmt::format("<p class='finding note'>Not emulated: {}</p>\n", escaped(unsupported));
    }

    void buffers()
    {
        if (!m_model.study.memory || m_model.study.memory->buffers.empty())
            return;
        heading("Buffers");
        m_html += "<div class='scroll'><table><tr><th>Buffer</th><th>Use</th><th class='n'>Size</th><th "
                  "class='n'>Needs</th><th>Extent</th>"
                  "<th class='n'>Moved</th><th>Share of traffic</th></tr>\n";
        for (const BufferUse &buffer : m_model.study.memory->buffers) {
            m_html += "<tr>";
            cell(buffer.name);
            std::string use = buffer.isAtomic                     ? "atomic"
                              : buffer.isRead && buffer.isWritten ? "read, written"
                              : buffer.isRead                     ? "read"
                              : buffer.isWritten                  ? "written"
                                                                  : "unused";
            cell(std::string(toString(buffer.space)) + ", " + use);
            cell(formatBytes(static_cast<double>(buffer.bytes)), true);
            cell((buffer.isRequiredExact ? "" : "≥ ") + formatBytes(static_cast<double>(buffer.requiredBytes)), true);
            m_html += "<td><code>" + escaped(buffer.extentExpression) + "</code></td>";
            cell(formatBytes(buffer.movedBytes), true);
            share(buffer.trafficShare);
            m_html += "</tr>\n";
        }
        m_html += "</table></div>\n";
    }

    void share(double value)
    {
        m_html += fmt::format("<td><span class='bar' style='width:{:.0f}px'></span>{:.0f}%</td>",
                              std::clamp(value, 0.0, 1.0) * 80, value * 100);
    }

    void accesses()
    {
        if (!m_model.study.memory || m_model.study.memory->sites.empty())
            return;
        heading("Memory accesses");
        m_html += "<div class='scroll'><table><tr><th "
                  "class='n'>Line</th><th>Access</th><th>Direction</th><th>Pattern</th><th class='n'>Stride</th>"
                  "<th class='n'>B / item</th><th class='n'>Sectors / request</th><th class='n'>Bank "
                  "passes</th><th>Share of traffic</th></tr>\n";
        for (const AccessSite &site : m_model.study.memory->sites) {
            if (site.space == AddressSpace::Private)
                continue;
            m_html += "<tr>";
            cell(site.where.file.empty() ? std::to_string(site.where.line) : place(site.where), true);
            m_html += fmt::format("<td><code>{}</code></td>",
                                  escaped(site.buffer + (site.index.empty() ? "" : "[" + site.index + "]")));
            cell(std::string(toString(site.direction)) +
                 (site.space == AddressSpace::Global ? "" : std::string(", ") + toString(site.space)));
            cell(std::string(toString(site.pattern)) +
                 (site.indexBuffer.empty() ? "" : " through " + site.indexBuffer));
            cell(site.strideBytes ? fmt::format("{:g} B", *site.strideBytes) : "varies", true);
            cell(fmt::format("{:.3g}", site.bytesPerWorkItem), true);
            cell(site.space == AddressSpace::Local
                     ? ""
                     : fmt::format("{:.1f} (ideal {:.1f})", site.sectorsPerRequest, site.idealSectorsPerRequest),
                 true);
            cell(site.space == AddressSpace::Local ? fmt::format("{:.1f}", site.bankConflictDegree) : "", true);
            share(site.trafficShare);
            m_html += "</tr>\n";
        }
        m_html += "</table></div>\n";
        const MemoryReport &memory = *m_model.study.memory;
        if (memory.totalGroups > 0)
            m_html += fmt::format("<p class='muted'>Counted on {:.0f} of {:.0f} work-groups.</p>\n",
                                  memory.sampledGroups, memory.totalGroups);
    }

    [[nodiscard]] std::map<std::uint32_t, std::string> annotations() const
    {
        std::map<std::uint32_t, std::string> byLine;
        if (m_model.study.memory)
            for (const AccessSite &site : m_model.study.memory->sites)
                if (site.space == AddressSpace::Global && site.where.file.empty()) {
                    std::string &text = byLine[site.where.line];
                    text += text.empty() ? "" : "   ";
                    text += fmt::format("{}: {:.3g} B/item · {:.1f} sectors", site.buffer, site.bytesPerWorkItem,
                                        site.sectorsPerRequest);
                }
        return byLine;
    }

    void source()
    {
        if (m_model.sourceText.empty())
            return;
        heading("Source");
        const auto notes = annotations();
        std::map<std::uint32_t, double> heat;
        if (!m_model.study.estimates.empty())
            for (const LineShare &line : m_model.study.estimates.front().lines)
                heat[line.line] = line.share;
        m_html += "<div class='source'>\n";
        std::uint32_t number = 0;
        for (std::size_t at = 0; at < m_model.sourceText.size();) {
            // LF, CRLF and lone CR end lines, as they do for the compiler.
            std::size_t end = m_model.sourceText.find_first_of("\r\n", at);
            const std::size_t next = end == std::string::npos ? m_model.sourceText.size()
                                     : m_model.sourceText[end] == '\r' && m_model.sourceText.substr(end + 1, 1) == "\n"
                                         ? end + 2
                                         : end + 1;
            end = std::min(end, m_model.sourceText.size());
            ++number;
            const bool hasError = std::ranges::any_of(m_model.study.diagnostics, [&](const Diagnostic &d) {
                return d.severity == Severity::Error && d.where.file.empty() && d.where.line == number;
            });
            const auto note = notes.find(number);
            m_html += fmt::format("<div{}><i style='opacity:{:.2f}'></i><u>{}</u><code>{}</code>{}</div>\n",
                                  hasError ? " class='error'" : "",
                                  heat.contains(number) ? std::min(1.0, heat[number] * 1.5) : 0.0, number,
                                  escaped(m_model.sourceText.substr(at, end - at)),
                                  note == notes.end() ? "" : "<em>" + escaped(note->second) + "</em>");
            at = next;
        }
        m_html += "</div>\n";
        for (const Diagnostic &diagnostic : m_model.study.diagnostics)
            m_html += fmt::format("<p class='finding {}'><b>{}</b> {}</p>\n",
                                  diagnostic.severity == Severity::Error ? "error" : "note",
                                  escaped(place(diagnostic.where)), escaped(diagnostic.message));
    }

    void reproduce()
    {
        if (m_model.reproduce.empty())
            return;
        heading("How to reproduce");
        m_html += "<pre class='source' style='padding:12px'>";
        for (const std::string &command : m_model.reproduce)
            m_html += escaped(command) + "\n";
        m_html += "</pre>\n";
    }
};

} // namespace

std::string toHtml(const ReportModel &model)
{
    return Page(model).write();
}

} // namespace clv::report
