// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/OffsetMap.h"

#include <QString>

#include <optional>

namespace holdwatch::payload {

/// A stretch of JSON text, by offsets; its bytes are never changed. `depth` counts the brackets around it, so an
/// opening bracket and its closing one have the same.
struct JsonToken
{
    enum class Kind : quint8 { ObjectStart, ObjectEnd, ArrayStart, ArrayEnd, Colon, Comma, Key, String, Number, True, False, Null, Mark };

    Kind kind = Kind::Null; ///< Mark: a byte order mark before everything; a key or string includes its quotes
    ByteRange range;
    int depth = 0;

    bool opens() const { return kind == Kind::ObjectStart || kind == Kind::ArrayStart; }
    bool closes() const { return kind == Kind::ObjectEnd || kind == Kind::ArrayEnd; }
    bool isScalar() const { return kind >= Kind::String && kind <= Kind::Null; }
    bool operator==(const JsonToken &) const = default;
};

/// Where a text is not what JSON (RFC 8259) allows, and why, as a sentence without its end: "a comma before ]".
struct JsonFault
{
    qsizetype at = 0;
    QString why;
    bool operator==(const JsonFault &) const = default;
};

/// Reads JSON text token by token, in one pass, without recursion and with one bit of memory a level. It goes on
/// over what can't be mistaken (control characters and invalid UTF-8 in strings, unknown escapes, NaN, numbers
/// such as 01 or 1., a comma before a closing bracket) and notes it; it stops at anything else, also at rubbish
/// behind the value. Invalid UTF-8 is not noted here: see TextFacts. The bytes must outlive it.
class JsonScanner
{
public:
    static constexpr qsizetype mostNoted = 100;

    explicit JsonScanner(QByteArrayView text);

    std::optional<JsonToken> next(); ///< nothing at the end and from a fault on

    const std::optional<JsonFault> &fault() const { return m_fault; } ///< where reading stopped, set once next() gave nothing
    const std::vector<JsonFault> &tolerated() const { return m_tolerated; } ///< the first `mostNoted`
    qsizetype toleratedCount() const { return m_toleratedCount; }
    qsizetype position() const { return m_at; } ///< behind the last token
    int depth() const { return int(m_isObject.size()); }
    int deepest() const { return m_deepest; }

private:
    enum class Expect { Value, ValueOrEnd, KeyOrEnd, Colon, CommaOrEnd, Nothing };

    std::optional<JsonToken> read(char c);
    std::optional<JsonToken> readValue(char c);
    std::optional<JsonToken> readString(JsonToken::Kind kind, Expect then);
    std::optional<JsonToken> readWord(QByteArrayView word, JsonToken::Kind kind);
    std::optional<JsonToken> readNumber();
    std::optional<JsonToken> open(JsonToken::Kind kind);
    std::optional<JsonToken> close(char c);
    std::optional<JsonToken> token(JsonToken::Kind kind, qsizetype size, Expect then);
    std::optional<JsonToken> stop(qsizetype at, QString why);
    std::optional<JsonToken> stopAtEnd();
    void note(qsizetype at, QString why);
    void noteEscape(qsizetype at);
    Expect afterValue() const { return m_isObject.empty() ? Expect::Nothing : Expect::CommaOrEnd; }
    QString wanted() const;

    QByteArrayView m_text;
    qsizetype m_at = 0;
    Expect m_expect = Expect::Value;
    std::vector<bool> m_isObject; ///< the open brackets, outermost first
    int m_deepest = 0;
    bool m_afterComma = false;
    std::optional<JsonFault> m_fault;
    std::vector<JsonFault> m_tolerated;
    qsizetype m_toleratedCount = 0;
};

/// True for a whole JSON text, tolerated oddities included. `why`, if given, is set otherwise.
bool isJson(QByteArrayView text, JsonFault *why = nullptr);

/// The bytes a JSON string or key stands for: escapes resolved, everything else as it is; an escape that JSON does not know
/// stays as written. `quoted` includes the quotes (the last may be missing).
QByteArray unescaped(QByteArrayView quoted);

/// The same for what stands between the quotes; `map` leads from the result (shown) back to `inside` (source).
QByteArray unescaped(QByteArrayView inside, OffsetMap &map);

} // namespace holdwatch::payload
