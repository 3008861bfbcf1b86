// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/DiffRows.h"

#include "models/payload/JsonHashes.h"
#include "models/payload/TextView.h"

#include <QHash>

#include <algorithm>

namespace holdwatch::payload {

namespace {

using Node = JsonTree::Node;
using Kind = DiffRow::Kind;

constexpr qsizetype shownBytes = 200;

struct Side
{
    const JsonTree &tree;
    const ByteRanges &hidden;
    JsonHashes hashes;
};

/// A step from a value to one inside it. Pointers are only put together for rows: along the way down a deep text
/// they would cost its depth squared.
struct Step
{
    qsizetype above;
    bool isRight;
    Node node;
    qsizetype index; ///< -1: a member
};

struct Pair
{
    Node left;
    Node right;
    qsizetype step;
};

/// Members by key and, for keys that occur more than once, by their order.
using Members = QHash<std::pair<QByteArray, int>, qsizetype>;

class JsonRows
{
public:
    JsonRows(Side left, Side right, const DiffLimits &limits) : m_left(std::move(left)), m_right(std::move(right)), m_limits(limits), m_rows(limits) {}

    Diff compare()
    {
        m_open.push_back({m_left.tree.root(), m_right.tree.root(), -1});
        while (!m_open.empty()) {
            const Pair pair = m_open.back();
            m_open.pop_back();
            compare(pair);
        }
        Diff diff = m_rows.take(Diff::Basis::Json, m_remark);
        if (diff.isSame() && m_left.tree.text() != m_right.tree.text())
            diff.remark = QStringLiteral("The same values in the same order; only the white space differs.");
        return diff;
    }

private:
    void compare(const Pair &pair)
    {
        if (m_left.hashes.ordered(pair.left) == m_right.hashes.ordered(pair.right))
            return;
        const JsonTree::Type type = m_left.tree.type(pair.left);
        if (type != m_right.tree.type(pair.right) || !m_left.tree.isContainer(pair.left))
            return add(Kind::Changed, pair);
        // What is inside must come out in its order, and the last one put in comes out first.
        const size_t from = m_open.size();
        if (type == JsonTree::Type::Object)
            compareMembers(pair);
        else
            compareElements(pair);
        std::reverse(m_open.begin() + qptrdiff(from), m_open.end());
    }

    static Members membersOf(const JsonTree &tree, const std::vector<Node> &children)
    {
        Members members;
        QHash<QByteArray, int> seen;
        for (qsizetype i = 0; i < qsizetype(children.size()); ++i) {
            const QByteArray key = tree.key(children[size_t(i)]);
            members.insert({key, seen[key]++}, i);
        }
        return members;
    }

    void compareMembers(const Pair &pair)
    {
        const auto lefts = m_left.tree.children(pair.left);
        const auto rights = m_right.tree.children(pair.right);
        const Members members = membersOf(m_right.tree, rights);
        std::vector<bool> isMatched(rights.size());
        QHash<QByteArray, int> seen;
        qsizetype furthest = -1;
        bool isReordered = false;
        for (const Node left : lefts) {
            const QByteArray key = m_left.tree.key(left);
            const qsizetype at = members.value({key, seen[key]++}, -1);
            if (at < 0) {
                addLeft(left, stepTo(pair.step, false, left, -1));
                continue;
            }
            isMatched[size_t(at)] = true;
            isReordered |= at < furthest;
            furthest = std::max(furthest, at);
            m_open.push_back({left, rights[size_t(at)], stepTo(pair.step, false, left, -1)});
        }
        for (size_t i = 0; i < rights.size(); ++i) {
            if (!isMatched[i])
                addRight(rights[i], stepTo(pair.step, true, rights[i], -1));
        }
        if (isReordered)
            add(Kind::Reordered, pair);
    }

    void compareElements(const Pair &pair)
    {
        const auto lefts = m_left.tree.children(pair.left);
        const auto rights = m_right.tree.children(pair.right);
        const auto leftHashes = m_left.hashes.unordered(lefts);
        const auto rightHashes = m_right.hashes.unordered(rights);
        const auto script = editScript(leftHashes, rightHashes, m_limits.edits);
        if (!script)
            m_remark = QStringLiteral("Some arrays are too different to match element by element; they were compared by position.");
        const auto runs = script ? *script : blockScript(leftHashes, rightHashes);
        for (size_t i = 0; i < runs.size();) {
            qsizetype removed = 0;
            qsizetype added = 0;
            const EditRun first = runs[i];
            if (first.kind == EditRun::Kind::Same)
                removed = added = runs[i++].count;
            else
                for (; i < runs.size() && runs[i].kind != EditRun::Kind::Same; ++i)
                    (runs[i].kind == EditRun::Kind::Removed ? removed : added) += runs[i].count;
            addElements(pair.step, lefts, rights, {EditRun::Kind::Same, first.left, first.right, std::min(removed, added)}, removed, added);
        }
    }

