// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/sqlite/OwnersFile.h"

#include <QFile>
#include <QFileInfo>

namespace holdwatch::storage {

namespace {

constexpr QFile::Permissions ownersFile = QFile::ReadOwner | QFile::WriteOwner;

bool makePrivate(const QString &path)
{
    QFile file(path);
    if (!file.exists() && !file.open(QIODevice::WriteOnly, ownersFile))
        return false;
    return (file.permissions() & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther)) == 0 || file.setPermissions(ownersFile);
}

} // namespace

Result<void> makeOwnersFile(const QString &path)
{
    if (makePrivate(path))
        return {};
    return failure(Error::Kind::Storage, QStringLiteral("%1 can't be made private to you.").arg(QFileInfo(path).fileName()),
                   QStringLiteral("Check that %1 may be written.").arg(QFileInfo(path).path()));
}

} // namespace holdwatch::storage
