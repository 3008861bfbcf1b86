// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/Profile.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QSysInfo>

namespace holdwatch::storage {

namespace {

constexpr QFile::Permissions ownerOnly = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;

Error cannotUse(const QString &directory, const QString &why)
{
    Error error;
    error.kind = Error::Kind::Storage;
    error.what = QStringLiteral("The profile folder %1 can't be used: %2.").arg(directory, why);
    error.next = QStringLiteral("Choose a folder you may write in with --profile.");
    error.where = directory;
    return error;
}

Error cannotWrite(const QString &directory)
{
    Error error;
    error.kind = Error::Kind::Storage;
    error.where = directory;
    error.what = QStringLiteral("The profile folder %1 could not be written when Holdwatch started.").arg(directory);
    error.kept = QStringLiteral("Nothing in it was changed. Monitoring goes on; what is new stays in memory until it can be written, and a second window on it would not be noticed.");
    error.next = QStringLiteral("Make room or allow writing there, then start again, or choose another folder with --profile.");
    return error;
}

Error heldBy(const QString &directory, const QLockFile &lock)
{
    qint64 pid = 0;
    QString host;
    QString program;
    Error error;
    error.kind = Error::Kind::Storage;
    error.where = directory;
    error.next = QStringLiteral("Use that window, or give this one a folder of its own with --profile.");
    if (!lock.getLockInfo(&pid, &host, &program)) {
        error.what = QStringLiteral("The profile folder %1 is in use by another program.").arg(directory);
        return error;
    }
    const QString place = host == QSysInfo::machineHostName() ? QString() : QStringLiteral(" on %1").arg(host);
    error.what = QStringLiteral("The profile folder %1 is in use by %2 (process %3%4).").arg(directory, program).arg(pid).arg(place);
    return error;
}

// An existing folder keeps its permissions: they may be somebody's intention.
bool makePrivate(const QString &directory)
{
    if (QFileInfo(directory).isDir())
        return true;
    return QDir().mkpath(directory) && QFile::setPermissions(directory, ownerOnly);
}

} // namespace

Profile::Profile(const QString &directory)
    : m_directory(QDir(directory).absolutePath()), m_lock(QDir(directory).absoluteFilePath(QStringLiteral("holdwatch.lock")))
{
    m_lock.setStaleLockTime(0); // a running program never loses it; a dead one's is taken over by its process id
}

QString Profile::defaultDirectory()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/holdwatch");
}

Result<std::unique_ptr<Profile>> Profile::open(const QString &directory)
{
    const QFileInfo info(directory);
    if (info.exists() && !info.isDir())
        return failure(cannotUse(directory, QStringLiteral("it is a file")));
    if (!makePrivate(directory))
        return failure(cannotUse(directory, QStringLiteral("it does not exist and could not be created")));
    std::unique_ptr<Profile> profile(new Profile(directory));
    if (!profile->m_lock.tryLock(0)) {
        if (profile->m_lock.error() == QLockFile::LockFailedError)
            return failure(heldBy(profile->m_directory, profile->m_lock));
        profile->m_problem = cannotWrite(profile->m_directory);
    }
    if (!makePrivate(profile->practiceDirectory()) || !makePrivate(profile->logDirectory()))
        profile->m_problem = cannotWrite(profile->m_directory);
    return profile;
}

QString Profile::below(const QString &name) const
{
    return m_directory + QLatin1Char('/') + name;
}

} // namespace holdwatch::storage
