// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/RecentLog.h"

#include <QDir>
#include <QFile>

namespace holdwatch::bootstrap {

namespace {

/// Puts what `file` holds before `log`; false: only the end of it had room, so nothing older may follow.
bool prepend(QByteArray &log, QFile &file, qint64 most)
{
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const qint64 room = most - log.size();
    if (file.size() <= room) {
        log.prepend(file.readAll());
        return true;
    }
    file.seek(file.size() - room);
    const QByteArray end = file.readAll();
    log.prepend(end.mid(end.indexOf('\n') + 1)); // its first line is not whole
    return false;
}

} // namespace

QString recentLog(const QString &directory, qint64 most)
{
    const QString newest = QDir(directory).filePath(QStringLiteral("holdwatch.log"));
    QByteArray log;
    for (const QString &path : {newest, newest + QStringLiteral(".1"), newest + QStringLiteral(".2")}) {
        QFile file(path);
        if (!prepend(log, file, most))
            break;
    }
    return QString::fromUtf8(log);
}

} // namespace holdwatch::bootstrap
