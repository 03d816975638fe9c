// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace clv::models {
class SweepModel;
}
namespace clv::plots {
class SweepPlot;
}
namespace clv::session {
class Session;
struct SweepForm;
} // namespace clv::session

namespace clv::docks {

/// Times over a range of one size or argument: predicted at once, measured as they come, as a plot and as a table.
class SweepPanel : public QWidget {
    Q_OBJECT

public:
    explicit SweepPanel(session::Session *session, QWidget *parent = nullptr);
    [[nodiscard]] plots::SweepPlot *plot() const { return m_plot; }

signals:
    void messagePosted(const QString &sentence);

private:
    QWidget *makeForm();
    QWidget *makeView();
    void refresh();
    void refreshAxes();
    void suggest(const std::string &axis);
    void publishForm();
    void refreshResults();
    void refreshControls();
    void exportCsv();
    void exportPlot();

    session::Session *m_session;
    QComboBox *m_axis;
    QLineEdit *m_from, *m_to, *m_follow;
    QSpinBox *m_steps;
    QCheckBox *m_logarithmic;
    QPushButton *m_run, *m_measure, *m_cancel;
    QToolButton *m_tableToggle, *m_export;
    QProgressBar *m_progress;
    QLabel *m_problem;
    QStackedWidget *m_views;
    plots::SweepPlot *m_plot;
    QTableView *m_table;
    models::SweepModel *m_model;
    QString m_axesShown;
};

} // namespace clv::docks
