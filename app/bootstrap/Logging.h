// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bootstrap/LogLevels.h"
#include "models/core/Redactor.h"

#include <QFile>
#include <QMutex>
#include <QString>
#include <QtGlobal>

namespace holdwatch::bootstrap {

/// Where the program's own messages go while this lives: all of them into `holdwatch.log` of a folder, and
/// warnings to standard error as well. Past `largest` bytes the file becomes holdwatch.log.1 (and that .2),
/// so the folder never holds more than three. No secret and no payload may reach a message in the first
/// place; what does is taken out by the redactor before a byte is written. Control characters are escaped,
/// so that nothing from outside can forge a line; what is longer than `longestLine` is cut.
///
/// One at a time: Qt has one message handler.
class Logging
{
public:
    static constexpr qint64 largest = 1024 * 1024;
    static constexpr qsizetype longestLine = 32 * 1024; ///< bytes of one message

    /// An empty `directory` (or one that can't be written): standard error only. `redactor` outlives it.
    Logging(const QString &directory, const Redactor &redactor, qint64 largestFile = largest);
    ~Logging();
    Q_DISABLE_COPY_MOVE(Logging)

    /// For the whole process, like Qt's own filter. Levels that were `asked` for show on standard error too
    /// where there is no file; else that gets warnings only.
    static void setLevels(const std::optional<LogLevels> &asked);

private:
    static void handle(QtMsgType type, const QMessageLogContext &context, const QString &message);
    void write(QtMsgType type, const char *category, const QString &message);
    void openFile();
    void rotate();

    const Redactor &m_redactor;
    QMutex m_mutex;
    QString m_path;
    QFile m_file;
    qint64 m_largest;
    QtMessageHandler m_before = nullptr;
};

} // namespace holdwatch::bootstrap
