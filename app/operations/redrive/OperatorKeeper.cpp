// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/OperatorKeeper.h"

#include "app/storage/DurableFile.h"

#include <QFileInfo>

#include <utility>

namespace holdwatch::operations {

using secrets::OwnSecret;
using secrets::SecretName;
namespace IdentityFile = storage::IdentityFile;
using storage::SignedRoster;

namespace {

const auto operatorKey = SecretName::ofOwn(OwnSecret::OperatorKey);
const auto maintainer = SecretName::ofOwn(OwnSecret::Maintainer);

Error noIdentity()
{
    return failure(Error::Kind::NotFound, QStringLiteral("Nobody has an identity here yet."), QStringLiteral("Make one first.")).value();
}

Error withNext(const Error &cause, const QString &what)
{
    Error error = cause;
    error.what = what.arg(cause.what);
    return error;
}

} // namespace

OperatorKeeper::OperatorKeeper(secrets::SecretStore &keychain, const QString &profile, InstallationId installation, const Clock &clock, QStringList pinFiles,
                               secrets::Watchdog watchdog, QObject *parent)
    : QObject(parent), m_keychain(keychain), m_clock(clock), m_identityFile(identityFileIn(profile)), m_rosterFile(rosterFileIn(profile)), m_pinFiles(std::move(pinFiles)),
      m_watchdog(std::move(watchdog))
{
    m_state.installation = std::move(installation);
}

// What is known

void OperatorKeeper::start()
{
    readIdentity();
    readAdministratorPin();
    applyPin();
    const bool isSomethingKept = m_state.self || !m_identityProblem.isEmpty() || QFileInfo::exists(m_rosterFile);
    if (isSomethingKept)
        return refresh(this, [](const Result<void> &) {});
    m_state.keychain = OperatorState::Keychain::Available; // nothing speaks against it, and nobody is prompted for nothing
    publish();
}

void OperatorKeeper::refresh(QObject *context, Done<void> done)
{
    setKeychain(OperatorState::Keychain::Asking);
    secrets::readForCertain(m_keychain, maintainer, m_watchdog, this, [this, context = QPointer(context), done = std::move(done)](const Result<Secret> &kept) {
        takeNote(kept);
        const bool isSilent = m_state.keychain != OperatorState::Keychain::Available;
        if (context)
            done(isSilent ? Result<void>(failure(Error::Kind::Unreachable, m_keychainProblem, QStringLiteral("Unlock or start the keychain and try again."))) : Result<void>());
    });
}

void OperatorKeeper::takeNote(const Result<Secret> &kept)
{
    m_isNoteKnown = false;
    const bool isNone = !kept && kept.error().kind == Error::Kind::NotFound;
    if (!kept && !isNone)
        return setKeychain(OperatorState::Keychain::Unavailable, kept.error().what);
    const auto note = isNone ? Result<storage::PinNote>(storage::PinNote()) : storage::pinNoteFrom(kept->expose());
    if (!note)
        return setKeychain(OperatorState::Keychain::Unavailable, note.error().what);
    m_note = *note;
    m_isNoteKnown = true;
    applyPin();
    setKeychain(OperatorState::Keychain::Available);
}

void OperatorKeeper::setKeychain(OperatorState::Keychain keychain, const QString &problem)
{
    m_state.keychain = keychain;
    m_keychainProblem = problem;
    publish();
}

void OperatorKeeper::publish()
{
    m_state.problems.clear();
    for (const QString &problem : {m_identityProblem, m_pinProblem, m_keychainProblem, m_rosterProblem, m_noteProblem}) {
        if (!problem.isEmpty())
            m_state.problems << problem;
    }
    emit changed();
}

void OperatorKeeper::readIdentity()
{
    constexpr qint64 most = 16 * 1024;
    m_identityProblem.clear();
    m_state.self.reset();
    const auto bytes = storage::readBounded(m_identityFile, most);
    if (!bytes && bytes.error().kind == Error::Kind::NotFound)
        return;
    const auto who = bytes ? IdentityFile::parse(*bytes) : Result<Operator>(failure(bytes.error()));
    if (!who) {
        m_identityProblem = QStringLiteral("Your identity in %1 can't be read: %2").arg(m_identityFile, who.error().what);
        return;
    }
    m_identityJson = *bytes;
    m_state.self = *who;
}

void OperatorKeeper::readAdministratorPin()
{
    const auto pin = storage::administratorPin(m_pinFiles);
    m_isPinnedByAdministrator = !pin || *pin;
    m_pinProblem = pin ? QString() : pin.error().what;
    m_state.maintainerKey = pin ? pin->value_or(QByteArray()) : QByteArray();
}

void OperatorKeeper::applyPin()
{
    if (m_isPinnedByAdministrator) {
        m_state.pinnedBy = m_state.maintainerKey.isEmpty() ? QString() : QStringLiteral("the administrator of this machine");
    } else {
        m_state.maintainerKey = m_note.pinned.value_or(QByteArray());
        m_state.pinnedBy = m_state.maintainerKey.isEmpty() ? QString() : QStringLiteral("this person's keychain");
    }
    readRoster();
}

void OperatorKeeper::readRoster()
{
    m_state.roster.reset();
    m_state.rosterDigest.clear();
    m_rosterProblem.clear();
    if (m_state.maintainerKey.isEmpty())
        return;
    const auto bytes = storage::readBounded(m_rosterFile, SignedRoster::mostBytes);
    if (!bytes && bytes.error().kind == Error::Kind::NotFound)
        return;
    const auto roster = bytes ? SignedRoster::open(*bytes, m_state.maintainerKey) : Result<SignedRoster>(failure(bytes.error()));
    if (!roster)
        m_rosterProblem = QStringLiteral("The roster kept here does not count: %1").arg(roster.error().what);
    else if (roster->roster().number < m_note.newestOf(m_state.maintainerKey))
        m_rosterProblem = QStringLiteral("The roster kept here is older than one that was taken before, so it does not count.");
    else
        useRoster(*roster);
}

void OperatorKeeper::useRoster(const SignedRoster &roster)
{
    m_state.roster = roster.roster();
    m_state.rosterDigest = roster.digest();
    m_rosterProblem.clear();
}

// The identity

void OperatorKeeper::createIdentity(const QString &name, QObject *context, Done<Operator> done)
{
    const QString fault = storage::faultOfOperatorName(name);
    if (!fault.isEmpty())
        return secrets::answerLater(this, context, std::move(done), Result<Operator>(failure(Error::Kind::Invalid, fault)));
    if (m_state.self || QFileInfo::exists(m_identityFile))
        return secrets::answerLater(this, context, std::move(done), Result<Operator>(failure(Error::Kind::Conflict, QStringLiteral("There is an identity here already."))));
    secrets::readForCertain(m_keychain, operatorKey, m_watchdog, this, [this, name, context = QPointer(context), done = std::move(done)](const Result<Secret> &kept) {
        const Done<Operator> answer = [context, done](Result<Operator> result) {
            if (context)
                done(std::move(result));
        };
        if (!kept && kept.error().kind != Error::Kind::NotFound)
            return answer(failure(withNext(kept.error(), QStringLiteral("An identity needs the keychain: %1"))));
        auto key = kept ? signing::SigningKey::fromSecret(*kept) : signing::SigningKey::generate();
        if (!key)
            return answer(failure(key.error()));
        if (kept)
            return finishIdentity(name, *key, answer);
        const auto made = std::make_shared<signing::SigningKey>(std::move(*key));
        secrets::writeInTime(m_keychain, operatorKey, made->secret(), m_watchdog, this, [this, name, made, answer](const Result<void> &written) {
            if (!written)
                return answer(failure(withNext(written.error(), QStringLiteral("An identity needs the keychain: %1"))));
            finishIdentity(name, *made, answer);
        });
    });
}

void OperatorKeeper::finishIdentity(const QString &name, const signing::SigningKey &key, const Done<Operator> &done)
{
    const auto written = storage::writeDurably(m_identityFile, IdentityFile::toJson(name, key));
    if (!written)
        return done(failure(written.error()));
    readIdentity();
    m_state.keychain = OperatorState::Keychain::Available;
    publish();
    done(m_state.self ? Result<Operator>(*m_state.self) : Result<Operator>(failure(noIdentity())));
}

Result<void> OperatorKeeper::exportIdentity(const QString &path) const
{
    return m_state.self ? storage::writeDurably(path, m_identityJson) : Result<void>(failure(noIdentity()));
}

// The maintainer and their roster

void OperatorKeeper::writeNote(const storage::PinNote &note, QObject *context, Done<void> done)
{
    secrets::writeInTime(m_keychain, maintainer, Secret(storage::toBytes(note)), m_watchdog, this, [this, note, context = QPointer(context), done = std::move(done)](const Result<void> &written) {
        if (written) {
            m_note = note;
            m_noteProblem.clear();
            applyPin();
        }
        publish();
        if (context)
            done(written);
    });
}

void OperatorKeeper::pinMaintainer(const QString &text, QObject *context, Done<void> done)
{
    const auto key = storage::publicKeyFrom(text);
    if (!key)
        return secrets::answerLater(this, context, std::move(done), Result<void>(failure(Error::Kind::Invalid, QStringLiteral("This is no maintainer's key."))));
    if (m_isPinnedByAdministrator)
        return secrets::answerLater(this, context, std::move(done), Result<void>(failure(Error::Kind::Forbidden, QStringLiteral("The administrator of this machine has pinned the maintainer's key."))));
    refresh(this, [this, key = *key, context = QPointer(context), done = std::move(done)](const Result<void> &asked) {
        if (!asked) {
            if (context)
                done(asked);
            return;
        }
        storage::PinNote note = m_note;
        note.pinned = key;
        writeNote(note, context, done);
    });
}

Result<void> OperatorKeeper::takeRoster(const QString &path)
{
    if (m_state.maintainerKey.isEmpty())
        return failure(Error::Kind::Forbidden, QStringLiteral("No maintainer's key is pinned here, so no roster can be trusted."), QStringLiteral("Pin the maintainer's key first."));
    // Without the keychain nobody knows whether a newer one was seen.
    if (!m_isNoteKnown)
        return failure(Error::Kind::Unreachable, QStringLiteral("The keychain does not say which roster was the newest."), QStringLiteral("Unlock the keychain and try again."));
    const auto bytes = storage::readBounded(path, SignedRoster::mostBytes);
    const auto roster = bytes ? SignedRoster::open(*bytes, m_state.maintainerKey) : Result<SignedRoster>(failure(bytes.error()));
    if (!roster)
        return failure(roster.error());
    const qint64 newest = std::max(m_note.newestOf(m_state.maintainerKey), m_state.roster ? m_state.roster->number : 0);
    if (roster->roster().number < newest)
        return failure(Error::Kind::Conflict, QStringLiteral("This roster (number %1) is older than number %2, which was taken before.").arg(roster->roster().number).arg(newest));
    if (m_state.roster && roster->roster().number == m_state.roster->number && roster->digest() != m_state.rosterDigest)
        return failure(Error::Kind::Conflict, QStringLiteral("Two different rosters have the number %1.").arg(newest), QStringLiteral("Ask the maintainer for one with a higher number."));
    if (roster->roster().expiresAt && m_clock.now() >= *roster->roster().expiresAt)
        return failure(Error::Kind::Invalid, QStringLiteral("This roster expired at %1.").arg(toIso(*roster->roster().expiresAt)));
    const auto written = storage::writeDurably(m_rosterFile, roster->toJson());
    if (!written)
        return written;
    useRoster(*roster);
    storage::PinNote note = m_note;
    note.note(m_state.maintainerKey, roster->roster().number);
    m_note = note;
    publish();
    writeNote(note, this, [this](const Result<void> &noted) {
        m_noteProblem = noted ? QString() : QStringLiteral("The keychain did not note the roster's number, so an older roster would not be noticed after a restore: %1").arg(noted.error().what);
        publish();
    });
    return {};
}

// Signing

void OperatorKeeper::fetchKey(QObject *context, Done<signing::SigningKey> done)
{
    if (!m_state.self)
        return secrets::answerLater(this, context, std::move(done), Result<signing::SigningKey>(failure(noIdentity())));
    secrets::readForCertain(m_keychain, operatorKey, m_watchdog, this, [this, context = QPointer(context), done = std::move(done)](const Result<Secret> &kept) {
        const bool isSilent = !kept && kept.error().kind != Error::Kind::NotFound;
        if (isSilent)
            setKeychain(OperatorState::Keychain::Unavailable, kept.error().what);
        else if (m_state.keychain == OperatorState::Keychain::Unavailable)
            refresh(this, [](const Result<void> &) {});
        if (!context)
            return;
        if (isSilent)
            return done(failure(kept.error()));
        if (!kept)
            return done(failure(Error::Kind::Invalid, QStringLiteral("The keychain of this desktop does not have your key: this profile was made on another one."), QStringLiteral("Work at the desktop the identity was made on.")));
        auto key = signing::SigningKey::fromSecret(*kept);
        if (key && m_state.self && key->publicKey() != m_state.self->publicKey)
            return done(failure(Error::Kind::Invalid, QStringLiteral("The key in the keychain is not that of your identity.")));
        done(std::move(key));
    });
}

void OperatorKeeper::sign(const RedrivePlan &plan, QObject *context, Done<storage::SignedPlan> done)
{
    if (plan.requester.publicKey.isEmpty())
        return secrets::answerLater(this, context, std::move(done), storage::SignedPlan::withoutSignature(plan));
    fetchKey(context, [plan, done = std::move(done)](const Result<signing::SigningKey> &key) {
        done(key ? storage::SignedPlan::sign(plan, *key) : Result<storage::SignedPlan>(failure(key.error())));
    });
}

void OperatorKeeper::sign(const Statement &statement, QObject *context, Done<storage::SignedStatement> done)
{
    if (statement.by.publicKey.isEmpty())
        return secrets::answerLater(this, context, std::move(done), storage::SignedStatement::withoutSignature(statement));
    fetchKey(context, [statement, done = std::move(done)](const Result<signing::SigningKey> &key) {
        done(key ? storage::SignedStatement::sign(statement, *key) : Result<storage::SignedStatement>(failure(key.error())));
    });
}

void OperatorKeeper::proveKey(const QByteArray &publicKey, QObject *context, std::function<void(bool)> done)
{
    fetchKey(context, [publicKey, done = std::move(done)](const Result<signing::SigningKey> &key) { done(key && key->publicKey() == publicKey); });
}

void OperatorKeeper::lendKey(QObject *context, Done<std::shared_ptr<const signing::SigningKey>> done)
{
    fetchKey(context, [done = std::move(done)](Result<signing::SigningKey> key) {
        if (!key)
            return done(failure(key.error()));
        done(std::make_shared<const signing::SigningKey>(*std::move(key)));
    });
}

} // namespace holdwatch::operations
