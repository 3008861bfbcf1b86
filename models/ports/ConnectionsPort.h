// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionForm.h"
#include "models/connections/ConnectionTest.h"
#include "models/connections/KeyPlace.h"
#include "models/connections/TypedKey.h"
#include "models/core/Result.h"
#include "models/core/Secret.h"

#include <QObject>

#include <functional>
#include <memory>

namespace holdwatch {

/// A kind of system a connection can lead to, with what its form has to say.
struct ProviderChoice
{
    QString word;       ///< "rabbitmq"
    QString title;      ///< "RabbitMQ"
    QString urlExample; ///< "https://rabbit.example.com:15671"
    QString urlHint;    ///< one sentence: which address is meant
    QString keyLabel;   ///< "Password", "API key"
    KeyForm keyForm = KeyForm::Token;
    bool needsUser = false;
    bool needsAddress = true; ///< false: the built-in practice queue has one of its own
    bool operator==(const ProviderChoice &) const = default;
};

/// What to do with one key when a connection is saved.
struct KeyChange
{
    enum class What { Keep, UseKeychain, UseThisRunOnly, Remove };
    What what = What::Keep;
    Secret key; ///< for the two in the middle
};

/// A connection as a dialog has it. Keys are moved through and never kept in it.
struct ConnectionDraft
{
    ConnectionConfig config;             ///< with an empty id it is a new one
    KeyChange readKey;
    KeyChange writeKey;
};

/// Where a connection's keys are. `variable` is the environment variable that holds the key, if one does.
struct KeyFacts
{
    KeyPlace read = KeyPlace::None;
    KeyPlace write = KeyPlace::None;
    QString variable;
    bool variableIsSet = false;
    /// "https://queues.example.com:443": a kept key was given for that server and is not sent where the connection leads
    /// now. Empty: nothing is wrong.
    QString givenFor;
    bool operator==(const KeyFacts &) const = default;
};

/// What became of an import: those that were added, and a sentence for each that was not.
struct ImportReport
{
    QStringList added;
    QStringList refused;
};

/// The commands a window may give about connections and their keys. Lives on the window's thread; nothing
/// here blocks, and `done` is called once, on that thread, unless `context` dies first.
class ConnectionsPort : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    virtual QVector<ProviderChoice> providers() const = 0;
    virtual QVector<ConnectionConfig> connections() const = 0; ///< as they are configured, in the file's order
    virtual KeyFacts keyOf(const ConnectionId &connection) const = 0;

    /// Nothing means it can be saved.
    virtual QVector<FieldFault> check(const ConnectionConfig &connection) const = 0;
    /// Writes the file, then keeps the key, and watches at once. Answers with the id, or with an Error whose
    /// first words say what was saved: nothing, or (a keychain that is late) all but a key. Changes that another
    /// program made to the file are taken over first; one to this connection is a Conflict.
    virtual void save(ConnectionDraft draft, QObject *context, std::function<void(Result<ConnectionId>)> done) = 0;
    /// The connection, its keys and its place in the file; its history stays.
    virtual void remove(const ConnectionId &connection, QObject *context, std::function<void(Result<void>)> done) = 0;
    /// The kept keys belong to where the connection leads now; it is watched with them at once.
    virtual Result<void> confirmKeys(const ConnectionId &connection) = 0;
    /// Keys that still lie in the keychain although nothing uses them: of connections that are gone, or removals that the
    /// keychain refused.
    virtual QVector<SavedKey> leftKeys() const = 0;
    virtual void removeLeftKeys(QObject *context, std::function<void(Result<void>)> done) = 0; ///< tries each; the first Error
    virtual void retry(const ConnectionId &connection) = 0; ///< asks the keychain again, then the server

    /// Goes through a connection step by step with reads only; ends the one before. `progressed` is called
    /// after each change, the last time with `isOver()`. Without a key in the draft the saved one is used.
    virtual void test(ConnectionDraft draft, QObject *context, std::function<void(const ConnectionTest &)> progressed) = 0;
    virtual void stopTest() = 0;

    /// Connections without secrets, as a file for a team. Replaces the file as a whole or not at all.
    virtual Result<void> exportTo(const QString &path) const = 0;
    /// Adds those that can be used and whose names are free; the others are said. All or nothing is written.
    virtual Result<ImportReport> importFrom(const QString &path) = 0;

signals:
    void connectionsChanged();
    void keysChanged(const holdwatch::ConnectionId &connection);
    /// Something asked for earlier has failed when nobody waited for the answer any more. A sentence.
    void troubled(const QString &sentence);
};

} // namespace holdwatch
