// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/window_fixture.h"

#include "widgets/session/autosave.h"

#include <QDir>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace clv::gui {
namespace {

using session::Autosave;
using session::RecoveredText;

/// A process of its own that keeps a text and is then killed outright.
void keepTextAndDie(const QString &folder, const RecoveredText &text)
{
    const pid_t child = fork();
    if (child == 0) {
        Autosave autosave(folder);
        autosave.touch(1, [&] { return text; });
        autosave.flush();
        ::kill(getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
}

TEST_F(WindowTest, TextOfAKilledProcessIsRestored)
{
    const QString path = writeFile(QStringLiteral("kernel.cl"), kSaxpy);
    const QByteArray typed = kSaxpy + "// never saved\n";
    keepTextAndDie(m_options.recoveryFolder, {path, QStringLiteral("kernel.cl"), typed, {}});
    startWindow();
    ASSERT_TRUE(m_window->openFile(path));
    m_window->recoverTexts();
    ASSERT_EQ(m_session->documents().size(), 1U);
    EXPECT_EQ(document().bytes, typed);
    EXPECT_EQ(editor()->source(), typed);
    EXPECT_TRUE(document().isModified());
    EXPECT_TRUE(message().contains(QStringLiteral("kernel.cl")));
}

TEST_F(WindowTest, RestoredTextSurvivesASecondKill)
{
    keepTextAndDie(m_options.recoveryFolder, {{}, QStringLiteral("untitled 1"), "int a;", {}});
    {
        Autosave second(m_options.recoveryFolder);
        ASSERT_EQ(second.takeOrphans().size(), 1U);
    } // ends without having written anything
    Autosave third(m_options.recoveryFolder);
    const auto found = third.takeOrphans();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().bytes, QByteArray("int a;"));
}

TEST_F(WindowTest, TypingIsKeptWithinTwoSecondsAndForgottenOnSave)
{
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    putCursorAtEnd();
    QTest::keyClicks(editor(), QStringLiteral("// typed"));
    const auto kept = [&] { return QDir(m_options.recoveryFolder).entryList({QStringLiteral("*.json")}).size(); };
    EXPECT_TRUE(waitFor([&] { return kept() == 1; }));
    ASSERT_TRUE(m_session->save(document().id));
    EXPECT_EQ(kept(), 0);
}

TEST_F(WindowTest, TextOfALivingProcessIsLeftAlone)
{
    Autosave living(m_options.recoveryFolder);
    living.touch(1, [] { return RecoveredText{{}, QStringLiteral("mine"), "int b;", {}}; });
    living.flush();
    Autosave other(m_options.recoveryFolder);
    EXPECT_TRUE(other.takeOrphans().empty());
}

} // namespace
} // namespace clv::gui
