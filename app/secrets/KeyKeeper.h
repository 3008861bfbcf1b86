// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/secrets/KeyIndex.h"
#include "app/secrets/SessionStore.h"
#include "app/secrets/Watchdog.h"

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace holdwatch::secrets {

template<typename T>
struct Question;

/// What the program asks for keys. Keeps those for this run in memory, the others in the keychain, and
/// knows from its index which were saved, so that a silent keychain is never taken for an empty one.
///
/// Lives on the window's thread and never blocks it. Each call is answered once, later, within the
/// watchdog's time, and not at all when `context` has died; what the keychain says after that is still
/// accepted and announced by signals. Errors are ready to be shown (see KeyErrors) and contain no key.
///
/// A key is for the server its connection led to when it was given (`leadsTo`), and is not given out where the
/// connection leads elsewhere since, until a person gives it anew or says that it belongs there too (`confirm`).
class KeyKeeper final : public QObject
{
    Q_OBJECT
public:
    using Loaded = SecretStore::Read;
    using Done = SecretStore::Done;

    /// `clock` must outlive it.
    KeyKeeper(std::unique_ptr<SecretStore> keychain, KeyIndex index, const Clock &clock, Watchdog watchdog = tenSeconds(), QObject *parent = nullptr);
    ~KeyKeeper() override;

    /// Over the desktop's keychain, with the index in `keysFile` (Profile::keysFile()).
    static std::unique_ptr<KeyKeeper> overKeychain(const QString &keysFile, const Clock &clock);

    /// Where a connection leads now ("https://queues.example.com:443"). Before its keys are saved or loaded.
    void leadsTo(const ConnectionId &connection, const QString &origin);
    /// The server a key was given for, if its connection leads elsewhere now; empty: nothing is wrong.
    QString givenFor(const ConnectionId &connection, Purpose purpose) const;
    /// From now on the key belongs to where the connection leads now.
    Result<void> confirm(const ConnectionId &connection, Purpose purpose);

    /// This run's key, else the saved one. The keychain is asked only for a key that was saved. Kinds:
    /// NotFound (none was given), Conflict (given for another server), Unreachable (saved, not given out), Timeout (not answered yet), Malformed
    /// (what came can't be a key), Configuration (the index can't be read).
    /// A key for writing is fetched anew each time and not kept, unless a person gave it for this run.
    void load(const ConnectionId &connection, Purpose purpose, QObject *context, Loaded done);

    /// Replaces. A key saved in the keychain ends this run's; one for this run goes before a saved one and
    /// leaves it alone. If the keychain fails nothing has changed. Invalid: see faultOfKey(). Timeout: it may
    /// be saved yet. OutcomeUnknown: the keychain contradicts itself. Conflict: the change before it hangs.
    void save(const ConnectionId &connection, Purpose purpose, Secret key, Where where, QObject *context, Done done);

    /// Forgets it here at once, and removes it from keychain and index; a keychain that is away keeps its
    /// entry in the index, and the Error says so. Removing what is not there succeeds.
    void remove(const ConnectionId &connection, Purpose purpose, QObject *context, Done done);

    KeyPlace placeOf(const ConnectionId &connection, Purpose purpose) const;
    QVector<SavedKey> saved() const; ///< what lies in the keychain, in the order it came there
    const std::optional<Error> &indexProblem() const { return m_index.problem(); }

    /// This profile's id in the keychain, from now on also without a saved key. The Error is that of the index.
    Result<QString> settledInstallation();

    /// For what is kept beside keys (OwnSecret): one store for all, since it carries out one call at a time.
    SecretStore &keychain() const { return *m_keychain; }

signals:
    void placeChanged(const holdwatch::ConnectionId &connection, holdwatch::Purpose purpose);
    /// The keychain answered after all: `load` now has a key. One for reading is kept for this run; one for
    /// writing was not kept, and `load` asks again.
    void keyArrived(const holdwatch::ConnectionId &connection, holdwatch::Purpose purpose);
    /// A change that was answered with Timeout has failed in the end.
    void failedLater(const holdwatch::ConnectionId &connection, holdwatch::Purpose purpose, const holdwatch::Error &error);

private:
    using Loading = std::shared_ptr<Question<Secret>>;
    using Changing = std::shared_ptr<Question<void>>;

    template<typename T>
    std::shared_ptr<Question<T>> ask(const SecretName &name, QObject *context, std::function<void(Result<T>)> done, Error whenLate);
    template<typename T>
    void refuse(QObject *context, std::function<void(Result<T>)> done, const Error &error);

    KeyPlace placeOf(const SecretName &name) const;
    QString givenFor(const SecretName &name) const;
    void bindToPresent(const SecretName &name);
    void change(const SecretName &name, const std::function<void()> &what);
    void setSilent(const SecretName &name, bool isSilent);

    void loadEnded(const SecretName &name, Result<Secret> result);
    Result<Secret> judged(const SecretName &name, Result<Secret> result) const;
    void saveInKeychain(const SecretName &name, Secret key, QObject *context, Done done);
    void saveEnded(const SecretName &name, const std::optional<SavedKey> &before, const Changing &question, const Result<void> &result);
    void removeEnded(const SecretName &name, const Changing &question, const Result<void> &result);
    void proveGone(const SecretName &name, const Changing &question);
    void forgetSaved(const SecretName &name, const Changing &question);
    void conclude(const SecretName &name, const Changing &question, const Result<void> &result);
    void couldNotRemove(const SecretName &name, const Changing &question, const Error &cause);

    std::unique_ptr<SecretStore> m_keychain;
    KeyIndex m_index;
    const Clock &m_clock;
    Watchdog m_watchdog;
    std::map<ConnectionId, QString> m_leadsTo;
    SessionStore m_thisRun;
    std::map<SecretName, QString> m_thisRunFor; ///< the servers this run's keys were given for
    SessionStore m_arrived;                              ///< came late from the keychain; for reading only
    std::map<SecretName, std::vector<Loading>> m_loading; ///< one question to the keychain, any number of askers
    std::set<SecretName> m_changing;                     ///< being saved or removed
    std::set<SecretName> m_firstTime;                    ///< of those, being saved where nothing was
    std::set<SecretName> m_silent;
};

} // namespace holdwatch::secrets
