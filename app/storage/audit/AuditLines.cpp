// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/AuditLines.h"

#include "app/json/Parse.h"
#include "app/storage/config/JsonWriting.h"

namespace holdwatch::storage {

namespace {

constexpr int format = 1;

QByteArray compact(const OrderedJson &object)
{
    return QByteArray::fromStdString(object.dump(-1, ' ', false, OrderedJson::error_handler_t::replace));
}

std::string hex(const QByteArray &bytes)
{
    return bytes.toHex().toStdString();
}

tl::unexpected<Error> notOurs()
{
    return failure(Error::Kind::Malformed, QStringLiteral("This is not as Holdwatch writes it."));
}

/// Empty for what is missing or of another type: the line written again will differ then.
QString textOf(const json::Value &object, const char *key)
{
    const auto value = object.find(QString::fromLatin1(key));
    return value ? value->text().value_or(QString()) : QString();
}

qint64 numberOf(const json::Value &object, const char *key)
{
    const auto value = object.find(QString::fromLatin1(key));
    return value ? value->integer().value_or(0) : 0;
}

QByteArray bytesOf(const json::Value &object, const char *key)
{
    return QByteArray::fromHex(textOf(object, key).toLatin1());
}

} // namespace

QByteArray toLine(const LinesHeader &header)
{
    OrderedJson object;
    object["holdwatch_audit"] = format;
    object["entries"] = header.entries;
    object["head"] = hex(header.head);
    return compact(object);
}

QByteArray toLine(const AuditEntry &entry)
{
    OrderedJson object;
    object["number"] = entry.number;
    object["at"] = toIso(entry.at).toStdString();
    object["kind"] = entry.what.kind.toStdString();
    object["plan"] = entry.what.plan.text().toStdString();
    object["by"] = entry.what.by.toStdString();
    object["data"] = entry.what.data.toStdString();
    object["previous"] = hex(entry.previous);
    object["hash"] = hex(entry.hash);
    object["signer"] = hex(entry.signer);
    object["signature"] = hex(entry.signature);
    return compact(object);
}

Result<LinesHeader> headerFrom(const QByteArray &line)
{
    const auto object = json::parse(line);
    if (!object)
        return notOurs();
    const LinesHeader header{numberOf(*object, "entries"), bytesOf(*object, "head")};
    if (toLine(header) != line)
        return notOurs();
    return header;
}

Result<AuditEntry> entryFromLine(const QByteArray &line)
{
    const auto object = json::parse(line);
    if (!object)
        return notOurs();
    AuditEntry entry;
    entry.number = numberOf(*object, "number");
    entry.at = fromQDateTime(QDateTime::fromString(textOf(*object, "at"), Qt::ISODateWithMs));
    entry.what.kind = textOf(*object, "kind");
    entry.what.plan = PlanId(textOf(*object, "plan"));
    entry.what.by = textOf(*object, "by");
    entry.what.data = textOf(*object, "data").toUtf8();
    entry.previous = bytesOf(*object, "previous");
    entry.hash = bytesOf(*object, "hash");
    entry.signer = bytesOf(*object, "signer");
    entry.signature = bytesOf(*object, "signature");
    if (toLine(entry) != line)
        return notOurs();
    return entry;
}

} // namespace holdwatch::storage
