// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/FoldedError.h"

#include <algorithm>

namespace holdwatch {

namespace {

bool isDigit(QChar c)
{
    return c >= QLatin1Char('0') && c <= QLatin1Char('9');
}

bool isHex(QChar c)
{
    return isDigit(c) || (c >= QLatin1Char('a') && c <= QLatin1Char('f')) || (c >= QLatin1Char('A') && c <= QLatin1Char('F'));
}

bool isWord(QChar c)
{
    return c.isLetterOrNumber() || c == QLatin1Char('_');
}

/// A placeholder counts like the word it stands for, or a text folded twice would read differently.
bool isLikeWord(QChar c)
{
    return isWord(c) || c == QLatin1Char('#') || c == QChar(0x2039) || c == QChar(0x203A);
}

class Folding
{
public:
    explicit Folding(QStringView text) : m_text(text) { m_folded.reserve(text.size()); }

    QString run()
    {
        while (m_at < m_text.size())
            step();
        return m_folded.left(longestFolded).trimmed();
    }

private:
    QChar at(qsizetype index) const { return index >= 0 && index < m_text.size() ? m_text[index] : QChar(); }
    void put(QStringView placeholder, qsizetype until)
    {
        m_folded += placeholder;
        m_at = until;
    }

    void step()
    {
        const QChar c = m_text[m_at];
        if (c.isSpace())
            space();
        else if (c == QLatin1Char('"') || c == QLatin1Char('`') || c == QLatin1Char('\'') || c == QChar(0x201C))
            quote(c == QChar(0x201C) ? QChar(0x201D) : c);
        else if (isWord(c))
            word();
        else
            put(m_text.mid(m_at, 1), m_at + 1);
    }

    void space()
    {
        if (!m_folded.endsWith(QLatin1Char(' ')))
            m_folded += QLatin1Char(' ');
        ++m_at;
    }

    /// An apostrophe inside a word ("can't") quotes nothing.
    void quote(QChar closing)
    {
        const bool opens = closing != QLatin1Char('\'') || !isLikeWord(at(m_at - 1));
        for (qsizetype end = m_at + 1; opens && end < m_text.size(); ++end) {
            if (m_text[end] == QLatin1Char('\\'))
                ++end;
            else if (m_text[end] == closing && !(closing == QLatin1Char('\'') && isLikeWord(at(end + 1))))
                return put(u"\u2039value\u203A", end + 1);
        }
        put(m_text.mid(m_at, 1), m_at + 1);
    }

    qsizetype digitsFrom(qsizetype from) const
    {
        while (isDigit(at(from)))
            ++from;
        return from;
    }

    /// `count` digits and no more.
    bool hasDigits(qsizetype from, qsizetype count) const { return digitsFrom(from) == from + count; }

    qsizetype clockEnd(qsizetype from) const
    {
        const qsizetype hours = digitsFrom(from);
        if (hours == from || hours > from + 2 || at(hours) != QLatin1Char(':') || !hasDigits(hours + 1, 2))
            return from;
        qsizetype end = hours + 3;
        if (at(end) == QLatin1Char(':') && hasDigits(end + 1, 2))
            end += 3;
        if ((at(end) == QLatin1Char('.') || at(end) == QLatin1Char(',')) && isDigit(at(end + 1)))
            end = digitsFrom(end + 1);
        return zoneEnd(end);
    }

    qsizetype zoneEnd(qsizetype from) const
    {
        if (at(from) == QLatin1Char('Z') && !isWord(at(from + 1)))
            return from + 1;
        if ((at(from) != QLatin1Char('+') && at(from) != QLatin1Char('-')) || !isDigit(at(from + 1)))
            return from;
        const qsizetype hours = digitsFrom(from + 1);
        return at(hours) == QLatin1Char(':') && hasDigits(hours + 1, 2) ? hours + 3 : hours;
    }

    qsizetype dateEnd(qsizetype from) const
    {
        const QChar between = at(from + 4);
        if (!hasDigits(from, 4) || (between != QLatin1Char('-') && between != QLatin1Char('/')) || !hasDigits(from + 5, 2) || at(from + 7) != between || !hasDigits(from + 8, 2))
            return from;
        const qsizetype end = from + 10;
        if (at(end) != QLatin1Char('T') && at(end) != QLatin1Char(' '))
            return end;
        const qsizetype clock = clockEnd(end + 1);
        return clock == end + 1 ? end : clock;
    }

    qsizetype uuidEnd(qsizetype from) const
    {
        for (const qsizetype length : {8, 4, 4, 4, 12}) {
            for (qsizetype i = 0; i < length; ++i) {
                if (!isHex(at(from++)))
                    return -1;
            }
            if (length != 12 && at(from++) != QLatin1Char('-'))
                return -1;
        }
        return isWord(at(from)) ? -1 : from;
    }

    void word()
    {
        if (const qsizetype end = uuidEnd(m_at); end > 0)
            return put(u"\u2039id\u203A", end);
        if (isDigit(m_text[m_at])) {
            if (const qsizetype end = std::max(dateEnd(m_at), clockEnd(m_at)); end > m_at)
                return put(u"\u2039time\u203A", end);
        }
        qsizetype end = m_at;
        while (isWord(at(end)))
            ++end;
        const QStringView all = m_text.sliced(m_at, end - m_at);
        const auto digits = std::count_if(all.begin(), all.end(), isDigit);
        if (digits == 0)
            put(all, end);
        else if (isId(all))
            put(u"\u2039id\u203A", end);
        else
            withNumbers(all);
    }

    /// Hexadecimal of eight or more, or letters and digits mixed more than a name such as "utf8" or "http2x" mixes them.
    static bool isId(QStringView word)
    {
        const bool isPrefixed = word.startsWith(QLatin1String("0x"), Qt::CaseInsensitive) && word.size() > 2;
        const QStringView digits = isPrefixed ? word.sliced(2) : word;
        const bool allHex = std::all_of(digits.begin(), digits.end(), isHex);
        const bool allDigits = std::all_of(word.begin(), word.end(), isDigit);
        if (allHex && !allDigits && (isPrefixed || word.size() >= 8))
            return true;
        int changes = 0;
        for (qsizetype i = 1; i < word.size(); ++i)
            changes += isDigit(word[i]) != isDigit(word[i - 1]) && word[i] != QLatin1Char('_') && word[i - 1] != QLatin1Char('_');
        return word.size() >= 8 && changes >= 3;
    }

    void withNumbers(QStringView word)
    {
        const qsizetype end = m_at + word.size();
        while (m_at < end) {
            if (!isDigit(m_text[m_at])) {
                put(m_text.mid(m_at, 1), m_at + 1);
                continue;
            }
            qsizetype until = digitsFrom(m_at);
            while ((at(until) == QLatin1Char('.') || at(until) == QLatin1Char(',')) && isDigit(at(until + 1)))
                until = digitsFrom(until + 1);
            put(u"#", until);
        }
    }

    QStringView m_text;
    qsizetype m_at = 0;
    QString m_folded;
};

} // namespace

QString foldedError(QStringView error)
{
    return Folding(error.first(std::min(error.size(), longestFolded))).run();
}

} // namespace holdwatch
