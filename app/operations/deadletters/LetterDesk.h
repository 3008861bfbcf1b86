// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/connecting/ConnectionTester.h"
#include "app/providers/api/DeadLetterReader.h"

#include <QPointer>
#include <QThread>

#include <functional>

namespace holdwatch::operations {

/// Asks systems for their dead letters, on a thread of its own: one provider a dead set, one question after the
/// other. Called from the thread it lives in; `done` is called on `context`'s thread, once, unless that has died.
class LetterDesk
{
public:
    template<typename T>
    using Done = std::function<void(Result<T>)>;

    explicit LetterDesk(ConnectionTester::MakeProvider make);
    /// Cancels what is under way and releases what is held, but waits for that no longer than `longestLeave`.
    ~LetterDesk();
    Q_DISABLE_COPY_MOVE(LetterDesk)

    static constexpr Millis longestLeave{1200};

    /// By what the following questions about `deadSet` are asked; a sitting that is open goes on by what it began with.
    void prepare(const QueueId &deadSet, const ConnectionConfig &config, Secret key);
    void terms(const QueueId &deadSet, QObject *context, Done<LookTerms> done);
    void page(const QueueId &deadSet, const QByteArray &cursor, int limit, bool override, QObject *context, Done<providers::DeadLetterPage> done);
    void whole(const QueueId &deadSet, const DeadLetter &part, QObject *context, Done<DeadLetter> done);
    void release(const QueueId &deadSet, QObject *context, Done<void> done);
    /// Ends the question under way; it answers with Cancelled. Those after it are asked.
    void cancel(const QueueId &deadSet);

private:
    class Worker;
    struct Office;
    using Question = std::function<QCoro::Task<>(std::shared_ptr<Office>)>;

    template<typename T>
    static std::function<void(Result<T>)> onThreadOf(QObject *context, Done<T> done);
    void put(const QueueId &deadSet, Question question);

    QThread m_thread;
    Worker *m_worker; ///< lives on m_thread
};

} // namespace holdwatch::operations
