// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace clv {
struct Progress;
}
namespace clv::models {
class EstimateModel;
}
namespace clv::plots {
class BreakdownBar;
}
namespace clv::session {
struct Document;
class Session;
} // namespace clv::session

namespace clv::docks {

class Badge;

/// The verdict: predicted and measured time side by side, what bounds the kernel, every model in a table.
class EstimatePanel : public QWidget {
    Q_OBJECT

public:
    explicit EstimatePanel(session::Session *session, QWidget *parent = nullptr);

signals:
    void exampleRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeEmptyPage();
    QWidget *makeVerdictPage();
    QWidget *makeFigure(const QString &caption, const char *name, QLabel *&captionLabel, QLabel *&value,
                        QLabel *&detail);
    void refresh();
    void showEmpty(const session::Document *document);
    void showPredicted(const session::Document &document);
    void showMeasured(const session::Document &document);
    void showBadges(const session::Document &document);
    void showTable(const session::Document &document);
    void applyColours(bool isDimmed);

    session::Session *m_session;
    QStackedWidget *m_pages;
    QLabel *m_emptyText, *m_emptyIcon;
    QPushButton *m_example;
    QLabel *m_predictedCaption, *m_predicted, *m_interval;
    QLabel *m_measuredCaption, *m_measured, *m_spread;
    QLabel *m_errorCaption, *m_error, *m_errorDetail;
    QLabel *m_bound, *m_problem;
    Badge *m_state, *m_change, *m_calibration, *m_timer, *m_outside;
    plots::BreakdownBar *m_breakdown;
    models::EstimateModel *m_model;
    QTableView *m_table;
    QWidget *m_progressRow;
    QProgressBar *m_progress;
    QTimer m_ageTimer;
};

} // namespace clv::docks
