// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/ClassRules.h"
#include "models/deadletters/DeadLetterRow.h"
#include "models/filter/FieldCatalogue.h"
#include "models/filter/FilterSource.h"
#include "models/payload/JsonTree.h"
#include "models/payload/Masking.h"

#include <functional>

namespace holdwatch {

class LetterTable;

/// What a filter can ask of a dead letter without looking into the message. A name that is none of these is a place
/// in the message (`order.id:"A-17"`).
enum class LetterField {
    Class, Version, Handler, Queue, Error, ContentType, Key, Id, Owner, State, Verdict, ///< texts
    Age, Died, Published, Expires, FirstSeen, Size, Deliveries, Status, Redrives,
    Folded ///< the error text as foldedError() makes it
};

/// Without values to offer. Age counts from the death; where that is not reported, a letter has no age.
const filter::FieldCatalogue &letterCatalogue();

/// Offers the values that the table has at the time of asking, the most frequent first. The table must outlive it.
filter::FieldCatalogue letterCatalogue(const LetterTable &table);

/// Whether the answers change as time goes by, apart from relative times (Matcher::dependsOnNow).
bool asksForAge(const filter::Expression &expression);

/// "new", "diagnosing", "fixed", "wont-fix" and "transient", "permanent", "unknown", as filters spell them.
QString toWord(FailureClass::State state);
QString toWord(FailureClass::Verdict verdict);

/// Hands every value at a place in a message to the test, as `masks` leave it; stops with true at the first that passes.
bool anyValueIn(const payload::JsonTree &body, const filter::FieldPath &path, const filter::ValueTest &test, const payload::MaskList &masks = {});

/// Whether a place is named as sensitive itself: asking for it tells of what is masked, so whoever lets a person ask records it.
/// What is masked for another reason is never compared, nor found by free text.
bool namesASecret(const filter::FieldPath &path, const payload::SensitiveNames &names);
QStringList secretPlacesIn(const filter::Expression &expression, const payload::SensitiveNames &names); ///< "order.password"

/// A message's body for a filter: read when it is first asked for, masked where `names` is not null.
class FilteredBody
{
public:
    FilteredBody(QByteArray payload, const payload::SensitiveNames *names) : m_payload(std::move(payload)), m_names(names) {}
    bool anyValueAt(const filter::FieldPath &path, const filter::ValueTest &test);
    bool contains(const filter::TextPattern &pattern);

private:
    const payload::MaskList &masks();

    QByteArray m_payload;
    const payload::SensitiveNames *m_names;
    std::optional<payload::JsonTree> m_body;
    std::optional<payload::MaskList> m_masks;
};

/// One letter, asked by a filter. Keeps references; the message is read when a filter first asks for it. With `names` it does
/// not look behind masks but where a place is named as sensitive; without, as class rules do, it sees everything.
class LetterSource final : public filter::FilterSource
{
public:
    LetterSource(const DeadLetterRow &row, const QByteArray &payload, const QVector<FailureClass> &classes, UtcTime now,
                 const payload::SensitiveNames *names = nullptr);

    bool anyValue(filter::FieldId field, const filter::ValueTest &test) const override;
    bool anyValueAt(const filter::FieldPath &path, const filter::ValueTest &test) const override;
    bool anyTextContains(const filter::TextPattern &pattern) const override;

private:
    QString textOf(LetterField field) const;

    const DeadLetterRow &m_row;
    const FailureClass *m_class = nullptr;
    UtcTime m_now;
    mutable FilteredBody m_body;
};

} // namespace holdwatch
