// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/line_process.h"

#include <cstring>

namespace clv::session {

namespace {

constexpr qsizetype kErrorTailBytes = 16 * 1024;
constexpr int kStopWaitMs = 300;

/// QProcess reports the number of the signal as the exit code of a crash.
QString describeExit(int code, QProcess::ExitStatus status)
{
    if (status == QProcess::CrashExit)
        return QStringLiteral("signal %1 (%2)").arg(code).arg(QString::fromLocal8Bit(strsignal(code)).toLower());
    return QStringLiteral("exit status %1").arg(code);
}

} // namespace

LineProcess::LineProcess(QStringList command, QObject *parent) : QObject(parent), m_command(std::move(command))
{
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &LineProcess::readOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &LineProcess::readErrors);
    connect(&m_process, &QProcess::finished, this, &LineProcess::onFinished);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart && !m_isStopping)
            emit startFailed(m_process.errorString());
    });
}

LineProcess::~LineProcess()
{
    stop();
}

void LineProcess::start()
{
    m_isStopping = false;
    m_buffer.clear();
    m_errors.clear();
    m_process.setProgram(m_command.value(0));
    m_process.setArguments(m_command.mid(1));
    m_process.start(QIODevice::ReadWrite);
}

bool LineProcess::isRunning() const
{
    return m_process.state() == QProcess::Running;
}

qint64 LineProcess::processId() const
{
    return m_process.processId();
}

void LineProcess::writeLine(const std::string &line)
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.write(line.data(), static_cast<qint64>(line.size()));
    m_process.write("\n", 1);
}

void LineProcess::kill()
{
    m_process.kill();
}

void LineProcess::stop()
{
    m_isStopping = true;
    m_process.disconnect(this); // whoever stops it may be half gone: nothing more is delivered
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(kStopWaitMs)) {
        m_process.kill();
        m_process.waitForFinished(kStopWaitMs);
    }
}

void LineProcess::readOutput()
{
    m_buffer += m_process.readAllStandardOutput();
    qsizetype begin = 0;
    for (qsizetype end = m_buffer.indexOf('\n'); end >= 0; end = m_buffer.indexOf('\n', begin)) {
        const QByteArray line = m_buffer.mid(begin, end - begin);
        begin = end + 1;
        if (!line.trimmed().isEmpty())
            emit lineReceived(line);
    }
    m_buffer.remove(0, begin);
}

void LineProcess::readErrors()
{
    m_errors += m_process.readAllStandardError();
    if (m_errors.size() > kErrorTailBytes)
        m_errors = m_errors.right(kErrorTailBytes);
}

void LineProcess::onFinished(int code, QProcess::ExitStatus status)
{
    readOutput();
    readErrors();
    if (!m_isStopping)
        emit ended(describeExit(code, status));
}

} // namespace clv::session
