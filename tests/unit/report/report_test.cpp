// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"
#include "core/report/svg_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace clv::report
{
namespace
{

using ::testing::HasSubstr;
using ::testing::Not;

Sweep exampleSweep()
{
    Sweep sweep;
    sweep.kernel = "saxpy";
    sweep.spec.axis = {"global", {}, true};
    sweep.models = {"roofline"};
    for (int exponent = 10; exponent <= 20; ++exponent) {
        SweepPoint point;
        point.x = std::ldexp(1.0, exponent);
        Estimate estimate;
        estimate.medianNs = 5000 + point.x / 10;
        estimate.lowNs = estimate.medianNs / 2;
        estimate.highNs = estimate.medianNs * 2;
        point.estimates.push_back(estimate);
        if (exponent % 2 == 0) {
            Measurement measurement;
            measurement.medianNs = estimate.medianNs * 1.3;
            measurement.samplesNs = {1, 2, 3};
            point.measurement = measurement;
        }
        sweep.points.push_back(point);
    }
    sweep.points[3].estimates.clear();
    sweep.points[3].refusal = "local size 300 does not divide 8192, \"so\" it is refused";
    return sweep;
}

ReportModel exampleModel()
{
    ReportModel model;
    model.title = "saxpy <&> \"quoted\"";
    model.sourceName = "saxpy.cl";
    model.sourceText = "kernel void saxpy() {\r\n  x < y && z;\r}\n\xff broken utf-8";
    model.study.kernel = "saxpy";
    model.study.launch = Launch{};
    model.study.launch->ndrange.global = {{1024, 1, 1}};
    Estimate estimate;
    estimate.model = "roofline";
    estimate.medianNs = 184e3;
    estimate.lowNs = 160e3;
    estimate.highNs = 215e3;
    estimate.boundBy = "DRAM";
    estimate.terms = {{"DRAM", 150e3, 0.8}, {"launch", 5e3, 0.03}};
    estimate.lines = {{2, 0.7}};
    model.study.estimates = {estimate};
    Measurement measurement;
    measurement.medianNs = 174e3;
    measurement.samplesNs = {173e3, 174e3, 175e3};
    model.study.measurements = {measurement};
    model.study.memory = MemoryReport{};
    AccessSite site;
    site.where = {"", 2, 3};
    site.space = AddressSpace::Global;
    site.buffer = "x";
    site.index = "row*n + k";
    model.study.memory->sites = {site};
    model.sweeps = {exampleSweep()};
    model.reproduce = {"clv compare saxpy.cl --global 1024"};
    model.createdAtUtc = "2026-01-02T03:04:05Z";
    return model;
}

TEST(Report, SameInputsGiveSameBytes)
{
    EXPECT_EQ(toHtml(exampleModel()), toHtml(exampleModel()));
}

TEST(Report, OnlyTheStampDependsOnTheTime)
{
    ReportModel later = exampleModel();
    later.createdAtUtc = "2027-01-02T03:04:05Z";
    std::string a = toHtml(exampleModel()), b = toHtml(later);
    for (std::string *html : {&a, &b}) {
        const std::size_t from = html->find("<time class='stamp'>"), to = html->find("</time>");
        ASSERT_NE(from, std::string::npos);
        html->erase(from, to - from);
    }
    EXPECT_EQ(a, b);
}

TEST(Report, HtmlIsSelfContainedAndEscaped)
{
    const std::string html = toHtml(exampleModel());
    EXPECT_THAT(html, HasSubstr("saxpy &lt;&amp;&gt; &quot;quoted&quot;"));
    EXPECT_THAT(html, HasSubstr("x &lt; y &amp;&amp; z;"));
    EXPECT_THAT(html, Not(HasSubstr("http")));
    EXPECT_THAT(html, Not(HasSubstr("<script")));
    EXPECT_THAT(html, HasSubstr("×1.06")) << "184 / 174 = 1.0575";
    EXPECT_THAT(html, HasSubstr("row*n + k"));
    EXPECT_THAT(html, Not(HasSubstr("\xff")));
    EXPECT_THAT(html, HasSubstr("\uFFFD broken"));
}

TEST(Report, SourceLinesAreCountedAsTheCompilerDoes)
{
    // CRLF, lone CR and LF each end one line: four lines.
    const std::string html = toHtml(exampleModel());
    EXPECT_THAT(html, HasSubstr("<u>4</u>"));
    EXPECT_THAT(html, Not(HasSubstr("<u>5</u>")));
}

TEST(Report, AnEmptyStudyStillMakesAPage)
{
    const std::string html = toHtml(ReportModel{});
    EXPECT_THAT(html, HasSubstr("No launch could be resolved"));
    EXPECT_THAT(html, Not(HasSubstr("nan")));
}

TEST(Csv, QuotesAsRfc4180AndKeepsOneLineAPoint)
{
    const std::string csv = sweepToCsv(exampleSweep());
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 12);
    EXPECT_THAT(csv, HasSubstr("\"local size 300 does not divide 8192, \"\"so\"\" it is refused\""));
    EXPECT_THAT(csv, HasSubstr("global,roofline_median_ns,roofline_low_ns,roofline_high_ns,measured_median_ns"));
    EXPECT_THAT(csv, HasSubstr("\r\n1048576,"));
}

TEST(Markdown, TableCellsCannotBreakTheTable)
{
    ReportModel model = exampleModel();
    model.sweeps[0].points[3].refusal = "a|b\nc";
    EXPECT_THAT(toMarkdown(model), HasSubstr("a\\|b c"));
}

TEST(Ticks, BinaryTicksAreThinnedAndLabelled)
{
    const auto few = binaryTicks(1024, 1 << 20, 9);
    ASSERT_FALSE(few.empty());
    EXPECT_LE(few.size(), 9u);
    EXPECT_EQ(few.front().label, "1 Ki");
    EXPECT_LE(binaryTicks(1, std::ldexp(1.0, 50), 9).size(), 9u);
    EXPECT_EQ(binaryTicks(1000, 1001, 9).size(), 0u);
}

TEST(Ticks, TimeTicksNeverExceedTheirNumber)
{
    for (double low : {3.0, 1e3, 7.7e5})
        for (double high : {low * 1.2, low * 30, low * 1e4, low * 1e9}) {
            const auto ticks = timeTicks(low, high, 7);
            EXPECT_LE(ticks.size(), 7u) << low << " " << high;
            for (const Tick &tick : ticks)
                EXPECT_THAT(tick.label, Not(HasSubstr(".0")));
        }
    const auto decades = timeTicks(1e3, 1e6, 7);
    ASSERT_EQ(decades.size(), 4u);
    EXPECT_EQ(decades[1].label, "10\u2009µs");
}

TEST(Ticks, LinearTicksCoverTheRange)
{
    const auto ticks = linearTicks(0, 100, 5);
    EXPECT_EQ(ticks.front().label, "0");
    EXPECT_EQ(ticks.back().label, "100");
}

TEST(Svg, TwoAxesBecomeAHeatMap)
{
    Sweep sweep = exampleSweep();
    sweep.spec.second = SweepAxis{"n", {}, true};
    for (SweepPoint &point : sweep.points)
        point.y = 64;
    EXPECT_THAT(sweepToSvg(sweep), HasSubstr("heat map"));
}

TEST(Svg, ASweepWithoutAnyPointSaysSo)
{
    EXPECT_THAT(sweepToSvg(Sweep{}), HasSubstr("No point"));
}

} // namespace
} // namespace clv::report
