// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/deadletters/LetterWriter.h"
#include "app/storage/deadletters/VaultWorker.h"

#include <QPointer>

namespace holdwatch::operations {

/// One export under way. The window's thread fills it in and hands it to the vault's, step by step; only one of them
/// has it at a time.
class ExportRun
{
public:
    QueueId deadSet;
    ExportOrder order;
    LetterOrigin origin;
    QStringList sensitiveNames;
    QPointer<QObject> context; ///< looked at on the window's thread only
    std::function<void(Result<QString>)> done;

    struct Step
    {
        bool isOver = false;
        std::optional<storage::LetterWithRow> part; ///< to be fetched whole, where that can be had, before the next step
    };
    static constexpr int lettersPerStep = 200;

    Step step(storage::VaultWorker &worker); ///< on the vault's thread
    const Result<QString> &outcome() const { return m_outcome; } ///< when it is over

private:
    Step fail(const Error &error);

    std::unique_ptr<LetterWriter> m_writer;
    qsizetype m_next = 0;
    LetterNumber m_tried = -1; ///< fetching this one whole was tried
    Result<QString> m_outcome = failure(Error());
};

} // namespace holdwatch::operations
