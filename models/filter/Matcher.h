// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter/FilterSource.h"

#include <vector>

namespace holdwatch::filter {

/// A filter made ready for many rows. Immutable, so several threads may use one; a copy is deep. Asking it allocates
/// nothing (unless a text in the message is compared with a duration or a time) and asks the cheap questions
/// first: known fields, then places in the message, then free text.
class Matcher
{
public:
    Matcher(); ///< everything matches
    Matcher(const Expression &expression, const Moment &moment);

    bool matches(const FilterSource &row) const { return m_matchesAll || holds(m_root, row); }
    bool matchesAll() const { return m_matchesAll; }

    /// It names today or -2h: make it anew as time goes by.
    bool dependsOnNow() const { return m_dependsOnNow; }

private:
    enum class Kind : quint8 { And, Or, Not, Known, Path, Text }; // the last three from cheap to dear

    struct Node
    {
        Kind kind = Kind::And;
        Kind dearest = Kind::And; ///< of all below it
        FieldId field = -1;
        std::size_t index = 0; ///< into m_tests and m_paths, or m_patterns
        std::vector<Node> children;
    };

    Node compile(const Expression &expression, const Moment &moment);
    Node group(Kind kind, std::vector<Node> children) const;
    Node field(const Expression &expression, const Moment &moment);
    Node test(const FieldRef &field, std::vector<ValueCheck> checks);
    Node isNot(const FieldRef &field, const Condition &condition, const Moment &moment);
    Node freeText(const Literal &text);
    bool holds(const Node &node, const FilterSource &row) const;

    std::vector<ValueTest> m_tests;
    std::vector<FieldPath> m_paths; ///< beside m_tests; empty for known fields
    std::vector<TextPattern> m_patterns;
    Node m_root;
    bool m_matchesAll = true;
    bool m_dependsOnNow = false;
};

} // namespace holdwatch::filter
