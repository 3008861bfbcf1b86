// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/deadletters/DeadLetterService.h"
#include "tests/support/FakeClock.h"
#include "tests/support/deadletters/FakeReader.h"
#include "tests/support/secrets/FakeSecretStore.h"
#include "tests/unit/vault/Letters.h"

#include <QTemporaryDir>

namespace holdwatch::test {

using storage::test::canary;
using storage::test::deadSet;

/// The service over systems that do as the script says.
struct Bench
{
    explicit Bench(const QTemporaryDir &folder) : dir(folder)
    {
        keeper = std::make_unique<secrets::KeyKeeper>(std::make_unique<FakeSecretStore>(), secrets::KeyIndex(dir.filePath(QStringLiteral("keys.json"))), clock,
                                                      [](QObject *, std::function<void()>) {});
        keys.hold(ConnectionId(QStringLiteral("shop")), Secret(QByteArray("hw_key")));
        start();
    }
    void start(bool keepsNothing = false)
    {
        service.reset();
        rows.clear();
        states.clear();
        const auto make = [script = script](const ConnectionConfig &, Secret) -> operations::ProviderRegistry::Made { return std::make_unique<FakeLetterProvider>(script); };
        const auto connection = [](const ConnectionId &id) -> std::optional<ConnectionConfig> {
            ConnectionConfig config;
            config.id = id;
            config.name = QStringLiteral("Shop");
            config.provider = QStringLiteral("rabbitmq");
            return config;
        };
        service = std::make_unique<operations::DeadLetterService>(
            operations::DeadLetterService::Parts{*keeper, keys, clock, make, connection},
            operations::DeadLetterService::Files{dir.filePath(QStringLiteral("deadletters.json")), dir.filePath(QStringLiteral("deadletters.sqlite"))}, keepsNothing);
        QObject::connect(service.get(), &DeadLetterPort::lettersRead, service.get(), [this](const QueueId &set, const QVector<DeadLetterRow> &read) { rows[set] += read; });
        QObject::connect(service.get(), &DeadLetterPort::snapshotCleared, service.get(), [this](const QueueId &set) { rows[set].clear(); });
        QObject::connect(service.get(), &DeadLetterPort::readingChanged, service.get(), [this](const QueueId &set, const ReadingState &state) {
            states[set].append(state);
            changed();
        });
    }
    ReaderScript::Set serve(int count, const QueueId &set = deadSet)
    {
        ReaderScript::Set there;
        there.terms.effect = LookTerms::Effect::None;
        there.letters = storage::test::letters(0, count);
        script->put(set.name, there);
        return there;
    }
    static bool isOver(const ReadingState &state) { return state.stage != ReadingState::Stage::Reading; }
    ReadingState finished(const QueueId &set = deadSet)
    {
        return until([&] { return !states[set].isEmpty() && isOver(states[set].constLast()); }), states[set].constLast();
    }
    ReadingState read(ReadOrder order = {}, const QueueId &set = deadSet)
    {
        states[set].clear();
        service->read(set, order);
        return finished(set);
    }
    LookTerms terms(const QueueId &set = deadSet)
    {
        std::optional<LookTerms> told;
        const auto connection = QObject::connect(service.get(), &DeadLetterPort::termsChanged, service.get(), [&](const QueueId &, const LookTerms &terms) {
            told = terms;
            changed();
        });
        service->requestTerms(set);
        until([&] { return told.has_value(); });
        QObject::disconnect(connection);
        return *told;
    }
    Result<DeadLetter> fetch(LetterNumber number)
    {
        return answer<DeadLetter>([&](auto done) { service->fetchLetter(deadSet, number, service.get(), done); });
    }
    Result<QString> exported(const ExportOrder &order)
    {
        return answer<QString>([&](auto done) { service->exportLetters(deadSet, order, service.get(), done); });
    }
    template<typename T, typename Ask>
    Result<T> answer(Ask ask)
    {
        std::optional<Result<T>> given;
        ask([&](const Result<T> &result) {
            given = result;
            changed();
        });
        until([&] { return given.has_value(); });
        return *given;
    }
    template<typename Condition>
    void until(Condition condition)
    {
        while (!condition()) {
            QEventLoop loop;
            waiting = &loop;
            loop.exec();
            waiting = nullptr;
        }
    }
    void changed()
    {
        if (waiting)
            waiting->quit();
    }

    const QTemporaryDir &dir;
    FakeClock clock;
    operations::RunKeys keys;
    std::shared_ptr<ReaderScript> script = std::make_shared<ReaderScript>();
    std::unique_ptr<secrets::KeyKeeper> keeper;
    QHash<QueueId, QVector<DeadLetterRow>> rows;
    QHash<QueueId, QVector<ReadingState>> states;
    QEventLoop *waiting = nullptr;
    std::unique_ptr<operations::DeadLetterService> service;
};

} // namespace holdwatch::test
