// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/TextView.h"

#include "models/core/Format.h"
#include "models/payload/Utf8.h"

#include <QStringList>

#include <algorithm>
#include <cstring>

namespace holdwatch::payload {

namespace {

enum class Look { Plain, Nul, Control, Bidi, Invisible };

bool turnsDirection(char32_t c)
{
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F || c == 0x061C;
}

Look lookOf(char32_t c)
{
    if (c < 0x80)
        return c == 0 ? Look::Nul : (c < 0x20 && c != '\t' && c != '\n') || c == 0x7F ? Look::Control : Look::Plain;
    if (c < 0xA0)
        return Look::Control;
    if (turnsDirection(c))
        return Look::Bidi;
    // Letters that are drawn as nothing are as good a hiding place as format characters.
    if (c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0 || c == 0x2800 || (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0000 && c <= 0xE0FFF))
        return Look::Invisible;
    switch (QChar::category(c)) {
    case QChar::Other_Format:
    case QChar::Other_NotAssigned:
    case QChar::Other_PrivateUse:
    case QChar::Other_Surrogate:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph: return Look::Invisible;
    default: return Look::Plain;
    }
}

QString nameOf(char32_t c)
{
    return QStringLiteral("\u2039U+%1\u203A").arg(uint(c), 4, 16, QLatin1Char('0')).toUpper();
}

QString nameOfByte(char32_t byte)
{
    return QStringLiteral("\u2039%1\u203A").arg(uint(byte), 2, 16, QLatin1Char('0')).toUpper();
}

class DisplayWriter
{
public:
    explicit DisplayWriter(QByteArrayView bytes) : m_bytes(bytes) { m_shown.text.reserve(bytes.size()); }

    void mark(QStringView text, qsizetype source)
    {
        const qsizetype at = m_shown.text.size();
        m_shown.text += text;
        m_shown.map.add(text.size(), source);
        m_shown.marks.push_back({at, at + text.size()});
    }

    /// Plain ASCII goes in one piece: most payloads are little else.
    qsizetype plainRun(qsizetype from, qsizetype until)
    {
        qsizetype at = from;
        while (at < until && ((m_bytes[at] >= 0x20 && m_bytes[at] != 0x7F) || m_bytes[at] == '\n' || m_bytes[at] == '\t'))
            ++at;
        m_shown.text += QLatin1StringView(m_bytes.data() + from, at - from);
        m_shown.map.add(1, 1, at - from);
        return at;
    }

    void write(qsizetype from, qsizetype until)
    {
        for (qsizetype at = plainRun(from, until); at < until; at = plainRun(at, until)) {
            const CodePoint point = codePointAt(m_bytes.first(until), at);
            if (!point.isValid)
                mark(nameOfByte(point.value), 1);
            else if (lookOf(point.value) != Look::Plain)
                mark(nameOf(point.value), point.size);
            else
                write(point);
            at += point.size;
        }
    }

    DisplayText take() { return std::move(m_shown); }

private:
    void write(const CodePoint &point)
    {
        const auto units = QChar::fromUcs4(point.value);
        const QStringView text(units);
        m_shown.text += text;
        m_shown.map.add(text.size(), point.size);
    }

    QByteArrayView m_bytes;
    DisplayText m_shown;
};

QString placesText(const Places &places, const QString &one, const QString &many)
{
    return QStringLiteral("%1 %2, the first at byte %3.").arg(formatCount(places.count), places.count == 1 ? one : many, formatCount(places.first.front()));
}

void sort(TextFacts &facts, const CodePoint &point, qsizetype at)
{
    if (!point.isValid) {
        facts.notUtf8.add(at);
        return;
    }
    if (point.value == '\r')
        return;
    switch (lookOf(point.value)) {
    case Look::Plain: return;
    case Look::Nul: return facts.nul.add(at);
    case Look::Control: return facts.controls.add(at);
    case Look::Bidi: return facts.bidi.add(at);
    case Look::Invisible: return facts.invisible.add(at);
    }
}

void countLines(TextFacts &facts, QByteArrayView bytes)
{
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype feed = bytes.indexOf('\n', at);
        const qsizetype end = feed < 0 ? bytes.size() : feed;
        facts.longestLine = std::max(facts.longestLine, end - at);
        ++facts.lines;
        at = end + 1;
    }
}

} // namespace

