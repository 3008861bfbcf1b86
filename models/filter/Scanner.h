// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter/Fault.h"

#include <QStringList>
#include <QStringView>

#include <optional>

namespace holdwatch::filter {

/// A value or text as typed: wildcards stand between the parts.
struct Word
{
    QStringList parts;
    bool isQuoted = false; ///< some of it
    qsizetype offset = 0;
    qsizetype length = 0;

    bool hasWildcard() const { return parts.size() > 1; }
    QString text() const { return parts.join(QLatin1Char('*')); }
};

/// What stands before a colon.
struct Name
{
    QStringList segments;
    bool isQuoted = false; ///< some of it
    QString bare;          ///< as typed, if it is not quoted
    qsizetype end = 0;
};

/// Reads the words of a filter from left to right; a view on the text. After a fault nothing more is read.
class Scanner
{
public:
    explicit Scanner(QStringView text) : m_text(text) {}

    qsizetype at() const { return m_at; }
    void moveTo(qsizetype at) { m_at = at; }
    bool atEnd() const { return m_at >= m_text.size(); }
    qsizetype left() const { return m_text.size() - m_at; }
    QChar ahead(qsizetype distance = 0) const { return m_at + distance < m_text.size() ? m_text[m_at + distance] : QChar(); }
    void skipSpaces();
    bool take(QLatin1String letters);       ///< exactly these come next
    QStringView bareWordAhead() const;      ///< up to white space, a bracket or a quotation mark
    bool takeKeyword(QLatin1String keyword); ///< as a word on its own

    std::optional<Name> nameAhead() const;  ///< moves nothing, makes no fault
    /// Empty at white space, a bracket or the end. `stopAtRange`: two dots outside quotation marks end it too.
    Word word(bool stopAtRange);

    bool failed() const { return m_fault.has_value(); }
    void fail(qsizetype offset, qsizetype length, const QString &sentence); ///< the first one counts
    const std::optional<Fault> &fault() const { return m_fault; }

private:
    std::optional<QString> quotedText();
    bool takeEscape(QString &text);
    bool isRangeAhead() const { return ahead() == QLatin1Char('.') && ahead(1) == QLatin1Char('.'); }

    QStringView m_text;
    qsizetype m_at = 0;
    std::optional<Fault> m_fault;
};

} // namespace holdwatch::filter
