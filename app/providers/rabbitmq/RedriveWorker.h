// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/rabbitmq/Holding.h"

#include <QFuture>
#include <QPromise>

#include <condition_variable>
#include <deque>
#include <functional>
#include <thread>

namespace holdwatch::providers::rabbitmq {

/// A Holding on a thread of its own, which keeps its connection alive between jobs. Its futures always finish, also
/// when this dies first.
class RedriveWorker
{
public:
    explicit RedriveWorker(Holding::Setup setup);
    ~RedriveWorker(); ///< ends the connection and waits for the thread
    RedriveWorker(const RedriveWorker &) = delete;
    RedriveWorker &operator=(const RedriveWorker &) = delete;

    /// Runs `job(Holding &)` there, in the order of the calls.
    template<typename Job>
    auto run(Job job)
    {
        using Answer = std::invoke_result_t<Job, Holding &>;
        auto promise = std::make_shared<QPromise<Answer>>();
        promise->start();
        post([this, promise, job = std::move(job)] {
            promise->addResult(job(m_holding));
            promise->finish();
        });
        return promise->future();
    }

    void stop() { m_holding.stop(); }

private:
    void post(std::function<void()> job);
    void loop();

    Holding m_holding;
    std::mutex m_mutex;
    std::condition_variable m_news;
    std::deque<std::function<void()>> m_jobs;
    bool m_isOver = false;
    std::thread m_thread;
};

} // namespace holdwatch::providers::rabbitmq
