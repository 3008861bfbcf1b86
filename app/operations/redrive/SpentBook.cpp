// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/SpentBook.h"

#include "app/operations/redrive/GateErrors.h"
#include "app/storage/DurableFile.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace holdwatch::operations {

using storage::SpentList;

namespace {

constexpr qint64 mostBytes = 4 * 1024 * 1024;
const auto marks = secrets::SecretName::ofOwn(secrets::OwnSecret::SpentMarks);

/// Long after both have passed the plan is refused for its age; a clock turned back is noticed by `latest`.
constexpr Millis keptAfterwards = std::chrono::hours(24 * 30);

bool isOf(const SpentMark &a, const SpentMark &b)
{
    const auto isShared = [&b](const QString &id) { return b.statements.contains(id); };
    return a.plan == b.plan || a.planDigest == b.planDigest || std::any_of(a.statements.cbegin(), a.statements.cend(), isShared);
}

void letGoOfOld(SpentList &list)
{
    list.marks.removeIf([&list](const SpentMark &mark) {
        const bool isOld = std::max(mark.planExpiresAt, mark.deadline) + keptAfterwards < list.latest;
        return isOld && (!mark.isBreakGlass || mark.isReviewed);
    });
}

Error keychainRefusal(const Error &cause)
{
    return gateError("keychain", QStringLiteral("The keychain can't note that the approval is used up: %1").arg(cause.what), cause.next);
}

Error busy()
{
    return gateError("spent-busy", QStringLiteral("Another Holdwatch of yours is starting a redrive right now."), QStringLiteral("Try again in a moment."));
}

} // namespace

QString SpentBook::usualLockFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/holdwatch-spent.lock");
}

SpentBook::SpentBook(secrets::SecretStore &keychain, QString file, QString lockFile, secrets::Watchdog watchdog, QObject *parent)
    : QObject(parent), m_keychain(keychain), m_file(std::move(file)), m_lockFile(std::move(lockFile)), m_watchdog(std::move(watchdog))
{
}

Result<SpentList> SpentBook::readProfile() const
{
    const auto bytes = storage::readBounded(m_file, mostBytes);
    if (!bytes && bytes.error().kind == Error::Kind::NotFound)
        return SpentList();
    auto list = bytes ? storage::spentListFrom(*bytes) : Result<SpentList>(failure(bytes.error()));
    if (bytes && bytes->isEmpty())
        list = failure(Error::Kind::Storage, QStringLiteral("The list of approvals that were used up is empty, as after a fault of the disk."));
    if (list)
        return list;
    Error error = list.error();
    error.where = m_file;
    error.kept = QStringLiteral("The file is untouched; nothing is run.");
    error.next = QStringLiteral("Put %1 back from a copy.").arg(m_file);
    return failure(error);
}

Result<void> SpentBook::writeProfile(const SpentList &list) const
{
    return storage::writeDurably(m_file, storage::toBytes(list));
}

void SpentBook::readBoth(Keychain use, QObject *context, std::function<void(Result<Both>)> then)
{
    auto profile = readProfile();
    if (!profile)
        return secrets::answerLater(this, context, std::move(then), Result<Both>(failure(profile.error())));
    if (use == Keychain::LeftAlone)
        return secrets::answerLater(this, context, std::move(then), Result<Both>(Both{*profile, {}, gateError("keychain", QStringLiteral("The keychain was not asked."))}));
    secrets::readForCertain(m_keychain, marks, m_watchdog, context, [profile = *profile, then = std::move(then)](const Result<Secret> &kept) {
        Both both{profile, {}, {}};
        if (!kept && kept.error().kind != Error::Kind::NotFound) {
            both.keychainProblem = kept.error();
        } else if (kept) {
            auto list = storage::spentListFrom(kept->expose());
            if (list)
                both.keychain = std::move(*list);
            else
                both.keychainProblem = list.error();
        }
        then(std::move(both));
    });
}

void SpentBook::read(Keychain use, QObject *context, Done<SpentView> done)
{
    readBoth(use, context, [done = std::move(done)](const Result<Both> &both) {
        if (!both)
            return done(failure(both.error()));
        SpentView view{both->profile.marks, both->keychain.marks, !both->keychainProblem, {}, std::max(both->profile.latest, both->keychain.latest)};
        if (both->keychainProblem)
            view.keychainProblem = both->keychainProblem->what;
        done(std::move(view));
    });
}

void SpentBook::rewrite(Keychain use, QObject *context, Change change, Done<void> done)
{
    QDir().mkpath(QFileInfo(m_lockFile).path()); // a fresh account has no folder for data yet
    const auto lock = std::make_shared<QLockFile>(m_lockFile);
    lock->setStaleLockTime(0); // a dead program's is taken over by its process id
    if (!lock->tryLock(0))
        return secrets::answerLater(this, context, std::move(done), Result<void>(failure(busy())));
    readBoth(use, context, [self = QPointer(this), lock, use, change = std::move(change), context, done = std::move(done)](Result<Both> both) {
        if (!self)
            return;
        if (!both)
            return done(failure(both.error()));
        if (both->keychainProblem && use == Keychain::Needed)
            return done(failure(keychainRefusal(*both->keychainProblem)));
        if (const auto refused = change(*both))
            return done(failure(*refused));
        letGoOfOld(both->profile);
        letGoOfOld(both->keychain);
        if (both->keychainProblem)
            return done(self->writeProfile(both->profile));
        secrets::writeInTime(self->m_keychain, marks, Secret(storage::toBytes(both->keychain)), self->m_watchdog, context, [self, lock, use, profile = both->profile, done](const Result<void> &written) {
            if (!self)
                return;
            if (!written && use == Keychain::Needed)
                return done(failure(keychainRefusal(written.error())));
            done(self->writeProfile(profile));
        });
    });
}

void SpentBook::spend(const SpentMark &mark, UtcTime now, Keychain use, QObject *context, Done<void> done)
{
    const auto change = [mark, now](Both &both) -> std::optional<Error> {
        for (SpentList *list : {&both.profile, &both.keychain}) {
            if (std::any_of(list->marks.cbegin(), list->marks.cend(), [&mark](const SpentMark &other) { return isOf(mark, other); }))
                return gateError("spent", QStringLiteral("Its approval was used up by a run that began before."), QStringLiteral("Make a new plan for what is left."));
        }
        const UtcTime latest = std::max({both.profile.latest, both.keychain.latest, now});
        for (SpentList *list : {&both.profile, &both.keychain}) {
            list->marks.append(mark);
            list->latest = latest;
        }
        return std::nullopt;
    };
    rewrite(use, context, change, std::move(done));
}

void SpentBook::noteReview(const PlanId &plan, QObject *context, Done<void> done)
{
    const auto change = [plan](Both &both) -> std::optional<Error> {
        bool isKnown = false;
        for (SpentList *list : {&both.profile, &both.keychain}) {
            for (SpentMark &mark : list->marks) {
                const bool isIt = mark.plan == plan && mark.isBreakGlass;
                mark.isReviewed = mark.isReviewed || isIt;
                isKnown = isKnown || isIt;
            }
        }
        if (isKnown)
            return std::nullopt;
        return gateError("not-begun", QStringLiteral("No break-glass run of this plan is known here."));
    };
    rewrite(Keychain::Needed, context, change, std::move(done));
}

} // namespace holdwatch::operations
