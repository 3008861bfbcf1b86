// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/Matcher.h"

#include <algorithm>

namespace holdwatch::filter {

namespace {

bool isRelative(const Literal &literal)
{
    return literal.type == FieldType::Time && timeForm(literal.text()) != TimeForm::Absolute;
}

bool isRelative(const Condition &condition)
{
    return isRelative(condition.value) || (condition.comparison == Comparison::Between && isRelative(condition.upTo));
}

} // namespace

Matcher::Matcher() = default;

Matcher::Matcher(const Expression &expression, const Moment &moment)
    : m_matchesAll(expression.isEverything())
{
    if (!m_matchesAll)
        m_root = compile(expression, moment);
}

Matcher::Node Matcher::compile(const Expression &expression, const Moment &moment)
{
    if (expression.kind == Expression::Kind::Field)
        return field(expression, moment);
    if (expression.kind == Expression::Kind::Text)
        return freeText(expression.text);
    std::vector<Node> children;
    for (const Expression &child : expression.children)
        children.push_back(compile(child, moment));
    if (expression.kind == Expression::Kind::Not)
        return group(Kind::Not, std::move(children));
    return group(expression.kind == Expression::Kind::Or ? Kind::Or : Kind::And, std::move(children));
}

/// The order of questions changes no answer, only how soon it is known.
Matcher::Node Matcher::group(Kind kind, std::vector<Node> children) const
{
    const auto isCheaper = [](const Node &left, const Node &right) { return left.dearest < right.dearest; };
    std::stable_sort(children.begin(), children.end(), isCheaper);
    Node node;
    node.kind = kind;
    node.dearest = children.empty() ? Kind::Known : children.back().dearest;
    node.children = std::move(children);
    return node;
}

Matcher::Node Matcher::field(const Expression &expression, const Moment &moment)
{
    std::vector<ValueCheck> checks;
    std::vector<Node> alternatives;
    for (const Condition &condition : expression.conditions) {
        m_dependsOnNow = m_dependsOnNow || isRelative(condition);
        if (condition.comparison == Comparison::IsNot)
            alternatives.push_back(isNot(expression.field, condition, moment));
        else
            checks.emplace_back(condition, moment);
    }
    if (!checks.empty())
        alternatives.push_back(test(expression.field, std::move(checks)));
    return alternatives.size() == 1 ? Node(std::move(alternatives.front())) : group(Kind::Or, std::move(alternatives));
}

Matcher::Node Matcher::test(const FieldRef &field, std::vector<ValueCheck> checks)
{
    Node node;
    node.kind = field.isKnown() ? Kind::Known : Kind::Path;
    node.dearest = node.kind;
    node.field = field.id;
    node.index = m_tests.size();
    m_tests.emplace_back(std::move(checks));
    m_paths.push_back(field.path);
    return node;
}

/// There is a value, and none of them is this one.
Matcher::Node Matcher::isNot(const FieldRef &field, const Condition &condition, const Moment &moment)
{
    std::vector<ValueCheck> present;
    present.emplace_back(Condition{Comparison::Present, {}, {}}, moment);
    std::vector<ValueCheck> same;
    same.emplace_back(condition, moment);
    std::vector<Node> asked;
    asked.push_back(test(field, std::move(same)));
    std::vector<Node> both;
    both.push_back(group(Kind::Not, std::move(asked)));
    both.push_back(test(field, std::move(present)));
    return group(Kind::And, std::move(both));
}

Matcher::Node Matcher::freeText(const Literal &text)
{
    Node node;
    node.kind = Kind::Text;
    node.dearest = Kind::Text;
    node.index = m_patterns.size();
    m_patterns.emplace_back(text.parts);
    return node;
}

bool Matcher::holds(const Node &node, const FilterSource &row) const
{
    switch (node.kind) {
    case Kind::Known: return row.anyValue(node.field, m_tests[node.index]);
    case Kind::Path: return row.anyValueAt(m_paths[node.index], m_tests[node.index]);
    case Kind::Text: return row.anyTextContains(m_patterns[node.index]);
    case Kind::Not: return !holds(node.children.front(), row);
    case Kind::And: return std::all_of(node.children.begin(), node.children.end(), [&](const Node &child) { return holds(child, row); });
    case Kind::Or: return std::any_of(node.children.begin(), node.children.end(), [&](const Node &child) { return holds(child, row); });
    }
    return false;
}

} // namespace holdwatch::filter
