// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/history/HistoryOptions.h"
#include "app/storage/history/HistoryStore.h"

namespace holdwatch::storage {

/// Lets go of what is older than its resolution is kept, and, past the disk limit, of the oldest raw
/// samples before their time (then of the finest rollups). A bounded piece a call, so that nothing waits
/// long for it: call again while `more` is true.
class HistoryRetention
{
public:
    struct Outcome
    {
        bool more = false;              ///< there is more to let go of already
        std::optional<UtcTime> squeezed;///< raw samples before this had to go early to stay inside the limit
    };

    HistoryRetention(HistoryStore &store, const HistoryOptions &options) : m_store(store), m_options(options) {}

    /// Ages are measured from the newest recorded sample or `now`, whichever is earlier: a desktop clock
    /// that leaps forward deletes nothing.
    Result<Outcome> run(UtcTime now);

private:
    Result<bool> dropRaw(qint64 before);                 ///< true: there is more before it
    Result<bool> dropRollups(Level level, qint64 before);
    Result<void> note(Level level, qint64 before);
    Result<Outcome> squeeze(qint64 newest);
    Result<bool> isOverLimit();

    HistoryStore &m_store;
    const HistoryOptions &m_options;
};

} // namespace holdwatch::storage
