// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/deadletters/ExportRun.h"

namespace holdwatch::operations {

ExportRun::Step ExportRun::fail(const Error &error)
{
    m_outcome = failure(error);
    m_writer.reset();
    return {true, std::nullopt};
}

ExportRun::Step ExportRun::step(storage::VaultWorker &worker)
{
    if (!m_writer) {
        m_writer = makeWriter(order, origin, sensitiveNames);
        if (auto begun = m_writer->begin(); !begun)
            return fail(begun.error());
    }
    for (int written = 0; written < lettersPerStep && m_next < order.letters.size(); ++written) {
        const LetterNumber number = order.letters[m_next];
        const Result<storage::LetterWithRow> letter = worker.letter(deadSet, number);
        if (!letter)
            return fail(letter.error());
        if (!letter->letter.payloadIsWhole && m_writer->needsWholePayloads() && std::exchange(m_tried, number) != number)
            return {false, *letter};
        if (auto added = m_writer->add(*letter); !added)
            return fail(added.error());
        ++m_next;
    }
    if (m_next < order.letters.size())
        return {false, std::nullopt};
    m_outcome = m_writer->finish();
    m_writer.reset();
    return {true, std::nullopt};
}

} // namespace holdwatch::operations
