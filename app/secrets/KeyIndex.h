// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/secrets/SecretStore.h"

#include <QVector>

namespace holdwatch::secrets {

/// Which keys lie in the keychain, kept in keys.json of the profile since the keychain itself can't be
/// relied on to say so: locked, it claims to hold nothing. No key is ever in it.
class KeyIndex
{
public:
    /// Reads `path`. Without a file it makes up an installation id, and writes it with the first entry.
    explicit KeyIndex(QString path);

    /// What is wrong with the file; it is never overwritten then, and `put` fails.
    const std::optional<Error> &problem() const { return m_problem; }

    /// Sets this profile's entries apart from others' in one keychain. A UUID; empty if there is a problem.
    const QString &installation() const { return m_installation; }

    /// Writes the file if there is none, so that the installation keeps its id also without a saved key.
    Result<void> settle();

    const QVector<SavedKey> &saved() const { return m_saved; }
    std::optional<UtcTime> since(const SecretName &name) const; ///< unset: not saved
    std::optional<SavedKey> find(const SecretName &name) const;
    Result<void> put(const SecretName &name, std::optional<UtcTime> since, const QString &origin = {}); ///< unset takes it out; all or nothing

private:
    QString m_path;
    QString m_installation;
    QVector<SavedKey> m_saved;
    std::optional<Error> m_problem;
};

} // namespace holdwatch::secrets
