// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace holdwatch::json {

/// Writes JSON in the one form that is signed (RFC 8785, narrowed): no whitespace, whole numbers only, text as UTF-8 with
/// only the escapes JSON demands, bytes as padded base64. Keys are ASCII and come sorted from whoever writes them.
class CanonicalWriter
{
public:
    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginList() { open('['); }
    void endList() { close(']'); }
    void key(const char *name); ///< then comes its value
    void text(QStringView value); ///< half a surrogate pair makes `isSound` false
    void bytes(const QByteArray &value);
    void integer(qint64 value);
    void boolean(bool value);

    bool isSound() const { return m_isSound; }
    const QByteArray &written() const { return m_out; }
    void reserve(qsizetype size) { m_out.reserve(size); }

private:
    void open(char bracket);
    void close(char bracket);
    void startValue();
    bool appendPlain(QStringView value);

    QByteArray m_out;
    bool m_isFirst = true;
    bool m_isAfterKey = false;
    bool m_isSound = true;
};

/// Reads that form, token by token as the reader expects them: an unknown, missing, doubled or misplaced key stops it, and so does
/// whitespace or another spelling of a number, a text or base64. After the first error nothing moves and every value is empty. No
/// nesting beyond what is asked for. `bytes` must outlive it.
class CanonicalReader
{
public:
    explicit CanonicalReader(const QByteArray &bytes) : m_begin(bytes.constData()), m_at(m_begin), m_end(m_begin + bytes.size()) {}

    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginList() { open('['); }
    void endList() { close(']'); }
    bool hasKey(const char *name) const; ///< it comes next
    void key(const char *name);
    bool hasMore(); ///< of a list: another value comes

    QString text();
    QByteArray bytes(); ///< strict base64
    qint64 integer();
    bool boolean();
    void finish(); ///< nothing may follow

    void fail(const QString &why); ///< the first one counts
    bool isGood() const { return !m_error; }
    const std::optional<Error> &error() const { return m_error; } ///< Malformed; `where` is "byte N"

private:
    void open(char bracket);
    void close(char bracket);
    void startValue();
    bool take(char expected);
    QByteArray rawText(bool &isPlain);
    QString unescaped(const QByteArray &raw);

    const char *m_begin;
    const char *m_at;
    const char *m_end;
    bool m_isFirst = true;
    bool m_isAfterKey = false;
    std::optional<Error> m_error;
};

} // namespace holdwatch::json
