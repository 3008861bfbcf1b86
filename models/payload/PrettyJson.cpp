// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/PrettyJson.h"

#include "models/core/Format.h"
#include "models/payload/Utf8.h"

#include <QStringList>

#include <algorithm>

namespace holdwatch::payload {

namespace {

using Kind = JsonToken::Kind;

class Indenter
{
public:
    Indenter(QByteArrayView original, const PrettyOptions &options) : m_original(original), m_options(options) {}

    void add(const JsonToken &token)
    {
        writeSpace(token);
        m_out.map.add(0, token.range.from - m_out.shownUntil);
        copyUntil(token.range.until, token.range.from);
        m_last = token.kind;
    }

    void addRest()
    {
        if (m_out.shownUntil == 0)
            return copyUntil(m_original.size(), 0);
        qsizetype rest = m_out.shownUntil;
        while (rest < m_original.size() && QByteArrayView(" \n\t\r").contains(m_original[rest]))
            ++rest;
        m_out.map.add(0, rest - m_out.shownUntil);
        m_out.shownUntil = rest;
        if (rest == m_original.size())
            return;
        newLine(0);
        copyUntil(m_original.size(), rest);
    }

    bool isFull() const { return m_cut || m_out.text.size() >= m_options.budget; }

    PrettyText take(std::optional<JsonFault> fault)
    {
        m_out.fault = std::move(fault);
        m_out.leftOut = m_original.size() - m_out.shownUntil;
        m_out.map.add(0, m_out.leftOut);
        return std::move(m_out);
    }

private:
    void copyUntil(qsizetype until, qsizetype from)
    {
        const qsizetype room = std::max<qsizetype>(m_options.budget - m_out.text.size(), 4);
        if (until - from > room) {
            m_cut = true;
            until = std::max(characterStart(m_original, from + room), from + 1);
        }
        m_out.text += m_original.sliced(from, until - from);
        m_out.map.add(1, 1, until - from);
        m_out.shownUntil = until;
    }

    /// White space before a token follows from it and the one before; an empty pair of brackets stays together.
    void writeSpace(const JsonToken &token)
    {
        const bool afterOpening = m_last == Kind::ObjectStart || m_last == Kind::ArrayStart;
        if (m_last == Kind::Colon)
            insert(" ");
        else if (token.closes() ? !afterOpening : afterOpening || m_last == Kind::Comma)
            newLine(token.depth);
    }

    void newLine(int depth)
    {
        insert("\n" + QByteArray(m_options.indent * std::min(depth, m_options.deepestIndent), ' '));
    }

    void insert(const QByteArray &space)
    {
        m_out.text += space;
        m_out.map.add(space.size(), 0);
    }

    QByteArrayView m_original;
    PrettyOptions m_options;
    PrettyText m_out;
    Kind m_last = Kind::Mark;
    bool m_cut = false;
};

} // namespace

QString PrettyText::remark() const
{
    QStringList told;
    if (fault)
        told << QStringLiteral("No JSON from byte %1 on: %2. The rest stands as it is.").arg(formatCount(fault->at), fault->why);
    if (leftOut > 0)
        told << QStringLiteral("%1 more bytes are not shown yet.").arg(formatCount(leftOut));
    return told.join(QLatin1Char(' '));
}

PrettyText prettyText(QByteArrayView original, const PrettyOptions &options)
{
    JsonScanner scanner(original);
    Indenter indenter(original, options);
    std::optional<JsonToken> token;
    while (!indenter.isFull() && (token = scanner.next()))
        indenter.add(*token);
    if (!indenter.isFull())
        indenter.addRest();
    return indenter.take(scanner.fault());
}

} // namespace holdwatch::payload
