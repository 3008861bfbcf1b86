// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/alerts/AlertState.h"
#include "app/storage/sqlite/Database.h"

namespace holdwatch::storage {

/// Alerts, their log and maintenance windows in an open history file. Synchronous; lives on the thread that
/// opened `database`, which it borrows. Each call is a transaction of its own.
class AlertStore
{
public:
    explicit AlertStore(Database &database) : m_database(database) {}

    Result<AlertState> load(UtcTime now) const;
    /// Inserts or replaces by id; another open alert of the same queue and cause is closed.
    Result<void> save(const Alert &alert);
    Result<void> save(const MaintenanceWindow &window);
    /// Returns the sequence it got: its own if that is larger than any in the log, else the next.
    Result<qint64> append(const AlertLogEntry &entry);
    /// Lets go of log lines, closed alerts and ended maintenance older than `age`, and of the oldest lines past
    /// `lines`; the newest `spared` lines stay however old they are, in case a clock was wrong. A bounded
    /// number of lines at once: returns how many went, and wants to be called again while that is `trimmedAtOnce`.
    Result<int> trim(UtcTime now, Millis age, int lines);
    static constexpr int trimmedAtOnce = 2'000;
    static constexpr int spared = 1'000;

    Result<QVector<AlertLogEntry>> page(const AlertLogQuery &query) const; ///< newest first

private:
    Database &m_database;
};

} // namespace holdwatch::storage
