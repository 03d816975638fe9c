// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/window_fixture.h"

#include <QFile>
#include <QPushButton>

namespace clv::gui {
namespace {

using session::StudyState;

void replaceText(QLineEdit *edit, const QString &text)
{
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
}

TEST_F(WindowTest, ALocalSizeThatDoesNotDivideIsExplainedBelowTheSizes)
{
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    replaceText(child<QLineEdit>("edit:global.0"), QStringLiteral("1024"));
    replaceText(child<QLineEdit>("edit:local.0"), QStringLiteral("7"));
    ASSERT_TRUE(waitFor([&] { return !document().launchProblems.empty(); }));
    auto *problem = child<QLabel>("problem:ndrange");
    EXPECT_FALSE(problem->isHidden());
    EXPECT_TRUE(problem->text().contains(u'7')) << utf8(problem->text());
    ASSERT_TRUE(waitForState(StudyState::Refused));
    EXPECT_FALSE(child<QAction>("actionMeasure")->isEnabled());

    replaceText(child<QLineEdit>("edit:local.0"), QStringLiteral("64"));
    ASSERT_TRUE(waitForState(StudyState::Ready));
    EXPECT_TRUE(problem->isHidden());
    EXPECT_EQ(document().latest.launch->ndrange.local.x(), 64U);
}

TEST_F(WindowTest, AnExpressionThatCannotBeReadIsExplainedBelowItsField)
{
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    replaceText(child<QLineEdit>("edit:argument:n"), QStringLiteral("12 +"));
    ASSERT_TRUE(waitFor([&] { return !document().launchProblems.empty(); }));
    EXPECT_EQ(document().launchProblems.front().field, QStringLiteral("argument:n"));
    EXPECT_FALSE(child<QLabel>("problem:argument:n")->text().isEmpty());
}

TEST_F(WindowTest, AZeroSizeIsRefused)
{
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    replaceText(child<QLineEdit>("edit:global.0"), QStringLiteral("0"));
    ASSERT_TRUE(waitFor([&] { return !document().launchProblems.empty(); }));
    EXPECT_EQ(document().launchProblems.front().field, QStringLiteral("global.0"));
}

TEST_F(WindowTest, ALargerLaunchIsPredictedToTakeLonger)
{
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    replaceText(child<QLineEdit>("edit:argument:n"), QStringLiteral("65536"));
    replaceText(child<QLineEdit>("edit:global.0"), QStringLiteral("65536"));
    ASSERT_TRUE(waitFor([&] {
        return document().state == StudyState::Ready && document().latest.launch->ndrange.global.x() == 65536;
    }));
    const double small = document().shown->estimates.front().medianNs;
    replaceText(child<QLineEdit>("edit:argument:n"), QStringLiteral("2^24"));
    replaceText(child<QLineEdit>("edit:global.0"), QStringLiteral("2^24"));
    ASSERT_TRUE(waitFor([&] {
        return document().state == StudyState::Ready && document().latest.launch->ndrange.global.x() == 1U << 24;
    }));
    EXPECT_GT(document().shown->estimates.front().medianNs, 4 * small);
}

TEST_F(WindowTest, SaveLaunchFileWritesItBesideTheKernelAndItIsReadAgain)
{
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    replaceText(child<QLineEdit>("edit:global.0"), QStringLiteral("4096"));
    ASSERT_TRUE(waitFor(
        [&] { return document().state == StudyState::Ready && document().latest.launch->ndrange.global.x() == 4096; }));
    QTest::mouseClick(child<QPushButton>("saveLaunchButton"), Qt::LeftButton);
    ASSERT_TRUE(QFile::exists(m_folder.filePath(QStringLiteral("kernel.launch.json")))) << utf8(message());
    const QString path = document().path;
    m_session->close(document().id);
    ASSERT_TRUE(openAndWait(path));
    EXPECT_EQ(document().latest.launch->ndrange.global.x(), 4096U);
    EXPECT_EQ(textOf("launchOrigin"), QStringLiteral("From the launch file"));
}

TEST_F(WindowTest, ABrokenLaunchFileIsNamedAndTheLaunchInferred)
{
    writeFile(QStringLiteral("kernel.launch.json"), "{\"kernel\": \"saxpy\", \"surprise\": 1}");
    ASSERT_TRUE(openTextAndWait(kSaxpy));
    EXPECT_TRUE(textOf("launchOrigin").contains(QStringLiteral("surprise"))) << utf8(textOf("launchOrigin"));
}

} // namespace
} // namespace clv::gui
