// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/PracticeQueues.h"

#include "app/practice/workload/Command.h"

namespace holdwatch::practice {
namespace {

Result<void> createUnlessThere(QueueEngine &engine, const QueueSettings &settings)
{
    const auto created = engine.createQueue(settings);
    if (!created && created.error().kind == Error::Kind::Conflict)
        return {};
    return created;
}

} // namespace

Result<void> createPracticeQueues(QueueEngine &engine)
{
    Result<void> done;
    for (const Work work : allWork) {
        QueueSettings settings;
        settings.name = factsOf(work).queue;
        settings.deadLetterQueue = settings.name + QStringLiteral("-dlq");
        settings.priority = work == Work::ReserveInventory;
        settings.retention = practiceRetention;
        settings.visibilityTimeout = practiceLease;

        QueueSettings dead = settings;
        dead.name = settings.deadLetterQueue;
        dead.deadLetterQueue.clear();
        dead.priority = false;
        done = done.and_then([&] { return createUnlessThere(engine, dead); }).and_then([&] { return createUnlessThere(engine, settings); });
    }
    return done;
}

} // namespace holdwatch::practice
