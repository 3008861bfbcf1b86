// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/JsonTree.h"

namespace holdwatch::payload {

/// Two numbers for each value of a tree, so that equal parts of two texts are known at a glance. White space does
/// not count, how a scalar is written does. The seed is random, so that no message can be made to look like another.
class JsonHashes
{
public:
    JsonHashes(const JsonTree &tree, quint64 seed);

    static quint64 randomSeed();

    quint64 ordered(JsonTree::Node node) const { return m_ordered[node]; }
    quint64 unordered(JsonTree::Node node) const { return m_unordered[node]; } ///< the order of keys does not count
    std::vector<quint64> unordered(const std::vector<JsonTree::Node> &nodes) const;

private:
    void hashScalar(const JsonTree &tree, JsonTree::Node node);
    void hashContainer(const JsonTree &tree, JsonTree::Node node);

    quint64 m_seed;
    std::vector<quint64> m_ordered;
    std::vector<quint64> m_unordered;
};

/// True if two JSON numbers have the same value, whatever their size and form: exact, on their digits.
bool isSameNumber(QByteArrayView a, QByteArrayView b);

} // namespace holdwatch::payload
