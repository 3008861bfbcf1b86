// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/JsonPositions.h"

#include "app/json/Parse.h"

#include <algorithm>
#include <cstring>

namespace holdwatch::storage {

namespace {

bool startsCharacter(char byte)
{
    return (byte & 0xc0) != 0x80; // not the inside of a longer UTF-8 sequence
}

/// Walks a text that is known to be valid, so that every step may trust what comes next.
class Walk
{
public:
    explicit Walk(const QByteArray &text) : m_text(text) { value(QStringLiteral("$")); }
    QHash<QString, TextPosition> takePositions() { return std::move(m_positions); }

private:
    void value(const QString &path)
    {
        skipSpace();
        m_positions.insert(path, position());
        if (here() == '{')
            object(path);
        else if (here() == '[')
            array(path);
        else if (here() == '"')
            string();
        else
            skipWhile([](char c) { return !std::strchr(",]} \t\r\n", c); });
    }

    void object(const QString &path)
    {
        for (++m_at; !closes('}'); skipComma()) {
            const QString key = string();
            skipSpace();
            ++m_at; // the colon
            value(path + QLatin1Char('.') + key.left(80));
        }
    }

    void array(const QString &path)
    {
        int index = 0;
        for (++m_at; !closes(']'); skipComma())
            value(QStringLiteral("%1[%2]").arg(path).arg(index++));
    }

    QString string()
    {
        const qsizetype start = m_at;
        for (++m_at; here() != '"'; ++m_at) {
            if (here() == '\\')
                ++m_at;
        }
        ++m_at;
        const auto decoded = json::parse(m_text.mid(start, m_at - start));
        return decoded ? decoded->text().value_or(QString()) : QString();
    }

    // Counts on from the last place asked for, so that a long file costs one pass.
    TextPosition position()
    {
        for (; m_counted < m_at; ++m_counted) {
            if (m_text[m_counted] == '\n')
                m_position = {m_position.line + 1, 1};
            else if (startsCharacter(m_text[m_counted]))
                ++m_position.column;
        }
        return m_position;
    }

    char here() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    bool closes(char bracket)
    {
        skipSpace();
        if (here() != bracket && here() != '\0')
            return false;
        ++m_at;
        return true;
    }

    void skipComma()
    {
        skipSpace();
        if (here() == ',')
            ++m_at;
    }

    void skipSpace()
    {
        skipWhile([](char c) { return std::strchr(" \t\r\n", c) != nullptr; });
    }

    template<typename Predicate>
    void skipWhile(Predicate predicate)
    {
        while (m_at < m_text.size() && predicate(m_text[m_at]))
            ++m_at;
    }

    const QByteArray &m_text;
    qsizetype m_at = 0;
    qsizetype m_counted = 0;
    TextPosition m_position;
    QHash<QString, TextPosition> m_positions;
};

} // namespace

TextPosition positionOf(const QByteArray &text, qsizetype byte)
{
    const QByteArray before = text.left(byte);
    const qsizetype lineStart = before.lastIndexOf('\n') + 1;
    return {int(before.count('\n')) + 1, int(std::count_if(before.begin() + lineStart, before.end(), startsCharacter)) + 1};
}

QHash<QString, TextPosition> jsonPositions(const QByteArray &text)
{
    return Walk(text).takePositions();
}

} // namespace holdwatch::storage
