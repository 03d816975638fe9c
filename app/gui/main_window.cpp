// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/main_window.h"

#include "app/gui/editor_tab.h"
#include "app/gui/examples.h"
#include "core/support/paths.h"
#include "widgets/docks/estimate_panel.h"
#include "widgets/docks/findings_panel.h"
#include "widgets/docks/icon.h"
#include "widgets/docks/launch_panel.h"
#include "widgets/docks/memory_panel.h"
#include "widgets/docks/message_bar.h"
#include "widgets/docks/status_line.h"
#include "widgets/docks/sweep_panel.h"
#include "widgets/editor/source_editor.h"
#include "widgets/session/session.h"
#include "widgets/session/text.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace clv::gui {

namespace {

constexpr QSize kDefaultSize(1440, 900);
constexpr int kLaunchWidth = 276;
constexpr int kResultWidth = 496;
constexpr int kBottomHeight = 262;
constexpr int kEstimateHeight = 262;
constexpr int kMemoryHeight = 280;

bool canOpen(const QMimeData *data)
{
    return data->hasUrls() && !data->urls().isEmpty() && data->urls().front().isLocalFile();
}

} // namespace

MainWindow::MainWindow(session::Session *session, QWidget *parent) : QMainWindow(parent), m_session(session)
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    makeCentre();
    makeDocks();
    makeActions();
    statusBar()->addWidget(new docks::StatusLine(m_session, this), 1);
    resize(kDefaultSize);
    restoreDefaultLayout();
    if (!m_session->settings().windowState().isEmpty()) {
        restoreGeometry(m_session->settings().windowGeometry());
        restoreState(m_session->settings().windowState());
    }
    connect(m_session, &session::Session::documentAdded, this, &MainWindow::addTab);
    connect(m_session, &session::Session::documentClosed, this, &MainWindow::removeTab);
    connect(m_session, &session::Session::documentChanged, this, &MainWindow::updateTab);
    connect(m_session, &session::Session::currentChanged, this, &MainWindow::showCurrent);
    connect(m_session, &session::Session::messagePosted, this, &MainWindow::showMessage);
    for (auto signal :
         {&session::Session::studyChanged, &session::Session::currentChanged, &session::Session::measureChanged,
          &session::Session::sweepChanged, &session::Session::devicesChanged})
        connect(m_session, signal, this, &MainWindow::refreshRunActions);
    showCurrent();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeCentre()
{
    auto *centre = new QWidget(this);
    m_messages = new docks::MessageBar(centre);
    m_tabs = new QTabWidget(centre);
    m_tabs->setObjectName(QStringLiteral("editorTabs"));
    m_tabs->setDocumentMode(true);

    m_tabs->setMovable(true);
    m_tabs->setElideMode(Qt::ElideMiddle);
    auto *empty =
        new QLabel(tr("Open a kernel (Ctrl+O), start one from a template (File, New),\nor drop a file here."), centre);
    empty->setAlignment(Qt::AlignCenter);
    empty->setForegroundRole(QPalette::PlaceholderText);
    m_centre = new QStackedWidget(centre);
    m_centre->addWidget(empty);
    m_centre->addWidget(m_tabs);
    auto *column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_messages);
    column->addWidget(m_centre, 1);
    setCentralWidget(centre);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        if (EditorTab *tab = currentTab(); tab != nullptr && !m_isSwitching)
            m_session->setCurrent(tab->document());
    });
}

QDockWidget *MainWindow::addDock(const char *name, const QString &title, QWidget *panel, Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, this);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(panel);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::makeDocks()
{
    m_launch = new docks::LaunchPanel(m_session, this);
    m_estimate = new docks::EstimatePanel(m_session, this);
    m_memory = new docks::MemoryPanel(m_session, this);
    m_sweep = new docks::SweepPanel(m_session, this);
    m_findings = new docks::FindingsPanel(m_session, this);
    m_launchDock = addDock("launchDock", tr("Launch"), m_launch, Qt::LeftDockWidgetArea);
    m_estimateDock = addDock("estimateDock", tr("Estimate"), m_estimate, Qt::RightDockWidgetArea);
    m_memoryDock = addDock("memoryDock", tr("Memory"), m_memory, Qt::RightDockWidgetArea);
    m_sweepDock = addDock("sweepDock", tr("Sweep"), m_sweep, Qt::BottomDockWidgetArea);
    m_findingsDock = addDock("findingsDock", tr("Findings"), m_findings, Qt::BottomDockWidgetArea);
    connect(m_launch, &docks::LaunchPanel::messagePosted, this, &MainWindow::showMessage);
    connect(m_sweep, &docks::SweepPanel::messagePosted, this, &MainWindow::showMessage);
    connect(m_estimate, &docks::EstimatePanel::exampleRequested, this, &MainWindow::openExample);
    connect(m_findings, &docks::FindingsPanel::countChanged, this, [this](int count) {
        m_findingsDock->setWindowTitle(count == 0 ? tr("Findings") : tr("Findings (%1)").arg(count));
    });
}

