// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/Completion.h"

#include "models/filter/Parser.h"
#include "models/filter/Scanner.h"
#include "models/filter/Words.h"

#include <algorithm>

namespace holdwatch::filter {

namespace {

constexpr qsizetype mostCompletions = 50;

/// What the cursor stands in, found by reading the terms before it.
struct Place
{
    enum class Kind { Term, Value, AfterValue, Nothing };
    Kind kind = Kind::Term;
    qsizetype from = 0;   ///< where the word under the cursor begins
    Name field;           ///< of a value
    bool isFirst = true;  ///< nothing stands before the term, so OR can't
    bool inList = false;
    bool takesOperator = false; ///< right after the colon
};

class PlaceFinder
{
public:
    explicit PlaceFinder(QStringView upToCursor) : m_scanner(upToCursor) {}

    Place find()
    {
        while (readTerm()) {}
        return m_place;
    }

private:
    bool readTerm();
    bool readList();
    bool readValue();
    bool stopAt(Place::Kind kind, qsizetype from);

    Scanner m_scanner;
    Place m_place;
};

bool PlaceFinder::stopAt(Place::Kind kind, qsizetype from)
{
    m_place.kind = kind;
    m_place.from = from;
    return false;
}

bool PlaceFinder::readTerm()
{
    m_scanner.skipSpaces();
    if (m_scanner.take(QLatin1String("("))) {
        m_place.isFirst = true;
        return true;
    }
    if (m_scanner.take(QLatin1String(")")) || m_scanner.take(QLatin1String("-")))
        return true;
    const qsizetype from = m_scanner.at();
    if (m_scanner.atEnd())
        return stopAt(Place::Kind::Term, from);
    const auto name = m_scanner.nameAhead();
    if (name && m_scanner.ahead(name->end - from) == QLatin1Char(':')) {
        m_place.field = *name;
        m_scanner.moveTo(name->end + 1);
        m_place.isFirst = false;
        return m_scanner.take(QLatin1String("(")) ? readList() : readValue();
    }
    const Word word = m_scanner.word(false);
    if (m_scanner.failed())
        return stopAt(Place::Kind::Nothing, from); // inside quoted free text
    if (m_scanner.atEnd())
        return stopAt(word.isQuoted ? Place::Kind::Nothing : Place::Kind::Term, from);
    m_place.isFirst = !word.isQuoted && isKeyword(word.text());
    return true;
}

/// False: the cursor stands in this value.
bool PlaceFinder::readValue()
{
    qsizetype from = m_scanner.at();
    const bool compares = m_scanner.take(QLatin1String(">=")) || m_scanner.take(QLatin1String("<=")) || m_scanner.take(QLatin1String("!="))
        || m_scanner.take(QLatin1String(">")) || m_scanner.take(QLatin1String("<"));
    if (compares)
        from = m_scanner.at();
    m_place.takesOperator = !compares;
    m_scanner.word(true);
    while (!m_scanner.failed() && m_scanner.take(QLatin1String(".."))) {
        m_place.takesOperator = false;
        from = m_scanner.at();
        m_scanner.word(true);
    }
    return m_scanner.failed() || m_scanner.atEnd() ? stopAt(Place::Kind::Value, from) : true;
}

bool PlaceFinder::readList()
{
    m_place.inList = true;
    for (;;) {
        m_scanner.skipSpaces();
        if (!readValue())
            return false;
        m_scanner.skipSpaces();
        if (m_scanner.take(QLatin1String(")")))
            break;
        const qsizetype from = m_scanner.at();
        const bool isBetween = m_scanner.takeKeyword(QLatin1String("OR")) || m_scanner.takeKeyword(QLatin1String("or"));
        const bool isBegun = m_scanner.bareWordAhead().size() == m_scanner.left() && !isBetween;
        if (m_scanner.atEnd() || isBegun)
            return stopAt(Place::Kind::AfterValue, from);
        if (!isBetween && m_scanner.take(QLatin1String("(")))
            return stopAt(Place::Kind::Nothing, m_scanner.at());
    }
    m_place.inList = false;
    return true;
}

class Offer
{
public:
    Offer(QStringView text, qsizetype cursor, const FieldCatalogue &catalogue) : m_text(text), m_cursor(cursor), m_catalogue(catalogue) {}

    Completions at(const Place &place);

private:
    void terms(const Place &place);
    void fields(const QString &begun);
    void values(const Place &place);
    void operators(FieldType type);
    void afterValue(const QString &begun);
    void add(Completion::Kind kind, const QString &insert, const QString &description = {});
    void addWord(const QString &word, const QString &begun, const QString &description);
    void replaceName();
    void replaceValue();

