// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/config/ConfigProblem.h"
#include "models/connections/ConnectionConfig.h"
#include "models/core/Result.h"

namespace holdwatch::storage {

struct ConnectionsRead
{
    QVector<ConnectionConfig> connections; ///< the good ones, in the file's order
    ConfigProblems problems;
};

/// connections.json (see resources/schemas/connections.schema.json). Never holds a secret: `key_env` names
/// an environment variable, and a field that looks like a key is refused without repeating it.
class ConnectionFile
{
public:
    explicit ConnectionFile(QString path) : m_path(std::move(path)) {}

    /// Never fails and never writes. A missing file is an empty list; a malformed one an empty list with
    /// the problem; a wrong entry is left out and the rest still comes.
    ConnectionsRead read() const;

    /// Replaces the file as a whole or not at all. Keys it does not know stay in the entries that stay.
    /// Refused, with the file untouched, while the present file has an entry that could not be read.
    Result<void> write(const QVector<ConnectionConfig> &connections) const;

    /// What `read` would refuse, for a dialog: nothing means it can be saved. `others` are for unique names.
    static ConfigProblems check(const ConnectionConfig &connection, const QVector<ConnectionConfig> &others = {});
    /// The same, field by field.
    static Findings findings(const ConnectionConfig &connection, const QVector<ConnectionConfig> &others);

    /// A file of these alone for somebody else, whatever stood at `path` before. Leaves out what belongs to
    /// this desktop or may hold a token: hook and webhook.
    static Result<void> writeForSharing(const QString &path, const QVector<ConnectionConfig> &connections);

private:
    QString m_path;
};

/// "Orders (EU)" → "orders-eu": the id a connection gets when it is first saved.
ConnectionId idForName(const QString &name);

} // namespace holdwatch::storage
