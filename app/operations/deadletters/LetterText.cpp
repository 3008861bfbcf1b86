// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/deadletters/LetterWriter.h"

#include "models/deadletters/LetterLines.h"
#include "models/deadletters/LetterRowMaker.h"
#include "models/payload/Masking.h"
#include "models/payload/TextView.h"

#include <QCryptographicHash>
#include <QStringDecoder>

#include <nlohmann/json.hpp>

#include <algorithm>

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
        attempts.push_back({{"at", attempt.at ? Json(text(toIso(*attempt.at))) : Json()}, {"where", text(masking.text(attempt.where))}, {"reason", text(masking.text(attempt.reason))},
                            {"count", attempt.count}, {"source", text(attempt.source)}});
    }
    return attempts;
}

void putPayload(Json &object, const DeadLetter &letter, const ExportMasking &masking)
{
    const auto bytes = masking.payload(letter);
    if (!bytes)
        object["left_out"] = "It is no plain text, so it can't be masked.";
    else if (isUtf8(*bytes))
        object["text"] = bytes->toStdString();
    else
        object["base64"] = bytes->toBase64().toStdString();
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

QString ExportMasking::value(const QString &value, const QString &place) const
{
    const qsizetype from = std::max(place.lastIndexOf(QLatin1Char('/')), place.lastIndexOf(QLatin1Char(' ')));
    return m_isOn && !value.isEmpty() && m_names.matches(place.sliced(from + 1).toUtf8()) ? payload::maskDots.toString() : value;
}

QString ExportMasking::text(const QString &text) const
{
    return m_isOn ? payload::maskedProse(text, m_names) : text;
}

DeadLetterRow ExportMasking::row(const storage::LetterWithRow &letter) const
{
    DeadLetterRow row = letter.row;
    row.error = rowError(letter.letter.error, names());
    return row;
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
    Json message{
        {"sha256", hex(QCryptographicHash::hash(letter.payload, QCryptographicHash::Sha256))},
        {"bytes", letter.payloadSize},
        {"is_whole", letter.payloadIsWhole},
        {"is_masked", masking.isOn()},
        {"content_encoding", orNull(letter.contentEncoding)},
        {"headers", headersOf(letter, masking)},
        {"attempts", attemptsOf(letter, masking)},
        {"error_class", orNull(masking.text(letter.errorClass))},
    };
    if (file.isEmpty())
        putPayload(message, letter, masking);
    else
        message["file"] = text(file);
    const LetterProvenance from{origin.connection, origin.deadSet, origin.snapshot.capturedAt, origin.snapshot.stage == ReadingState::Stage::Whole,
                                QStringLiteral("Holdwatch " HOLDWATCH_VERSION)};
    return jsonLine(masking.row(each), from, masking.names(), QByteArray::fromStdString(message.dump(-1, ' ', false, Json::error_handler_t::replace)));
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
