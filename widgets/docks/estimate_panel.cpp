// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/estimate_panel.h"

#include "widgets/docks/badge.h"
#include "widgets/docks/cell_delegate.h"
#include "widgets/docks/icon.h"
#include "widgets/docks/launch_field.h"
#include "widgets/docks/table_actions.h"
#include "widgets/models/estimate_model.h"
#include "widgets/models/format.h"
#include "widgets/plots/breakdown_bar.h"
#include "widgets/plots/palette.h"
#include "widgets/session/session.h"
#include "widgets/session/text.h"

#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <cmath>

namespace clv::docks {

namespace {

constexpr int kMargin = 12;
constexpr double kFigureScale = 2.1;    ///< verdict over body text: readable from two metres
constexpr double kWorthTelling = 0.005; ///< smaller changes against the saved text are noise

using session::StudyState;

void setTextColour(QLabel *label, const QColor &colour)
{
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, colour);
    label->setPalette(palette);
}

QString boundText(const Estimate &estimate)
{
    QString text = estimate.boundBy.empty() ? QString() : EstimatePanel::tr("Bound by %1").arg(qtext(estimate.boundBy));
    if (estimate.peakShare > 0)
        text += EstimatePanel::tr(" · %1 of peak").arg(models::percent(estimate.peakShare));
    if (estimate.dramBytesPerNs > 0)
        text += QStringLiteral(" · ") + models::rate(estimate.dramBytesPerNs);
    return text;
}

} // namespace

