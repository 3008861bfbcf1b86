// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/deadletters/PreserveWriter.h"

#include "models/core/Format.h"

#include <QDir>
#include <QFileInfo>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace holdwatch::operations {

namespace {

constexpr QFile::Permissions ownersFile = QFile::ReadOwner | QFile::WriteOwner;

bool write(QFile &file, const QByteArray &bytes)
{
    return file.write(bytes) == bytes.size() && file.flush();
}

/// Everything of that file system, in one go: a million single waits would take hours.
bool syncAll(const QString &folder)
{
    const int handle = ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = handle >= 0 && ::syncfs(handle) == 0;
    if (handle >= 0)
        ::close(handle);
    return synced;
}

} // namespace

PreserveWriter::PreserveWriter(const QString &path, LetterOrigin origin) : m_path(QDir(path).absolutePath()), m_origin(std::move(origin)) {}

tl::unexpected<Error> PreserveWriter::notWritten(const QString &why) const
{
    Error error;
    error.kind = Error::Kind::Storage;
    error.where = m_path;
    error.what = QStringLiteral("The messages could not be preserved in %1: %2.").arg(m_path, why);
    error.kept = QStringLiteral("Nothing was left half written.");
    error.next = QStringLiteral("Make room or choose another place, then preserve again.");
    return failure(error);
}

tl::unexpected<Error> PreserveWriter::isThere() const
{
    return failure(Error::Kind::Storage, QStringLiteral("%1 is there already, and what was preserved is never written over.").arg(m_path), QStringLiteral("Choose a new folder."));
}

Result<void> PreserveWriter::begin()
{
    if (QFileInfo::exists(m_path) || QFileInfo(m_path).isSymLink())
        return isThere();
    m_folder = std::make_unique<QTemporaryDir>(m_path + QStringLiteral(".part-XXXXXX"));
    if (!m_folder->isValid())
        return notWritten(m_folder->errorString());
    m_manifest.setFileName(m_folder->filePath(QStringLiteral("manifest.jsonl")));
    if (!m_manifest.open(QIODevice::WriteOnly | QIODevice::NewOnly, ownersFile))
        return notWritten(m_manifest.errorString());
    return {};
}

Result<void> PreserveWriter::add(const storage::LetterWithRow &letter)
{
    const QString name = QStringLiteral("%1.bin").arg(letter.row.number, 8, 10, QLatin1Char('0'));
    QFile file(m_folder->filePath(name));
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly, ownersFile) || !write(file, letter.letter.payload))
        return notWritten(file.errorString());
    if (!write(m_manifest, letterLine(letter, m_origin, m_unmasked, name)))
        return notWritten(m_manifest.errorString());
    ++m_letters;
    m_parts += letter.letter.payloadIsWhole ? 0 : 1;
    return {};
}

Result<QString> PreserveWriter::finish()
{
    m_manifest.close();
    if (m_manifest.error() != QFileDevice::NoError)
        return notWritten(m_manifest.errorString());
    if (!syncAll(m_folder->path()))
        return notWritten(QString::fromLocal8Bit(std::strerror(errno)));
    const QByteArray from = QFile::encodeName(m_folder->path());
    const QByteArray to = QFile::encodeName(m_path);
    int moved = ::renameat2(AT_FDCWD, from.constData(), AT_FDCWD, to.constData(), RENAME_NOREPLACE);
    if (moved != 0 && errno == EINVAL && !QFileInfo::exists(m_path))
        moved = std::rename(from.constData(), to.constData()); // a file system that can't promise it
    if (moved != 0 && errno == EEXIST)
        return isThere();
    if (moved != 0)
        return notWritten(QString::fromLocal8Bit(std::strerror(errno)));
    m_folder->setAutoRemove(false);
    syncAll(QFileInfo(m_path).path());
    QString sentence = QStringLiteral("%1 preserved in %2, exactly as they are.")
                           .arg(m_letters == 1 ? QStringLiteral("1 message") : QStringLiteral("%1 messages").arg(formatCount(m_letters)), QFileInfo(m_path).fileName());
    if (m_parts > 0)
        sentence += QStringLiteral(" Of %1 only a part could be had; the manifest says which.").arg(formatCount(m_parts));
    return sentence;
}

} // namespace holdwatch::operations
