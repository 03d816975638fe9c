// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/settings.h"

#include <QMainWindow>

#include <functional>

class QDockWidget;
class QLabel;
class QMenu;
class QStackedWidget;
class QTabWidget;

namespace clv::docks {
class EstimatePanel;
class FindingsPanel;
class LaunchPanel;
class MemoryPanel;
class MessageBar;
class SweepPanel;
} // namespace clv::docks
namespace clv::session {
class Session;
}

namespace clv::gui {

class EditorTab;

/// The window: editors in the middle, one dock per result, menus and tool bar. Knows the session and its panels; the
/// panels do not know each other.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(session::Session *session, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Opens a file in a tab; what fails is said in the message bar.
    bool openFile(const QString &path);
    void openExample();
    /// Unsaved texts of a killed process, and what was restored in one sentence.
    void recoverTexts();
    /// Writes the report of what is shown. False: the message bar says why.
    bool exportReport(const QString &path);
    [[nodiscard]] EditorTab *currentTab() const;
    [[nodiscard]] docks::MessageBar *messageBar() const { return m_messages; }
    /// Leave without asking about unsaved text (it stays in the recovery folder).
    void setQuitsQuietly(bool on) { m_quitsQuietly = on; }

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void makeCentre();
    void makeDocks();
    void makeActions();
    void makeFileMenu();
    void makeEditMenu();
    void makeViewMenu();
    void makeRunMenu();
    void makeHelpMenu();
    void makeToolBar();
    QAction *add(QMenu *menu, const char *name, const QString &text, const QKeySequence &keys,
                 std::function<void()> run, const QString &icon = {});
    QAction *addEditorAction(QMenu *menu, const char *name, const QString &text, const QKeySequence &keys,
                             std::function<void(EditorTab *)> run);
    QDockWidget *addDock(const char *name, const QString &title, QWidget *panel, Qt::DockWidgetArea area);
    void restoreDefaultLayout();

    void addTab(int document);
    void removeTab(int document);
    void showCurrent();
    void updateTab(int document);
    [[nodiscard]] EditorTab *tabOf(int document) const;
    bool askToClose(int document); ///< false: the user wants to stay
    bool save(int document);
    bool saveAs(int document);
    void chooseAndOpen();
    void chooseAndExport();
    void fillRecent();
    void fillExamples();
    void measure();
    void runSweep();
    void cancelWork();
    void refreshRunActions();
    void showMessage(const QString &sentence);
    void showShortcuts();
    void showAbout();
    void setTheme(session::Theme theme);

    session::Session *m_session;
    QStackedWidget *m_centre = nullptr;
    QTabWidget *m_tabs = nullptr;
    docks::MessageBar *m_messages = nullptr;
    docks::EstimatePanel *m_estimate = nullptr;
    docks::FindingsPanel *m_findings = nullptr;
    docks::LaunchPanel *m_launch = nullptr;
    docks::MemoryPanel *m_memory = nullptr;
    docks::SweepPanel *m_sweep = nullptr;
    QDockWidget *m_launchDock = nullptr, *m_estimateDock = nullptr, *m_memoryDock = nullptr, *m_sweepDock = nullptr,
                *m_findingsDock = nullptr;
    QMenu *m_fileMenu = nullptr, *m_editMenu = nullptr, *m_viewMenu = nullptr, *m_runMenu = nullptr,
          *m_helpMenu = nullptr;
    QMenu *m_recentMenu = nullptr;
    QAction *m_new = nullptr, *m_open = nullptr, *m_save = nullptr, *m_saveAs = nullptr, *m_close = nullptr,
            *m_export = nullptr;
    QAction *m_measure = nullptr, *m_runSweep = nullptr, *m_cancel = nullptr, *m_annotations = nullptr;
    QList<QAction *> m_editorActions;
    bool m_isSwitching = false, m_quitsQuietly = false;
};

} // namespace clv::gui
