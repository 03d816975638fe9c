// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/choosers.h"
#include "app/gui/editor_tab.h"
#include "app/gui/examples.h"
#include "app/gui/main_window.h"
#include "app/gui/theme.h"
#include "widgets/dialogs/about_dialog.h"
#include "widgets/dialogs/shortcuts_dialog.h"
#include "widgets/docks/icon.h"
#include "widgets/docks/message_bar.h"
#include "widgets/docks/sweep_panel.h"
#include "widgets/editor/editor_pane.h"
#include "widgets/editor/source_editor.h"
#include "widgets/session/session.h"
#include "widgets/session/text.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

/// Menus and tool bar of the window.
namespace clv::gui {

QAction *MainWindow::add(QMenu *menu, const char *name, const QString &text, const QKeySequence &keys,
                         std::function<void()> run, const QString &iconName)
{
    auto *action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(keys);
    if (!iconName.isEmpty())
        action->setIcon(docks::icon(iconName));
    connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    menu->addAction(action);
    return action;
}

QAction *MainWindow::addEditorAction(QMenu *menu, const char *name, const QString &text, const QKeySequence &keys,
                                     std::function<void(EditorTab *)> run)
{
    QAction *action = add(menu, name, text, keys, [this, run = std::move(run)] {
        if (EditorTab *tab = currentTab())
            run(tab);
    });
    // The editor has keys of its own for these; a second holder of the same key would silence both.
    action->setShortcutContext(Qt::WidgetShortcut);
    m_editorActions << action;
    return action;
}

void MainWindow::makeActions()
{
    makeFileMenu();
    makeEditMenu();
    makeViewMenu();
    makeRunMenu();
    makeHelpMenu();
    makeToolBar();
}

void MainWindow::makeFileMenu()
{
    m_fileMenu = menuBar()->addMenu(tr("&File"));
    m_fileMenu->setToolTipsVisible(true);
    QMenu *fresh = m_fileMenu->addMenu(docks::icon(QStringLiteral("new")), tr("&New from template"));
    bool isFirst = true;
    for (const Template &entry : kernelTemplates()) {
        QAction *action =
            add(fresh, "actionNew", entry.title, isFirst ? QKeySequence(QKeySequence::New) : QKeySequence(),
                [this, source = entry.source] { m_session->newDocument({}, source); });
        m_new = isFirst ? action : m_new;
        isFirst = false;
    }
    m_open = add(
        m_fileMenu, "actionOpen", tr("&Open…"), QKeySequence::Open, [this] { chooseAndOpen(); },
        QStringLiteral("open"));
    m_recentMenu = m_fileMenu->addMenu(tr("Open &recent"));
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    QMenu *examples = m_fileMenu->addMenu(tr("&Example kernels"));
    for (const Example &example : exampleKernels())
        examples->addAction(example.title, this, [this, path = example.path] { openFile(path); });
    examples->setEnabled(!examples->isEmpty());
    m_fileMenu->addSeparator();
    m_save = add(
        m_fileMenu, "actionSave", tr("&Save"), QKeySequence::Save,
        [this] { save(m_session->current() != nullptr ? m_session->current()->id : 0); }, QStringLiteral("save"));
    m_saveAs = add(m_fileMenu, "actionSaveAs", tr("Save &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
                   [this] { saveAs(m_session->current() != nullptr ? m_session->current()->id : 0); });
    m_close = add(m_fileMenu, "actionClose", tr("&Close"), QKeySequence(Qt::CTRL | Qt::Key_W), [this] {
        const session::Document *document = m_session->current();
        if (document != nullptr && askToClose(document->id))
            m_session->close(document->id);
    });
    m_fileMenu->addSeparator();
    m_export = add(
        m_fileMenu, "actionExport", tr("&Export report…"), QKeySequence(Qt::CTRL | Qt::Key_E),
        [this] { chooseAndExport(); }, QStringLiteral("export"));
    m_fileMenu->addSeparator();
    add(m_fileMenu, "actionQuit", tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
}

void MainWindow::fillRecent()
{
    m_recentMenu->clear();
    for (const QString &path : m_session->settings().recentFiles()) {
        QAction *action = m_recentMenu->addAction(QFileInfo(path).fileName(), this, [this, path] { openFile(path); });
        action->setToolTip(path);
        action->setEnabled(QFileInfo::exists(path));
    }
    m_recentMenu->setToolTipsVisible(true);
    if (m_recentMenu->isEmpty()) {
        m_recentMenu->addAction(tr("No files opened yet"))->setEnabled(false);
        return;
    }
    m_recentMenu->addSeparator();
    m_recentMenu->addAction(tr("Clear the list"), &m_session->settings(), &session::Settings::clearRecentFiles);
}

void MainWindow::makeEditMenu()
{
    m_editMenu = menuBar()->addMenu(tr("&Edit"));
    using Tab = EditorTab *;
    addEditorAction(m_editMenu, "actionUndo", tr("&Undo"), QKeySequence::Undo, [](Tab tab) { tab->editor()->undo(); });
    addEditorAction(m_editMenu, "actionRedo", tr("&Redo"), QKeySequence(Qt::CTRL | Qt::Key_Y),
                    [](Tab tab) { tab->editor()->redo(); });
    m_editMenu->addSeparator();
    addEditorAction(m_editMenu, "actionCut", tr("Cu&t"), QKeySequence::Cut, [](Tab tab) { tab->editor()->cut(); });
    addEditorAction(m_editMenu, "actionCopy", tr("&Copy"), QKeySequence::Copy, [](Tab tab) { tab->editor()->copy(); });
    addEditorAction(m_editMenu, "actionPaste", tr("&Paste"), QKeySequence::Paste,
                    [](Tab tab) { tab->editor()->paste(); });
    addEditorAction(m_editMenu, "actionSelectAll", tr("Select &all"), QKeySequence::SelectAll,
                    [](Tab tab) { tab->editor()->selectAll(); });
    m_editMenu->addSeparator();
    addEditorAction(m_editMenu, "actionFind", tr("&Find…"), QKeySequence::Find,
                    [](Tab tab) { tab->pane()->showFind(false); });
    addEditorAction(m_editMenu, "actionReplace", tr("R&eplace…"), QKeySequence(Qt::CTRL | Qt::Key_H),
                    [](Tab tab) { tab->pane()->showFind(true); });
    addEditorAction(m_editMenu, "actionFindNext", tr("Find &next"), QKeySequence::FindNext,
                    [](Tab tab) { tab->pane()->findNext(); });
    addEditorAction(m_editMenu, "actionFindPrevious", tr("Find pre&vious"), QKeySequence::FindPrevious,
                    [](Tab tab) { tab->pane()->findPrevious(); });
    addEditorAction(m_editMenu, "actionGoToLine", tr("&Go to line…"), QKeySequence(Qt::CTRL | Qt::Key_G),
                    [](Tab tab) { tab->pane()->askForLine(); });
    m_editMenu->addSeparator();
    addEditorAction(m_editMenu, "actionComment", tr("Toggle co&mment"), QKeySequence(Qt::CTRL | Qt::Key_Slash),
                    [](Tab tab) { tab->editor()->toggleComment(); });
}

void MainWindow::makeViewMenu()
{
    m_viewMenu = menuBar()->addMenu(tr("&View"));
    for (QDockWidget *dock : {m_launchDock, m_estimateDock, m_memoryDock, m_sweepDock, m_findingsDock})
        m_viewMenu->addAction(dock->toggleViewAction());
    m_viewMenu->addSeparator();
    add(m_viewMenu, "actionDefaultLayout", tr("&Restore default layout"), {}, [this] { restoreDefaultLayout(); });
    m_viewMenu->addSeparator();
    m_annotations = add(m_viewMenu, "actionAnnotations", tr("Line &annotations"), QKeySequence(Qt::CTRL | Qt::Key_M),
                        [this] { m_session->settings().setShowsAnnotations(m_annotations->isChecked()); });
    m_annotations->setCheckable(true);
    m_annotations->setChecked(m_session->settings().showsAnnotations());
    connect(&m_session->settings(), &session::Settings::changed, this,
            [this] { m_annotations->setChecked(m_session->settings().showsAnnotations()); });
    QMenu *theme = m_viewMenu->addMenu(tr("&Theme"));
    auto *group = new QActionGroup(this);
    for (const auto &[value, text] :
         {std::pair(session::Theme::System, tr("&System")), std::pair(session::Theme::Light, tr("&Light")),
          std::pair(session::Theme::Dark, tr("&Dark"))}) {
        QAction *action = theme->addAction(text, this, [this, value = value] { setTheme(value); });
        action->setCheckable(true);
        action->setChecked(m_session->settings().theme() == value);
        group->addAction(action);
    }
}

void MainWindow::makeRunMenu()
{
    m_runMenu = menuBar()->addMenu(tr("&Run"));
    m_runMenu->setToolTipsVisible(true);
    m_measure = add(
        m_runMenu, "actionMeasure", tr("&Measure"), QKeySequence(Qt::Key_F5), [this] { measure(); },
        QStringLiteral("measure"));
    m_runSweep = add(
        m_runMenu, "actionSweep", tr("&Sweep"), QKeySequence(Qt::Key_F6), [this] { runSweep(); },
        QStringLiteral("sweep"));
    m_cancel = add(
        m_runMenu, "actionCancel", tr("&Cancel"), QKeySequence(Qt::Key_Escape), [this] { cancelWork(); },
        QStringLiteral("stop"));
}

void MainWindow::makeHelpMenu()
{
    m_helpMenu = menuBar()->addMenu(tr("&Help"));
    add(m_helpMenu, "actionShortcuts", tr("&Keyboard shortcuts"), QKeySequence(Qt::Key_F1),
        [this] { showShortcuts(); });
    add(m_helpMenu, "actionAbout", tr("&About Clairvoyant"), {}, [this] { showAbout(); });
}

void MainWindow::makeToolBar()
{
    auto *bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setIconSize(QSize(18, 18));
    bar->addAction(m_open);
    bar->addAction(m_save);
    bar->addSeparator();
    auto labelled = [this, bar](const QString &text, QWidget *chooser) {
        auto *label = new QLabel(text, this);
        label->setForegroundRole(QPalette::PlaceholderText);
        label->setContentsMargins(8, 0, 6, 0);
        label->setBuddy(chooser);
        bar->addWidget(label);
        bar->addWidget(chooser);
    };
    labelled(tr("&Device"), new DeviceChooser(m_session, this));
    labelled(tr("M&odel"), new ModelChooser(m_session, this));
    bar->addSeparator();
    for (QAction *action : {m_measure, m_runSweep, m_cancel}) {
        bar->addAction(action);
        if (auto *button = qobject_cast<QToolButton *>(bar->widgetForAction(action)))
            button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
}

void MainWindow::refreshRunActions()
{
    const bool hasDocument = m_session->current() != nullptr;
    for (QAction *action : m_editorActions + QList<QAction *>{m_save, m_saveAs, m_close, m_export})
        action->setEnabled(hasDocument);
    const QString nothingOpen = tr("No kernel is open");
    m_save->setToolTip(hasDocument ? tr("Save (Ctrl+S)") : nothingOpen);
    const QString whyNotMeasure = m_session->whyNotMeasure();
    m_measure->setEnabled(whyNotMeasure.isEmpty());
    m_measure->setToolTip(whyNotMeasure.isEmpty() ? tr("Run the kernel on the device and time it (F5)")
                                                  : whyNotMeasure);
    const QString whyNotSweep = m_session->whyNotSweep();
    m_runSweep->setEnabled(whyNotSweep.isEmpty());
    m_runSweep->setToolTip(whyNotSweep.isEmpty() ? tr("Predict over a range of sizes (F6)") : whyNotSweep);
    const bool isBusy = m_session->isMeasuring() || m_session->isMeasuringSweep() || m_session->isPredictingSweep();
    m_cancel->setEnabled(isBusy);
    m_cancel->setToolTip(isBusy ? tr("Stop what is running (Esc)") : tr("Nothing is running"));
}

void MainWindow::measure()
{
    const QString warning = m_session->measureWarning();
    if (warning.isEmpty())
        m_session->measure();
    else
        m_messages->show(docks::MessageBar::Kind::Warning, warning, tr("Measure anyway"),
                         [this] { m_session->measure(); });
}

void MainWindow::runSweep()
{
    m_sweepDock->show();
    m_sweepDock->raise();
    m_session->runSweep();
}

void MainWindow::cancelWork()
{
    m_session->cancelMeasure();
    m_session->cancelSweep();
}

void MainWindow::showShortcuts()
{
    QList<dialogs::ShortcutsDialog::Group> groups;
    for (QMenu *menu : {m_fileMenu, m_editMenu, m_viewMenu, m_runMenu, m_helpMenu}) {
        QList<QAction *> actions;
        for (QAction *action : menu->actions())
            actions << (action->menu() != nullptr ? action->menu()->actions() : QList<QAction *>{action});
        groups.append({menu->title().remove(u'&'), actions});
    }
    auto *dialog = new dialogs::ShortcutsDialog(groups, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void MainWindow::showAbout()
{
    auto *dialog = new dialogs::AboutDialog(QStringLiteral(CLV_VERSION), m_session->engine().programVersion(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void MainWindow::setTheme(session::Theme theme)
{
    m_session->settings().setTheme(theme);
    applyTheme(theme);
}

} // namespace clv::gui
