// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/deadletters/LetterWriter.h"

#include "models/payload/Masking.h"

#include <QCryptographicHash>
#include <QStringDecoder>

#include <nlohmann/json.hpp>

namespace holdwatch::operations {

namespace {

using Json = nlohmann::ordered_json;

std::string text(const QString &string)
{
    return string.toStdString();
}

Json orNull(const QString &string)
{
    return string.isEmpty() ? Json() : Json(text(string));
}

Json time(const std::optional<UtcTime> &at)
{
    return at ? Json(text(toIso(*at))) : Json();
}

std::string hex(const QByteArray &bytes)
{
    return bytes.toHex().toStdString();
}

Json headersOf(const DeadLetter &letter, const ExportMasking &masking)
{
    Json headers = Json::array();
    for (const LetterHeader &header : letter.headers) {
        Json each{{"name", text(header.name)}, {"kind", orNull(header.kind)}, {"text", text(masking.header(header))}};
        if (!masking.isOn() && !header.bytes.isEmpty())
            each["base64"] = header.bytes.toBase64().toStdString();
        headers.push_back(std::move(each));
    }
    return headers;
}

Json attemptsOf(const DeadLetter &letter, const ExportMasking &masking)
{
    Json attempts = Json::array();
    for (const LetterAttempt &attempt : letter.attempts) {
        attempts.push_back({{"at", time(attempt.at)}, {"where", text(attempt.where)}, {"reason", text(masking.text(attempt.reason))},
                            {"count", attempt.count}, {"source", text(attempt.source)}});
    }
    return attempts;
}

void putPayload(Json &object, const DeadLetter &letter, const ExportMasking &masking)
{
    const auto bytes = masking.payload(letter);
    if (!bytes)
        object["payload_left_out"] = "It is no plain text, so it can't be masked.";
    else if (isUtf8(*bytes))
        object["payload_text"] = bytes->toStdString();
    else
        object["payload_base64"] = bytes->toBase64().toStdString();
}

bool isHidden(QChar c)
{
    const char16_t code = c.unicode();
    const bool isControl = code < 0x20 && code != '\n' && code != '\t';
    const bool turnsWriting = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0x200e || code == 0x200f || code == 0x061c;
    return isControl || turnsWriting || code == 0x7f || (code >= 0x80 && code < 0xa0) || (code >= 0x200b && code <= 0x200d) || code == 0xfeff
        || code == 0x2028 || code == 0x2029;
}

} // namespace

ExportMasking::ExportMasking(bool isMasked, const QStringList &sensitiveNames)
    : m_isOn(isMasked), m_names(sensitiveNames.isEmpty() ? payload::SensitiveNames() : payload::SensitiveNames(sensitiveNames))
{
}

std::optional<QByteArray> ExportMasking::payload(const DeadLetter &letter) const
{
    if (!m_isOn)
        return letter.payload;
    const bool isPlain = letter.contentEncoding.isEmpty() || letter.contentEncoding.compare(QLatin1String("utf-8"), Qt::CaseInsensitive) == 0
        || letter.contentEncoding.compare(QLatin1String("identity"), Qt::CaseInsensitive) == 0;
    if (!isPlain || !isUtf8(letter.payload))
        return std::nullopt;
    return payload::maskedBytes(letter.payload, payload::masksOf(letter.payload, m_names));
}

QString ExportMasking::header(const LetterHeader &header) const
{
    const QByteArray value = header.text.toUtf8();
    return m_isOn ? QString::fromUtf8(payload::maskedBytes(value, payload::masksOfHeader(header.name.toUtf8(), value, m_names))) : header.text;
}

QString ExportMasking::text(const QString &text) const
{
    const QByteArray bytes = text.toUtf8();
    return m_isOn ? QString::fromUtf8(payload::maskedBytes(bytes, payload::masksOf(bytes, m_names))) : text;
}

bool isUtf8(const QByteArray &bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString decoded = decoder(bytes);
    return !decoder.hasError() && decoded.toUtf8() == bytes;
}

QByteArray letterLine(const storage::LetterWithRow &each, const LetterOrigin &origin, const ExportMasking &masking, const QString &file)
{
    const DeadLetter &letter = each.letter;
    const DeadLetterRow &row = each.row;
    Json object{
        {"schema", 1},
        {"connection", text(origin.connection)},
        {"dead_set", text(origin.deadSet)},
        {"captured_at", text(toIso(origin.snapshot.capturedAt))},
        {"position", row.number},
        {"id", orNull(row.id.text())},
        {"content_sha256", row.digest.isEmpty() ? Json() : Json(hex(row.digest))},
        {"payload_sha256", hex(QCryptographicHash::hash(letter.payload, QCryptographicHash::Sha256))},
        {"payload_size", letter.payloadSize},
        {"payload_is_whole", letter.payloadIsWhole},
        {"is_masked", masking.isOn()},
        {"idempotency_key", orNull(row.key)},
        {"idempotency_key_place", orNull(row.keyPlace)},
        {"schema_version", orNull(row.version)},
        {"handler_version", orNull(row.handlerVersion)},
        {"class", text(row.failureClass)},
        {"origin_queue", orNull(row.originQueue)},
        {"error", orNull(masking.text(letter.error))},
        {"error_class", orNull(letter.errorClass)},
        {"http_status", letter.httpStatus ? Json(*letter.httpStatus) : Json()},
        {"deliveries", letter.deliveries.has() ? Json(letter.deliveries.value()) : Json()},
        {"published_at", time(letter.publishedAt)},
        {"died_at", time(letter.diedAt)},
        {"expires_at", time(letter.expiresAt)},
        {"first_seen_at", time(row.firstSeenAt)},
        {"content_type", orNull(letter.contentType)},
        {"content_encoding", orNull(letter.contentEncoding)},
        {"headers", headersOf(letter, masking)},
        {"attempts", attemptsOf(letter, masking)},
    };
    if (file.isEmpty())
        putPayload(object, letter, masking);
    else
        object["file"] = text(file);
    return QByteArray::fromStdString(object.dump(-1, ' ', false, Json::error_handler_t::replace));
}

QByteArray csvCell(const QString &text)
{
    static const QString triggers = QStringLiteral("=+-@\t\r\n|%");
    QString cell = text;
    cell.replace(QChar(0), QChar(QChar::ReplacementCharacter));
    const QString begin = cell.trimmed().left(1);
    // Spreadsheets skip white space in front, and take some look-alikes for the sign itself.
    if (!cell.isEmpty() && (triggers.contains(cell[0]) || (!begin.isEmpty() && (triggers.contains(begin) || QStringLiteral("＝＋－＠").contains(begin)))))
        cell.prepend(QLatin1Char('\''));
    return '"' + cell.replace(QLatin1Char('"'), QLatin1String("\"\"")).toUtf8() + '"';
}

QString htmlText(const QString &text)
{
    QString shown;
    shown.reserve(text.size());
    for (const QChar c : text) {
        if (isHidden(c))
            shown += QStringLiteral("⟨U+%1⟩").arg(c.unicode(), 4, 16, QLatin1Char('0'));
        else
            shown += c;
    }
    return shown.toHtmlEscaped();
}

} // namespace holdwatch::operations