    QStringView m_text;
    qsizetype m_cursor;
    const FieldCatalogue &m_catalogue;
    Completions m_found;
};

void Offer::add(Completion::Kind kind, const QString &insert, const QString &description)
{
    const Completion completion{kind, insert, description};
    if (m_found.items.size() < mostCompletions && !m_found.items.contains(completion))
        m_found.items.append(completion);
}

void Offer::addWord(const QString &word, const QString &begun, const QString &description)
{
    if (word.startsWith(begun, Qt::CaseInsensitive))
        add(Completion::Kind::Operator, word, description);
}

/// The rest of a name and its colon go too, else class: would become class:ass:.
void Offer::replaceName()
{
    qsizetype end = m_cursor;
    while (end < m_text.size() && (continuesName(m_text[end]) || m_text[end] == QLatin1Char('.')))
        ++end;
    if (end < m_text.size() && m_text[end] == QLatin1Char(':'))
        ++end;
    m_found.length = end - m_found.offset;
}

/// To the end of the value, which inside quotation marks is at the closing one.
void Offer::replaceValue()
{
    Scanner scanner(m_text);
    scanner.moveTo(m_found.offset);
    scanner.word(true);
    m_found.length = std::max(scanner.failed() ? m_cursor : scanner.at(), m_cursor) - m_found.offset;
}

Completions Offer::at(const Place &place)
{
    m_found.offset = place.from;
    m_found.length = m_cursor - place.from;
    switch (place.kind) {
    case Place::Kind::Term: terms(place); break;
    case Place::Kind::Value: values(place); break;
    case Place::Kind::AfterValue: afterValue(m_text.sliced(place.from, m_cursor - place.from).toString()); break;
    case Place::Kind::Nothing: break;
    }
    return m_found;
}

void Offer::terms(const Place &place)
{
    const QString begun = m_text.sliced(place.from, m_cursor - place.from).toString();
    replaceName();
    fields(begun);
    if (!place.isFirst)
        addWord(QStringLiteral("OR"), begun, QStringLiteral("either side may match"));
    addWord(QStringLiteral("NOT"), begun, QStringLiteral("must not match; also written -"));
    addWord(QStringLiteral("("), begun, QStringLiteral("opens a group"));
}

void Offer::fields(const QString &begun)
{
    const auto offer = [this](const FieldInfo &field) { add(Completion::Kind::Field, field.name + QLatin1Char(':'), field.description); };
    const auto isBegun = [&begun](const QString &name) { return name.startsWith(begun, Qt::CaseInsensitive); };
    for (const FieldInfo &field : m_catalogue.fields()) {
        if (isBegun(field.name))
            offer(field);
    }
    for (const FieldInfo &field : m_catalogue.fields()) {
        if (std::any_of(field.aliases.begin(), field.aliases.end(), isBegun))
            offer(field);
    }
    for (const FieldInfo &field : m_catalogue.fields()) {
        if (field.name.contains(begun, Qt::CaseInsensitive))
            offer(field);
    }
}

QStringList examples(FieldType type)
{
    switch (type) {
    case FieldType::Duration: return {QStringLiteral("5m"), QStringLiteral("1h"), QStringLiteral("1d")};
    case FieldType::Time: return {QStringLiteral("today"), QStringLiteral("yesterday"), QStringLiteral("-1h"), QStringLiteral("-1d")};
    default: return {};
    }
}

QStringList valuesOf(const FieldInfo &field, const QString &begun)
{
    QStringList values = field.values ? field.values(begun) : QStringList();
    values += field.samples;
    return values.isEmpty() ? examples(field.type) : values;
}

/// What was typed of a value so far, without its quotation mark.
QString begunValue(QStringView typed)
{
    return typed.startsWith(QLatin1Char('"')) ? typed.sliced(1).toString() : typed.toString();
}

void Offer::values(const Place &place)
{
    const QString begun = begunValue(m_text.sliced(place.from, m_cursor - place.from));
    const FieldInfo *field = place.field.isQuoted ? nullptr : m_catalogue.find(place.field.bare);
    replaceValue();
    if (field != nullptr) {
        for (const QString &value : valuesOf(*field, begun)) {
            if (value.startsWith(begun, Qt::CaseInsensitive))
                add(Completion::Kind::Value, asValue(value));
        }
    }
    if (field == nullptr && m_catalogue.isClosed())
        return;
    if (place.takesOperator && m_found.length == 0) // beside a value an operator would take its place
        operators(field != nullptr ? field->type : FieldType::Number);
}

void Offer::operators(FieldType type)
{
    add(Completion::Kind::Operator, QStringLiteral("*"), QStringLiteral("is present"));
    add(Completion::Kind::Operator, QStringLiteral("!="), QStringLiteral("is present and another"));
    if (type == FieldType::Text)
        return;
    const bool isTime = type == FieldType::Time;
    add(Completion::Kind::Operator, QStringLiteral(">"), isTime ? QStringLiteral("later than") : QStringLiteral("more than"));
    add(Completion::Kind::Operator, QStringLiteral(">="), isTime ? QStringLiteral("from then on") : QStringLiteral("at least"));
    add(Completion::Kind::Operator, QStringLiteral("<"), isTime ? QStringLiteral("earlier than") : QStringLiteral("less than"));
    add(Completion::Kind::Operator, QStringLiteral("<="), isTime ? QStringLiteral("until then") : QStringLiteral("at most"));
}

void Offer::afterValue(const QString &begun)
{
    addWord(QStringLiteral("OR"), begun, QStringLiteral("another value"));
    addWord(QStringLiteral(")"), begun, QStringLiteral("ends the list"));
}

} // namespace

Completions complete(QStringView text, qsizetype cursor, const FieldCatalogue &catalogue)
{
    text = text.first(std::min(text.size(), longestFilter));
    cursor = std::clamp<qsizetype>(cursor, 0, text.size());
    return Offer(text, cursor, catalogue).at(PlaceFinder(text.first(cursor)).find());
}

} // namespace holdwatch::filter
