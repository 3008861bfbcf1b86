// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/DurableFile.h"

#include "app/storage/config/ConfigDocument.h"

#include <QDir>
#include <QFileInfo>

#include <fcntl.h>
#include <unistd.h>

namespace holdwatch::storage {

namespace {

Error storageError(const QString &path, const QString &what)
{
    Error error;
    error.kind = Error::Kind::Storage;
    error.what = what;
    error.where = path;
    return error;
}

/// A new name is in the folder, and the folder may still be in memory only.
bool syncFolder(const QString &directory)
{
    const int folder = ::open(QFile::encodeName(directory).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return false;
    const bool isSynced = ::fsync(folder) == 0;
    ::close(folder);
    return isSynced;
}

} // namespace

Result<void> writeDurably(const QString &path, const QByteArray &bytes)
{
    const auto written = writeAtomically(path, bytes, QFile::ReadOwner | QFile::WriteOwner);
    if (!written)
        return written;
    if (!syncFolder(QFileInfo(path).absolutePath()))
        return failure(storageError(path, QStringLiteral("%1 was written, but the disk does not confirm it.").arg(QFileInfo(path).fileName())));
    return {};
}

Result<QByteArray> readBounded(const QString &path, qint64 most)
{
    QFile file(path);
    if (!file.exists())
        return failure(Error::Kind::NotFound, QStringLiteral("There is no file %1.").arg(path));
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return failure(storageError(path, QStringLiteral("%1 can't be read: %2.").arg(path, file.errorString())));
    if (file.size() > most)
        return failure(Error::Kind::TooLarge, QStringLiteral("%1 is too large for what it should be.").arg(path));
    // As large as it says, and a byte more to notice that it grew: never room for all it might be.
    const QByteArray bytes = file.read(file.size() + 1);
    if (bytes.size() > most || !file.atEnd())
        return failure(Error::Kind::TooLarge, QStringLiteral("%1 is too large for what it should be.").arg(path));
    if (file.error() != QFileDevice::NoError)
        return failure(storageError(path, QStringLiteral("%1 can't be read: %2.").arg(path, file.errorString())));
    return bytes;
}

Result<void> makePrivateFolder(const QString &directory)
{
    if (QFileInfo(directory).isDir())
        return {};
    const QString above = QFileInfo(directory).absolutePath();
    if (const auto made = above == directory ? Result<void>() : makePrivateFolder(above); !made)
        return made;
    const bool isMade = QDir().mkdir(directory) && QFile::setPermissions(directory, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner) && syncFolder(above);
    if (!isMade)
        return failure(storageError(directory, QStringLiteral("The folder %1 could not be made.").arg(directory)));
    return {};
}

} // namespace holdwatch::storage