EstimatePanel::EstimatePanel(session::Session *session, QWidget *parent)
    : QWidget(parent), m_session(session), m_pages(new QStackedWidget(this)), m_model(new models::EstimateModel(this))
{
    setObjectName(QStringLiteral("estimatePanel"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
    m_pages->addWidget(makeEmptyPage());
    m_pages->addWidget(makeVerdictPage());
    m_ageTimer.setInterval(1000);
    connect(&m_ageTimer, &QTimer::timeout, this, [this] {
        if (const auto *document = m_session->current(); document != nullptr && document->shown)
            showBadges(*document);
    });
    for (auto signal :
         {&session::Session::studyChanged, &session::Session::currentChanged, &session::Session::devicesChanged,
          &session::Session::measureChanged, &session::Session::processesChanged})
        connect(m_session, signal, this, &EstimatePanel::refresh);
    connect(m_session, &session::Session::measureProgressed, this, [this](const Progress &progress) {
        m_progress->setRange(0, progress.fraction < 0 ? 0 : 100);
        m_progress->setValue(static_cast<int>(progress.fraction * 100));
        m_progress->setFormat(qtext(progress.what));
    });
    refresh();
}

QWidget *EstimatePanel::makeEmptyPage()
{
    auto *page = new QWidget(this);
    m_emptyIcon = new QLabel(page);
    m_emptyText = new QLabel(page);
    m_emptyText->setObjectName(QStringLiteral("estimateEmpty"));
    m_emptyText->setWordWrap(true);
    m_emptyText->setAlignment(Qt::AlignCenter);
    m_emptyText->setForegroundRole(QPalette::PlaceholderText);
    m_example = new QPushButton(tr("Open the SpMV example"), page);
    m_example->setObjectName(QStringLiteral("exampleButton"));
    connect(m_example, &QPushButton::clicked, this, &EstimatePanel::exampleRequested);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(12);
    column->addStretch(1);
    column->addWidget(m_emptyIcon, 0, Qt::AlignHCenter);
    column->addWidget(m_emptyText);
    column->addWidget(m_example, 0, Qt::AlignHCenter);
    column->addStretch(2);
    return page;
}

QWidget *EstimatePanel::makeFigure(const QString &caption, const char *name, QLabel *&captionLabel, QLabel *&value,
                                   QLabel *&detail)
{
    auto *figure = new QWidget(this);
    captionLabel = new QLabel(caption, figure);
    value = new QLabel(figure);
    value->setObjectName(QLatin1String(name));
    value->setAccessibleName(caption);
    QFont font = value->font();
    font.setPointSizeF(font.pointSizeF() * kFigureScale);
    font.setWeight(QFont::DemiBold);
    value->setFont(font);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    detail = new QLabel(figure);
    detail->setObjectName(QLatin1String(name) + QStringLiteral("Detail"));
    detail->setForegroundRole(QPalette::PlaceholderText);
    auto *column = new QVBoxLayout(figure);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(captionLabel);
    column->addWidget(value);
    column->addWidget(detail);
    return figure;
}

QWidget *EstimatePanel::makeVerdictPage()
{
    auto *page = new QWidget(this);
    auto *figures = new QHBoxLayout;
    figures->setSpacing(16);
    figures->addWidget(makeFigure(tr("Predicted"), "predictedTime", m_predictedCaption, m_predicted, m_interval), 5);
    figures->addWidget(makeFigure(tr("Measured"), "measuredTime", m_measuredCaption, m_measured, m_spread), 5);
    figures->addWidget(makeFigure(tr("Error"), "errorFactor", m_errorCaption, m_error, m_errorDetail), 4);

    auto *badges = new QHBoxLayout;
    badges->setSpacing(6);
    for (Badge **badge : {&m_state, &m_change, &m_outside, &m_calibration, &m_timer}) {
        *badge = new Badge(page);
        badges->addWidget(*badge);
    }
    m_state->setObjectName(QStringLiteral("stateBadge"));
    m_timer->setObjectName(QStringLiteral("timerBadge"));
    m_calibration->setObjectName(QStringLiteral("calibrationBadge"));
    badges->addStretch(1);

    m_bound = new QLabel(page);
    m_bound->setObjectName(QStringLiteral("boundBy"));
    m_breakdown = new plots::BreakdownBar(page);
    m_breakdown->setAccessibleName(tr("Time breakdown"));
    m_problem = new QLabel(page);
    m_problem->setObjectName(QStringLiteral("measureProblem"));
    m_problem->setWordWrap(true);
    m_problem->hide();

    m_table = new QTableView(page);
    m_table->setObjectName(QStringLiteral("estimateTable"));
    m_table->setAccessibleName(tr("Predicted and measured times"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new CellDelegate(m_table));
    m_table->setColumnHidden(models::EstimateModel::Bandwidth, true);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->verticalHeader()->setMinimumSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(models::EstimateModel::Name, QHeaderView::Stretch);
    addCopyActions(m_table);

    m_progressRow = new QWidget(page);
    m_progress = new QProgressBar(m_progressRow);
    m_progress->setObjectName(QStringLiteral("measureProgress"));
    auto *cancel = new QPushButton(tr("Cancel"), m_progressRow);
    cancel->setObjectName(QStringLiteral("cancelMeasureButton"));
    cancel->setToolTip(tr("Stop measuring (Esc)"));
    connect(cancel, &QPushButton::clicked, m_session, &session::Session::cancelMeasure);
    auto *progress = new QHBoxLayout(m_progressRow);
    progress->setContentsMargins(0, 0, 0, 0);
    progress->addWidget(m_progress, 1);
    progress->addWidget(cancel);
    m_progressRow->hide();

    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(kMargin, 8, kMargin, 8);
    column->setSpacing(8);
    column->addLayout(figures);
    column->addWidget(m_bound);
    column->addLayout(badges);
    column->addWidget(m_breakdown);
    column->addWidget(m_progressRow);
    column->addWidget(m_problem);
    column->addWidget(m_table);
    column->addStretch(1);
    return page;
}

void EstimatePanel::refresh()
{
    const session::Document *document = m_session->current();
    if (document == nullptr || !document->shown || document->shown->estimates.empty()) {
        m_ageTimer.stop();
        return showEmpty(document);
    }
    m_pages->setCurrentIndex(1);
    const bool isCurrent = document->state == StudyState::Ready;
    showPredicted(*document);
    showMeasured(*document);
    showBadges(*document);
    showTable(*document);
    applyColours(!isCurrent);
    isCurrent ? m_ageTimer.stop() : m_ageTimer.start();
}

void EstimatePanel::showEmpty(const session::Document *document)
{
    m_pages->setCurrentIndex(0);
    const auto colours = plots::Palette::fromSystem(palette());
    m_example->setVisible(document == nullptr);
    m_emptyIcon->clear();
    if (document == nullptr) {
        m_emptyText->setText(tr("Open a kernel to see what it will cost before it runs."));
    } else if (document->state == StudyState::Refused) {
        m_emptyIcon->setPixmap(
            icon(QStringLiteral("warning"), colours.warning).pixmap(QSize(24, 24), devicePixelRatioF()));
        m_emptyText->setText(document->refusal);
    } else if (m_session->engine().state() == session::ProcessState::Failed) {
        m_emptyText->setText(tr("The analysis engine is not running. Your text is safe; an edit starts it again."));
    } else if (m_session->areDevicesKnown() && m_session->devices().empty()) {
        m_emptyText->setText(tr("There is no device to predict for: no OpenCL driver was found and no device table is "
                                "installed."));
    } else if (document->state == StudyState::Empty && document->bytes.trimmed().isEmpty()) {
        m_emptyText->setText(tr("The file is empty. Write a kernel, or take a template from the File menu."));
    } else {
        m_emptyText->setText(tr("Analysing…"));
    }
}

void EstimatePanel::showPredicted(const session::Document &document)
{
    const Estimate &estimate = document.shown->estimates.front();
    m_predicted->setText(models::time(estimate.medianNs));
    m_predicted->setToolTip(
        tr("%1 predicted by %2 for %3")
            .arg(models::exactTime(estimate.medianNs), qtext(estimate.model), qtext(document.shownDevice.name)));
    m_interval->setText(tr("%1 – %2").arg(models::time(estimate.lowNs), models::time(estimate.highNs)));
    m_interval->setToolTip(tr("The time lies in this interval with a probability of 80%, says the model.\nPhysics "
                              "allows no less than %1.")
                               .arg(models::time(estimate.lowerBoundNs)));
    m_bound->setText(boundText(estimate));
    m_bound->setVisible(!m_bound->text().isEmpty());
    m_breakdown->setTerms(estimate.terms, estimate.medianNs);
    m_breakdown->setVisible(!estimate.terms.empty());
}

void EstimatePanel::showMeasured(const session::Document &document)
{
    m_progressRow->setVisible(m_session->isMeasuring());
    if (!m_session->isMeasuring()) {
        m_progress->setRange(0, 0);
        m_progress->setFormat(tr("waiting for the device"));
    }
    const bool isRefused = document.state == StudyState::Refused || document.state == StudyState::Stale;
    showProblem(m_problem, isRefused ? document.refusal : document.measureProblem);
    const bool isFresh = document.measurement && !m_session->isMeasurementStale(document);
    if (!document.measurement) {
        m_measured->setText(QStringLiteral("–"));
        const QString why = m_session->whyNotMeasure();
        m_spread->setText(m_session->isMeasuring() ? tr("measuring…")
                          : why.isEmpty()          ? tr("press F5")
                                                   : tr("not available"));
        m_spread->setToolTip(why);
        m_measured->setToolTip(why);
    } else {
        const Measurement &m = document.measurement->measurement;
        const double spread = m.medianNs > 0 ? (m.highNs - m.lowNs) / 2 / m.medianNs : 0;
        m_measured->setText(models::time(m.medianNs));
        m_measured->setToolTip(tr("median %1 of %n sample(s) on %2", nullptr, static_cast<int>(m.samplesNs.size()))
                                   .arg(models::exactTime(m.medianNs), qtext(m.deviceName)));
        m_spread->setText(isFresh ? tr("± %1%").arg(QString::number(spread * 100, 'f', spread < 0.1 ? 1 : 0))
                                  : tr("of an earlier text or launch"));
        m_spread->setToolTip(
            tr("95% confidence interval of the median: %1 – %2").arg(models::time(m.lowNs), models::time(m.highNs)));
    }
    const bool isSameDevice = isFresh && document.measurement->measurement.medianNs > 0;
    const double predicted = document.shown->estimates.front().medianNs;
    m_error->setText(isSameDevice ? models::errorText(predicted / document.measurement->measurement.medianNs)
                                  : QStringLiteral("–"));
    m_errorDetail->setText(isSameDevice ? tr("predicted / measured") : QString());
    m_error->setToolTip(tr("Predicted over measured time. ▲ predicted too slow, ▼ too fast, ● within 10%."));
}

void EstimatePanel::showBadges(const session::Document &document)
{
    const Estimate &estimate = document.shown->estimates.front();
    const QString age = models::age(document.shownAt.msecsTo(QDateTime::currentDateTime()));
    switch (document.state) {
    case StudyState::Computing: m_state->set(Badge::Kind::Neutral, tr("computing, shown: %1").arg(age)); break;
    case StudyState::Stale:
        m_state->set(Badge::Kind::Warning, tr("stale: %1").arg(age),
                     tr("The text does not compile. %1").arg(document.refusal));
        break;
    case StudyState::Refused: m_state->set(Badge::Kind::Warning, tr("stale: %1").arg(age), document.refusal); break;
    default: m_state->set(Badge::Kind::Neutral, {});
    }
    const double change = document.previousMedianNs && *document.previousMedianNs > 0
                              ? estimate.medianNs / *document.previousMedianNs - 1
                              : 0;
    if (std::fabs(change) < kWorthTelling || document.state != StudyState::Ready || !document.isModified())
        m_change->set(Badge::Kind::Neutral, {});
    else
        m_change->set(change < 0 ? Badge::Kind::Good : Badge::Kind::Warning,
                      QStringLiteral("%1%2%").arg(change < 0 ? u'−' : u'+').arg(std::fabs(change) * 100, 0, 'f', 0),
                      tr("against the saved text"));
    const bool isAssumed = document.shownDevice.peaks && document.shownDevice.peaks->source == "assumed";
    if (m_session->isCalibrating())
        m_calibration->set(Badge::Kind::Neutral, tr("calibrating device"),
                           tr("The peaks of the device are measured once, in the background."));
    else if (isAssumed)
        m_calibration->set(
            Badge::Kind::Warning, tr("assumed peaks"),
            tr("The device has not been measured; its peaks are conservative guesses from its description."));
    else if (!estimate.isCalibrated)
        m_calibration->set(Badge::Kind::Neutral, tr("uncalibrated"),
                           tr("The interval has not been checked against measurements on this device."));
    else
        m_calibration->set(Badge::Kind::Good, tr("calibrated"),
                           tr("The interval was checked against measurements on this device."));
    m_outside->set(Badge::Kind::Neutral, {});
    if (!document.measurement) {
        m_timer->set(Badge::Kind::Neutral, {});
        return;
    }
    const TimerHealth &timer = document.measurement->measurement.timer;
    m_timer->set(timer.isHealthy() ? Badge::Kind::Good : Badge::Kind::Warning,
                 timer.isHealthy() ? tr("timer healthy") : tr("timer doubtful"),
                 timer.isHealthy() ? tr("The device's time stamps are ordered, fine enough and agree with the host's.")
                                   : qtext(timer.note));
}

void EstimatePanel::showTable(const session::Document &document)
{
    m_model->set(document.shown->estimates, document.measurement ? &document.measurement->measurement : nullptr,
                 m_session->isMeasurementStale(document));
    const int rowHeight = m_table->verticalHeader()->defaultSectionSize();
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rowHeight * m_model->rowCount() + 2);
}

void EstimatePanel::applyColours(bool isDimmed)
{
    const auto colours = plots::Palette::fromSystem(palette());
    setTextColour(m_predictedCaption, colours.textFor(plots::Role::Predicted));
    setTextColour(m_measuredCaption, colours.textFor(plots::Role::Measured));
    setTextColour(m_predicted, isDimmed ? colours.mutedText : colours.text);
    const auto *document = m_session->current();
    const bool isMeasuredStale =
        document == nullptr || !document->measurement || m_session->isMeasurementStale(*document);
    setTextColour(m_measured, isMeasuredStale ? colours.mutedText : colours.text);
    setTextColour(m_error, isDimmed || isMeasuredStale ? colours.mutedText : colours.text);
    setTextColour(m_errorCaption, colours.mutedText);
    m_breakdown->setStale(isDimmed);
}

void EstimatePanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        QMetaObject::invokeMethod(this, &EstimatePanel::refresh, Qt::QueuedConnection);
    QWidget::changeEvent(event);
}

} // namespace clv::docks
