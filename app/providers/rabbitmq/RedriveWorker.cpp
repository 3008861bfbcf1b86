// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/RedriveWorker.h"

namespace holdwatch::providers::rabbitmq {

RedriveWorker::RedriveWorker(Holding::Setup setup) : m_holding(std::move(setup)), m_thread([this] { loop(); }) {}

RedriveWorker::~RedriveWorker()
{
    m_holding.stop();
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_news.notify_one();
    m_thread.join();
}

void RedriveWorker::post(std::function<void()> job)
{
    {
        const std::lock_guard lock(m_mutex);
        m_jobs.push_back(std::move(job));
    }
    m_news.notify_one();
}

void RedriveWorker::loop()
{
    constexpr Seconds betweenHeartbeats(4);
    std::unique_lock lock(m_mutex);
    while (true) {
        m_news.wait_for(lock, betweenHeartbeats, [this] { return m_isOver || !m_jobs.empty(); });
        if (m_jobs.empty() && m_isOver)
            return;
        if (m_jobs.empty()) {
            lock.unlock();
            m_holding.keepAlive();
            lock.lock();
            continue;
        }
        const std::function<void()> job = std::move(m_jobs.front());
        m_jobs.pop_front();
        lock.unlock();
        job();
        lock.lock();
    }
}

} // namespace holdwatch::providers::rabbitmq
