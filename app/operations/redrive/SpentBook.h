// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/redrive/SpentMark.h"
#include "app/secrets/CertainRead.h"

#include <QLockFile>

#include <functional>
#include <memory>

namespace holdwatch::operations {

/// Which approvals were used up, kept twice: in the profile, and in the keychain where every profile of this person sees it. A mark
/// in either place counts. Lives on the window's thread; nothing here blocks but a small file. Each call is answered once, later,
/// within the watchdog's time, and not at all when `context` has died.
class SpentBook final : public QObject
{
    Q_OBJECT
public:
    template<typename T>
    using Done = std::function<void(Result<T>)>;

    static QString fileIn(const QString &profile) { return profile + QStringLiteral("/spent.json"); }
    static QString usualLockFile(); ///< one for all profiles of this person on this machine

    /// `keychain` must outlive it.
    SpentBook(secrets::SecretStore &keychain, QString file, QString lockFile, secrets::Watchdog watchdog = secrets::tenSeconds(), QObject *parent = nullptr);

    enum class Keychain {
        Needed,    ///< production: without it nothing is spent
        IfItAnswers,
        LeftAlone, ///< practice, and where nobody has an identity: nobody is prompted for it
    };

    /// Asks both. A keychain that is silent is said in the view; a profile file that can't be read is the Error, and nothing is run then.
    void read(Keychain use, QObject *context, Done<SpentView> done);

    /// Marks it in the keychain first, then in the profile. Refused, codes as in GateRules.h: "spent" (found by now in either place),
    /// "keychain" (needed, and it can't be written), "spent-busy" (another program is at it). Storage: the profile can't be written;
    /// the keychain may have the mark then, so the approval is lost and not doubled.
    void spend(const SpentMark &mark, UtcTime now, Keychain use, QObject *context, Done<void> done);

    /// A second person reviewed a break-glass run. Noted in each place that has the mark; the keychain must answer.
    void noteReview(const PlanId &plan, QObject *context, Done<void> done);

private:
    // Never united: a mark that only the keychain has tells that this profile was put back.
    struct Both
    {
        storage::SpentList profile, keychain;
        std::optional<Error> keychainProblem;
    };
    using Change = std::function<std::optional<Error>(Both &)>;

    Result<storage::SpentList> readProfile() const;
    Result<void> writeProfile(const storage::SpentList &list) const;
    void readBoth(Keychain use, QObject *context, std::function<void(Result<Both>)> then);
    /// Under the lock: reads both, lets `change` alter them or refuse, writes the keychain, then the profile.
    void rewrite(Keychain use, QObject *context, Change change, Done<void> done);

    secrets::SecretStore &m_keychain;
    QString m_file;
    QString m_lockFile;
    secrets::Watchdog m_watchdog;
};

} // namespace holdwatch::operations
