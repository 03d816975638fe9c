// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/estimate_model.h"
#include "widgets/models/findings_model.h"
#include "widgets/models/format.h"
#include "widgets/models/memory_model.h"
#include "widgets/models/roles.h"
#include "widgets/models/sweep_model.h"
#include "widgets/models/table_text.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

namespace clv::models {
namespace {

using Tester = QAbstractItemModelTester;

AccessSite site(std::uint32_t id, const char *buffer, std::uint32_t line)
{
    AccessSite s;
    s.id = id;
    s.buffer = buffer;
    s.where.line = line;
    s.space = AddressSpace::Global;
    s.direction = AccessDirection::Read;
    s.strideBytes = 4;
    s.sectorsPerRequest = 4;
    s.trafficShare = 0.25;
    return s;
}

MemoryReport report()
{
    MemoryReport r;
    BufferUse x, y;
    x.name = "x";
    y.name = "y";
    r.buffers = {x, y};
    r.sites = {site(1, "x", 3), site(2, "y", 4), site(3, "x", 4), site(4, "?", 9)};
    return r;
}

TEST(MemoryModel, IsAConsistentTreeOfBuffersAndAccesses)
{
    MemoryModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    model.set(report());
    ASSERT_EQ(model.rowCount(), 3); // x, y, and what could not be resolved
    EXPECT_EQ(model.rowCount(model.index(0, 0)), 2);
    EXPECT_EQ(model.index(1, 0, model.index(0, 0)).data(LineRole).toUInt(), 4U);
    EXPECT_EQ(model.indexesOfLine(4).size(), 2);
    EXPECT_EQ(model.indexOfSite(4).data(SiteRole).toUInt(), 4U);
    EXPECT_FALSE(model.indexOfSite(99).isValid());
    model.set({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(EstimateModel, ComparesEachModelWithTheMeasurementUnlessItIsStale)
{
    EstimateModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    Estimate a, b;
    a.model = "a";
    a.medianNs = 1310;
    b.model = "b";
    b.medianNs = 500;
    Measurement m;
    m.medianNs = 1000;
    model.set({a, b}, &m, false);
    ASSERT_EQ(model.rowCount(), 3);
    // 1310 / 1000 is 1.31, too slow; 500 / 1000 is 0.5, too fast.
    EXPECT_EQ(model.index(0, EstimateModel::Error).data().toString(), QStringLiteral("×1.31 ▲"));
    EXPECT_EQ(model.index(1, EstimateModel::Error).data().toString(), QStringLiteral("×0.50 ▼"));
    model.set({a, b}, &m, true);
    EXPECT_EQ(model.index(0, EstimateModel::Error).data().toString(), QStringLiteral("–"));
}

TEST(FindingsModel, PutsErrorsFirstThenGoesByLine)
{
    FindingsModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    StudyResult result;
    Diagnostic warning{Severity::Warning, {"", 2, 1}, {}, "late", {}};
    Diagnostic error{Severity::Error, {"", 8, 1}, {}, "bad", {}};
    result.diagnostics = {warning, error};
    result.problems = {"no estimate"};
    model.set(result);
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.index(0, FindingsModel::Line).data().toString(), QStringLiteral("8"));
    EXPECT_EQ(model.countOf(Severity::Error), 1);
}

TEST(SweepModel, KeepsItsRowsWhilePointsArrive)
{
    SweepModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    Sweep sweep;
    sweep.models = {"roofline"};
    sweep.spec.axis.name = "global";
    sweep.points.resize(2);
    sweep.points[0].x = 1024;
    sweep.points[1].x = 2048;
    model.set(sweep);
    EXPECT_EQ(model.columnCount(), 5);
    const QPersistentModelIndex first = model.index(0, 2);
    EXPECT_EQ(first.data().toString(), QStringLiteral("–"));
    Measurement m;
    m.medianNs = 2000;
    sweep.points[0].measurement = m;
    model.set(sweep);
    ASSERT_TRUE(first.isValid());
    EXPECT_EQ(first.data().toString(), time(2000));
}

TEST(TableText, HasHeadingsAndOneLineARow)
{
    MemoryModel model;
    model.set(report());
    const QStringList lines = tableText(model).split(u'\n', Qt::SkipEmptyParts);
    EXPECT_EQ(lines.size(), 1 + 3 + 4); // headings, buffers, accesses
    EXPECT_EQ(lines.front().count(u'\t'), MemoryModel::ColumnCount - 1);
}

TEST(Format, RoundsSharesButNeverToNothing)
{
    EXPECT_EQ(percent(0.613), QStringLiteral("61%"));
    EXPECT_EQ(percent(0.004), QStringLiteral("<1%"));
    EXPECT_EQ(percent(0), QStringLiteral("0%"));
    EXPECT_EQ(number(14.24), QStringLiteral("14.2"));
    EXPECT_EQ(number(4), QStringLiteral("4"));
}

} // namespace
} // namespace clv::models
