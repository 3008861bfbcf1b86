// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/redrive/RedriveRunner.h"
#include "tests/support/FakeClock.h"
#include "tests/unit/redriverun/Approvals.h"
#include "tests/unit/redriverun/FakeSystem.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QtTest>

namespace holdwatch::test {

/// One run over a system and a record in memory. Time moves only by `pass`.
class RunStage
{
public:
    explicit RunStage(int letters = 8) { system->put(letters); }

    RedrivePlan plan() const
    {
        RedrivePlan made;
        made.id = PlanId(QStringLiteral("rd-20261130-140312-7f3a"));
        made.connection = ConnectionId(QStringLiteral("shop"));
        made.connectionName = QStringLiteral("Shop");
        made.provider = QStringLiteral("rabbitmq");
        made.environment = Environment::Practice;
        made.deadSet = QStringLiteral("orders.dlq");
        for (int i = 0; i < system->dead.size(); ++i) {
            const DeadLetter &letter = system->dead.at(i);
            PlanItem item;
            item.ordinal = i;
            item.id = letter.id;
            item.key = letter.headers.constFirst().text;
            item.digest = contentDigest(letter);
            item.failureClass = QStringLiteral("transient-dependency");
            item.originQueue = letter.originQueue;
            made.items.append(item);
        }
        made.bounds.maxMessages = int(made.items.size());
        made.bounds.milliPerSecond = 10'000;
        made.bounds.steps = {2, 3};
        return made;
    }

    /// Ends the run before, if there is one: as `kill -9` does, without a word in the record.
    void begin(const RedrivePlan &wanted, const RunBook &book, bool isContinued = false)
    {
        planned = wanted;
        changes.clear();
        auto provider = std::make_unique<FakeRedriveProvider>(system);
        operations::RedriveRunner::Parts parts{std::move(provider),
                                               [this](const QVector<AuditDraft> &drafts) { return write(drafts); },
                                               [this](const QStringList &) { return signalsNow(); },
                                               [](const DeadLetter &letter) { return DeadSighting{letter.id, letter.headers.value(0).text, contentDigest(letter), letter.diedAt}; },
                                               clock,
                                               QStringLiteral("Ada")};
        runner = std::make_unique<operations::RedriveRunner>(operations::ApprovalGate::make(wanted, clock.now() + std::chrono::hours(4), isContinued), wanted, book, std::move(parts));
        QObject::connect(runner.get(), &operations::RedriveRunner::itemsChanged, runner.get(), [this](const QVector<ItemResult> &changed) { changes += changed; });
        QObject::connect(runner.get(), &operations::RedriveRunner::ended, runner.get(), [this] { hasEnded = true; });
        hasEnded = false;
        runner->start();
        settle();
    }
    void begin() { begin(plan(), RunBook(plan())); }

    void pass(Millis by)
    {
        clock.advance(by);
        runner->poke();
        settle();
    }
    /// As long as it waits for time only, at most so many times.
    void runOn(int most = 2000)
    {
        while (!hasEnded && most-- > 0)
            pass(Seconds(1));
    }
    /// Everything here answers from the event loop, so when it is empty nothing is under way.
    void settle()
    {
        for (int i = 0; i < 20; ++i)
            QCoreApplication::sendPostedEvents(), QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    Result<void> write(const QVector<AuditDraft> &drafts)
    {
        if (recordFails || (onWrite && !onWrite(drafts)))
            return failure(Error::Kind::Storage, QStringLiteral("The disk is full."));
        for (const AuditDraft &each : drafts) {
            AuditEntry entry;
            entry.number = record.size() + 1;
            entry.at = clock.now();
            entry.what = each;
            record.append(entry);
            system->asked << QStringLiteral("written ") + each.kind;
        }
        return {};
    }
    RunSignals signalsNow() const
    {
        RunSignals seen = signals_;
        seen.now = clock.now();
        if (isFresh)
            seen.targetSampledAt = clock.now();
        return seen;
    }
    QStringList kinds() const
    {
        QStringList all;
        for (const AuditEntry &each : record)
            all << each.what.kind;
        return all;
    }
    operations::RunHistory history() const { return *operations::readRun(planned, record); }
    RunCounts counts() const { return runner->book().counts(); }
    const RunState &state() const { return runner->state(); }
    QStringList attempts() const { return system->asked.filter(QStringLiteral("attempt ")); }

    FakeClock clock;
    std::shared_ptr<FakeSystem> system = std::make_shared<FakeSystem>();
    RedrivePlan planned;
    QVector<AuditEntry> record;
    bool recordFails = false;
    std::function<bool(const QVector<AuditDraft> &)> onWrite; ///< false: it fails
    RunSignals signals_{Verdict::Healthy, Seconds(10), {}, 8, 2.0, false, {}, {}};
    bool isFresh = true;
    QVector<ItemResult> changes;
    bool hasEnded = false;
    std::unique_ptr<operations::RedriveRunner> runner;
};

} // namespace holdwatch::test