    void addElements(qsizetype step, const std::vector<Node> &lefts, const std::vector<Node> &rights, const EditRun &paired, qsizetype removed, qsizetype added)
    {
        for (qsizetype i = 0; i < paired.count; ++i) {
            const Node left = lefts[size_t(paired.left + i)];
            const Node right = rights[size_t(paired.right + i)];
            if (m_left.hashes.ordered(left) != m_right.hashes.ordered(right))
                m_open.push_back({left, right, stepTo(step, false, left, paired.left + i)});
        }
        for (qsizetype i = paired.count; i < removed; ++i)
            addLeft(lefts[size_t(paired.left + i)], stepTo(step, false, lefts[size_t(paired.left + i)], paired.left + i));
        for (qsizetype i = paired.count; i < added; ++i)
            addRight(rights[size_t(paired.right + i)], stepTo(step, true, rights[size_t(paired.right + i)], paired.right + i));
    }

    qsizetype stepTo(qsizetype above, bool isRight, Node node, qsizetype index)
    {
        m_steps.push_back({above, isRight, node, index});
        return qsizetype(m_steps.size()) - 1;
    }

    QByteArray pointerOf(qsizetype step) const
    {
        std::vector<const Step *> way;
        for (; step >= 0; step = m_steps[size_t(step)].above)
            way.push_back(&m_steps[size_t(step)]);
        QByteArray pointer;
        for (auto at = way.rbegin(); at != way.rend(); ++at) {
            const JsonTree &tree = (*at)->isRight ? m_right.tree : m_left.tree;
            pointer += '/' + ((*at)->index < 0 ? pointerToken(tree.key((*at)->node)) : QByteArray::number((*at)->index));
        }
        return pointer;
    }

    void addLeft(Node left, qsizetype step) { add(Kind::Removed, {left, JsonTree::none, step}); }
    void addRight(Node right, qsizetype step) { add(Kind::Added, {JsonTree::none, right, step}); }

    void add(Kind kind, const Pair &pair)
    {
        m_rows.count(kind);
        if (!m_rows.hasRoom())
            return m_rows.leaveOut();
        DiffRow row;
        row.kind = kind;
        row.pointer = pointerOf(pair.step);
        if (pair.left != JsonTree::none)
            show(m_left, pair.left, kind, row.leftRange, row.left);
        if (pair.right != JsonTree::none)
            show(m_right, pair.right, kind, row.rightRange, row.right);
        row.note = kind == Kind::Changed ? noteOf(pair) : kind == Kind::Reordered ? QStringLiteral("the same keys in another order") : QString();
        m_rows.add(std::move(row));
    }

    static void show(const Side &side, Node node, Kind kind, ByteRange &range, QString &text)
    {
        range = side.tree.range(node);
        text = kind == Kind::Reordered ? keysOf(side, node) : excerpt(side.tree.text(), range, shownBytes, side.hidden);
    }

    static QString keysOf(const Side &side, Node object)
    {
        QStringList keys;
        qsizetype size = 0;
        for (Node child = side.tree.firstChild(object); child != JsonTree::none && size < shownBytes; child = side.tree.nextSibling(child, object)) {
            keys << excerpt(side.tree.text(), side.tree.keyRange(child), shownBytes, side.hidden);
            size += keys.back().size();
        }
        return keys.join(QStringLiteral(", ")) + (size < shownBytes ? QString() : QString(QChar(0x2026)));
    }

    QString noteOf(const Pair &pair) const
    {
        const JsonTree::Type type = m_left.tree.type(pair.left);
        if (type != m_right.tree.type(pair.right))
            return QStringLiteral("%1 became %2").arg(toWord(type), toWord(m_right.tree.type(pair.right)));
        if (type == JsonTree::Type::String && m_left.tree.value(pair.left) == m_right.tree.value(pair.right))
            return QStringLiteral("the same text, written differently");
        if (type == JsonTree::Type::Number && isSameNumber(m_left.tree.bytes(pair.left), m_right.tree.bytes(pair.right)))
            return QStringLiteral("the same number, written differently");
        return {};
    }

    Side m_left;
    Side m_right;
    DiffLimits m_limits;
    DiffRows m_rows;
    std::vector<Pair> m_open;
    std::vector<Step> m_steps;
    QString m_remark;
};

} // namespace

Diff diffJson(const JsonTree &left, const ByteRanges &leftHidden, const JsonTree &right, const ByteRanges &rightHidden, const DiffLimits &limits)
{
    const quint64 seed = JsonHashes::randomSeed();
    return JsonRows({left, leftHidden, JsonHashes(left, seed)}, {right, rightHidden, JsonHashes(right, seed)}, limits).compare();
}

} // namespace holdwatch::payload
