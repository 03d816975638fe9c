// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_data.h"
#include "widgets/plots/axis_ticks.h"
#include "widgets/plots/breakdown_bar.h"
#include "widgets/plots/breakdown_layout.h"
#include "widgets/plots/label_layout.h"
#include "widgets/plots/sweep_layout.h"
#include "widgets/plots/sweep_plot.h"

#include <gtest/gtest.h>

#include <QAbstractScrollArea>
#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <limits>

namespace clv::plots {

using namespace Qt::StringLiterals;

namespace {

QString plain(QString text)
{
    return text.replace(QChar(0x2009), u' ');
}

QStringList labelsOf(const TickRequest &request)
{
    QStringList labels;
    for (const Tick &t : makeTicks(request))
        if (!t.label.isEmpty())
            labels += plain(t.label);
    return labels;
}

double sevenPerCharacter(const QString &text)
{
    return 7.0 * static_cast<double>(text.size());
}

void expectApart(const std::vector<QRectF> &rects, const std::string &where)
{
    for (std::size_t i = 0; i < rects.size(); ++i)
        for (std::size_t j = i + 1; j < rects.size(); ++j)
            EXPECT_FALSE(rects[i].adjusted(0.01, 0.01, -0.01, -0.01).intersects(rects[j]))
                << where << i << " and " << j;
}

PlotSeries seriesOf(Role role, const std::vector<std::pair<double, double>> &points)
{
    PlotSeries series;
    series.role = role;
    series.kind = role == Role::Measured ? SeriesKind::Points : SeriesKind::Line;
    for (const auto &[x, y] : points) {
        PlotPoint point;
        point.x = x;
        point.y = y;
        series.points.push_back(point);
    }
    return series;
}

QWidget *viewportOf(SweepPlot &plot)
{
    return plot.findChild<QAbstractScrollArea *>()->viewport();
}

} // namespace

// ---- Palette

TEST(PaletteTest, ContrastFollowsTheDefinition)
{
    EXPECT_NEAR(Palette::contrast(Qt::black, Qt::white), 21.0, 1e-9);
    EXPECT_NEAR(Palette::contrast(Qt::white, Qt::white), 1.0, 1e-9);
    // #808080: ((128/255 + 0.055) / 1.055)^2.4 = 0.2159; (1.05) / (0.2659) = 3.949
    EXPECT_NEAR(Palette::contrast(QColor(128, 128, 128), Qt::white), 3.949, 0.005);
}

TEST(PaletteTest, EveryColourReachesItsContrast)
{
    QPalette odd;
    odd.setColor(QPalette::Window, QColor(0x31, 0x36, 0x3B));
    odd.setColor(QPalette::Base, QColor(0x23, 0x26, 0x29));
    odd.setColor(QPalette::Text, QColor(0xEF, 0xF0, 0xF1));
    odd.setColor(QPalette::Highlight, QColor(0x3D, 0xAE, 0xE9));
    QPalette grey;
    grey.setColor(QPalette::Window, QColor(0xC0, 0xC0, 0xC0));
    grey.setColor(QPalette::Base, QColor(0xD8, 0xD8, 0xD8));
    grey.setColor(QPalette::Text, QColor(0x40, 0x40, 0x40));
    for (const Palette &p :
         {Palette::light(), Palette::dark(), Palette::print(), Palette::fromSystem(odd), Palette::fromSystem(grey)}) {
        for (const QColor &ground : {p.surface, p.window}) {
            for (const Role role : {Role::Predicted, Role::Measured, Role::Baseline, Role::SecondModel}) {
                EXPECT_GE(Palette::contrast(p.graphic(role), ground), 3.0);
                EXPECT_GE(Palette::contrast(p.textFor(role), ground), 4.5);
            }
            for (const QColor &c : {p.axis, p.warning, p.error, p.good})
                EXPECT_GE(Palette::contrast(c, ground), 3.0);
            const auto &s = p.syntax;
            for (const QColor &c : {p.text, p.mutedText, s.keyword, s.qualifier, s.type, s.builtin, s.constant,
                                    s.number, s.string, s.preprocessor, s.comment, s.plain})
                EXPECT_GE(Palette::contrast(c, ground), 4.5) << c.name().toStdString();
        }
    }
}

TEST(PaletteTest, HuesAreThoseOfOkabeAndItoOnWhite)
{
    EXPECT_EQ(Palette::print().graphic(Role::Predicted), QColor(0x00, 0x72, 0xB2));
    EXPECT_EQ(Palette::print().graphic(Role::Measured), QColor(0xD5, 0x5E, 0x00));
    EXPECT_NEAR(Palette::print().band(Role::Predicted).alphaF(), 0.2, 0.005);
}

TEST(PaletteTest, HeatGrowsLighterAndErrorsPointBothWays)
{
    const Palette p = Palette::light();
    for (int i = 0; i < 50; ++i)
        EXPECT_LE(Palette::contrast(Qt::black, p.heat(i / 50.0)), Palette::contrast(Qt::black, p.heat((i + 1) / 50.0)));
    EXPECT_GT(p.errorFactor(4).red(), p.errorFactor(4).blue());         // orange: too slow
    EXPECT_GT(p.errorFactor(0.25).blue(), p.errorFactor(0.25).green()); // purple: too fast
    EXPECT_EQ(p.errorFactor(4), p.errorFactor(400));
    EXPECT_EQ(p.errorFactor(1), p.errorFactor(std::nan("")));
    EXPECT_EQ(p.heat(-3), p.heat(0));
}

// ---- Ticks

TEST(TicksTest, PowersOfTwoReadAsBinaryPrefixes)
{
    // 2^10 .. 2^20 over 10 units: 500 px give 50 px a power, labels take up to 42 px and 12 px of gap: every second.
    EXPECT_EQ(labelsOf({10, 20, Scale::Log2, Unit::BinaryCount, 500, 12, sevenPerCharacter}),
              (QStringList{u"1 Ki"_s, u"4 Ki"_s, u"16 Ki"_s, u"64 Ki"_s, u"256 Ki"_s, u"1 Mi"_s}));
}

TEST(TicksTest, DecadesOfTimeReadWithSiPrefixes)
{
    EXPECT_EQ(labelsOf({4, 9, Scale::Log10, Unit::Nanoseconds, 300, 12, sevenPerCharacter}),
              (QStringList{u"10 µs"_s, u"100 µs"_s, u"1 ms"_s, u"10 ms"_s, u"100 ms"_s, u"1 s"_s}));
}

TEST(TicksTest, LabelsNeverOverlapAtAnySize)
{
    for (const Scale scale : {Scale::Linear, Scale::Log2, Scale::Log10}) {
        for (const Unit unit : {Unit::Plain, Unit::BinaryCount, Unit::Nanoseconds, Unit::Bytes, Unit::Factor}) {
            for (double pixels = 60; pixels < 1700; pixels += 47) {
                for (const double span : {0.03, 0.2, 0.7, 1.3, 3.1, 9.7, 26.0}) {
                    const TickRequest r{3.3, 3.3 + span, scale, unit, pixels, 12, sevenPerCharacter};
                    double freeFrom = -1e9;
                    for (const Tick &t : makeTicks(r)) {
                        EXPECT_GE(t.position, r.low - 1e-6);
                        EXPECT_LE(t.position, r.high + 1e-6);
                        if (t.label.isEmpty())
                            continue;
                        const double at = (t.position - r.low) / span * pixels, half = sevenPerCharacter(t.label) / 2;
                        EXPECT_GE(at - half, freeFrom) << t.label.toStdString();
                        freeFrom = at + half;
                    }
                }
            }
        }
    }
}

TEST(TicksTest, AnOrdinaryAxisAlwaysHasLabels)
{
    for (double pixels = 150; pixels < 1600; pixels += 50)
        for (double span = 1; span < 24; span += 0.9)
            EXPECT_GE(labelsOf({8.4, 8.4 + span, Scale::Log2, Unit::BinaryCount, pixels, 12, sevenPerCharacter}).size(),
                      1)
                << pixels << " px, span " << span;
}

TEST(TicksTest, ZoomedLogAxesFallBackToRoundSteps)
{
    // 2^16 .. 2^16.5: no power of two between the ends, but multiples of 4 Ki.
    const QStringList labels = labelsOf({16.01, 16.5, Scale::Log2, Unit::BinaryCount, 600, 12, sevenPerCharacter});
    EXPECT_GE(labels.size(), 3);
    EXPECT_TRUE(labels.contains(u"80 Ki"_s)) << labels.join(u' ').toStdString();
}

TEST(TicksTest, ImpossibleRangesGiveNoTicks)
{
    const double nan = std::nan("");
    EXPECT_TRUE(makeTicks({1, 1, Scale::Linear, Unit::Plain, 100, 4, sevenPerCharacter}).empty());
    EXPECT_TRUE(makeTicks({nan, 1, Scale::Log2, Unit::Plain, 100, 4, sevenPerCharacter}).empty());
    EXPECT_TRUE(makeTicks({0, 1, Scale::Linear, Unit::Plain, 0, 4, sevenPerCharacter}).empty());
}

TEST(TicksTest, LabelsAreShortAndExact)
{
    EXPECT_EQ(plain(tickLabel(24576, Unit::BinaryCount)), u"24 Ki"_s);
    EXPECT_EQ(plain(tickLabel(100000, Unit::BinaryCount)), u"100 k"_s);
    EXPECT_EQ(plain(tickLabel(512, Unit::BinaryCount)), u"512"_s);
    EXPECT_EQ(plain(tickLabel(2.5e6, Unit::Nanoseconds)), u"2.5 ms"_s);
    EXPECT_EQ(plain(tickLabel(3 << 20, Unit::Bytes)), u"3 MiB"_s);
}

TEST(AxisTest, LogarithmsMapBothWays)
{
    EXPECT_DOUBLE_EQ(toAxis(1024, Scale::Log2), 10);
    EXPECT_DOUBLE_EQ(toAxis(1e6, Scale::Log10), 6);
    EXPECT_DOUBLE_EQ(fromAxis(10, Scale::Log2), 1024);
    EXPECT_FALSE(std::isfinite(toAxis(0, Scale::Log2)));
    EXPECT_FALSE(std::isfinite(toAxis(-1, Scale::Log10)));
}

// ---- Layout

TEST(LabelLayoutTest, NeighboursMoveApartAsLittleAsNeeded)
{
    EXPECT_EQ(spreadLabels({50, 50}, 10, 0, 100), (std::vector<double>{45, 55}));
    EXPECT_EQ(spreadLabels({80, 20}, 10, 0, 100), (std::vector<double>{80, 20}));
    EXPECT_EQ(spreadLabels({0, 0}, 10, 0, 100), (std::vector<double>{5, 15}));    // pushed in from the edge
    EXPECT_EQ(spreadLabels({99, 98}, 10, 0, 100), (std::vector<double>{95, 85})); // order kept
}

TEST(LabelLayoutTest, WhatDoesNotFitGivesWay)
{
    const auto centres = spreadLabels({5, 6, 7}, 10, 0, 20);
    EXPECT_FALSE(std::isnan(centres[0]));
    EXPECT_FALSE(std::isnan(centres[1]));
    EXPECT_TRUE(std::isnan(centres[2]));
    EXPECT_TRUE(std::isnan(spreadLabels({5}, 10, 0, 4)[0]));
}

TEST(SweepLayoutTest, NothingCollidesFromSmallToLarge)
{
    const QFontMetricsF font(QFont(u"DejaVu Sans"_s, 9));
    for (const int lastPower : {11, 14, 24}) {
        const SweepPlotData data = test::sampleSweep(10, lastPower);
        for (double width = 320; width <= 1700; width += 115) {
            for (double height = 200; height <= 900; height += 140) {
                const SweepLayout l = layOut(data, rangeOf(data), {{width, height}, true, true}, font);
                const std::string at = std::to_string(int(width)) + "x" + std::to_string(int(height)) + ": ";
                expectApart(l.xLabels, at + "x ");
                expectApart(l.yLabels, at + "y ");
                EXPECT_FALSE(l.xLabels.empty()) << at;
                EXPECT_FALSE(l.yLabels.empty()) << at;
                std::vector<QRectF> ends, legend;
                for (const EndLabel &e : l.endLabels)
                    ends.push_back(e.rect);
                for (const LegendEntry &e : l.legend)
                    legend.push_back(e.rect);
                expectApart(ends, at + "end ");
                expectApart(legend, at + "legend ");
                const QRectF all(0, 0, width + 1, height);
                for (const auto &rects : {l.xLabels, ends, legend})
                    for (const QRectF &r : rects)
                        EXPECT_TRUE(all.contains(r)) << at;
                EXPECT_TRUE(all.contains(l.plot)) << at;
                EXPECT_GT(l.plot.height(), 60) << at;
            }
        }
    }
}

TEST(SweepLayoutTest, CoordinatesAreEquidistantForEqualFactors)
{
    const SweepPlotData data = test::sampleSweep();
    const SweepLayout l = layOut(data,
                                 {
                                     10,
                                     20,
                                     3,
                                     7,
                                 },
                                 {{800, 400}, false, false}, QFontMetricsF(QFont()));
    EXPECT_NEAR(l.pixelX(10), l.plot.left(), 1e-9);
    EXPECT_NEAR(l.pixelX(20), l.plot.right(), 1e-9);
    EXPECT_NEAR(l.pixelX(15), l.plot.center().x(), 1e-9);
    EXPECT_NEAR(l.pixelY(5), l.plot.center().y(), 1e-9);
    EXPECT_NEAR(l.coordinateX(l.pixelX(13.7)), 13.7, 1e-9);
}

TEST(SweepLayoutTest, RangeStartsWithTheData)
{
    const PlotRange r = rangeOf(test::sampleSweep(10, 20));
    EXPECT_GT(r.x0, 9.5);
    EXPECT_LT(r.x1, 20.5);
}

// ---- Data

TEST(SweepDataTest, ErrorIsPredictedOverMeasuredWhereBothAre)
{
    SweepPlotData data;
    data.series = {seriesOf(Role::Predicted, {{1, 100}, {2, 200}, {4, 400}}),
                   seriesOf(Role::Measured, {{4, 100}, {1, 200}, {8, 1}})};
    const auto errors = errorPoints(data);
    ASSERT_EQ(errors.size(), 2U);
    EXPECT_DOUBLE_EQ(errors[0].factor, 0.5);
    EXPECT_DOUBLE_EQ(errors[1].factor, 4);
    const auto table = tableOf(data);
    ASSERT_EQ(table.size(), 5U); // heading and x = 1, 2, 4, 8
    EXPECT_EQ(table[1], (std::vector<QString>{u"1"_s, u"100"_s, u"200"_s, u"0.5"_s}));
    EXPECT_EQ(table[2], (std::vector<QString>{u"2"_s, u"200"_s, QString(), QString()}));
}

// ---- Widget

TEST(SweepPlotTest, ClickOnAMeasuredPointNamesIt)
{
    SweepPlot plot;
    SweepPlotData data = test::sampleSweep();
    plot.setData(data);
    plot.resize(800, 400);
    plot.show();
    QSignalSpy clicked(&plot, &SweepPlot::pointActivated);
    const QFontMetricsF font(plot.font(), &plot);
    const SweepLayout l = layOut(data, rangeOf(data), {QSizeF(viewportOf(plot)->size()), true, true}, font);
    const PlotPoint &p = data.series[3].points[5];
    QTest::mouseClick(viewportOf(plot), Qt::LeftButton, {},
                      QPointF(l.pixelX(std::log2(p.x)), l.pixelY(std::log10(p.y))).toPoint());
    ASSERT_EQ(clicked.count(), 1);
    EXPECT_EQ(clicked[0][0].toInt(), 3);
    EXPECT_EQ(clicked[0][1].toInt(), 5);
    QTest::mouseClick(viewportOf(plot), Qt::LeftButton, {}, QPoint(2, 2));
    EXPECT_EQ(clicked.count(), 1);
}

TEST(SweepPlotTest, WheelZoomsKeysMoveAndDoubleClickResets)
{
    SweepPlot plot;
    plot.setData(test::sampleSweep());
    plot.resize(800, 400);
    plot.show();
    QWidget *view = viewportOf(plot);
    const QPointF at(300, 150);
    QWheelEvent wheel(at, view->mapToGlobal(at), {}, QPoint(0, 240), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(view, &wheel);
    EXPECT_TRUE(plot.isZoomed());
    plot.setData(test::sampleSweep()); // another point arrived: the view stays
    EXPECT_TRUE(plot.isZoomed());
    QTest::mouseDClick(view, Qt::LeftButton, {}, QPoint(5, 5));
    EXPECT_FALSE(plot.isZoomed());

    QSignalSpy moved(&plot, &SweepPlot::cursorMoved), activated(&plot, &SweepPlot::pointActivated);
    QWidget *canvas = plot.findChild<QAbstractScrollArea *>();
    QTest::keyClick(canvas, Qt::Key_Right);
    QTest::keyClick(canvas, Qt::Key_Right);
    ASSERT_EQ(moved.count(), 2);
    EXPECT_DOUBLE_EQ(moved[1][0].toDouble(), 2048);
    QTest::keyClick(canvas, Qt::Key_Return);
    ASSERT_EQ(activated.count(), 1);
    EXPECT_EQ(activated[0][1].toInt(), 1);
}

TEST(SweepPlotTest, OddValuesAreSurvived)
{
    SweepPlot plot;
    plot.resize(320, 200);
    plot.grab(); // empty
    const double inf = std::numeric_limits<double>::infinity();
    SweepPlotData data;
    data.series = {seriesOf(Role::Predicted, {{0, 5}, {-1, 5}, {1, 0}, {2, -3}, {4, std::nan("")}, {8, inf}})};
    plot.setData(data);
    plot.grab();
    data.series[0].points = {{16, 100, 0.0, inf, {}, true}};
    data.series[0].refused = {{0, u"zero"_s}, {32, u"too large"_s}};
    plot.setData(data);
    EXPECT_FALSE(plot.grab().isNull());
}

TEST(SweepPlotTest, CurvesAreDrawnInTheirColours)
{
    SweepPlot plot;
    plot.setPalette(Palette::light());
    plot.setData(test::sampleSweep());
    plot.resize(800, 400);
    const QImage image = plot.grab().toImage();
    const auto count = [&image](const QColor &colour) {
        int n = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                n += image.pixelColor(x, y).rgb() == colour.rgb() ? 1 : 0;
        return n;
    };
    EXPECT_GT(count(Palette::light().graphic(Role::Predicted)), 200);
    EXPECT_GT(count(Palette::light().graphic(Role::Measured)), 200);
    EXPECT_GT(count(Palette::light().graphic(Role::Baseline)), 100);
}

TEST(SweepPlotTest, ExportsPictureAndVectors)
{
    QTemporaryDir folder;
    SweepPlot plot;
    plot.setPalette(Palette::dark());
    plot.setData(test::sampleSweep());
    const QString png = folder.filePath(u"a.png"_s), svg = folder.filePath(u"a.svg"_s);
    ASSERT_TRUE(plot.exportPng(png, {600, 300}, 2));
    ASSERT_TRUE(plot.exportSvg(svg, {600, 300}));
    const QImage image(png);
    EXPECT_EQ(image.size(), QSize(1200, 600));
    EXPECT_EQ(image.pixelColor(1, 1), QColor(Qt::white)); // print palette whatever the screen
    QFile file(svg);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    EXPECT_TRUE(text.contains(u"kernel time"_s));
    EXPECT_TRUE(plain(text).contains(u"64 Ki"_s));
    EXPECT_TRUE(text.contains(u"#0072b2"_s, Qt::CaseInsensitive));
    EXPECT_FALSE(plot.exportPng(u"/nonexistent/a.png"_s));
}

TEST(SweepPlotTest, TellsAScreenReaderWhatItShows)
{
    SweepPlot plot;
    plot.setData(test::sampleSweep());
    EXPECT_TRUE(plot.accessibleName().contains(u"global size"_s));
    EXPECT_TRUE(plot.accessibleDescription().contains(u"measured: 11"_s)) << plot.accessibleDescription().toStdString();
}

// ---- Breakdown

TEST(BreakdownTest, EveryTermIsSeenAndNamed)
{
    const auto terms = test::sampleTerms();
    const QFontMetricsF font{QFont()};
    for (double width = 120; width < 900; width += 65) {
        const BreakdownLayout l = layOutBreakdown(terms, width, font);
        double sum = 0;
        std::vector<QRectF> legend;
        for (const BreakdownPart &part : l.parts) {
            sum += part.bar.width();
            EXPECT_GE(part.bar.width(), 2.9);
            EXPECT_NE(part.inside.isEmpty(), part.legend.isEmpty());
            if (!part.legend.isEmpty())
                legend.push_back(part.legend);
        }
        EXPECT_NEAR(sum, width, 0.01);
        expectApart(legend, "legend ");
        for (const QRectF &r : legend) {
            EXPECT_LE(r.right(), width + 0.01);
            EXPECT_LE(r.bottom(), l.height + 0.01);
        }
    }
}

TEST(BreakdownTest, ProportionsFollowTheTerms)
{
    const BreakdownLayout l = layOutBreakdown({{"DRAM", 75, 0.75}, {"launch", 25, 0.25}}, 400, QFontMetricsF(QFont()));
    EXPECT_NEAR(l.parts[0].bar.width(), 300, 1e-9);
    EXPECT_NEAR(l.parts[1].bar.width(), 100, 1e-9);
    EXPECT_EQ(partAt(l, {350, 5}), 1);
    EXPECT_EQ(partAt(l, {500, 5}), -1);
}

TEST(BreakdownTest, NoTermsNoCrash)
{
    BreakdownBar bar;
    bar.resize(200, 40);
    EXPECT_FALSE(bar.grab().isNull());
    bar.setTerms({{"DRAM", 0, 0}, {"launch", -1, 0}, {"x", std::nan(""), 0}}, 0);
    EXPECT_FALSE(bar.grab().isNull());
}

} // namespace clv::plots
