// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/window_fixture.h"

#include "app/gui/examples.h"

#include <QAbstractItemView>
#include <QComboBox>

namespace clv::gui {
namespace {

using session::StudyState;

TEST_F(WindowTest, OpeningTheExampleFillsEveryPanel)
{
    const QString example = firstExample();
    ASSERT_FALSE(example.isEmpty());
    ASSERT_TRUE(openAndWait(example));
    EXPECT_TRUE(textOf("predictedTime").contains(u's')) << utf8(textOf("predictedTime"));
    EXPECT_TRUE(textOf("predictedTimeDetail").contains(QStringLiteral("–")));
    EXPECT_EQ(child<QComboBox>("kernelChooser")->currentText(), qtext(document().kernelName()));
    EXPECT_FALSE(child<QLineEdit>("edit:global.0")->text().isEmpty());
    EXPECT_GT(child<QAbstractItemView>("memoryTree")->model()->rowCount(), 2);
    EXPECT_EQ(message(), QString());
}

TEST_F(WindowTest, TypingBringsANewEstimate)
{
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    const quint64 before = document().shown->revision;
    putCursorAtEnd();
    QTest::keyClicks(editor(), QStringLiteral("kernel void other(global float *z) { z[get_global_id(0)] = 1; }"));
    ASSERT_TRUE(waitFor([&] { return document().state == StudyState::Ready && document().shown->revision > before; }));
    EXPECT_TRUE(document().bytes.contains("void other"));
    EXPECT_EQ(child<QComboBox>("kernelChooser")->count(), 2);
    EXPECT_TRUE(document().isModified());
    EXPECT_TRUE(textOf("statusLatency").contains(QStringLiteral("ms")));
}

TEST_F(WindowTest, ASyntaxErrorKeepsTheOldEstimateAndMarksItStale)
{
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    const QString before = textOf("predictedTime");
    putCursorAtEnd();
    QTest::keyClicks(editor(), QStringLiteral("kernel void broken( {"));
    ASSERT_TRUE(waitForState(StudyState::Stale));
    EXPECT_EQ(textOf("predictedTime"), before);
    EXPECT_TRUE(textOf("stateBadge").contains(QStringLiteral("stale"))) << utf8(textOf("stateBadge"));
    auto *findings = child<QAbstractItemView>("findingsTable")->model();
    ASSERT_GT(findings->rowCount(), 0);
    EXPECT_EQ(findings->index(0, 0).data().toString(), QStringLiteral("Error"));
    EXPECT_EQ(findings->index(0, 1).data().toInt(), 7);
    EXPECT_FALSE(child<QAction>("actionMeasure")->isEnabled());
    EXPECT_TRUE(child<QAction>("actionMeasure")->toolTip().contains(QStringLiteral("compile")));

    for (int i = 0; i < 21; ++i)
        QTest::keyClick(editor(), Qt::Key_Backspace);
    // What auto-closing added, if anything, goes too.
    QTest::keyClick(editor(), Qt::Key_End, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(editor(), Qt::Key_Delete);
    ASSERT_TRUE(waitForState(StudyState::Ready)) << document().bytes.toStdString();
    EXPECT_FALSE(child<QLabel>("stateBadge")->isVisible());
}

TEST_F(WindowTest, AnEmptyFileSaysWhatToDo)
{
    startWindow();
    ASSERT_TRUE(m_window->openFile(writeFile(QStringLiteral("empty.cl"), "")));
    ASSERT_TRUE(waitFor([&] { return textOf("estimateEmpty").contains(QStringLiteral("empty")); }))
        << utf8(textOf("estimateEmpty"));
}

TEST_F(WindowTest, AFileWithoutAKernelIsRefusedInOneSentence)
{
    startWindow();
    ASSERT_TRUE(m_window->openFile(writeFile(QStringLiteral("none.cl"), "float twice(float v) { return 2 * v; }\n")));
    ASSERT_TRUE(waitForState(StudyState::Refused));
    EXPECT_TRUE(textOf("estimateEmpty").contains(QStringLiteral("kernel"))) << utf8(textOf("estimateEmpty"));
}

TEST_F(WindowTest, AClickInTheMemoryTreeGoesToTheLine)
{
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    auto *tree = child<QAbstractItemView>("memoryTree");
    const QModelIndex access = tree->model()->index(0, 0, tree->model()->index(0, 0));
    ASSERT_TRUE(access.isValid());
    tree->scrollTo(access);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(access).center());
    EXPECT_EQ(m_session->selection().line, 5U);
    EXPECT_EQ(editor()->cursorLine(), 5);
}

} // namespace
} // namespace clv::gui
