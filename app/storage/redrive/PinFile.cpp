// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/redrive/PinFile.h"

#include "app/signing/SigningKey.h"
#include "app/storage/DurableFile.h"
#include "app/storage/redrive/Fields.h"

#include <QStandardPaths>

#include <algorithm>

namespace holdwatch::storage {

template<typename Archive>
void describe(Archive &archive, Described<Archive, PinNote::Seen> &seen)
{
    archive.field("maintainer", seen.maintainer);
    archive.field("number", seen.number);
}

template<typename Archive>
void describe(Archive &archive, Described<Archive, PinNote> &note)
{
    archive.field("pinned", note.pinned);
    describeSchema(archive);
    archive.field("seen", note.seen);
}

qint64 PinNote::newestOf(const QByteArray &maintainer) const
{
    const auto found = std::find_if(seen.cbegin(), seen.cend(), [&](const Seen &each) { return each.maintainer == maintainer; });
    return found == seen.cend() ? 0 : found->number;
}

void PinNote::note(const QByteArray &maintainer, qint64 number)
{
    const auto found = std::find_if(seen.begin(), seen.end(), [&](const Seen &each) { return each.maintainer == maintainer; });
    if (found == seen.end())
        seen.append({maintainer, number});
    else
        found->number = std::max(found->number, number);
}

QByteArray toBytes(const PinNote &note)
{
    return toCanonical(note).value_or(QByteArray());
}

Result<PinNote> pinNoteFrom(const QByteArray &bytes)
{
    auto note = fromCanonical<PinNote>(bytes);
    if (note && (!note->pinned || note->pinned->size() == signing::publicKeySize))
        return note;
    return failure(Error::Kind::Storage, QStringLiteral("What the keychain keeps of the maintainer can't be read."));
}

QString publicKeyText(const QByteArray &key)
{
    return QString::fromLatin1(key.toBase64());
}

std::optional<QByteArray> publicKeyFrom(const QString &text)
{
    const QString trimmed = text.trimmed();
    const QByteArray key = QByteArray::fromBase64(trimmed.toLatin1());
    const bool isKey = key.size() == signing::publicKeySize && publicKeyText(key) == trimmed;
    return isKey ? std::optional(key) : std::nullopt;
}

QStringList administratorPinFiles()
{
    QStringList files;
    const QString own = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    for (const QString &folder : QStandardPaths::standardLocations(QStandardPaths::GenericConfigLocation)) {
        if (folder != own)
            files << folder + QStringLiteral("/holdwatch/maintainer.pub");
    }
    return files;
}

Result<std::optional<QByteArray>> administratorPin(const QStringList &files)
{
    constexpr qint64 most = 1024;
    for (const QString &file : files) {
        const auto bytes = readBounded(file, most);
        if (!bytes && bytes.error().kind == Error::Kind::NotFound)
            continue;
        const auto key = bytes ? publicKeyFrom(QString::fromLatin1(*bytes)) : std::nullopt;
        if (key)
            return key;
        Error error = failure(Error::Kind::Configuration, QStringLiteral("The maintainer's key in %1 can't be read.").arg(file),
                              QStringLiteral("Ask the administrator of this machine.")).value();
        error.where = file;
        return failure(error);
    }
    return std::optional<QByteArray>();
}

} // namespace holdwatch::storage
