// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/Scanner.h"

#include "models/filter/Words.h"

#include <algorithm>
#include <cctype>

namespace holdwatch::filter {

namespace {

std::optional<QChar> plainEscape(QChar letter)
{
    switch (letter.unicode()) {
    case u'"':
    case u'\\': return letter;
    case u'n': return QLatin1Char('\n');
    case u't': return QLatin1Char('\t');
    case u'r': return QLatin1Char('\r');
    default: return std::nullopt;
    }
}

std::optional<QChar> hexUnit(QStringView text)
{
    if (text.size() < 4)
        return std::nullopt;
    const QStringView digits = text.first(4);
    const auto isHex = [](QChar c) { return c.unicode() < 128 && std::isxdigit(static_cast<unsigned char>(c.unicode())) != 0; };
    if (!std::all_of(digits.begin(), digits.end(), isHex))
        return std::nullopt;
    return QChar(static_cast<char16_t>(digits.toUInt(nullptr, 16)));
}

} // namespace

void Scanner::fail(qsizetype offset, qsizetype length, const QString &sentence)
{
    if (!m_fault)
        m_fault = Fault{offset, length, sentence};
}

void Scanner::skipSpaces()
{
    while (!atEnd() && isSpace(m_text[m_at]))
        ++m_at;
}

bool Scanner::take(QLatin1String letters)
{
    if (!m_text.sliced(m_at).startsWith(letters))
        return false;
    m_at += letters.size();
    return true;
}

QStringView Scanner::bareWordAhead() const
{
    qsizetype end = m_at;
    while (end < m_text.size() && !endsWord(m_text[end]))
        ++end;
    return m_text.sliced(m_at, end - m_at);
}

bool Scanner::takeKeyword(QLatin1String keyword)
{
    const QStringView word = bareWordAhead();
    if (word != keyword || ahead(word.size()) == QLatin1Char('"'))
        return false;
    m_at += word.size();
    return true;
}

std::optional<Name> Scanner::nameAhead() const
{
    Scanner scanner(*this);
    Name name;
    do {
        if (scanner.ahead() == QLatin1Char('"')) {
            const auto segment = scanner.quotedText();
            if (!segment)
                return std::nullopt;
            name.segments += *segment;
            name.isQuoted = true;
            continue;
        }
        const qsizetype from = scanner.m_at;
        while (!scanner.atEnd() && continuesName(m_text[scanner.m_at]))
            ++scanner.m_at;
        const QStringView segment = m_text.sliced(from, scanner.m_at - from);
        if (!isBareSegment(segment, name.segments.isEmpty()))
            return std::nullopt;
        name.segments += segment.toString();
    } while (scanner.take(QLatin1String(".")));
    name.end = scanner.m_at;
    if (!name.isQuoted)
        name.bare = m_text.sliced(m_at, name.end - m_at).toString();
    return name;
}

Word Scanner::word(bool stopAtRange)
{
    Word word;
    word.offset = m_at;
    QStringList parts(QString{});
    while (!failed() && !atEnd() && !(stopAtRange && isRangeAhead())) {
        const QChar c = m_text[m_at];
        if (c == QLatin1Char('"')) {
            word.isQuoted = true;
            parts.last() += quotedText().value_or(QString());
        } else if (endsWord(c)) {
            break;
        } else if (c == QLatin1Char('*')) {
            ++m_at;
            if (parts.size() == 1 || !parts.last().isEmpty()) // ** is *
                parts += QString();
        } else {
            ++m_at;
            parts.last() += c;
        }
    }
    word.parts = parts;
    word.length = m_at - word.offset;
    return word;
}

std::optional<QString> Scanner::quotedText()
{
    const qsizetype from = m_at++;
    QString text;
    while (!atEnd()) {
        const QChar c = m_text[m_at];
        if (c == QLatin1Char('\\')) {
            if (!takeEscape(text))
                return std::nullopt;
            continue;
        }
        ++m_at;
        if (c == QLatin1Char('"'))
            return text;
        text += c;
    }
    fail(from, m_at - from, QStringLiteral("This quotation mark is never closed: a second \" is expected."));
    return std::nullopt;
}

bool Scanner::takeEscape(QString &text)
{
    const qsizetype from = m_at;
    const QChar letter = ahead(1);
    m_at = std::min(m_at + 2, m_text.size());
    if (const auto plain = plainEscape(letter)) {
        text += *plain;
        return true;
    }
    if (const auto numbered = letter == QLatin1Char('u') ? hexUnit(m_text.sliced(m_at)) : std::nullopt) {
        text += *numbered;
        m_at += 4;
        return true;
    }
    fail(from, m_at - from, QStringLiteral("After a backslash one of \" \\ n t r or u with four hexadecimal digits is expected."));
    return false;
}

} // namespace holdwatch::filter
