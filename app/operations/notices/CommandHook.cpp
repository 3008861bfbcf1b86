// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/notices/CommandHook.h"

#include <QFileInfo>
#include <QProcessEnvironment>
#include <QStandardPaths>

#include <utility>

namespace holdwatch::operations {

CommandHook::CommandHook(QStringList command, Options options, QObject *parent)
    : NoticeChannel(parent), m_program(command.value(0)), m_options(std::move(options))
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : std::as_const(m_options.hiddenVariables))
        environment.remove(name);
    m_process.setProcessEnvironment(environment);
    m_process.setProgram(m_program);
    m_process.setArguments(command.mid(1));
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_watchdog.setSingleShot(true);
    m_watchdog.setInterval(m_options.timeout);

    connect(&m_watchdog, &QTimer::timeout, &m_process, &QProcess::kill);
    connect(&m_process, &QProcess::readyRead, this, &CommandHook::keepOutput);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(QStringLiteral("could not be started: %1").arg(m_process.errorString()));
    });
    connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        const QString said = m_output.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(QString::fromUtf8(m_output).simplified());
        if (status == QProcess::NormalExit)
            end(code == 0 ? QString() : QStringLiteral("ended with code %1%2").arg(code).arg(said));
        else if (m_watchdog.isActive())
            end(QStringLiteral("crashed%1").arg(said));
        else
            end(QStringLiteral("did not end within %1 s and was killed").arg(toSeconds(m_options.timeout)));
    });
}

std::optional<QString> CommandHook::faultOf(const QStringList &command)
{
    const QString program = command.value(0);
    // As the system will look for it: a name with a slash in it as a path from here, any other in PATH.
    const QFileInfo file(program);
    const bool isThere = program.contains(QLatin1Char('/')) ? file.isFile() && file.isExecutable() : !QStandardPaths::findExecutable(program).isEmpty();
    if (isThere)
        return std::nullopt;
    return QStringLiteral("The command %1 is not there, or it can't be run.").arg(program);
}

CommandHook::~CommandHook()
{
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(200);
    }
}

void CommandHook::deliver(const Notice &notice)
{
    if (m_waiting.size() >= longestQueue) {
        emit failed(notice.alert, QStringLiteral("The command %1 can't keep up; this notice was not handed to it.").arg(m_program));
        return;
    }
    m_waiting.enqueue(notice);
    runNext();
}

void CommandHook::runNext()
{
    if (m_running || m_waiting.isEmpty())
        return;
    m_running = true;
    m_output.clear();
    m_watchdog.start();
    m_process.start();
    m_process.write(noticePayload(m_waiting.head()));
    m_process.closeWriteChannel();
}

void CommandHook::keepOutput()
{
    // Read on and throw away, or a talkative command would fill our memory.
    m_output += m_process.readAll().left(longestOutput - m_output.size());
}

void CommandHook::end(const QString &problem)
{
    m_watchdog.stop();
    const Alert alert = m_waiting.dequeue().alert;
    if (!problem.isEmpty())
        emit failed(alert, QStringLiteral("The command %1 %2.").arg(m_program, problem));
    else
        emit delivered();
    m_running = false;
    // Not from inside the process's own signal: it can't be started again there.
    QMetaObject::invokeMethod(this, &CommandHook::runNext, Qt::QueuedConnection);
}

} // namespace holdwatch::operations
