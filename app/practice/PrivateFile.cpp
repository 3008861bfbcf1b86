// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/PrivateFile.h"

#include <QFile>
#include <QSaveFile>

namespace holdwatch::practice {

Result<void> writePrivateFile(const QString &path, const QByteArray &content)
{
    QSaveFile file(path);
    // Before the first byte: the temporary file must not be readable by others for a moment either.
    const bool written = file.open(QIODevice::WriteOnly) && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
        && file.write(content) == content.size() && file.flush() && file.commit(); // commit() alone misses a full disk
    if (written)
        return {};
    Error error = failure(Error::Kind::Storage, QStringLiteral("The practice queue can't write a file: %1.").arg(file.errorString()),
                          QStringLiteral("Check the folder, or choose another with --data.")).value();
    error.where = path;
    return failure(std::move(error));
}

QByteArray readSmallFile(const QString &path)
{
    constexpr qint64 most = 64 * 1024;
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(most) : QByteArray();
}

} // namespace holdwatch::practice
