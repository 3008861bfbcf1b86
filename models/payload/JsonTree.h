// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/JsonText.h"

#include <QByteArray>

namespace holdwatch::payload {

/// The values of a JSON text in the order they stand there, sixteen bytes each; keys, numbers and strings stay in
/// the text. A text that stops being JSON has the tree of what was read up to there (`fault`). Keys may occur more
/// than once; nothing is merged. Shares the bytes it was made of. Nodes are numbers from 0 (the root), good for
/// this tree only. Reading it never recurses, so depth does not matter.
class JsonTree
{
public:
    using Node = quint32;
    static constexpr Node none = 0xFFFFFFFF;

    enum class Type : quint8 { Object, Array, String, Number, True, False, Null };

    struct Limits
    {
        qsizetype values = 1 << 23;   ///< values and keys together: 128 MB
        qsizetype bytes = 0x7FFFFFFF; ///< offsets have 32 bits
    };

    JsonTree() = default;
    explicit JsonTree(QByteArray text) : JsonTree(std::move(text), Limits{}) {}
    JsonTree(QByteArray text, const Limits &limits);

    const QByteArray &text() const { return m_text; }
    const std::optional<JsonFault> &fault() const { return m_fault; }
    const std::vector<JsonFault> &tolerated() const { return m_tolerated; }
    qsizetype leftOut() const { return m_leftOut; }   ///< bytes behind the last value that a limit allowed
    bool isEmpty() const { return m_entries.empty(); }
    bool isWholeJson() const { return !m_fault && m_leftOut == 0 && !isEmpty(); }
    qsizetype entryCount() const { return qsizetype(m_entries.size()); }

    Node root() const { return isEmpty() ? none : 0; }
    Node firstChild(Node parent) const;   ///< none for scalars and empty brackets
    Node nextSibling(Node node, Node parent) const;
    std::vector<Node> children(Node parent) const;
    std::vector<Node> ancestors(Node node) const; ///< from the root to `node` itself

    Type type(Node node) const;
    bool isContainer(Node node) const { return type(node) <= Type::Array; }
    bool isKey(Node entry) const { return m_entries[entry].isKey; } ///< keys are entries, but no nodes
    bool hasKey(Node node) const { return node > 0 && m_entries[node - 1].isKey; }
    ByteRange range(Node node) const;     ///< with brackets or quotes; up to the fault where the closing bracket is missing
    ByteRange keyRange(Node node) const;  ///< with its quotes; empty if it has none
    QByteArrayView bytes(Node node) const { return range(node).of(m_text); }
    QByteArray key(Node node) const;      ///< escapes resolved
    QByteArray value(Node node) const;    ///< a string with its escapes resolved, anything else as it stands

    /// RFC 6901, as bytes because keys may be no UTF-8. Members of the same key share a pointer.
    QByteArray pointer(Node node) const;

    struct Found
    {
        Node node = none;
        bool isAmbiguous = false; ///< some key on the way occurs more than once; the last was taken, as most readers do
        explicit operator bool() const { return node != none; }
    };
    Found at(QByteArrayView pointer) const;
    /// `order.lines[2].sku` or `order.lines.2.sku`; a key may contain dots, the shortest fitting one wins.
    Found atPath(QByteArrayView dotted) const;
    Found member(Node object, QByteArrayView key) const;

    struct Search
    {
        QByteArray text;
        bool inKeys = true;
        bool inValues = true;
        bool matchCase = false; ///< otherwise ASCII letters match in either case
    };
    /// The next match behind (before) `from`, going on from the other end; none if there is none at all. A string
    /// matches as it is written or with its escapes resolved. `from` = none starts at the beginning (end).
    Node next(const Search &search, Node from) const;
    Node previous(const Search &search, Node from) const;

private:
    struct Entry
    {
        quint32 from;
        quint32 until;
        quint32 after; ///< the first entry behind this one and all inside it
        Type type;
        bool isKey;
    };
    void build(const Limits &limits);
    void add(const JsonToken &token, std::vector<Node> &open);
    void closeLast(std::vector<Node> &open, qsizetype until);
    Found step(Node parent, QByteArrayView token, bool mayBeIndex) const;
    Found element(Node array, QByteArrayView digits) const;
    Node valueBehind(Node entry) const { return entry < m_entries.size() && m_entries[entry].isKey ? entry + 1 : entry; }
    bool matches(const Search &search, Node entry) const;
    void dropUnfinishedMember();

    QByteArray m_text;
    std::vector<Entry> m_entries;
    std::optional<JsonFault> m_fault;
    std::vector<JsonFault> m_tolerated;
    qsizetype m_leftOut = 0;
};

QString toWord(JsonTree::Type type); ///< "object", "true", …

/// One step of a JSON pointer, with ~ and / written as ~0 and ~1.
QByteArray pointerToken(QByteArrayView key);
/// The steps of a pointer, decoded; nothing if it is not one (no leading /, or ~ before something else).
std::optional<std::vector<QByteArray>> pointerTokens(QByteArrayView pointer);

} // namespace holdwatch::payload
