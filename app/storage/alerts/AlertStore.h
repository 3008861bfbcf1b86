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
    Result<QVector<AlertLogEntry>> page(const AlertLogQuery &query) const; ///< newest first

private:
    Database &m_database;
};

} // namespace holdwatch::storage
