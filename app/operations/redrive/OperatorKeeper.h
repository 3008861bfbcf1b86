// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/secrets/CertainRead.h"
#include "app/storage/redrive/PinFile.h"
#include "app/storage/redrive/PlanFile.h"
#include "app/storage/redrive/RosterFile.h"
#include "app/storage/redrive/StatementFile.h"

#include <functional>

namespace holdwatch::operations {

/// Who signs at this installation, whose roster counts, and the signing itself. The secret key lies in the keychain, is fetched for
/// each use and let go of at once (but see lendKey). The public identity and the roster are files of the profile; the pinned maintainer's key and the
/// number of the newest roster seen are in the keychain, where a profile that was put back can't undo them. An administrator's pin
/// wins over a person's.
///
/// Lives on the window's thread. What needs the keychain is answered once, later, within the watchdog's time, and not at all when
/// `context` has died. A keychain that is silent never passes for one without a key: no second identity is made beside the first.
class OperatorKeeper final : public QObject
{
    Q_OBJECT
public:
    template<typename T>
    using Done = std::function<void(Result<T>)>;

    static QString identityFileIn(const QString &profile) { return profile + QStringLiteral("/operator.json"); }
    static QString rosterFileIn(const QString &profile) { return profile + QStringLiteral("/roster.json"); }

    /// `keychain` and `clock` must outlive it. `pinFiles`: storage::administratorPinFiles().
    OperatorKeeper(secrets::SecretStore &keychain, const QString &profile, InstallationId installation, const Clock &clock, QStringList pinFiles,
                   secrets::Watchdog watchdog = secrets::tenSeconds(), QObject *parent = nullptr);

    /// Reads the files, and asks the keychain where they say that something lies there; `changed` follows.
    void start();
    /// Asks the keychain in any case; also after it was unlocked.
    void refresh(QObject *context, Done<void> done);
    const OperatorState &state() const { return m_state; }

    /// Invalid (name), Conflict (there is an identity), Unreachable or Timeout (keychain), Storage. A key that this installation
    /// has in the keychain already is taken up again.
    void createIdentity(const QString &name, QObject *context, Done<Operator> done);
    Result<void> exportIdentity(const QString &path) const; ///< NotFound: there is none

    /// `key` is base64. Forbidden: the administrator pinned one. Replaces another; its roster no longer counts then.
    void pinMaintainer(const QString &key, QObject *context, Done<void> done);
    /// Forbidden (not signed by the pinned key), Conflict (older than the one seen, or another of the same number), Malformed, Storage …
    Result<void> takeRoster(const QString &path);

    /// Unreachable, Timeout: no key from the keychain. Invalid: it is not of whom the document names. Without a key in it a plan or
    /// statement is not signed.
    void sign(const RedrivePlan &plan, QObject *context, Done<storage::SignedPlan> done);
    void sign(const Statement &statement, QObject *context, Done<storage::SignedStatement> done);
    /// Whether the keychain gives out the secret half of this key now.
    void proveKey(const QByteArray &publicKey, QObject *context, std::function<void(bool)> done);

    /// The key itself, for as long as the record is written: entries are signed on another thread, many a second.
    void lendKey(QObject *context, Done<std::shared_ptr<const signing::SigningKey>> done);

signals:
    void changed();

private:
    void fetchKey(QObject *context, Done<signing::SigningKey> done);
    void readIdentity();
    void readAdministratorPin();
    void takeNote(const Result<Secret> &kept);
    void applyPin();
    void readRoster();
    void useRoster(const storage::SignedRoster &roster);
    void writeNote(const storage::PinNote &note, QObject *context, Done<void> done);
    void finishIdentity(const QString &name, const signing::SigningKey &key, const Done<Operator> &done);
    void setKeychain(OperatorState::Keychain keychain, const QString &problem = {});
    void publish(); ///< puts problems together, and tells

    secrets::SecretStore &m_keychain;
    const Clock &m_clock;
    QString m_identityFile;
    QString m_rosterFile;
    QStringList m_pinFiles;
    secrets::Watchdog m_watchdog;

    OperatorState m_state;
    QByteArray m_identityJson;
    storage::PinNote m_note;
    bool m_isNoteKnown = false;
    bool m_isPinnedByAdministrator = false;
    QString m_identityProblem, m_pinProblem, m_keychainProblem, m_rosterProblem, m_noteProblem;
};

} // namespace holdwatch::operations
