// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QMutex>
#include <QString>
#include <QtGlobal>

namespace holdwatch::bootstrap {

/// Where the program's own messages go while this lives: all of them into `holdwatch.log` of a folder, and
/// warnings to standard error as well. Past `largest` bytes the file becomes holdwatch.log.1 (and that .2),
/// so the folder never holds more than three. No secret and no payload may reach a message in the first
/// place; control characters are escaped, so that nothing from outside can forge a line.
///
/// One at a time: Qt has one message handler.
class Logging
{
public:
    static constexpr qint64 largest = 1024 * 1024;

    /// An empty `directory` (or one that can't be written): standard error only.
    explicit Logging(const QString &directory, qint64 largestFile = largest);
    ~Logging();
    Q_DISABLE_COPY_MOVE(Logging)

private:
    static void handle(QtMsgType type, const QMessageLogContext &context, const QString &message);
    void write(QtMsgType type, const char *category, const QString &message);
    void openFile();
    void rotate();

    QMutex m_mutex;
    QString m_path;
    QFile m_file;
    qint64 m_largest;
    QtMessageHandler m_before = nullptr;
};

} // namespace holdwatch::bootstrap
