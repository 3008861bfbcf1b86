// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/Expression.h"

#include "models/filter/Decimal.h"
#include "models/filter/TimeText.h"
#include "models/filter/Words.h"

namespace holdwatch::filter {

namespace {

QString join(const QStringList &parts, QString (*write)(QStringView))
{
    if (parts.size() == 1)
        return write(parts.first());
    QStringList written;
    for (const QString &part : parts)
        written += part.isEmpty() ? QString() : write(part);
    return written.join(QLatin1Char('*'));
}

/// In the message a number in quotation marks is meant as a text; so it must keep them.
bool wouldChangeType(const FieldRef &field, const Condition &condition)
{
    if (field.isKnown() || condition.value.type != FieldType::Text || condition.value.parts.size() != 1)
        return false;
    const QString &text = condition.value.parts.first();
    return Decimal::read(text).has_value() || timeForm(text) == TimeForm::Absolute;
}


QString operatorText(Comparison comparison)
{
    switch (comparison) {
    case Comparison::IsNot: return QStringLiteral("!=");
    case Comparison::Less: return QStringLiteral("<");
    case Comparison::AtMost: return QStringLiteral("<=");
    case Comparison::Greater: return QStringLiteral(">");
    case Comparison::AtLeast: return QStringLiteral(">=");
    default: return {};
    }
}

QString conditionText(const FieldRef &field, const Condition &condition)
{
    if (condition.comparison == Comparison::Present)
        return QStringLiteral("*");
    if (condition.comparison == Comparison::Between)
        return join(condition.value.parts, asValue) + QLatin1String("..") + join(condition.upTo.parts, asValue);
    return operatorText(condition.comparison) + join(condition.value.parts, wouldChangeType(field, condition) ? quoted : asValue);
}

QString fieldName(const FieldRef &field)
{
    if (field.isKnown())
        return field.name;
    QStringList written;
    for (const QString &segment : field.path.segments) {
        const bool first = written.isEmpty();
        written += isBareSegment(segment, first) && !(first && field.hidesKnown) ? segment : quoted(segment);
    }
    return written.join(QLatin1Char('.'));
}

QString fieldText(const Expression &expression)
{
    QStringList conditions;
    for (const Condition &condition : expression.conditions)
        conditions += conditionText(expression.field, condition);
    const QString list = conditions.join(QLatin1String(" OR "));
    return fieldName(expression.field) + QLatin1Char(':') + (conditions.size() == 1 ? list : QLatin1Char('(') + list + QLatin1Char(')'));
}


/// Brackets where the parent binds tighter than the child.
QString childText(const Expression &child, bool bracketAnd)
{
    const bool bracket = child.kind == Expression::Kind::Or || (bracketAnd && child.kind == Expression::Kind::And);
    return bracket ? QLatin1Char('(') + toText(child) + QLatin1Char(')') : toText(child);
}

QString groupText(const Expression &expression, QLatin1String between)
{
    QStringList written;
    for (const Expression &child : expression.children)
        written += childText(child, false);
    return written.join(between);
}

Expression everyText()
{
    Expression expression;
    expression.kind = Expression::Kind::Text;
    expression.text.parts = QStringList{QString(), QString()};
    return expression;
}

Expression group(Expression::Kind kind, std::vector<Expression> expressions)
{
    Expression result;
    result.kind = kind;
    for (Expression &expression : expressions) {
        if (expression.kind == kind)
            std::move(expression.children.begin(), expression.children.end(), std::back_inserter(result.children));
        else
            result.children.push_back(std::move(expression));
    }
    if (result.children.empty())
        return {};
    if (result.children.size() == 1)
        return Expression(std::move(result.children.front()));
    return result;
}

void collectPaths(const Expression &expression, QVector<FieldPath> &paths)
{
    if (expression.kind == Expression::Kind::Field && !expression.field.isKnown() && !paths.contains(expression.field.path))
        paths.append(expression.field.path);
    for (const Expression &child : expression.children)
        collectPaths(child, paths);
}

} // namespace

bool Expression::operator==(const Expression &other) const
{
    return kind == other.kind && children == other.children && field == other.field && conditions == other.conditions && text == other.text;
}

QString toText(const Expression &expression)
{
    switch (expression.kind) {
    case Expression::Kind::Everything: return {};
    case Expression::Kind::And: return groupText(expression, QLatin1String(" "));
    case Expression::Kind::Or: return groupText(expression, QLatin1String(" OR "));
    case Expression::Kind::Not: return QLatin1Char('-') + childText(expression.children.front(), true);
    case Expression::Kind::Field: return fieldText(expression);
    case Expression::Kind::Text: return join(expression.text.parts, asFreeText);
    }
    return {};
}

Expression allOf(std::vector<Expression> expressions)
{
    std::erase_if(expressions, [](const Expression &expression) { return expression.isEverything(); });
    return group(Expression::Kind::And, std::move(expressions));
}

Expression anyOf(std::vector<Expression> expressions)
{
    const bool all = std::any_of(expressions.begin(), expressions.end(), [](const Expression &expression) { return expression.isEverything(); });
    return all ? Expression() : group(Expression::Kind::Or, std::move(expressions));
}

Expression inverted(Expression expression)
{
    Expression result;
    result.kind = Expression::Kind::Not;
    result.children.push_back(expression.isEverything() ? everyText() : std::move(expression));
    return result;
}

Expression fieldIs(const FieldInfo &field, const QString &text)
{
    Expression result;
    result.kind = Expression::Kind::Field;
    result.field = FieldRef{field.id, field.type, field.name, {}, false};
    result.conditions.push_back(Condition{Comparison::Is, Literal{field.type, QStringList(text)}, {}});
    return result;
}

QVector<FieldPath> pathsIn(const Expression &expression)
{
    QVector<FieldPath> paths;
    collectPaths(expression, paths);
    return paths;
}

bool searchesText(const Expression &expression)
{
    return expression.kind == Expression::Kind::Text || std::any_of(expression.children.begin(), expression.children.end(), searchesText);
}

} // namespace holdwatch::filter
