// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QLockFile>
#include <QString>

#include <memory>

namespace holdwatch::storage {

/// The one folder that holds everything a person's Holdwatch remembers. Holding a Profile means holding
/// its lock: two programs never write one profile. Make it first, let it go last.
class Profile
{
public:
    /// "$XDG_DATA_HOME/holdwatch" or what the platform has in its place.
    static QString defaultDirectory();

    /// Creates `directory` for its owner alone (0700) where it is missing, and takes the lock. An Error
    /// of kind Storage says who holds it, or why the folder can't be used; nothing was changed then.
    /// A folder that is there but can't be written (full, read-only) is opened all the same, see `problem`.
    static Result<std::unique_ptr<Profile>> open(const QString &directory);

    /// For whoever only reads: needs no lock, these files are replaced as a whole.
    static QString connectionsFileIn(const QString &directory) { return directory + QStringLiteral("/connections.json"); }
    static QString keysFileIn(const QString &directory) { return directory + QStringLiteral("/keys.json"); }
    static QString deadLettersFileIn(const QString &directory) { return directory + QStringLiteral("/deadletters.json"); }
    static QString vaultFileIn(const QString &directory) { return directory + QStringLiteral("/deadletters.sqlite"); }
    static QString auditFileIn(const QString &directory) { return directory + QStringLiteral("/audit.sqlite"); }
    static QString tolerancesFileIn(const QString &directory) { return directory + QStringLiteral("/tolerances.json"); }

    /// Set when the folder could not be written while it was opened: it is not locked then, and the folders
    /// below may be missing.
    const std::optional<Error> &problem() const { return m_problem; }

    const QString &directory() const { return m_directory; }
    QString historyFile() const { return below(QStringLiteral("history.sqlite")); }
    QString connectionsFile() const { return connectionsFileIn(m_directory); }
    QString deadLettersFile() const { return deadLettersFileIn(m_directory); }
    QString vaultFile() const { return vaultFileIn(m_directory); } ///< payloads and record of dead letters
    QString auditFile() const { return auditFileIn(m_directory); } ///< the record of redrives
    QString tolerancesFile() const { return tolerancesFileIn(m_directory); }
    QString keysFile() const { return keysFileIn(m_directory); }
    QString settingsFile() const { return below(QStringLiteral("settings.json")); }
    QString practiceDirectory() const { return below(QStringLiteral("practice")); } ///< exists, 0700
    QString logDirectory() const { return below(QStringLiteral("log")); }           ///< exists, 0700

private:
    explicit Profile(const QString &directory);
    QString below(const QString &name) const;

    QString m_directory;
    QLockFile m_lock;
    std::optional<Error> m_problem;
};

} // namespace holdwatch::storage
