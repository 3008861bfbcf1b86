// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/DeadSets.h"

namespace holdwatch::operations {

namespace {

constexpr int lettersPerPage = 500;

std::optional<WatchedQueue> findIn(const Result<QVector<WatchedQueue>> &listed, const QueueId &deadSet)
{
    for (const WatchedQueue &each : listed.value_or(QVector<WatchedQueue>())) {
        if (each.id.name == deadSet.name) {
            WatchedQueue found = each;
            found.id = deadSet;
            return found;
        }
    }
    return std::nullopt;
}

} // namespace

QCoro::Task<WatchedQueue> findDeadSet(providers::Provider &provider, QueueId deadSet)
{
    WatchedQueue bare;
    bare.id = deadSet;
    bare.displayName = deadSet.name;
    bare.isDeadLetterQueue = true;
    providers::Metrics *metrics = provider.metrics();
    if (!metrics)
        co_return bare;
    co_await metrics->probe();
    Result<QVector<WatchedQueue>> listed = co_await metrics->list();
    std::optional<WatchedQueue> found = findIn(listed, deadSet);
    // Some systems tell only with a queue's figures where its dead letters land.
    if (listed && found && found->origins.isEmpty()) {
        co_await metrics->sample(*listed);
        listed = co_await metrics->list();
        found = findIn(listed, deadSet);
    }
    co_return found.value_or(bare);
}

QCoro::Task<Result<DeadSetView>> viewDeadSet(providers::Provider &provider, WatchedQueue deadSet, int most)
{
    providers::DeadLetterReader *reader = provider.deadLetterReader();
    if (!reader)
        co_return failure(Error::Kind::Unsupported, QStringLiteral("Dead letters of this system can't be read."));
    DeadSetView view;
    QByteArray cursor;
    for (;;) {
        const int limit = std::min<int>(lettersPerPage, most - int(view.letters.size()));
        Result<providers::DeadLetterPage> page = co_await reader->page(deadSet, cursor, limit, false);
        if (!page) {
            co_await reader->release(deadSet);
            co_return failure(page.error());
        }
        view.letters += page->letters;
        view.looks += page->looks;
        view.isWhole = page->isWhole;
        if (page->total)
            view.total = page->total;
        cursor = page->next;
        if (cursor.isEmpty() || view.letters.size() >= most)
            break;
    }
    co_await reader->release(deadSet);
    co_return view;
}

} // namespace holdwatch::operations
