// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/editor_tab.h"
#include "app/gui/main_window.h"
#include "widgets/docks/message_bar.h"
#include "widgets/editor/source_editor.h"
#include "widgets/session/session.h"
#include "widgets/session/text.h"

#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <functional>
#include <memory>

namespace clv::gui {

/// A window with its own settings, data and recovery folders.
class WindowTest : public ::testing::Test {
protected:
    WindowTest();
    ~WindowTest() override;

    /// Starts session and window with what `m_options` says.
    void startWindow();
    QString writeFile(const QString &name, const QByteArray &bytes);
    /// Opens a file and waits for its estimate.
    [[nodiscard]] bool openAndWait(const QString &path);
    [[nodiscard]] bool openTextAndWait(const QByteArray &source);
    [[nodiscard]] bool waitFor(const std::function<bool()> &condition, int milliseconds = 30'000);
    [[nodiscard]] bool waitForState(session::StudyState state, int milliseconds = 30'000);
    void press(Qt::Key key);
    void putCursorAtEnd();

    template <typename T>
    T *child(const char *name)
    {
        T *found = m_window->findChild<T *>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return found;
    }
    [[nodiscard]] QString textOf(const char *label) { return child<QLabel>(label)->text(); }
    [[nodiscard]] const session::Document &document() const { return *m_session->current(); }
    [[nodiscard]] editor::SourceEditor *editor() const { return m_window->currentTab()->editor(); }
    [[nodiscard]] QString message() const { return m_window->messageBar()->sentence(); }

    QTemporaryDir m_folder;
    session::Session::Options m_options;
    std::unique_ptr<session::Settings> m_settings;
    std::unique_ptr<session::Session> m_session;
    std::unique_ptr<MainWindow> m_window;
};

/// y[i] = a * x[i] + y[i] with its bound checked: legal at every size.
extern const QByteArray kSaxpy;
/// About a minute of dependent arithmetic on a processor, in one small launch.
extern const QByteArray kSlow;

} // namespace clv::gui
