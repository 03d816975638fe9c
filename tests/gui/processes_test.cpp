// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/window_fixture.h"

#include <signal.h>

namespace clv::gui {
namespace {

using session::ProcessState;
using session::StudyState;

TEST_F(WindowTest, AKilledEngineIsRestartedAndGoesOn)
{
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    const qint64 first = m_session->engine().processId();
    ASSERT_GT(first, 0);
    ::kill(static_cast<pid_t>(first), SIGKILL);
    ASSERT_TRUE(waitFor(
        [&] {
            return m_session->engine().state() == ProcessState::Ready && m_session->engine().processId() != first &&
                   m_session->engine().processId() > 0;
        },
        15'000));
    EXPECT_TRUE(message().contains(QStringLiteral("engine"))) << utf8(message());
    const quint64 before = document().shown->revision;
    putCursorAtEnd();
    QTest::keyClicks(editor(), QStringLiteral("// on"));
    EXPECT_TRUE(waitFor([&] { return document().state == StudyState::Ready && document().shown->revision > before; }));
}

TEST_F(WindowTest, AnEngineThatIsNotThereIsSaidAndTheEditorWorks)
{
    m_options.engineCommand = {QStringLiteral("/nonexistent/clv"), QStringLiteral("serve")};
    startWindow();
    ASSERT_TRUE(waitFor([&] { return message().contains(QStringLiteral("/nonexistent/clv")); }))
        << utf8(message());
    ASSERT_TRUE(m_window->openFile(writeFile(QStringLiteral("kernel.cl"), kSaxpy)));
    putCursorAtEnd();
    QTest::keyClicks(editor(), QStringLiteral("// typed"));
    EXPECT_TRUE(document().bytes.endsWith("// typed"));
    EXPECT_EQ(textOf("statusEngine"), QStringLiteral("engine stopped"));
}

TEST_F(WindowTest, AnEngineThatDiesAtOnceIsNotRestartedForEver)
{
    m_options.engineCommand = {QStringLiteral("/bin/false")};
    startWindow();
    ASSERT_TRUE(waitFor([&] { return m_session->engine().state() == ProcessState::Failed; }, 20'000));
    EXPECT_TRUE(message().contains(QStringLiteral("in a row"))) << utf8(message());
}

TEST_F(WindowTest, WithoutAWorkerOnePredictsForTabulatedDevices)
{
    m_options.workerCommand = {QStringLiteral("/nonexistent/clv-worker")};
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    ASSERT_NE(m_session->device(), nullptr);
    EXPECT_FALSE(m_session->device()->isLocal);
    EXPECT_FALSE(child<QAction>("actionMeasure")->isEnabled());
    EXPECT_TRUE(child<QAction>("actionMeasure")->toolTip().contains(QStringLiteral("not in this machine")));
}

} // namespace
} // namespace clv::gui
