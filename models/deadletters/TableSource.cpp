// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/TableSource.h"

#include "models/deadletters/FoldedError.h"

#include <algorithm>

namespace holdwatch {

using filter::FieldValue;

TableSource::TableSource(const LetterTable &table, UtcTime now, PayloadLookup payloads, payload::SensitiveNames names)
    : m_table(&table), m_now(now), m_payloads(std::move(payloads)), m_names(std::make_shared<const payload::SensitiveNames>(std::move(names)))
{
}

void TableSource::moveTo(LetterTable::RowIndex row)
{
    m_row = row;
    m_body.reset();
    m_isBlind = false;
}

quint8 &TableSource::answer(const void *question, LetterText column, TextId id) const
{
    auto at = std::find_if(m_memories.begin(), m_memories.end(), [&](const Memory &each) { return each.question == question && each.column == column; });
    if (at == m_memories.end())
        at = m_memories.insert(at, {question, column, {}});
    if (id >= at->answers.size())
        at->answers.resize(m_table->textCount(column), 0);
    return at->answers[id];
}

template<typename Ask>
bool TableSource::remembered(const void *question, LetterText column, Ask ask) const
{
    const TextId id = m_table->textId(column, m_row);
    if (id == 0)
        return false;
    quint8 &known = answer(question, column, id);
    if (known == 0)
        known = ask(m_table->text(column, id).decoded(m_scratch)) ? 2 : 1;
    return known == 2;
}

bool TableSource::textAnswers(LetterText column, const filter::ValueTest &test) const
{
    return remembered(&test, column, [&test](QStringView text) { return test(FieldValue::text(text)); });
}

const FailureClass *TableSource::failureClass() const
{
    const auto &classes = m_table->classes();
    const PackedText id = m_table->text(LetterText::Class, m_table->textId(LetterText::Class, m_row));
    const auto at = std::find_if(classes.begin(), classes.end(), [&](const FailureClass &each) { return id.decoded(m_scratch) == each.id; });
    return at == classes.end() ? nullptr : &*at;
}

QString TableSource::classText(LetterField field) const
{
    const FailureClass *const known = failureClass();
    if (!known)
        return {};
    return field == LetterField::Owner ? known->owner : field == LetterField::State ? toWord(known->state) : toWord(known->verdict);
}

bool TableSource::classAnswers(LetterField field, const filter::ValueTest &test) const
{
    return remembered(&test, LetterText::Class, [&](QStringView) {
        const QString text = classText(field);
        return !text.isEmpty() && test(FieldValue::text(text));
    });
}

bool TableSource::timeAnswers(LetterTime column, const filter::ValueTest &test) const
{
    const qint64 millis = m_table->time(column, m_row);
    return millis != LetterTable::noTime && test(FieldValue::time(fromEpochMillis(millis)));
}

bool TableSource::anyValue(filter::FieldId field, const filter::ValueTest &test) const
{
    switch (LetterField(field)) {
    case LetterField::Class: return textAnswers(LetterText::Class, test);
    case LetterField::Version: return textAnswers(LetterText::Version, test);
    case LetterField::Handler: return textAnswers(LetterText::Handler, test);
    case LetterField::Queue: return textAnswers(LetterText::Queue, test);
    case LetterField::Error: return textAnswers(LetterText::Error, test);
    case LetterField::ContentType: return textAnswers(LetterText::ContentType, test);
    case LetterField::Key: return textAnswers(LetterText::Key, test);
    case LetterField::Id: return !m_table->idText(m_row).isEmpty() && test(FieldValue::text(m_table->idText(m_row).decoded(m_scratch)));
    case LetterField::Owner:
    case LetterField::State:
    case LetterField::Verdict: return classAnswers(LetterField(field), test);
    case LetterField::Age: {
        const qint64 died = m_table->time(LetterTime::Died, m_row);
        return died != LetterTable::noTime && test(FieldValue::duration(m_now - fromEpochMillis(died)));
    }
    case LetterField::Died: return timeAnswers(LetterTime::Died, test);
    case LetterField::Published: return timeAnswers(LetterTime::Published, test);
    case LetterField::Expires: return timeAnswers(LetterTime::Expires, test);
    case LetterField::FirstSeen: return timeAnswers(LetterTime::FirstSeen, test);
    case LetterField::Size: return test(FieldValue::whole(m_table->size(m_row)));
    case LetterField::Deliveries: return m_table->deliveries(m_row) >= 0 && test(FieldValue::whole(m_table->deliveries(m_row)));
    case LetterField::Status: return m_table->status(m_row) > 0 && test(FieldValue::whole(m_table->status(m_row)));
    case LetterField::Folded:
        return remembered(&test, LetterText::Error, [&test](QStringView text) {
            const QString folded = foldedError(text);
            return !folded.isEmpty() && test(FieldValue::text(folded));
        });
    case LetterField::Redrives: return test(FieldValue::whole(m_table->redrives(m_row)));
    }
    return false;
}

FilteredBody &TableSource::body() const
{
    if (!m_body) {
        ++m_lookups;
        std::optional<QByteArray> payload = m_payloads ? m_payloads(m_table->numberAt(m_row)) : std::nullopt;
        m_isBlind = !payload;
        m_missing += m_isBlind;
        m_body.emplace(std::move(payload).value_or(QByteArray()), m_names.get());
    }
    return *m_body;
}

bool TableSource::anyValueAt(const filter::FieldPath &path, const filter::ValueTest &test) const
{
    return body().anyValueAt(path, test);
}

bool TableSource::anyTextContains(const filter::TextPattern &pattern) const
{
    const auto found = [&pattern](QStringView text) { return pattern.foundIn(text); };
    for (const LetterText column : {LetterText::Class, LetterText::Version, LetterText::Handler, LetterText::Queue, LetterText::ContentType, LetterText::Error, LetterText::Key}) {
        if (remembered(&pattern, column, found))
            return true;
    }
    // The answer about what stands with the class is another one than that about its id.
    const void *const aboutClass = reinterpret_cast<const char *>(&pattern) + 1;
    const auto foundOfClass = [&](QStringView) { return found(classText(LetterField::Owner)) || found(classText(LetterField::State)) || found(classText(LetterField::Verdict)); };
    if (remembered(aboutClass, LetterText::Class, foundOfClass))
        return true;
    return pattern.foundIn(m_table->idText(m_row).decoded(m_scratch)) || body().contains(pattern);
}

} // namespace holdwatch
