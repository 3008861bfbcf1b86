// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/redrive/ApprovalGate.h"
#include "tests/support/FakeClock.h"
#include "tests/support/redrive/RedriveSamples.h"
#include "tests/support/secrets/FakeSecretStore.h"
#include "tests/unit/redrive/PlanSamples.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace holdwatch::test {

inline QString codeOf(const Error &error)
{
    return error.where.isEmpty() ? toWord(error.kind) : error.where;
}

/// One person at one desktop: a keychain in the test's hand, a profile, and what the program would make over them.
struct Desktop
{
    QTemporaryDir folder;
    FakeSecretStore keychain;
    FakeClock clock{planTime()};
    QString profile = folder.filePath(QStringLiteral("profile"));
    QStringList pinFiles;
    std::vector<std::pair<QPointer<QObject>, std::function<void()>>> watches;
    std::unique_ptr<operations::OperatorKeeper> people;
    std::unique_ptr<operations::SpentBook> spent;
    std::unique_ptr<operations::ApprovalGate> gate;
    QObject context;

    Desktop()
    {
        QDir().mkpath(profile);
        start();
    }
    ~Desktop() { end(); }

    void end()
    {
        gate.reset();
        spent.reset();
        people.reset();
    }
    /// The program starts anew over what is there.
    void start()
    {
        end();
        const secrets::Watchdog watchdog = [this](QObject *life, std::function<void()> bark) { watches.emplace_back(life, std::move(bark)); };
        people = std::make_unique<operations::OperatorKeeper>(keychain, profile, smallPlan().installation, clock, pinFiles, watchdog);
        spent = std::make_unique<operations::SpentBook>(keychain, operations::SpentBook::fileIn(profile), folder.filePath(QStringLiteral("lock")), watchdog);
        gate = std::make_unique<operations::ApprovalGate>(*people, *spent);
        people->start();
        settle();
    }
    void settle()
    {
        if (!keychain.isSilent)
            (void)QTest::qWaitFor([this] { return keychain.waiting() == 0 && people->state().keychain != OperatorState::Keychain::Asking; });
    }
    void letTimePass()
    {
        for (const auto &[life, bark] : std::exchange(watches, {})) {
            if (life)
                bark();
        }
    }

    template<typename T, typename Call>
    Result<T> answerTo(Call call)
    {
        std::optional<Result<T>> answer;
        call([&answer](Result<T> result) { answer.emplace(std::move(result)); });
        if (answer)
            return failure(Error::Kind::Internal, QStringLiteral("answered within the call"));
        if (!QTest::qWaitFor([&answer] { return answer.has_value(); }))
            return failure(Error::Kind::Internal, QStringLiteral("never answered"));
        return std::move(*answer);
    }
    template<typename T, typename Call>
    QString told(Call call)
    {
        const auto answer = answerTo<T>(call);
        return answer ? QStringLiteral("done") : codeOf(answer.error());
    }

    Result<Operator> created(const QString &name)
    {
        return answerTo<Operator>([&](auto done) { people->createIdentity(name, &context, done); });
    }
    QString pinned(const QByteArray &key)
    {
        return told<void>([&](auto done) { people->pinMaintainer(storage::publicKeyText(key), &context, done); });
    }
    QString takenRoster(const storage::SignedRoster &roster)
    {
        const QString path = folder.filePath(QStringLiteral("roster"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(roster.toJson()) < 0)
            return QStringLiteral("could not write");
        file.close();
        const auto taken = people->takeRoster(path);
        return taken ? QStringLiteral("done") : codeOf(taken.error());
    }

    /// Ada of the samples works here: her key lies in the keychain, her identity in the profile.
    void beAda()
    {
        keychain.entries[secrets::SecretName::ofOwn(secrets::OwnSecret::OperatorKey)] = QByteArray(signing::seedSize, 'a');
        (void)created(QStringLiteral("Ada"));
        (void)pinned(keyOf('m').publicKey());
        (void)takenRoster(signedRoster());
        settle();
    }

    operations::ApprovalGate::Place place() const
    {
        const RedrivePlan plan = smallPlan();
        return {plan.connection, plan.origin, plan.environment, clock.now() + Minutes(10), Millis(0)};
    }
    QByteArray keptSpent() const
    {
        const auto found = keychain.entries.find(secrets::SecretName::ofOwn(secrets::OwnSecret::SpentMarks));
        return found == keychain.entries.end() ? QByteArray() : found->second;
    }
    QByteArray fileSpent() const
    {
        QFile file(operations::SpentBook::fileIn(profile));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

} // namespace holdwatch::test
