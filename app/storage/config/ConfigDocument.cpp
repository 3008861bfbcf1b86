// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/ConfigDocument.h"

#include "app/json/Parse.h"
#include "app/storage/config/BrokenPlace.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QSaveFile>

#include <algorithm>

namespace holdwatch::storage {

namespace {

constexpr json::Limits limits{1024 * 1024, 64};

Error configurationError(const QString &where, const QString &what, const QString &kept)
{
    Error error;
    error.kind = Error::Kind::Configuration;
    error.where = where;
    error.what = what;
    error.kept = kept;
    return error;
}

Error notReadable(const QString &name, const QByteArray &text, const Error &why)
{
    const QString kept = QStringLiteral("The file is untouched; nothing in it is used.");
    if (why.kind == Error::Kind::TooLarge)
        return configurationError(name, QStringLiteral("The file is too large or nested too deeply to be a configuration."), kept);
    // The parser says "byte 17": it could not go on after reading the 17th; one past the end is the end itself.
    static const QRegularExpression byte(QStringLiteral("^byte (\\d+)$"));
    const qsizetype at = byte.match(why.where).captured(1).toLongLong();
    const bool brokenOff = at > text.size();
    const qsizetype stop = std::clamp<qsizetype>(brokenOff ? text.size() : at - 1, 0, text.size());
    const TextPosition position = positionOf(text, stop);
    const QString place = placeInBrokenJson(text, stop);
    const QString what = (brokenOff ? QStringLiteral("The file breaks off here%1: it is not complete JSON.")
                                    : QStringLiteral("This is not valid JSON: something is missing or too much right here%1."))
                             .arg(place.isEmpty() ? QString() : QStringLiteral(", ") + place);
    return configurationError(QStringLiteral("%1:%2:%3").arg(name).arg(position.line).arg(position.column), what, kept);
}

} // namespace

ConfigDocument::ConfigDocument(QString name, QByteArray text, json::Value root)
    : m_name(std::move(name)), m_text(std::move(text)), m_root(std::move(root)), m_positions(jsonPositions(m_text))
{
}

Result<ConfigDocument> ConfigDocument::load(const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    QFile file(path);
    if (!file.exists())
        return ConfigDocument(name, {}, *json::parse("{}"));
    if (!file.open(QIODevice::ReadOnly))
        return failure(configurationError(name, QStringLiteral("The file can't be read: %1.").arg(file.errorString()), {}));
    const QByteArray text = file.read(limits.bytes + 1);
    const auto root = json::parse(text, limits);
    if (!root)
        return failure(notReadable(name, text, root.error()));
    if (!root->isObject())
        return failure(configurationError(name, QStringLiteral("The file must hold one object, \"{ … }\"."), QStringLiteral("The file is untouched; nothing in it is used.")));
    return ConfigDocument(name, text, *root);
}

QString ConfigDocument::whereIs(const json::Value &value) const
{
    const TextPosition position = m_positions.value(value.path());
    return QStringLiteral("%1:%2:%3").arg(m_name).arg(position.line).arg(position.column);
}

Result<void> writeAtomically(const QString &path, const QByteArray &text, std::optional<QFile::Permissions> permissions)
{
    QSaveFile file(path);
    const bool isOpen = file.open(QIODevice::WriteOnly) && (!permissions || file.setPermissions(*permissions));
    // commit() writes what is still buffered, but takes the file's place even if that failed: flush() says so.
    if (isOpen && file.write(text) == text.size() && file.flush() && file.commit())
        return {};
    Error error;
    error.kind = Error::Kind::Storage;
    error.where = path;
    error.what = QStringLiteral("%1 could not be written: %2.").arg(QFileInfo(path).fileName(), file.errorString());
    error.kept = QStringLiteral("The file is as it was before.");
    error.next = QStringLiteral("Make room or allow writing in %1, then save again.").arg(QFileInfo(path).path());
    return failure(error);
}

Error refusedToOverwrite(const Error &fault)
{
    Error error = fault;
    error.what = QStringLiteral("Not saved, because the file holds something that could not be read and would be lost: %1: %2").arg(fault.where, fault.what);
    error.kept = QStringLiteral("The file is untouched.");
    error.next = QStringLiteral("Mend that place in the file, then save again.");
    return error;
}

} // namespace holdwatch::storage
