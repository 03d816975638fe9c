// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

namespace clv::session {
class Session;
}

namespace clv::gui {

class MainWindow;

/// Drives the real window through its main job: wait for the estimate, measure, sweep, measure the sweep, then write
/// what was asked for and leave. The exit code is 0, or that of the first step that failed (3 device, 4 time limit).
class ScriptedRun : public QObject {
    Q_OBJECT

public:
    struct Options {
        QString demoFolder; ///< report.html and window.png go here, a table to standard output; empty: none
        QString screenshot; ///< PNG of the window; empty: none
        qint64 startMs = 0; ///< from process start to the usable window, for the table
    };
    ScriptedRun(Options options, session::Session *session, MainWindow *window);
    void start();

private:
    enum class Step { Estimate, Calibration, Measure, Sweep, MeasureSweep, Finish };
    void advance();
    void enter(Step step);
    void onTimeout();
    void finish();
    void printTable() const;
    bool saveWindow(const QString &path);
    void fail(int code, const QString &sentence);

    Options m_options;
    session::Session *m_session;
    MainWindow *m_window;
    QTimer m_limit;
    Step m_step = Step::Estimate;
    int m_exitCode = 0;
    bool m_isDone = false;
};

} // namespace clv::gui
