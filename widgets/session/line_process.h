// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QStringList>

#include <string>

namespace clv::session {

/// A child process spoken to in lines over standard input and output, driven by the event loop: nothing here blocks
/// but `stop`, which waits a moment for a clean end. Standard error is kept (last 16 KiB) for messages.
class LineProcess : public QObject {
    Q_OBJECT

public:
    explicit LineProcess(QStringList command, QObject *parent = nullptr);
    ~LineProcess() override;

    void start();
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] qint64 processId() const;
    [[nodiscard]] QString program() const { return m_command.value(0); }
    [[nodiscard]] QString standardErrorTail() const { return QString::fromUtf8(m_errors); }

    void writeLine(const std::string &line);
    void kill(); ///< `ended` follows
    void stop(); ///< closes its input, waits up to 300 ms, kills; no `ended`

signals:
    void lineReceived(const QByteArray &line);
    /// `how` is fit for a sentence: "signal 11 (segmentation fault)", "exit status 3".
    void ended(const QString &how);
    void startFailed(const QString &why);

private:
    void readOutput();
    void readErrors();
    void onFinished(int code, QProcess::ExitStatus status);

    QStringList m_command;
    QProcess m_process;
    QByteArray m_buffer, m_errors;
    bool m_isStopping = false;
};

} // namespace clv::session