void Places::add(qsizetype at)
{
    ++count;
    if (qsizetype(first.size()) < mostListed)
        first.push_back(at);
}

bool TextFacts::isOdd() const
{
    return notUtf8.count + nul.count + controls.count + bidi.count + invisible.count > 0;
}

QStringList TextFacts::sentences() const
{
    QStringList told;
    if (notUtf8.count > 0)
        told << placesText(notUtf8, QStringLiteral("byte is no UTF-8"), QStringLiteral("bytes are no UTF-8"));
    if (nul.count > 0)
        told << placesText(nul, QStringLiteral("NUL byte"), QStringLiteral("NUL bytes"));
    if (controls.count > 0)
        told << placesText(controls, QStringLiteral("control character"), QStringLiteral("control characters"));
    if (bidi.count > 0)
        told << placesText(bidi, QStringLiteral("character turns the reading direction"), QStringLiteral("characters turn the reading direction"));
    if (invisible.count > 0)
        told << placesText(invisible, QStringLiteral("character shows nothing"), QStringLiteral("characters show nothing"));
    return told;
}

TextFacts factsOf(QByteArrayView bytes)
{
    TextFacts facts;
    facts.size = bytes.size();
    facts.startsWithMark = bytes.startsWith("\xEF\xBB\xBF");
    for (qsizetype at = 0; at < bytes.size();) {
        if (uchar(bytes[at]) >= 0x20 && uchar(bytes[at]) < 0x7F) {
            ++at;
            continue;
        }
        const CodePoint point = codePointAt(bytes, at);
        sort(facts, point, at);
        at += point.size;
    }
    countLines(facts, bytes);
    return facts;
}

DisplayText displayOf(QByteArrayView bytes, const ByteRanges &hidden)
{
    DisplayWriter writer(bytes);
    qsizetype at = 0;
    for (const ByteRange &range : hidden) {
        const ByteRange clipped{std::max(range.from, at), std::min(range.until, bytes.size())};
        if (clipped.isEmpty())
            continue;
        writer.write(at, clipped.from);
        writer.mark(maskDots, clipped.size());
        at = clipped.until;
    }
    writer.write(at, bytes.size());
    return writer.take();
}

QString visible(QByteArrayView bytes, const ByteRanges &hidden)
{
    return displayOf(bytes, hidden).text;
}

QString visible(QStringView text)
{
    return visible(text.toUtf8());
}

QString excerpt(QByteArrayView bytes, const ByteRange &range, qsizetype most, const ByteRanges &hidden)
{
    const qsizetype end = range.size() <= most ? range.until : std::max(range.from, characterStart(bytes, range.from + most));
    ByteRanges inside;
    for (auto at = std::lower_bound(hidden.begin(), hidden.end(), range.from, [](const ByteRange &h, qsizetype from) { return h.until <= from; });
         at != hidden.end() && at->from < end; ++at)
        inside.push_back({std::max(at->from, range.from) - range.from, std::min(at->until, end) - range.from});
    QString text = visible(bytes.sliced(range.from, end - range.from), inside);
    text.replace(QLatin1Char('\n'), QStringLiteral("\u2039U+000A\u203A"));
    return end < range.until ? text + QChar(0x2026) : text;
}

qsizetype pageEnd(QByteArrayView bytes, qsizetype from, qsizetype wanted)
{
    if (bytes.size() - from <= wanted)
        return bytes.size();
    const qsizetype latest = from + std::max<qsizetype>(wanted, 4);
    const qsizetype feed = bytes.first(latest).lastIndexOf('\n');
    if (feed >= from + wanted / 4 * 3)
        return feed + 1;
    return characterStart(bytes, latest);
}

} // namespace holdwatch::payload
