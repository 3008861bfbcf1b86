// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/KeyIndexFile.h"

#include "app/storage/config/ConfigObject.h"
#include "app/storage/config/JsonWriting.h"

#include <QUuid>

#include <algorithm>

namespace holdwatch::storage {

namespace {

constexpr int newestSchema = 1;
constexpr QFile::Permissions ownersFile = QFile::ReadOwner | QFile::WriteOwner;

bool isUuid(const QString &text)
{
    const QUuid uuid = QUuid::fromString(text);
    return !uuid.isNull() && uuid.toString(QUuid::WithoutBraces) == text;
}

void readSaved(ConfigObject &object, QVector<SavedKey> &saved)
{
    QString connection;
    QString purposeWord;
    QString sinceText;
    object.read(QStringLiteral("connection"), connection);
    object.read(QStringLiteral("purpose"), purposeWord);
    object.read(QStringLiteral("since"), sinceText);
    QString origin;
    object.read(QStringLiteral("origin"), origin);
    object.setEntry(connection);
    for (const char *key : {"connection", "purpose", "since"})
        object.require(QLatin1String(key));
    const auto purpose = purposeFromWord(purposeWord);
    const QDateTime since = QDateTime::fromString(sinceText, Qt::ISODateWithMs);
    if (!purpose)
        object.refuse(QStringLiteral("purpose"), QStringLiteral("purpose must be \"read\" or \"write\""));
    if (!since.isValid())
        object.refuse(QStringLiteral("since"), QStringLiteral("since must be a time such as \"2026-11-30T14:03:22.120Z\""));
    const auto same = [&](const SavedKey &other) { return other.connection.text() == connection && other.purpose == purpose; };
    if (std::any_of(saved.cbegin(), saved.cend(), same))
        object.refuse(QStringLiteral("connection"), QStringLiteral("this key is named already, further up"));
    object.finish();
    if (object.isGood())
        saved.append({ConnectionId(connection), *purpose, fromQDateTime(since), origin});
}

KeyIndexRead readDocument(const ConfigDocument &document)
{
    KeyIndexRead result;
    if (document.text().isEmpty())
        return result;
    const QString installation = QStringLiteral("installation");
    ConfigObject root(document, document.root(), {}, result.problems);
    if (!root.readSchema(newestSchema))
        return result;
    root.read(installation, result.installation);
    root.require(installation);
    if (root.isGood() && !isUuid(result.installation))
        root.refuse(installation, QStringLiteral("installation must be a UUID in small letters"));
    root.readObjects(QStringLiteral("saved"), [&result](ConfigObject &each) { readSaved(each, result.saved); });
    root.finish();
    return firstRefusal(result.problems) ? KeyIndexRead{{}, {}, result.problems} : result;
}

OrderedJson listOf(const QVector<SavedKey> &saved)
{
    auto list = OrderedJson::array();
    for (const SavedKey &key : saved) {
        OrderedJson entry;
        put(entry, "connection", key.connection.text());
        put(entry, "purpose", toWord(key.purpose));
        put(entry, "since", toIso(key.since));
        put(entry, "origin", key.origin);
        list.push_back(std::move(entry));
    }
    return list;
}

} // namespace

KeyIndexRead KeyIndexFile::read() const
{
    const auto document = ConfigDocument::load(m_path);
    if (!document)
        return {{}, {}, {{ConfigProblem::Weight::Refused, {}, document.error()}}};
    return readDocument(*document);
}

Result<void> KeyIndexFile::write(const QString &installation, const QVector<SavedKey> &saved) const
{
    const auto document = ConfigDocument::load(m_path);
    if (!document)
        return failure(refusedToOverwrite(document.error()));
    if (const auto fault = firstRefusal(readDocument(*document).problems))
        return failure(refusedToOverwrite(*fault));
    OrderedJson root = reread(document->text());
    root["schema"] = newestSchema;
    root["installation"] = installation.toStdString();
    root["saved"] = listOf(saved);
    return writeAtomically(m_path, toText(root), ownersFile);
}

} // namespace holdwatch::storage