void MainWindow::restoreDefaultLayout()
{
    const QList<QDockWidget *> all{m_launchDock, m_estimateDock, m_memoryDock, m_sweepDock, m_findingsDock};
    for (QDockWidget *dock : all) {
        dock->setFloating(false);
        removeDockWidget(dock);
    }
    addDockWidget(Qt::LeftDockWidgetArea, m_launchDock);
    addDockWidget(Qt::RightDockWidgetArea, m_estimateDock);
    splitDockWidget(m_estimateDock, m_memoryDock, Qt::Vertical);
    addDockWidget(Qt::BottomDockWidgetArea, m_sweepDock);
    tabifyDockWidget(m_sweepDock, m_findingsDock);
    for (QDockWidget *dock : all)
        dock->show();
    m_sweepDock->raise();
    resizeDocks({m_launchDock, m_estimateDock}, {kLaunchWidth, kResultWidth}, Qt::Horizontal);
    resizeDocks({m_sweepDock}, {kBottomHeight}, Qt::Vertical);
    resizeDocks({m_estimateDock, m_memoryDock}, {kEstimateHeight, kMemoryHeight}, Qt::Vertical);
}

EditorTab *MainWindow::currentTab() const
{
    return static_cast<EditorTab *>(m_tabs->currentWidget());
}

EditorTab *MainWindow::tabOf(int document) const
{
    for (int i = 0; i < m_tabs->count(); ++i)
        if (auto *tab = static_cast<EditorTab *>(m_tabs->widget(i)); tab->document() == document)
            return tab;
    return nullptr;
}

void MainWindow::addTab(int document)
{
    if (EditorTab *tab = tabOf(document)) { // restored text of a file that was open
        tab->editor()->setSource(m_session->document(document)->bytes);
        updateTab(document);
        return;
    }
    auto *tab = new EditorTab(m_session, document, m_tabs);
    connect(tab, &EditorTab::fileDropped, this, &MainWindow::openFile);
    m_isSwitching = true;
    const int index = m_tabs->addTab(tab, QString());
    m_isSwitching = false;
    auto *close = new QToolButton(m_tabs);
    close->setAutoRaise(true);
    close->setIcon(docks::icon(QStringLiteral("close")));
    close->setIconSize(QSize(12, 12));
    close->setToolTip(tr("Close (Ctrl+W)"));
    close->setAccessibleName(tr("Close"));
    m_tabs->tabBar()->setTabButton(index, QTabBar::RightSide, close);
    connect(close, &QToolButton::clicked, this, [this, document] {
        if (askToClose(document))
            m_session->close(document);
    });
    updateTab(document);
}

void MainWindow::removeTab(int document)
{
    m_isSwitching = true;
    delete tabOf(document);
    m_isSwitching = false;
}

void MainWindow::updateTab(int document)
{
    const session::Document *d = m_session->document(document);
    const int index = m_tabs->indexOf(tabOf(document));
    if (d == nullptr || index < 0)
        return;
    m_tabs->setTabText(index, d->isModified() ? d->title + QStringLiteral(" ●") : d->title);
    m_tabs->setTabToolTip(index, d->path.isEmpty() ? tr("never saved") : d->path);
    if (!d->isModified())
        tabOf(document)->setSaved();
    if (document == (m_session->current() != nullptr ? m_session->current()->id : 0))
        showCurrent();
}

void MainWindow::showCurrent()
{
    const session::Document *document = m_session->current();
    m_centre->setCurrentIndex(document == nullptr ? 0 : 1);
    if (document != nullptr) {
        m_isSwitching = true;
        m_tabs->setCurrentWidget(tabOf(document->id));
        m_isSwitching = false;
        setWindowTitle(tr("%1[*] – Clairvoyant").arg(document->title));
        setWindowModified(document->isModified());
        setWindowFilePath(document->path);
    } else {
        setWindowTitle(tr("Clairvoyant"));
        setWindowModified(false);
    }
    refreshRunActions();
}

