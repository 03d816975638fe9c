// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/window_fixture.h"

#include "app/gui/theme.h"

#include <QApplication>
#include <QFile>

#include <memory>

namespace clv::gui {

const QByteArray kSaxpy = "kernel void saxpy(global const float *x, global float *y, float a, int n)\n"
                          "{\n"
                          "    int i = get_global_id(0);\n"
                          "    if (i < n)\n"
                          "        y[i] = a * x[i] + y[i];\n"
                          "}\n";

const QByteArray kSlow = "kernel void slow(global float *y, int rounds)\n"
                         "{\n"
                         "    float v = y[get_global_id(0)];\n"
                         "    for (int i = 0; i < 2000000000; ++i)\n"
                         "        for (int k = 0; k < rounds; ++k)\n"
                         "            v = v * 1.0001f + (float)(i ^ k);\n"
                         "    y[get_global_id(0)] = v;\n"
                         "}\n";

namespace {

/// One QApplication for the process; made when tests run, not when they are listed.
class ApplicationEnvironment : public ::testing::Environment {
public:
    void SetUp() override
    {
        static int argc = 1;
        static char name[] = "clv_test_gui";
        static char *argv[] = {name, nullptr};
        m_application = std::make_unique<QApplication>(argc, argv);
        QCoreApplication::setApplicationName(QStringLiteral("clairvoyant"));
        prepareApplication(*m_application);
        applyTheme(session::Theme::Light);
    }
    void TearDown() override { m_application.reset(); }

private:
    std::unique_ptr<QApplication> m_application;
};

const auto *const registeredEnvironment = ::testing::AddGlobalTestEnvironment(new ApplicationEnvironment);

} // namespace

WindowTest::WindowTest()
{
    for (const char *variable : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
        qputenv(variable, m_folder.filePath(QLatin1String(variable)).toLocal8Bit());
    m_options.recoveryFolder = m_folder.filePath(QStringLiteral("recovery"));
    m_options.calibratesDevices = false; // seconds of microbenchmarks that no flow here is about
}

WindowTest::~WindowTest()
{
    m_window.reset();
    m_session.reset();
}

void WindowTest::startWindow()
{
    m_settings = std::make_unique<session::Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
    m_session = std::make_unique<session::Session>(m_options, m_settings.get());
    m_window = std::make_unique<MainWindow>(m_session.get());
    m_window->setQuitsQuietly(true);
    m_session->start();
    m_window->show();
    ASSERT_TRUE(QTest::qWaitForWindowActive(m_window.get()));
}

QString WindowTest::writeFile(const QString &name, const QByteArray &bytes)
{
    const QString path = m_folder.filePath(name);
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return path;
}

bool WindowTest::openAndWait(const QString &path)
{
    if (!m_window)
        startWindow();
    EXPECT_TRUE(m_window->openFile(path)) << utf8(message());
    if (waitForState(session::StudyState::Ready))
        return true;
    ADD_FAILURE() << "no estimate: " << utf8(m_session->current() != nullptr ? document().refusal : message());
    return false;
}

bool WindowTest::openTextAndWait(const QByteArray &source)
{
    return openAndWait(writeFile(QStringLiteral("kernel.cl"), source));
}

bool WindowTest::waitFor(const std::function<bool()> &condition, int milliseconds)
{
    return QTest::qWaitFor(condition, milliseconds);
}

bool WindowTest::waitForState(session::StudyState state, int milliseconds)
{
    return waitFor([&] { return m_session->current() != nullptr && document().state == state; }, milliseconds);
}

void WindowTest::press(Qt::Key key)
{
    QTest::keyClick(m_window.get(), key);
}

void WindowTest::putCursorAtEnd()
{
    editor()->setFocus();
    QTest::keyClick(editor(), Qt::Key_End, Qt::ControlModifier);
}

} // namespace clv::gui
