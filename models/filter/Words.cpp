// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/Words.h"

#include <algorithm>

namespace holdwatch::filter {

namespace {

bool isHidden(QChar c)
{
    switch (c.category()) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return false;
    }
}

bool breaksWord(QChar c)
{
    return endsWord(c) || c == QLatin1Char('*') || isHidden(c);
}

bool startsLikeOperator(QStringView text)
{
    return text.startsWith(QLatin1Char('<')) || text.startsWith(QLatin1Char('>')) || text.startsWith(QLatin1String("!="));
}

/// Two dots, also those that would come about beside the dots of a range.
bool mayMeetRange(QStringView text)
{
    return text.contains(QLatin1String("..")) || text.startsWith(QLatin1Char('.')) || text.endsWith(QLatin1Char('.'));
}

bool isBareWord(QStringView text)
{
    return !text.isEmpty() && !isKeyword(text) && std::none_of(text.begin(), text.end(), breaksWord);
}

bool holdsAny(QStringView text, QLatin1String letters)
{
    return std::any_of(text.begin(), text.end(), [letters](QChar c) { return letters.contains(c); });
}

QString escaped(QChar c)
{
    switch (c.unicode()) {
    case u'"': return QStringLiteral("\\\"");
    case u'\\': return QStringLiteral("\\\\");
    case u'\n': return QStringLiteral("\\n");
    case u'\t': return QStringLiteral("\\t");
    case u'\r': return QStringLiteral("\\r");
    default:
        return isHidden(c) ? QStringLiteral("\\u%1").arg(uint(c.unicode()), 4, 16, QLatin1Char('0')) : QString(c);
    }
}

} // namespace

bool isSpace(QChar c)
{
    return c.isSpace();
}

bool endsWord(QChar c)
{
    return c.isSpace() || c == QLatin1Char('(') || c == QLatin1Char(')') || c == QLatin1Char('"');
}

bool startsName(QChar c)
{
    return c.isLetter() || c == QLatin1Char('_') || c == QLatin1Char('$') || c == QLatin1Char('@');
}

bool continuesName(QChar c)
{
    return startsName(c) || c.isDigit() || c == QLatin1Char('-');
}

bool isBareSegment(QStringView segment, bool first)
{
    return !segment.isEmpty() && (!first || startsName(segment.front())) && std::all_of(segment.begin(), segment.end(), continuesName);
}

bool isBareName(QStringView name)
{
    bool first = true;
    for (const QStringView segment : name.split(QLatin1Char('.'))) {
        if (!isBareSegment(segment, first))
            return false;
        first = false;
    }
    return true;
}

bool isOr(QStringView word)
{
    return word == QLatin1String("OR") || word == QLatin1String("or");
}

bool isKeyword(QStringView word)
{
    return isOr(word) || word == QLatin1String("AND") || word == QLatin1String("NOT");
}

QString quoted(QStringView text)
{
    QString result(QLatin1Char('"'));
    for (const QChar c : text)
        result += escaped(c);
    return result + QLatin1Char('"');
}

QString asValue(QStringView text)
{
    return isBareWord(text) && !startsLikeOperator(text) && !mayMeetRange(text) ? text.toString() : quoted(text);
}

QString asFreeText(QStringView text)
{
    const bool bare = isBareWord(text) && !text.startsWith(QLatin1Char('-')) && !holdsAny(text, QLatin1String(":<>=!"));
    return bare ? text.toString() : quoted(text);
}

} // namespace holdwatch::filter
