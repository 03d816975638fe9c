// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/sweep_panel.h"

#include "core/report/report.h"
#include "core/support/paths.h"
#include "widgets/docks/cell_delegate.h"
#include "widgets/docks/icon.h"
#include "widgets/docks/launch_field.h"
#include "widgets/docks/sweep_plot_data.h"
#include "widgets/docks/table_actions.h"
#include "widgets/models/sweep_model.h"
#include "widgets/plots/sweep_plot.h"
#include "widgets/session/session.h"
#include "widgets/session/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace clv::docks {

namespace {

constexpr int kFormWidth = 260;

QString axisTitle(const std::string &name)
{
    return name == "global"  ? SweepPanel::tr("global size")
           : name == "local" ? SweepPanel::tr("local size")
                             : qtext(name);
}

QLineEdit *makeEdit(QWidget *parent, const char *name, const QString &accessibleName)
{
    auto *edit = new QLineEdit(parent);
    edit->setObjectName(QLatin1String(name));
    edit->setAccessibleName(accessibleName);
    edit->setMinimumWidth(50);
    return edit;
}

} // namespace

SweepPanel::SweepPanel(session::Session *session, QWidget *parent)
    : QWidget(parent), m_session(session), m_model(new models::SweepModel(this))
{
    setObjectName(QStringLiteral("sweepPanel"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 8, 8);
    row->setSpacing(16);
    row->addWidget(makeForm());
    row->addWidget(makeView(), 1);
    for (auto signal : {&session::Session::studyChanged, &session::Session::currentChanged,
                        &session::Session::devicesChanged, &session::Session::measureChanged})
        connect(m_session, signal, this, &SweepPanel::refresh);
    connect(m_session, &session::Session::sweepChanged, this, [this] {
        refreshResults();
        refreshControls();
    });
    connect(m_session, &session::Session::sweepProgressed, this, [this](const Progress &progress) {
        m_progress->setValue(static_cast<int>(progress.fraction * 100));
        m_progress->setFormat(qtext(progress.what));
    });
    refresh();
}

QWidget *SweepPanel::makeForm()
{
    auto *form = new QWidget(this);
    form->setFixedWidth(kFormWidth);
    m_axis = new QComboBox(form);
    m_axis->setObjectName(QStringLiteral("sweepAxis"));
    m_axis->setAccessibleName(tr("Axis of the sweep"));
    m_from = makeEdit(form, "sweepFrom", tr("From"));
    m_to = makeEdit(form, "sweepTo", tr("To"));
    m_follow = makeEdit(form, "sweepFollow", tr("Follow"));
    m_follow->setPlaceholderText(tr("n=global"));
    m_follow->setToolTip(tr("Values that move along with the axis, as NAME=EXPRESSION, separated by commas"));
    m_steps = new QSpinBox(form);
    m_steps->setObjectName(QStringLiteral("sweepSteps"));
    m_steps->setRange(2, 200);
    m_steps->setAccessibleName(tr("Number of points"));
    m_steps->setToolTip(tr("Number of points"));
    m_logarithmic = new QCheckBox(tr("&Logarithmic"), form);
    m_logarithmic->setObjectName(QStringLiteral("sweepLogarithmic"));
    m_run = new QPushButton(icon(QStringLiteral("sweep")), tr("&Predict"), form);
    m_run->setObjectName(QStringLiteral("sweepRun"));
    m_measure = new QPushButton(icon(QStringLiteral("measure")), tr("&Measure points"), form);
    m_measure->setObjectName(QStringLiteral("sweepMeasure"));
    m_cancel = new QPushButton(icon(QStringLiteral("stop")), tr("Cancel"), form);
    m_cancel->setObjectName(QStringLiteral("sweepCancel"));
    m_progress = new QProgressBar(form);
    m_progress->setRange(0, 100);
    m_problem = new QLabel(form);
    m_problem->setObjectName(QStringLiteral("sweepProblem"));
    m_problem->setWordWrap(true);
    m_problem->hide();

    auto *range = new QHBoxLayout;
    range->setSpacing(4);
    range->addWidget(m_from, 1);
    range->addWidget(new QLabel(QStringLiteral("–"), form));
    range->addWidget(m_to, 1);
    auto *points = new QHBoxLayout;
    points->addWidget(m_steps);
    points->addWidget(m_logarithmic, 1);
    auto *fields = new QFormLayout;
    fields->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    fields->setHorizontalSpacing(8);
    fields->setVerticalSpacing(4);
    fields->addRow(tr("&Axis"), m_axis);
    fields->addRow(tr("Range"), range);
    fields->addRow(tr("Points"), points);
    fields->addRow(tr("Follow"), m_follow);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    buttons->addWidget(m_run, 2);
    buttons->addWidget(m_measure, 3);
    buttons->addWidget(m_cancel, 5);
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(fields);
    column->addLayout(buttons);
    column->addWidget(m_progress);
    column->addWidget(m_problem);
    column->addStretch(1);

    connect(m_axis, &QComboBox::activated, this,
            [this](int index) { suggest(utf8(m_axis->itemData(index).toString())); });
    for (QLineEdit *edit : {m_from, m_to, m_follow})
        connect(edit, &QLineEdit::textEdited, this, &SweepPanel::publishForm);
    for (QLineEdit *edit : {m_from, m_to, m_follow})
        connect(edit, &QLineEdit::returnPressed, m_session, &session::Session::runSweep);
    connect(m_steps, &QSpinBox::valueChanged, this, &SweepPanel::publishForm);
    connect(m_logarithmic, &QCheckBox::toggled, this, &SweepPanel::publishForm);
    connect(m_run, &QPushButton::clicked, m_session, &session::Session::runSweep);
    connect(m_measure, &QPushButton::clicked, m_session, &session::Session::measureSweep);
    connect(m_cancel, &QPushButton::clicked, m_session, &session::Session::cancelSweep);
    return form;
}

QWidget *SweepPanel::makeView()
{
    auto *view = new QWidget(this);
    m_views = new QStackedWidget(view);
    m_plot = new plots::SweepPlot(m_views);
    m_plot->setObjectName(QStringLiteral("sweepPlot"));
    m_plot->setAccessibleName(tr("Time over the axis; the table shows the same numbers"));
    m_plot->setEmptyText(tr("Choose an axis and press Predict (F6) to see how the time grows."));
    m_table = new QTableView(m_views);
    m_table->setObjectName(QStringLiteral("sweepTable"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new CellDelegate(m_table));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setAccessibleName(tr("Sweep as a table"));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setStretchLastSection(true);
    addCopyActions(m_table);
    m_views->addWidget(m_plot);
    m_views->addWidget(m_table);

    m_tableToggle = new QToolButton(view);
    m_tableToggle->setObjectName(QStringLiteral("sweepTableToggle"));
    m_tableToggle->setIcon(icon(QStringLiteral("table")));
    m_tableToggle->setCheckable(true);
    m_tableToggle->setAutoRaise(true);
    m_tableToggle->setToolTip(tr("Show the sweep as a table"));
    m_tableToggle->setAccessibleName(tr("Show the sweep as a table"));
    connect(m_tableToggle, &QToolButton::toggled, this,
            [this](bool isTable) { m_views->setCurrentIndex(isTable ? 1 : 0); });
    m_export = new QToolButton(view);
    m_export->setObjectName(QStringLiteral("sweepExport"));
    m_export->setIcon(icon(QStringLiteral("export")));
    m_export->setAutoRaise(true);
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setAccessibleName(tr("Export the sweep"));
    auto *menu = new QMenu(m_export);
    menu->addAction(tr("Table as CSV…"), this, &SweepPanel::exportCsv);
    menu->addAction(tr("Plot as PNG or SVG…"), this, &SweepPanel::exportPlot);
    m_export->setMenu(menu);
    auto *tools = new QVBoxLayout;
    tools->setSpacing(4);
    tools->addWidget(m_tableToggle);
    tools->addWidget(m_export);
    tools->addStretch(1);
    auto *row = new QHBoxLayout(view);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_views, 1);
    row->addLayout(tools);
    return view;
}

void SweepPanel::refresh()
{
    refreshAxes();
    refreshResults();
    refreshControls();
}

/// The axes on offer follow the kernel; a form that was never touched is filled with a sensible range.
void SweepPanel::refreshAxes()
{
    const session::Document *document = m_session->current();
    const auto spec = document != nullptr ? document->launchSpec() : std::nullopt;
    const KernelSignature *signature = document != nullptr ? document->signature() : nullptr;
    if (!spec || signature == nullptr || !document->latest.launch) {
        if (document == nullptr) {
            m_axis->clear();
            m_axesShown.clear();
        }
        return;
    }
    QString shown = QString::number(document->id) + qtext(document->kernelName());
    const auto names = session::sweepableNames(*spec, *signature);
    for (const std::string &name : names)
        shown += u'/' + qtext(name);
    if (shown != m_axesShown) {
        m_axesShown = shown;
        m_axis->clear();
        for (const std::string &name : names)
            m_axis->addItem(axisTitle(name), qtext(name));
    }
    const auto &form = document->sweepForm;
    if (form.axis.empty() || m_axis->findData(qtext(form.axis)) < 0) {
        suggest(names.front());
        return;
    }
    const QSignalBlocker blockSteps(m_steps), blockLog(m_logarithmic);
    m_axis->setCurrentIndex(m_axis->findData(qtext(form.axis)));
    for (const auto &[edit, text] :
         {std::pair(m_from, form.from), std::pair(m_to, form.to), std::pair(m_follow, form.follow)})
        if (!edit->hasFocus())
            edit->setText(text);
    m_steps->setValue(form.steps);
    m_logarithmic->setChecked(form.isLogarithmic);
}

void SweepPanel::suggest(const std::string &axis)
{
    const session::Document *document = m_session->current();
    const auto spec = document != nullptr ? document->launchSpec() : std::nullopt;
    if (!spec || document->signature() == nullptr || !document->latest.launch)
        return;
    m_session->setSweepForm(session::suggestSweep(axis, *spec, *document->signature(), *document->latest.launch));
    refreshAxes();
}

void SweepPanel::publishForm()
{
    session::SweepForm form;
    form.axis = utf8(m_axis->currentData().toString());
    form.from = m_from->text();
    form.to = m_to->text();
    form.steps = m_steps->value();
    form.isLogarithmic = m_logarithmic->isChecked();
    form.follow = m_follow->text();
    m_session->setSweepForm(form);
}

void SweepPanel::refreshResults()
{
    const session::Document *document = m_session->current();
    if (document == nullptr || !document->sweep) {
        m_plot->setData({});
        m_model->set({});
    } else {
        std::optional<double> currentX;
        if (document->latest.launch)
            currentX = session::axisValue(document->sweep->spec.axis.name, *document->latest.launch);
        m_plot->setData(plotData(*document->sweep, currentX, m_session->isSweepStale(*document)));
        m_model->set(*document->sweep);
    }
    showProblem(m_problem, document != nullptr ? document->sweepProblem : QString());
}

void SweepPanel::refreshControls()
{
    const session::Document *document = m_session->current();
    const bool isRunning = m_session->isPredictingSweep() || m_session->isMeasuringSweep();
    const QString whyNot = m_session->whyNotSweep();
    const bool hasSweep = document != nullptr && document->sweep;
    m_run->setVisible(!isRunning);
    m_measure->setVisible(!isRunning);
    m_cancel->setVisible(isRunning);
    m_progress->setVisible(isRunning);
    if (!isRunning) {
        m_progress->setValue(0);
        m_progress->setFormat({});
    }
    m_run->setEnabled(whyNot.isEmpty());
    m_run->setToolTip(whyNot.isEmpty() ? tr("Predict every point (F6)") : whyNot);
    QString whyNotPoints = m_session->whyNotMeasure();
    if (whyNotPoints.isEmpty() && !hasSweep)
        whyNotPoints = tr("Predict the points first.");
    else if (whyNotPoints.isEmpty() && m_session->isSweepStale(*document))
        whyNotPoints = tr("The sweep is of an earlier text or launch; predict it again first.");
    m_measure->setEnabled(whyNotPoints.isEmpty());
    m_measure->setToolTip(whyNotPoints.isEmpty() ? tr("Run every point on the device") : whyNotPoints);
    m_export->setEnabled(hasSweep);
    m_export->setToolTip(hasSweep ? tr("Export the sweep") : tr("There is no sweep to export yet"));
}

void SweepPanel::exportCsv()
{
    const session::Document *document = m_session->current();
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the sweep"), QStringLiteral("sweep.csv"),
                                                      tr("CSV tables (*.csv)"));
    if (path.isEmpty() || document == nullptr || !document->sweep)
        return;
    const auto written = paths::writeFileAtomically(utf8(path), report::sweepToCsv(*document->sweep));
    emit messagePosted(written ? tr("Saved %1.").arg(path) : qtext(written.error().describe()));
}

void SweepPanel::exportPlot()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the plot"), QStringLiteral("sweep.png"),
                                                      tr("Images (*.png *.svg)"));
    if (path.isEmpty())
        return;
    const bool isSaved =
        path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive) ? m_plot->exportSvg(path) : m_plot->exportPng(path);
    emit messagePosted(isSaved ? tr("Saved %1.").arg(path)
                               : tr("%1 could not be written; check the folder and its free space.").arg(path));
}

} // namespace clv::docks
