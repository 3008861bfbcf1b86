// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/Parser.h"

#include "models/filter/Scanner.h"
#include "models/filter/Typing.h"
#include "models/filter/Words.h"

namespace holdwatch::filter {

namespace {

QLatin1String lowerOr() { return QLatin1String("or"); }
QLatin1String upperOr() { return QLatin1String("OR"); }

/// After a fault every function hands back something empty; the scanner keeps the fault.
class Parser
{
public:
    Parser(QStringView text, const FieldCatalogue &catalogue) : m_scanner(text), m_text(text), m_catalogue(catalogue) {}

    Parsed run();

private:
    Expression alternatives();
    Expression sequence();
    Expression term();
    Expression negation(qsizetype from);
    Expression group();
    Expression freeText();
    void refuseForgottenColon();
    Expression fieldTerm(const Name &name);
    FieldRef resolve(const Name &name) const;
    bool isField(const Name &name) const { return !m_catalogue.isClosed() || (!name.isQuoted && m_catalogue.find(name.bare) != nullptr); }
    std::vector<Condition> conditions(const FieldRef &field);
    std::vector<Condition> list(const FieldRef &field);
    Condition condition(const FieldRef &field);
    Condition comparison(const FieldRef &field, Comparison comparison);
    Condition range(const FieldRef &field, const Word &from);
    std::optional<Comparison> takeOperator();

    bool takeOr() { return m_scanner.takeKeyword(upperOr()) || m_scanner.takeKeyword(lowerOr()); }
    bool isOrAhead();
    bool isSequenceOver();
    bool enter(qsizetype at);
    void expectTerm(const QString &where);
    void expectValue();
    qsizetype lengthAhead() const { return m_scanner.atEnd() ? 0 : std::max<qsizetype>(1, m_scanner.bareWordAhead().size()); }

