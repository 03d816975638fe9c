// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/window_fixture.h"

#include "widgets/session/sweep_axis.h"

#include <QAbstractItemView>
#include <QPushButton>

#include <algorithm>

namespace clv::gui {
namespace {

using session::makeSweep;
using session::SweepForm;

TEST(SweepAxis, LogarithmicGlobalSizesAreMultiplesOfTheLocalSizeAndIncludeBothEnds)
{
    // 2^10 to 2^14 in 5 points doubles: 1024 2048 4096 8192 16384.
    const auto sweep = makeSweep({"global", QStringLiteral("2^10"), QStringLiteral("2^14"), 5, true, {}}, 256);
    ASSERT_TRUE(sweep);
    EXPECT_EQ(sweep->axis.values, (std::vector<double>{1024, 2048, 4096, 8192, 16384}));
    // 100 to 400 linearly in 4 points with groups of 64: 100 200 300 400 round to 128 192 320 384.
    const auto linear = makeSweep({"global", QStringLiteral("100"), QStringLiteral("400"), 4, false, {}}, 64);
    ASSERT_TRUE(linear);
    EXPECT_EQ(linear->axis.values, (std::vector<double>{128, 192, 320, 384}));
}

TEST(SweepAxis, MistakesAreNamed)
{
    EXPECT_FALSE(makeSweep({"n", QStringLiteral("0"), QStringLiteral("10"), 3, true, {}}, 1));
    EXPECT_FALSE(makeSweep({"n", QStringLiteral("100"), QStringLiteral("10"), 3, true, {}}, 1));
    EXPECT_FALSE(makeSweep({"n", QStringLiteral("1 +"), QStringLiteral("10"), 3, true, {}}, 1));
    const auto follow = makeSweep({"n", QStringLiteral("1"), QStringLiteral("10"), 3, true, QStringLiteral("rows")}, 1);
    ASSERT_FALSE(follow);
    EXPECT_NE(follow.error().message.find("rows"), std::string::npos);
}

TEST_F(WindowTest, SweepPredictsEveryPointAndThenMeasuresThem)
{
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    const SweepForm form{"global", QStringLiteral("2^10"), QStringLiteral("2^14"), 3, true, QStringLiteral("n=global")};
    m_session->setSweepForm(form);
    press(Qt::Key_F6);
    ASSERT_TRUE(waitFor([&] { return document().sweep && !m_session->isPredictingSweep(); }))
        << utf8(document().sweepProblem);
    ASSERT_EQ(document().sweep->points.size(), 3U);
    for (const SweepPoint &point : document().sweep->points)
        EXPECT_FALSE(point.estimates.empty()) << point.refusal;
    EXPECT_EQ(child<QAbstractItemView>("sweepTable")->model()->rowCount(), 3);
    if (!m_session->device()->isLocal)
        GTEST_SKIP() << "no OpenCL device in this machine";
    QTest::mouseClick(child<QPushButton>("sweepMeasure"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return !m_session->isMeasuringSweep(); }, 60'000));
    for (const SweepPoint &point : document().sweep->points)
        EXPECT_TRUE(point.measurement.has_value()) << point.measurementRefusal;
}

TEST_F(WindowTest, ARangeThatIsReversedIsExplainedInThePanel)
{
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    m_session->setSweepForm({"global", QStringLiteral("4096"), QStringLiteral("16"), 3, true, {}});
    press(Qt::Key_F6);
    EXPECT_FALSE(child<QLabel>("sweepProblem")->isHidden());
    EXPECT_FALSE(document().sweep.has_value());
}

} // namespace
} // namespace clv::gui
