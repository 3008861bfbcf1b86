// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/config/ConfigProblem.h"
#include "models/connections/KeyPlace.h"
#include "models/core/Result.h"

namespace holdwatch::storage {

struct KeyIndexRead
{
    QString installation;     ///< a UUID without braces; empty where there is no file, or a bad one
    QVector<SavedKey> saved;  ///< in the file's order
    ConfigProblems problems;
};

/// keys.json: which connections have a key in the keychain, for what, since when and for which server; never a key. Written
/// by the program only, for its owner alone (0600).
class KeyIndexFile
{
public:
    explicit KeyIndexFile(QString path) : m_path(std::move(path)) {}

    /// Never fails and never writes. A file with any fault gives nothing but its problems.
    KeyIndexRead read() const;

    /// Replaces the file as a whole or not at all; refused, with the file untouched, while it has a fault.
    Result<void> write(const QString &installation, const QVector<SavedKey> &saved) const;

private:
    QString m_path;
};

} // namespace holdwatch::storage
