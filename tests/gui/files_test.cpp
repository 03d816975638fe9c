// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/window_fixture.h"

#include <QFile>
#include <QTabWidget>

namespace clv::gui {
namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return file.readAll();
}

TEST_F(WindowTest, SavingKeepsByteOrderMarkLineEndsAndForeignBytes)
{
    const QByteArray odd = QByteArray("\xEF\xBB\xBF") +
                           "// gr\xFC\xDF"
                           "e in Latin-1\r\n" +
                           QByteArray(kSaxpy).replace("\n", "\r\n");
    const QString path = writeFile(QStringLiteral("odd.cl"), odd);
    startWindow();
    ASSERT_TRUE(m_window->openFile(path));
    EXPECT_FALSE(document().isModified());
    ASSERT_TRUE(m_session->save(document().id));
    EXPECT_EQ(bytesOf(path), odd);

    putCursorAtEnd();
    QTest::keyClicks(editor(), QStringLiteral("//"));
    EXPECT_TRUE(document().isModified());
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return !document().isModified(); }));
    EXPECT_EQ(bytesOf(path), odd + "//");
}

TEST_F(WindowTest, AFileThatIsNotThereIsNamedInTheMessageBar)
{
    startWindow();
    EXPECT_FALSE(m_window->openFile(m_folder.filePath(QStringLiteral("missing.cl"))));
    EXPECT_TRUE(message().contains(QStringLiteral("missing.cl")));
}

TEST_F(WindowTest, AFileThatCannotBeWrittenKeepsItsText)
{
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    putCursorAtEnd();
    QTest::keyClicks(editor(), QStringLiteral("// more"));
    const auto saved = m_session->saveAs(document().id, QStringLiteral("/proc/cannot/be/written.cl"));
    ASSERT_FALSE(saved);
    EXPECT_NE(saved.error().message.find("written.cl"), std::string::npos);
    EXPECT_TRUE(document().isModified());
    EXPECT_TRUE(document().bytes.endsWith("// more"));
}

TEST_F(WindowTest, AFileOpensOnceAndTabsFollowTheSession)
{
    startWindow();
    const QString a = writeFile(QStringLiteral("a.cl"), kSaxpy), b = writeFile(QStringLiteral("b.cl"), kSaxpy);
    ASSERT_TRUE(m_window->openFile(a));
    ASSERT_TRUE(m_window->openFile(b));
    ASSERT_TRUE(m_window->openFile(a));
    EXPECT_EQ(child<QTabWidget>("editorTabs")->count(), 2);
    EXPECT_EQ(document().path, a);
    child<QTabWidget>("editorTabs")->setCurrentIndex(1);
    EXPECT_EQ(document().path, b);
    EXPECT_EQ(m_session->settings().recentFiles().size(), 2);
}

TEST_F(WindowTest, ABinaryFileIsRefusedWithoutHarm)
{
    startWindow();
    QByteArray noise;
    for (int i = 0; i < 4096; ++i)
        noise.append(static_cast<char>((i * 37) % 256));
    ASSERT_TRUE(m_window->openFile(writeFile(QStringLiteral("noise.cl"), noise)));
    ASSERT_TRUE(waitForState(session::StudyState::Refused));
    EXPECT_FALSE(document().refusal.isEmpty());
    EXPECT_EQ(document().bytes, noise);
}

} // namespace
} // namespace clv::gui
