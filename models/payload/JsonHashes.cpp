// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/JsonHashes.h"

#include <QHashFunctions>
#include <QRandomGenerator>

#include <algorithm>

namespace holdwatch::payload {

namespace {

using Node = JsonTree::Node;

quint64 mixed(quint64 a, quint64 b)
{
    quint64 x = a * 0x9E3779B97F4A7C15ULL ^ (b + 0x632BE59BD9B4E019ULL + (a << 6) + (a >> 2));
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

quint64 hashOf(QByteArrayView bytes, quint64 seed)
{
    return mixed(seed, qHashBits(bytes.data(), size_t(bytes.size()), size_t(seed)));
}

/// A decimal number as sign, digits without zeros at either end, and the place of the point.
struct Decimal
{
    bool isNegative = false;
    QByteArray digits;
    qint64 exponent = 0;
    bool isKnown = true;
    bool operator==(const Decimal &) const = default;
};

Decimal decimalOf(QByteArrayView text)
{
    Decimal number;
    bool isBehindPoint = false;
    qsizetype at = 0;
    if (at < text.size() && (text[at] == '-' || text[at] == '+'))
        number.isNegative = text[at++] == '-';
    for (; at < text.size() && (text[at] | 0x20) != 'e'; ++at) {
        if (text[at] == '.') {
            isBehindPoint = true;
            continue;
        }
        if (text[at] < '0' || text[at] > '9')
            return {false, {}, 0, false};
        if (text[at] != '0' || !number.digits.isEmpty())
            number.digits += text[at];
        number.exponent -= isBehindPoint ? 1 : 0;
    }
    if (at < text.size()) {
        bool isNumber = false;
        number.exponent += text.sliced(at + 1).toByteArray().toLongLong(&isNumber);
        number.isKnown = isNumber && text.size() - at < 16;
    }
    while (number.digits.endsWith('0')) {
        number.digits.chop(1);
        ++number.exponent;
    }
    if (number.digits.isEmpty())
        number = {false, {}, 0, number.isKnown};
    return number;
}

} // namespace

JsonHashes::JsonHashes(const JsonTree &tree, quint64 seed)
    : m_seed(seed), m_ordered(size_t(tree.entryCount())), m_unordered(size_t(tree.entryCount()))
{
    // What lies inside a value stands behind it, so going backwards finds it done.
    for (qsizetype entry = tree.entryCount() - 1; entry >= 0; --entry) {
        if (tree.isKey(Node(entry)))
            continue;
        if (tree.isContainer(Node(entry)))
            hashContainer(tree, Node(entry));
        else
            hashScalar(tree, Node(entry));
    }
}

quint64 JsonHashes::randomSeed()
{
    return QRandomGenerator::global()->generate64();
}

void JsonHashes::hashScalar(const JsonTree &tree, Node node)
{
    m_ordered[node] = m_unordered[node] = hashOf(tree.bytes(node), m_seed);
}

void JsonHashes::hashContainer(const JsonTree &tree, Node node)
{
    const bool isObject = tree.type(node) == JsonTree::Type::Object;
    quint64 ordered = mixed(m_seed, isObject ? 1 : 2);
    quint64 unordered = ordered;
    std::vector<std::pair<quint64, quint64>> members;
    for (Node child = tree.firstChild(node); child != JsonTree::none; child = tree.nextSibling(child, node)) {
        const quint64 key = isObject ? hashOf(tree.key(child), m_seed) : 0;
        ordered = mixed(mixed(ordered, key), m_ordered[child]);
        if (isObject)
            members.emplace_back(key, m_unordered[child]);
        else
            unordered = mixed(unordered, m_unordered[child]);
    }
    // Stable: members of one key stay in their order, because that order tells which of them counts.
    std::stable_sort(members.begin(), members.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &[key, value] : members)
        unordered = mixed(mixed(unordered, key), value);
    m_ordered[node] = ordered;
    m_unordered[node] = unordered;
}

std::vector<quint64> JsonHashes::unordered(const std::vector<Node> &nodes) const
{
    std::vector<quint64> hashes;
    hashes.reserve(nodes.size());
    for (const Node node : nodes)
        hashes.push_back(m_unordered[node]);
    return hashes;
}

bool isSameNumber(QByteArrayView a, QByteArrayView b)
{
    const Decimal left = decimalOf(a);
    return left.isKnown && left == decimalOf(b);
}

} // namespace holdwatch::payload
