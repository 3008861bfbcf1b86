// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/OutboxRelay.h"

#include <algorithm>

namespace holdwatch::practice {
namespace {

constexpr int mostAtOnce = 50;

} // namespace

Result<void> OutboxRelay::drain(UtcTime now, const std::function<double(const QString &)> &duplicateShare)
{
    const auto entries = m_ledger.outbox(mostAtOnce);
    if (!entries)
        return failure(entries.error());
    QStringList published;
    Result<void> done;
    for (const OutboxEntry &entry : *entries) {
        const QString key = entry.command.idempotencyKey();
        done = publish(entry, now, key);
        if (done && m_chance.happens(duplicateShare(factsOf(entry.command.work).queue)))
            done = publish(entry, now, key + QStringLiteral("/again"));
        if (!done)
            break; // the rest stays in the outbox and keeps its order
        published.append(key);
    }
    const Result<void> struck = published.isEmpty() ? Result<void>() : m_ledger.markPublished(published);
    return done.and_then([&] { return struck; });
}

Result<void> OutboxRelay::publish(const OutboxEntry &entry, UtcTime now, const QString &transportKey)
{
    NewMessage message;
    message.payload = toPayload(entry.command);
    message.delay = std::max<Millis>(Millis(0), entry.dueAt - now);
    message.priority = entry.priority;
    const auto accepted = m_queue.publish(factsOf(entry.command.work).queue, message, transportKey);
    // This key stands for this one command: a conflict (the delay left is another) says it was published before.
    if (!accepted && accepted.error().kind != Error::Kind::Conflict)
        return failure(accepted.error());
    return {};
}

} // namespace holdwatch::practice
