// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/window_fixture.h"

#include <QAbstractItemView>

#include <signal.h>

namespace clv::gui {
namespace {

class MeasuringTest : public WindowTest {
protected:
    void openOnLocalDevice(const QByteArray &source)
    {
        ASSERT_TRUE(openTextAndWait(source));
        if (HasFatalFailure())
            return;
        if (!m_session->device()->isLocal)
            GTEST_SKIP() << "no OpenCL device in this machine";
    }

    void startSlowMeasurement()
    {
        openOnLocalDevice(kSlow);
        if (HasFatalFailure() || IsSkipped())
            return;
        press(Qt::Key_F5);
        ASSERT_TRUE(waitFor([&] { return m_session->isMeasuring(); })) << utf8(m_session->whyNotMeasure());
        QTest::qWait(800); // into the kernel
        ASSERT_TRUE(m_session->isMeasuring());
    }
};

TEST_F(MeasuringTest, MeasureShowsTheTimeBesideThePrediction)
{
    openOnLocalDevice(kSaxpy);
    if (HasFatalFailure() || IsSkipped())
        return;
    press(Qt::Key_F5);
    ASSERT_TRUE(waitFor([&] { return document().measurement.has_value(); }, 60'000)) << utf8(document().measureProblem);
    EXPECT_GT(document().measurement->measurement.medianNs, 0);
    EXPECT_TRUE(textOf("measuredTime").contains(u's'));
    EXPECT_TRUE(textOf("errorFactor").startsWith(u'×')) << utf8(textOf("errorFactor"));
    auto *table = child<QAbstractItemView>("estimateTable")->model();
    EXPECT_EQ(table->index(table->rowCount() - 1, 0).data().toString(), QStringLiteral("measured"));

    putCursorAtEnd();
    QTest::keyClicks(editor(), QStringLiteral("// later"));
    ASSERT_TRUE(waitForState(session::StudyState::Ready));
    EXPECT_TRUE(m_session->isMeasurementStale(document()));
    EXPECT_EQ(textOf("errorFactor"), QStringLiteral("–"));
}

TEST_F(MeasuringTest, EscapeCancelsAMeasurement)
{
    startSlowMeasurement();
    if (HasFatalFailure() || IsSkipped())
        return;
    press(Qt::Key_Escape);
    ASSERT_TRUE(waitFor([&] { return !m_session->isMeasuring(); }, 10'000));
    EXPECT_FALSE(document().measurement.has_value());
    EXPECT_TRUE(document().measureProblem.isEmpty()) << utf8(document().measureProblem);
    EXPECT_TRUE(waitFor([&] { return m_session->whyNotMeasure().isEmpty(); }));
}

TEST_F(MeasuringTest, AWorkerKilledMidMeasureIsSaidAndSurvived)
{
    startSlowMeasurement();
    if (HasFatalFailure() || IsSkipped())
        return;
    const qint64 first = m_session->worker().processId();
    ::kill(static_cast<pid_t>(first), SIGKILL);
    ASSERT_TRUE(waitFor([&] { return message().contains(QStringLiteral("measuring process stopped")); }))
        << utf8(message());
    ASSERT_TRUE(waitFor(
        [&] {
            return m_session->worker().processId() != 0 && m_session->worker().processId() != first &&
                   m_session->worker().state() == session::ProcessState::Ready;
        },
        10'000));
    EXPECT_TRUE(m_session->isMeasuring()) << "asked once more";
    QTest::qWait(500);
    ::kill(static_cast<pid_t>(m_session->worker().processId()), SIGKILL);
    ASSERT_TRUE(waitFor([&] { return !m_session->isMeasuring(); }, 10'000));
    EXPECT_TRUE(document().measureProblem.contains(QStringLiteral("twice"))) << utf8(document().measureProblem);
    EXPECT_EQ(textOf("measureProblem"), document().measureProblem);
    putCursorAtEnd();
    QTest::keyClicks(editor(), QStringLiteral("// still here"));
    EXPECT_TRUE(document().bytes.endsWith("// still here"));
}

TEST_F(MeasuringTest, AWorkerThatHangsPastItsDeadlineIsStopped)
{
    m_options.measureDeadline = std::chrono::milliseconds(3000);
    startSlowMeasurement();
    if (HasFatalFailure() || IsSkipped())
        return;
    ASSERT_TRUE(waitFor([&] { return !m_session->isMeasuring(); }, 15'000));
    EXPECT_TRUE(document().measureProblem.contains(QStringLiteral("did not finish")))
        << utf8(document().measureProblem);
}

} // namespace
} // namespace clv::gui
