// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Ids.h"
#include "models/deadletters/DeadLetterRow.h"

#include <memory>

namespace holdwatch::storage {

/// Reads payloads of one dead set's newest snapshot beside the vault's own thread, for filters that look into
/// messages. What is not on the disk (yet, any more, or by policy) it has not. One thread.
class PayloadReader
{
public:
    PayloadReader(QString file, QueueId deadSet);
    ~PayloadReader();

    std::optional<QByteArray> payload(LetterNumber letter);

private:
    struct Work;
    std::unique_ptr<Work> m_work;
};

} // namespace holdwatch::storage