    Scanner m_scanner;
    QStringView m_text;
    const FieldCatalogue &m_catalogue;
    int m_depth = 0;
};

Parsed refusal(qsizetype offset, qsizetype length, const QString &sentence)
{
    return tl::unexpected<Fault>(Fault{offset, length, sentence});
}

Parsed Parser::run()
{
    m_scanner.skipSpaces();
    if (m_scanner.atEnd())
        return Expression();
    Expression expression = alternatives();
    if (!m_scanner.failed() && !m_scanner.atEnd())
        m_scanner.fail(m_scanner.at(), 1, QStringLiteral("This bracket closes none that was opened before."));
    if (m_scanner.failed())
        return tl::unexpected<Fault>(*m_scanner.fault());
    return expression;
}

Expression Parser::alternatives()
{
    std::vector<Expression> found;
    do {
        found.push_back(sequence());
    } while (!m_scanner.failed() && takeOr());
    return anyOf(std::move(found));
}

bool Parser::isOrAhead()
{
    const qsizetype at = m_scanner.at();
    const bool found = takeOr();
    m_scanner.moveTo(at);
    return found;
}

bool Parser::isSequenceOver()
{
    m_scanner.skipSpaces();
    return m_scanner.failed() || m_scanner.atEnd() || m_scanner.ahead() == QLatin1Char(')') || isOrAhead();
}

Expression Parser::sequence()
{
    std::vector<Expression> found;
    while (!isSequenceOver()) {
        if (!found.empty() && m_scanner.takeKeyword(QLatin1String("AND")))
            m_scanner.skipSpaces();
        found.push_back(term());
    }
    if (found.empty())
        expectTerm(QStringLiteral("here"));
    return allOf(std::move(found));
}

void Parser::expectTerm(const QString &where)
{
    m_scanner.fail(m_scanner.at(), lengthAhead(), QStringLiteral("A term is expected %1: a word or field:value.").arg(where));
}

bool Parser::enter(qsizetype at)
{
    if (++m_depth <= deepestFilter)
        return true;
    m_scanner.fail(at, 1, QStringLiteral("This is nested too deeply; at most %1 levels are expected.").arg(deepestFilter));
    return false;
}

Expression Parser::term()
{
    const qsizetype from = m_scanner.at();
    if (m_scanner.ahead() == QLatin1Char('(')) {
        m_scanner.moveTo(from + 1);
        return group();
    }
    if (m_scanner.take(QLatin1String("-")))
        return negation(from);
    if (m_scanner.takeKeyword(QLatin1String("NOT"))) {
        m_scanner.skipSpaces();
        return negation(from);
    }
    const auto name = m_scanner.nameAhead();
    if (name && m_scanner.ahead(name->end - from) == QLatin1Char(':') && isField(*name))
        return fieldTerm(*name);
    return freeText();
}

Expression Parser::negation(qsizetype from)
{
    const bool stands = !m_scanner.atEnd() && !isSpace(m_scanner.ahead()) && m_scanner.ahead() != QLatin1Char(')') && !isOrAhead();
    if (!stands)
        m_scanner.fail(from, m_scanner.at() - from, QStringLiteral("Right after this a term is expected that must not match."));
    if (!stands || !enter(from))
        return {};
    Expression inner = term();
    --m_depth;
    return inverted(std::move(inner));
}

Expression Parser::group()
{
    const qsizetype from = m_scanner.at() - 1;
    if (!enter(from))
        return {};
    Expression inner = alternatives();
    --m_depth;
    if (!m_scanner.failed() && !m_scanner.take(QLatin1String(")")))
        m_scanner.fail(from, 1, QStringLiteral("This bracket is never closed: a ) is expected."));
    return inner;
}

Expression Parser::freeText()
{
    refuseForgottenColon();
    const Word word = m_scanner.word(false);
    if (!m_scanner.failed() && word.length == 0)
        expectTerm(QStringLiteral("here"));
    if (!word.isQuoted && isKeyword(word.text()))
        m_scanner.fail(word.offset, word.length, QStringLiteral("A term is expected on both sides of %1; put it in quotation marks to look for the word.").arg(word.text()));
    Expression expression;
    expression.kind = Expression::Kind::Text;
    expression.text.parts = word.parts;
    return expression;
}

/// age>1h would look for those very letters and find nothing, which is no answer.
void Parser::refuseForgottenColon()
{
    const auto name = m_scanner.nameAhead();
    if (!name || name->isQuoted || m_catalogue.find(name->bare) == nullptr)
        return;
    const QStringView rest = m_text.sliced(name->end);
    const bool compares = rest.startsWith(QLatin1Char('<')) || rest.startsWith(QLatin1Char('>')) || rest.startsWith(QLatin1Char('=')) || rest.startsWith(QLatin1String("!="));
    if (compares)
        m_scanner.fail(name->end, 1, QStringLiteral("After the field %1 a colon is expected (age:>1h); put the word in quotation marks to look for it as text.").arg(name->bare));
}

FieldRef Parser::resolve(const Name &name) const
{
    FieldRef field;
    const FieldInfo *known = m_catalogue.find(name.isQuoted ? name.segments.join(QLatin1Char('.')) : name.bare);
    if (known != nullptr && !name.isQuoted)
        return {known->id, known->type, known->name, {}, false};
    field.path.segments = name.segments;
    field.hidesKnown = known != nullptr;
    return field;
}

Expression Parser::fieldTerm(const Name &name)
{
    Expression expression;
    expression.kind = Expression::Kind::Field;
    expression.field = resolve(name);
    m_scanner.moveTo(name.end + 1);
    expression.conditions = conditions(expression.field);
    return expression;
}

std::vector<Condition> Parser::conditions(const FieldRef &field)
{
    if (m_scanner.take(QLatin1String("(")))
        return list(field);
    std::vector<Condition> one;
    one.push_back(condition(field));
    return one;
}

std::vector<Condition> Parser::list(const FieldRef &field)
{
    const qsizetype from = m_scanner.at() - 1;
    std::vector<Condition> found;
    do {
        m_scanner.skipSpaces();
        if (isOrAhead())
            expectValue();
        found.push_back(condition(field));
        m_scanner.skipSpaces();
    } while (!m_scanner.failed() && takeOr());
    if (m_scanner.failed() || m_scanner.take(QLatin1String(")")))
        return found;
    if (m_scanner.atEnd())
        m_scanner.fail(from, 1, QStringLiteral("This list is never closed: a ) is expected."));
    else
        m_scanner.fail(m_scanner.at(), lengthAhead(), QStringLiteral("Between the values of a list OR is expected, and ) at its end."));
    return found;
}

std::optional<Comparison> Parser::takeOperator()
{
    if (m_scanner.take(QLatin1String(">=")))
        return Comparison::AtLeast;
    if (m_scanner.take(QLatin1String("<=")))
        return Comparison::AtMost;
    if (m_scanner.take(QLatin1String("!=")))
        return Comparison::IsNot;
    if (m_scanner.take(QLatin1String(">")))
        return Comparison::Greater;
    return m_scanner.take(QLatin1String("<")) ? std::optional(Comparison::Less) : std::nullopt;
}

void Parser::expectValue()
{
    m_scanner.fail(m_scanner.at(), lengthAhead(), QStringLiteral("A value is expected here, without a space before it."));
}

Condition Parser::condition(const FieldRef &field)
{
    if (const auto operation = takeOperator())
        return comparison(field, *operation);
    const Word word = m_scanner.word(true);
    if (m_scanner.take(QLatin1String("..")))
        return range(field, word);
    if (word.length == 0)
        expectValue();
    if (m_scanner.failed())
        return {};
    if (!word.isQuoted && word.parts == QStringList{QString(), QString()})
        return {Comparison::Present, {}, {}};
    return {Comparison::Is, typed(field, Comparison::Is, word, m_scanner).value_or(Literal()), {}};
}

Condition Parser::comparison(const FieldRef &field, Comparison comparison)
{
    const Word word = m_scanner.word(false);
    if (word.length == 0)
        expectValue();
    if (m_scanner.failed())
        return {};
    return {comparison, typed(field, comparison, word, m_scanner).value_or(Literal()), {}};
}

Condition Parser::range(const FieldRef &field, const Word &from)
{
    const Word upTo = m_scanner.word(true);
    if (!m_scanner.failed() && m_scanner.ahead() == QLatin1Char('.'))
        m_scanner.fail(m_scanner.at(), 2, QStringLiteral("A range has two ends; a space is expected here."));
    if (from.length == 0 && upTo.length == 0)
        m_scanner.fail(from.offset, 2, QStringLiteral("A range needs an end, as in 1h..2h, 1h.. or ..2h."));
    if (m_scanner.failed())
        return {};
    if (from.length == 0)
        return {Comparison::AtMost, typed(field, Comparison::AtMost, upTo, m_scanner).value_or(Literal()), {}};
    const auto first = typed(field, Comparison::AtLeast, from, m_scanner);
    if (upTo.length == 0)
        return {Comparison::AtLeast, first.value_or(Literal()), {}};
    const auto last = typed(field, Comparison::AtMost, upTo, m_scanner);
    if (first && last && !isRange(*first, *last))
        m_scanner.fail(from.offset, m_scanner.at() - from.offset, QStringLiteral("A range goes from the lower to the higher value of one kind."));
    return {Comparison::Between, first.value_or(Literal()), last.value_or(Literal())};
}

} // namespace

Parsed parse(QStringView text, const FieldCatalogue &catalogue)
{
    const QString tooLong = QStringLiteral("The filter is too long; at most %1 characters are expected.").arg(longestFilter);
    if (text.size() > longestFilter)
        return refusal(longestFilter, text.size() - longestFilter, tooLong);
    Parsed parsed = Parser(text, catalogue).run();
    // Aliases and escapes can make the canonical text longer, and what was accepted must be readable again.
    if (parsed && toText(*parsed).size() > longestFilter)
        return refusal(0, text.size(), tooLong);
    return parsed;
}

} // namespace holdwatch::filter
