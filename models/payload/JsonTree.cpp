// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/JsonTree.h"

#include <algorithm>

namespace holdwatch::payload {

namespace {

using Kind = JsonToken::Kind;

JsonTree::Type typeOf(Kind kind)
{
    switch (kind) {
    case Kind::ObjectStart: return JsonTree::Type::Object;
    case Kind::ArrayStart: return JsonTree::Type::Array;
    case Kind::Number: return JsonTree::Type::Number;
    case Kind::True: return JsonTree::Type::True;
    case Kind::False: return JsonTree::Type::False;
    case Kind::Null: return JsonTree::Type::Null;
    default: return JsonTree::Type::String;
    }
}

} // namespace

JsonTree::JsonTree(QByteArray text, const Limits &limits) : m_text(std::move(text))
{
    build(limits);
}

void JsonTree::build(const Limits &limits)
{
    const qsizetype readable = std::min(m_text.size(), std::min<qsizetype>(limits.bytes, 0x7FFFFFFF));
    JsonScanner scanner(QByteArrayView(m_text).first(readable));
    std::vector<Node> open;
    while (entryCount() < limits.values) {
        const auto token = scanner.next();
        if (!token)
            break;
        add(*token, open);
    }
    const bool wasCut = entryCount() >= limits.values || readable < m_text.size();
    if (!wasCut)
        m_fault = scanner.fault();
    m_tolerated = scanner.tolerated();
    dropUnfinishedMember();
    const qsizetype end = scanner.position();
    if (wasCut)
        m_leftOut = m_text.size() - end;
    while (!open.empty())
        closeLast(open, end);
}

/// A key whose value was not reached is no member.
void JsonTree::dropUnfinishedMember()
{
    if (!m_entries.empty() && m_entries.back().isKey)
        m_entries.pop_back();
}

void JsonTree::add(const JsonToken &token, std::vector<Node> &open)
{
    if (token.closes())
        return closeLast(open, token.range.until);
    const bool isKey = token.kind == Kind::Key;
    if (!isKey && !token.isScalar() && !token.opens())
        return;
    const Node node = Node(m_entries.size());
    m_entries.push_back({quint32(token.range.from), quint32(token.range.until), node + 1, typeOf(token.kind), isKey});
    if (token.opens())
        open.push_back(node);
}

void JsonTree::closeLast(std::vector<Node> &open, qsizetype until)
{
    Entry &entry = m_entries[open.back()];
    entry.until = quint32(until);
    entry.after = Node(m_entries.size());
    open.pop_back();
}

JsonTree::Node JsonTree::firstChild(Node parent) const
{
    if (parent >= m_entries.size() || !isContainer(parent) || m_entries[parent].after == parent + 1)
        return none;
    return valueBehind(parent + 1);
}

JsonTree::Node JsonTree::nextSibling(Node node, Node parent) const
{
    const Node next = m_entries[node].after;
    return next < m_entries[parent].after ? valueBehind(next) : none;
}

std::vector<JsonTree::Node> JsonTree::children(Node parent) const
{
    std::vector<Node> found;
    for (Node child = firstChild(parent); child != none; child = nextSibling(child, parent))
        found.push_back(child);
    return found;
}

std::vector<JsonTree::Node> JsonTree::ancestors(Node node) const
{
    std::vector<Node> way;
    Node at = node < m_entries.size() ? root() : none;
    while (at != none) {
        way.push_back(at);
        if (at == node)
            break;
        Node child = firstChild(at);
        while (child != none && m_entries[child].after <= node)
            child = nextSibling(child, at);
        at = child;
    }
    return way;
}

JsonTree::Type JsonTree::type(Node node) const
{
    return m_entries[node].type;
}

ByteRange JsonTree::range(Node node) const
{
    return {m_entries[node].from, m_entries[node].until};
}

ByteRange JsonTree::keyRange(Node node) const
{
    return hasKey(node) ? ByteRange{m_entries[node - 1].from, m_entries[node - 1].until} : ByteRange{};
}

QByteArray JsonTree::key(Node node) const
{
    return unescaped(keyRange(node).of(m_text));
}

QByteArray JsonTree::value(Node node) const
{
    return type(node) == Type::String ? unescaped(bytes(node)) : bytes(node).toByteArray();
}

bool JsonTree::matches(const Search &search, Node entry) const
{
    const Entry &e = m_entries[entry];
    if (e.isKey ? !search.inKeys : !search.inValues || e.type <= Type::Array)
        return false;
    const auto fits = [&search](QByteArrayView text) {
        const auto same = [](char a, char b) {
            const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c | 0x20) : c; };
            return lower(a) == lower(b);
        };
        if (search.matchCase)
            return text.contains(search.text);
        return std::search(text.begin(), text.end(), search.text.begin(), search.text.end(), same) != text.end();
    };
    const QByteArrayView written = range(entry).of(m_text);
    return fits(written) || (e.type == Type::String && written.contains('\\') && fits(unescaped(written)));
}

JsonTree::Node JsonTree::next(const Search &search, Node from) const
{
    const qsizetype count = entryCount();
    const qsizetype start = from < count ? from + 1 : 0;
    for (qsizetype i = 0; i < count && !search.text.isEmpty(); ++i) {
        const Node entry = Node((start + i) % count);
        if (matches(search, entry) && valueBehind(entry) < count)
            return valueBehind(entry);
    }
    return none;
}

JsonTree::Node JsonTree::previous(const Search &search, Node from) const
{
    const qsizetype count = entryCount();
    // A match in the key of `from` belongs to `from`, so it is passed over with it.
    const qsizetype start = from < count ? (hasKey(from) ? from - 1 : from) : count;
    for (qsizetype i = 1; i <= count && !search.text.isEmpty(); ++i) {
        const Node entry = Node((start + count - i) % count);
        if (matches(search, entry) && valueBehind(entry) < count)
            return valueBehind(entry);
    }
    return none;
}

QString toWord(JsonTree::Type type)
{
    switch (type) {
    case JsonTree::Type::Object: return QStringLiteral("object");
    case JsonTree::Type::Array: return QStringLiteral("array");
    case JsonTree::Type::String: return QStringLiteral("string");
    case JsonTree::Type::Number: return QStringLiteral("number");
    case JsonTree::Type::True: return QStringLiteral("true");
    case JsonTree::Type::False: return QStringLiteral("false");
    case JsonTree::Type::Null: break;
    }
    return QStringLiteral("null");
}

} // namespace holdwatch::payload
