// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/PracticePort.h"

namespace holdwatch::test {

/// A practice workload that only remembers what it was asked and says what a test tells it to.
class FakePractice final : public PracticePort
{
public:
    PracticeState now;
    QStringList wishes;

    FakePractice()
    {
        now.running = true;
        now.scenario = QStringLiteral("default-tour");
        now.chapter = QStringLiteral("A worker is stuck: it holds its lease and finishes nothing. Watch the age of reservation-expiry rise while depth stays low.");
        now.holdsCreated = 4'312;
        now.effects = 4'120;
        now.duplicatesAbsorbed = 37;
        const auto fault = [&](const char *id, const char *title, const char *description, bool on) {
            now.faults.append({QString::fromLatin1(id), QString::fromUtf8(title), QString::fromUtf8(description), on});
        };
        fault("slow-consumer", "Slow consumer", "Each job takes ten times as long. Completions fall below arrivals and the age rises.", false);
        fault("stuck-worker", "Stuck worker", "One worker takes a message and never answers. Its lease ends, then another worker gets the message.", true);
        fault("lost-acks", "Lost acknowledgements", "The effect is committed, its acknowledgement is not sent. The redelivery meets the key and does nothing.", false);
        fault("rollback-after-claim", "Rollback after claim", "The transaction fails after the key was claimed. No claim is left, the next delivery succeeds.", false);
        fault("downstream-429", "Downstream says 429", "The service behind the workers is rate-limited. Jobs are returned with a delay and retried.", false);
        fault("poison-schema", "Unknown schema version", "Some commands have a version that the consumer doesn't know. They end in the dead-letter queue.", true);
        fault("duplicates", "Duplicate deliveries", "Commands are published twice under the same key. The second one is absorbed.", false);
    }

    PracticeState state() const override { return now; }
    QStringList scenarios() const override { return {QStringLiteral("default-tour"), QStringLiteral("quiet-day")}; }
    void setFault(const QString &id, bool on) override { wishes << QStringLiteral("%1 %2").arg(id, on ? QStringLiteral("on") : QStringLiteral("off")); }
    void setPaused(bool paused) override { wishes << (paused ? QStringLiteral("pause") : QStringLiteral("go on")); }
    void setSpeed(double speed) override { wishes << QStringLiteral("speed %1").arg(speed); }
    void startScenario(const QString &id) override { wishes << QStringLiteral("start %1").arg(id); }

    void say(const PracticeState &state)
    {
        now = state;
        emit stateChanged(now);
    }
};

} // namespace holdwatch::test
