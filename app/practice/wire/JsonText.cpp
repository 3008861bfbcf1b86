// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/wire/JsonText.h"

#include <QStringDecoder>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace holdwatch::practice {

namespace {

/// Recursive descent over a text of bounded depth. The first problem ends it.
class Reader
{
public:
    Reader(const QByteArray &text, int deepest) : m_text(text), m_deepest(deepest) {}

    Result<JsonNode> read()
    {
        JsonNode node;
        skipSpace();
        const bool good = readValue(node, 1) && (skipSpace(), m_at == m_text.size() || complain(QStringLiteral("more after the end of the value")));
        if (good)
            return node;
        Error error;
        error.kind = Error::Kind::Malformed;
        error.what = QStringLiteral("The body is not valid JSON: %1 at byte %2.").arg(m_problem).arg(m_at);
        return failure(std::move(error));
    }

private:
    bool readValue(JsonNode &node, int depth)
    {
        if (depth > m_deepest)
            return complain(QStringLiteral("nested deeper than %1 levels").arg(m_deepest));
        const qsizetype start = m_at;
        const bool good = readInner(node, depth);
        node.text = m_text.mid(start, m_at - start);
        return good;
    }

    bool readInner(JsonNode &node, int depth)
    {
        switch (peek()) {
        case '{': return readObject(node, depth);
        case '[': return readArray(node, depth);
        case '"': node.type = JsonNode::Type::String; return readString(node.string);
        case 't': node.type = JsonNode::Type::Bool; return readWord("true");
        case 'f': node.type = JsonNode::Type::Bool; return readWord("false");
        case 'n': node.type = JsonNode::Type::Null; return readWord("null");
        default: node.type = JsonNode::Type::Number; return readNumber();
        }
    }

    bool readObject(JsonNode &node, int depth)
    {
        node.type = JsonNode::Type::Object;
        ++m_at;
        skipSpace();
        if (take('}'))
            return true;
        do {
            auto &[name, value] = node.members.emplace_back();
            skipSpace();
            if (peek() != '"')
                return complain(QStringLiteral("a name was expected"));
            if (!readString(name))
                return false;
            skipSpace();
            if (!take(':'))
                return complain(QStringLiteral("\":\" was expected"));
            skipSpace();
            if (!readValue(value, depth + 1))
                return false;
            skipSpace();
        } while (take(','));
        return take('}') || complain(QStringLiteral("\",\" or \"}\" was expected"));
    }

    bool readArray(JsonNode &node, int depth)
    {
        node.type = JsonNode::Type::Array;
        ++m_at;
        skipSpace();
        if (take(']'))
            return true;
        do {
            skipSpace();
            if (!readValue(node.elements.emplace_back(), depth + 1))
                return false;
            skipSpace();
        } while (take(','));
        return take(']') || complain(QStringLiteral("\",\" or \"]\" was expected"));
    }

    bool readString(QString &into)
    {
        ++m_at;
        while (m_at < m_text.size()) {
            const qsizetype start = m_at;
            while (isPlain(peek()))
                ++m_at;
            into += QString::fromUtf8(m_text.constData() + start, m_at - start);
            if (take('"'))
                return true;
            if (!take('\\'))
                break;
            if (!readEscape(into))
                return complain(QStringLiteral("an escape that JSON does not know"));
        }
        return complain(QStringLiteral("a string without an end, or with a control character"));
    }

    bool readEscape(QString &into)
    {
        static constexpr std::string_view names = "\"\\/bfnrt";
        static constexpr std::string_view values = "\"\\/\b\f\n\r\t";
        const char name = peek();
        ++m_at;
        if (name == 'u') {
            bool good = false;
            const QByteArray digits = m_text.mid(m_at, 4);
            const ushort code = digits.toUShort(&good, 16);
            m_at += 4;
            into += QChar(code);
            return good && digits.size() == 4 && std::all_of(digits.cbegin(), digits.cend(), [](char c) { return std::isxdigit(uchar(c)) != 0; });
        }
        const size_t place = name == '\0' ? std::string_view::npos : names.find(name);
        if (place == std::string_view::npos)
            return false;
        into += QLatin1Char(values[place]);
        return true;
    }

    bool readNumber()
    {
        take('-');
        const bool whole = take('0') || readDigits();
        const bool fraction = !take('.') || readDigits();
        bool exponent = true;
        if (take('e') || take('E')) {
            if (!take('+'))
                take('-');
            exponent = readDigits();
        }
        return (whole && fraction && exponent) || complain(QStringLiteral("a value was expected"));
    }

    bool readDigits()
    {
        const qsizetype start = m_at;
        while (peek() >= '0' && peek() <= '9')
            ++m_at;
        return m_at > start;
    }

    bool readWord(const char *word)
    {
        const qsizetype length = qsizetype(qstrlen(word));
        if (m_text.mid(m_at, length) != word)
            return complain(QStringLiteral("a value was expected"));
        m_at += length;
        return true;
    }

    static bool isPlain(char c) { return uchar(c) >= 0x20 && c != '"' && c != '\\'; }
    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool take(char c)
    {
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }
    void skipSpace()
    {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')
            ++m_at;
    }
    bool complain(const QString &problem)
    {
        if (m_problem.isEmpty())
            m_problem = problem;
        return false;
    }

    const QByteArray &m_text;
    int m_deepest;
    qsizetype m_at = 0;
    QString m_problem;
};

bool isUtf8(const QByteArray &text)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    [[maybe_unused]] const QString decoded = decoder.decode(text);
    return !decoder.hasError();
}

} // namespace

const JsonNode *JsonNode::member(const QString &name) const
{
    const auto found = std::find_if(members.crbegin(), members.crend(), [&](const auto &member) { return member.first == name; });
    return found == members.crend() ? nullptr : &found->second;
}

Result<JsonNode> readJson(const QByteArray &text, int deepest)
{
    if (!isUtf8(text))
        return failure(Error::Kind::Malformed, QStringLiteral("The body is not valid UTF-8."));
    return Reader(text, deepest).read();
}

} // namespace holdwatch::practice
