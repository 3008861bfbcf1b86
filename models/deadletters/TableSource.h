// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/LetterFields.h"
#include "models/deadletters/LetterTable.h"

namespace holdwatch {

/// Gives the payload of a letter; nothing where it is not at hand. Called on the filtering thread, so it must be quick.
using PayloadLookup = std::function<std::optional<QByteArray>(LetterNumber)>;

/// A table's rows, one after the other, asked by one Matcher. What a text answered is remembered, since texts repeat and
/// a million rows may have three versions between them. The table and the matcher must stay where they are.
class TableSource final : public filter::FilterSource
{
public:
    /// `names`: what is masked, so that a filter does not see it but where it names a sensitive place.
    TableSource(const LetterTable &table, UtcTime now, PayloadLookup payloads, payload::SensitiveNames names = payload::SensitiveNames());

    void moveTo(LetterTable::RowIndex row);
    qint64 lookups() const { return m_lookups; } ///< payloads asked for
    qint64 missing() const { return m_missing; } ///< of these, those that were not at hand
    /// A filter that looks into the message could not see this row's. Cleared by moveTo.
    bool isBlind() const { return m_isBlind; }

    bool anyValue(filter::FieldId field, const filter::ValueTest &test) const override;
    bool anyValueAt(const filter::FieldPath &path, const filter::ValueTest &test) const override;
    bool anyTextContains(const filter::TextPattern &pattern) const override;

private:
    /// What one question was answered for each text of one column. 0: not asked yet.
    struct Memory
    {
        const void *question;
        LetterText column;
        std::vector<quint8> answers;
    };
    quint8 &answer(const void *question, LetterText column, TextId id) const;
    template<typename Ask>
    bool remembered(const void *question, LetterText column, Ask ask) const;
    bool textAnswers(LetterText column, const filter::ValueTest &test) const;
    bool classAnswers(LetterField field, const filter::ValueTest &test) const;
    bool timeAnswers(LetterTime column, const filter::ValueTest &test) const;
    const FailureClass *failureClass() const;
    QString classText(LetterField field) const;
    FilteredBody &body() const;

    const LetterTable *m_table;
    UtcTime m_now;
    PayloadLookup m_payloads;
    LetterTable::RowIndex m_row = 0;
    mutable std::vector<Memory> m_memories;
    mutable std::vector<char16_t> m_scratch;
    std::shared_ptr<const payload::SensitiveNames> m_names; ///< where a body finds them, wherever this is moved
    mutable std::optional<FilteredBody> m_body;
    mutable qint64 m_lookups = 0;
    mutable qint64 m_missing = 0;
    mutable bool m_isBlind = false;
};

} // namespace holdwatch
