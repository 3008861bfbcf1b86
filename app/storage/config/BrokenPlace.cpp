// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/BrokenPlace.h"

#include <algorithm>
#include <vector>

namespace holdwatch::storage {

namespace {

constexpr int longestKey = 80;

enum class Expects { Key, Colon, Value, RestOfValue, Separator };

struct Container
{
    bool isArray = false;
    Expects expects = Expects::Key;
    QString key;   ///< the last one, of an object
    int index = 0; ///< of the entry it is in or after, from 1, of a list
};

/// Follows the brackets, keys and separators up to a byte, or up to a token that can't stand where it stands.
class Scan
{
public:
    Scan(const QByteArray &text, qsizetype until) : m_text(text), m_until(std::min(until, text.size()))
    {
        while (m_at < m_until && step()) { }
    }
    QString place() const;

private:
    bool step();
    bool string();
    bool open(bool isArray);
    bool beginValue(Expects next);
    QString nameOf(size_t depth) const;

    const QByteArray &m_text;
    const qsizetype m_until;
    qsizetype m_at = 0;
    std::vector<Container> m_open;
};

bool Scan::step()
{
    const char c = m_text[m_at];
    if (c == '"')
        return string();
    ++m_at;
    const bool isSpace = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (c == '{' || c == '[')
        return open(c == '[');
    if (m_open.empty())
        return isSpace;
    Container &here = m_open.back();
    if (here.expects == Expects::RestOfValue && (isSpace || c == ',' || c == '}' || c == ']'))
        here.expects = Expects::Separator;
    if (isSpace)
        return true;
    if (c == '}' || c == ']') {
        m_open.pop_back();
        return !m_open.empty();
    }
    if (c == ':' && here.expects == Expects::Colon) {
        here.expects = Expects::Value;
        return true;
    }
    if (c == ',' && here.expects == Expects::Separator) {
        here.expects = here.isArray ? Expects::Value : Expects::Key;
        return true;
    }
    return here.expects == Expects::RestOfValue || beginValue(Expects::RestOfValue);
}

bool Scan::string()
{
    const qsizetype start = ++m_at;
    const bool isKey = !m_open.empty() && m_open.back().expects == Expects::Key;
    if (!isKey && !beginValue(Expects::RestOfValue))
        return false;
    for (; m_at < m_until && m_text[m_at] != '"'; ++m_at) {
        if (m_text[m_at] == '\\')
            ++m_at;
    }
    if (m_at >= m_until)
        return false;
    if (isKey)
        m_open.back().key = QString::fromUtf8(m_text.mid(start, m_at - start)).left(longestKey);
    m_open.back().expects = isKey ? Expects::Colon : Expects::Separator;
    ++m_at;
    return true;
}

bool Scan::open(bool isArray)
{
    if (!m_open.empty() && !beginValue(Expects::Separator))
        return false;
    m_open.push_back({isArray, isArray ? Expects::Value : Expects::Key, {}, 0});
    return true;
}

bool Scan::beginValue(Expects next)
{
    if (m_open.empty() || m_open.back().expects != Expects::Value)
        return false;
    m_open.back().expects = next;
    m_open.back().index += m_open.back().isArray ? 1 : 0;
    return true;
}

/// What the value that lies open in `m_open[depth]` is called, with all it lies in.
QString Scan::nameOf(size_t depth) const
{
    const Container &here = m_open[depth];
    const QString around = depth > 0 ? nameOf(depth - 1) : QString();
    if (!here.isArray)
        return QStringLiteral("\"%1\"").arg(here.key) + (around.isEmpty() ? QString() : QStringLiteral(" of ") + around);
    if (around == QLatin1String("\"connections\""))
        return QStringLiteral("connection %1").arg(here.index);
    return QStringLiteral("entry %1 of %2").arg(here.index).arg(around.isEmpty() ? QStringLiteral("the list") : around);
}

QString Scan::place() const
{
    if (m_open.empty())
        return {};
    const Container &here = m_open.back();
    const bool hasNothingYet = here.isArray ? here.index == 0 : here.key.isEmpty();
    if (hasNothingYet)
        return m_open.size() < 2 ? QString() : QStringLiteral("at the start of ") + nameOf(m_open.size() - 2);
    const bool isPast = here.expects == Expects::Separator || (here.isArray ? here.expects == Expects::Value : here.expects == Expects::Key);
    return (isPast ? QStringLiteral("after ") : QStringLiteral("in ")) + nameOf(m_open.size() - 1);
}

} // namespace

QString placeInBrokenJson(const QByteArray &text, qsizetype until)
{
    return Scan(text, until).place();
}

} // namespace holdwatch::storage