bool MainWindow::openFile(const QString &path)
{
    const auto opened = m_session->open(path);
    if (!opened)
        m_messages->show(docks::MessageBar::Kind::Error, qtext(opened.error().describe()));
    else if (EditorTab *tab = tabOf(*opened))
        tab->editor()->setFocus();
    return opened.ok();
}

void MainWindow::openExample()
{
    const QString path = firstExample();
    if (path.isEmpty())
        m_messages->show(docks::MessageBar::Kind::Warning,
                         tr("The example kernels are not installed; set CLAIRVOYANT_RESOURCES to their folder."));
    else
        openFile(path);
}

void MainWindow::recoverTexts()
{
    const QStringList titles = m_session->recover();
    if (!titles.isEmpty())
        m_messages->show(docks::MessageBar::Kind::Note,
                         tr("Restored the unsaved text of %1. Save it, or close its tab to drop it.")
                             .arg(titles.join(QStringLiteral(", "))));
}

void MainWindow::chooseAndOpen()
{
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open kernels"), QString(),
                                                            tr("OpenCL C (*.cl *.ocl *.clcpp);;All files (*)"));
    for (const QString &path : paths)
        openFile(path);
}

bool MainWindow::save(int document)
{
    const session::Document *d = m_session->document(document);
    if (d == nullptr)
        return false;
    if (d->path.isEmpty())
        return saveAs(document);
    const auto saved = m_session->save(document);
    if (!saved)
        m_messages->show(docks::MessageBar::Kind::Error, qtext(saved.error().describe()), tr("Save As…"),
                         [this, document] { saveAs(document); });
    return saved.ok();
}

bool MainWindow::saveAs(int document)
{
    const session::Document *d = m_session->document(document);
    if (d == nullptr)
        return false;
    QString suggestion = d->path.isEmpty() ? d->title : d->path;
    if (!suggestion.contains(u'.'))
        suggestion += QStringLiteral(".cl");
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the kernel"), suggestion, tr("OpenCL C (*.cl);;All files (*)"));
    if (path.isEmpty())
        return false;
    const auto saved = m_session->saveAs(document, path);
    if (!saved)
        m_messages->show(docks::MessageBar::Kind::Error, qtext(saved.error().describe()));
    return saved.ok();
}

bool MainWindow::askToClose(int document)
{
    const session::Document *d = m_session->document(document);
    if (d == nullptr || !d->isModified() || (d->path.isEmpty() && d->bytes.trimmed().isEmpty()))
        return true;
    QMessageBox box(QMessageBox::Question, tr("Unsaved text"), tr("%1 has unsaved changes.").arg(d->title),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box.setInformativeText(tr("Save them before closing?"));
    const int answer = box.exec();
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save(document));
}

bool MainWindow::exportReport(const QString &path)
{
    const auto written = paths::writeFileAtomically(utf8(path), report::toHtml(m_session->reportModel()));
    if (written)
        m_messages->show(docks::MessageBar::Kind::Note, tr("Saved the report %1.").arg(path));
    else
        m_messages->show(docks::MessageBar::Kind::Error, qtext(written.error().describe()));
    return written.ok();
}

void MainWindow::chooseAndExport()
{
    const session::Document *document = m_session->current();
    if (document == nullptr)
        return;
    const QString name = document->title.section(u'.', 0, 0) + QStringLiteral("-report.html");
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the report"), name, tr("Web pages (*.html)"));
    if (!path.isEmpty())
        exportReport(path);
}

void MainWindow::showMessage(const QString &sentence)
{
    m_messages->show(docks::MessageBar::Kind::Warning, sentence);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_quitsQuietly)
        for (const auto &document : m_session->documents())
            if (!askToClose(document->id)) {
                event->ignore();
                return;
            }
    m_session->settings().setWindow(saveGeometry(), saveState());
    std::vector<int> ids;
    for (const auto &document : m_session->documents())
        ids.push_back(document->id);
    if (!m_quitsQuietly)
        for (const int id : ids)
            m_session->close(id);
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (canOpen(event->mimeData()))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    for (const QUrl &url : event->mimeData()->urls())
        openFile(url.toLocalFile());
}

} // namespace clv::gui
