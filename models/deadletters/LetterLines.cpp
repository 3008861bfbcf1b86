// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/LetterLines.h"

#include "models/payload/Masking.h"
#include "models/payload/TextView.h"

#include <algorithm>

namespace holdwatch {

namespace {

bool isSkippedBySpreadsheets(QChar c)
{
    return (c.isSpace() && c != QLatin1Char('\t') && c != QLatin1Char('\r') && c != QLatin1Char('\n')) || c.category() == QChar::Other_Format || c.unicode() == 0;
}

bool startsFormula(const QString &text)
{
    static const QString dangerous = QStringLiteral("=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20\u2212");
    const auto first = std::find_if_not(text.begin(), text.end(), isSkippedBySpreadsheets);
    return first != text.end() && dangerous.contains(*first);
}

std::optional<qint64> reported(qint64 value, qint64 smallest)
{
    return value >= smallest ? std::optional(value) : std::nullopt;
}

QString isoOf(const std::optional<UtcTime> &time)
{
    return time ? toIso(*time) : QString();
}

QString maskedText(const QString &text, const payload::SensitiveNames *masked)
{
    return masked ? payload::maskedProse(text, *masked) : text;
}

/// A value that was found somewhere: hidden where the place's own name is sensitive.
QString maskedValue(const QString &value, const QString &place, const payload::SensitiveNames *masked)
{
    if (!masked || value.isEmpty())
        return value;
    const qsizetype from = std::max({place.lastIndexOf(QLatin1Char('/')), place.lastIndexOf(QLatin1Char(' '))});
    return masked->matches(place.sliced(from + 1).toUtf8()) ? payload::maskDots.toString() : value;
}

QByteArray jsonText(const QString &text)
{
    return text.isEmpty() ? QByteArray("null") : jsonString(text);
}

QByteArray jsonNumber(std::optional<qint64> value)
{
    return value ? QByteArray::number(*value) : QByteArray("null");
}

class JsonObject
{
public:
    void add(const char *name, const QByteArray &json)
    {
        m_text += m_text.isEmpty() ? '{' : ',';
        m_text += '"' + QByteArray(name) + "\":" + json;
    }
    QByteArray text() const { return m_text + '}'; }

private:
    QByteArray m_text;
};

bool isEscaped(char16_t unit)
{
    return unit < 0x20 || unit == 0x7F || unit == 0x061C || unit == 0x200E || unit == 0x200F || (unit >= 0x2028 && unit <= 0x202E) || (unit >= 0x2066 && unit <= 0x2069);
}

QByteArray escaped(char16_t unit)
{
    return "\\u" + QByteArray::number(unit, 16).rightJustified(4, '0');
}

} // namespace

QByteArray csvCell(const QString &text)
{
    QString safe = startsFormula(text) ? QLatin1Char('\'') + text : text;
    safe.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return '"' + safe.toUtf8() + '"';
}

QByteArray csvNumber(std::optional<qint64> value)
{
    return value ? QByteArray::number(*value) : QByteArray();
}

QByteArray csvHeading()
{
    return "number,id,idempotency_key,class,schema_version,handler_version,queue,error,died_at,published_at,expires_at,first_seen_at,bytes,deliveries,http_status,redrives,"
           "content_type,content_digest\r\n";
}

QByteArray csvLine(const DeadLetterRow &row, const payload::SensitiveNames *masked)
{
    const QByteArrayList cells{csvNumber(row.number), csvCell(row.id.text()), csvCell(maskedValue(row.key, row.keyPlace, masked)), csvCell(row.failureClass),
                               csvCell(maskedValue(row.version, row.versionPlace, masked)), csvCell(row.handlerVersion), csvCell(row.originQueue), csvCell(maskedText(row.error, masked)),
                               csvCell(isoOf(row.diedAt)), csvCell(isoOf(row.publishedAt)), csvCell(isoOf(row.expiresAt)), csvCell(isoOf(row.firstSeenAt)), csvNumber(row.size),
                               csvNumber(reported(row.deliveries, 0)), csvNumber(reported(row.httpStatus, 1)), csvNumber(row.redrives), csvCell(row.contentType),
                               csvCell(QString::fromLatin1(row.digest.toHex()))};
    return cells.join(',') + "\r\n";
}

QByteArray jsonString(const QString &text)
{
    QByteArray json(1, '"');
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        const bool isPair = c.isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate();
        if (c == QLatin1Char('"') || c == QLatin1Char('\\'))
            json += '\\' + QByteArray(1, char(c.unicode()));
        else if (isEscaped(c.unicode()) || (c.isSurrogate() && !isPair))
            json += escaped(c.unicode());
        else
            json += QStringView(text).sliced(i, isPair ? 2 : 1).toUtf8();
        i += isPair;
    }
    return json + '"';
}

QByteArray jsonLine(const DeadLetterRow &row, const LetterProvenance &from, const payload::SensitiveNames *masked, const QByteArray &payload)
{
    JsonObject object;
    object.add("number", QByteArray::number(row.number));
    object.add("id", jsonText(row.id.text()));
    object.add("idempotency_key", jsonText(maskedValue(row.key, row.keyPlace, masked)));
    object.add("idempotency_key_place", jsonText(row.keyPlace));
    object.add("class", jsonText(row.failureClass));
    object.add("schema_version", jsonText(maskedValue(row.version, row.versionPlace, masked)));
    object.add("schema_version_place", jsonText(row.versionPlace));
    object.add("handler_version", jsonText(row.handlerVersion));
    object.add("queue", jsonText(row.originQueue));
    object.add("error", jsonText(maskedText(row.error, masked)));
    object.add("died_at", jsonText(isoOf(row.diedAt)));
    object.add("published_at", jsonText(isoOf(row.publishedAt)));
    object.add("expires_at", jsonText(isoOf(row.expiresAt)));
    object.add("first_seen_at", jsonText(isoOf(row.firstSeenAt)));
    object.add("bytes", QByteArray::number(row.size));
    object.add("deliveries", jsonNumber(reported(row.deliveries, 0)));
    object.add("http_status", jsonNumber(reported(row.httpStatus, 1)));
    object.add("redrives", QByteArray::number(row.redrives));
    object.add("content_type", jsonText(row.contentType));
    object.add("content_digest", jsonText(QString::fromLatin1(row.digest.toHex())));
    if (!payload.isEmpty())
        object.add("payload", payload);
    object.add("masked", masked ? "true" : "false");
    JsonObject source;
    source.add("connection", jsonText(from.connection));
    source.add("dead_set", jsonText(from.deadSet));
    source.add("captured_at", jsonString(toIso(from.capturedAt)));
    source.add("whole", from.isWhole ? "true" : "false");
    source.add("program", jsonText(from.program));
    object.add("source", source.text());
    return object.text() + '\n';
}

} // namespace holdwatch
