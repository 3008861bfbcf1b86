// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/notices/NoticeChannel.h"

#include <QProcess>
#include <QQueue>
#include <QTimer>

namespace holdwatch::operations {

/// Runs a person's own command once a notice, the payload on its standard input. Program and arguments
/// are taken as they are; no shell is involved. It must end with 0 within the timeout, or it is killed.
class CommandHook final : public NoticeChannel
{
    Q_OBJECT
public:
    struct Options
    {
        Millis timeout = Seconds(10);
        QStringList hiddenVariables; ///< environment variables the command does not get to see: keys
    };
    static constexpr int longestOutput = 200; ///< characters of its error output that are quoted

    CommandHook(QStringList command, Options options, QObject *parent = nullptr);
    ~CommandHook() override; ///< kills what still runs

    /// Why `command` could not even be started as things are now. It is tried all the same when a notice is due.
    static std::optional<QString> faultOf(const QStringList &command);

    void deliver(const Notice &notice) override;

private:
    void runNext();
    void keepOutput();
    void end(const QString &problem);

    QString m_program;
    Options m_options;
    QProcess m_process;
    QTimer m_watchdog;
    QQueue<Notice> m_waiting; ///< the first is under way
    QByteArray m_output;
    bool m_running = false;
};

} // namespace holdwatch::operations
