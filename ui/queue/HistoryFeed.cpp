// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/HistoryFeed.h"

namespace holdwatch::ui {

HistoryFeed::HistoryFeed(MonitorPort &monitor, QObject *parent)
    : QObject(parent), m_monitor(monitor)
{
}

void HistoryFeed::request(const HistoryQuery &query)
{
    if (m_underWay)
        m_next = query;
    else
        ask(query);
}

void HistoryFeed::forget()
{
    ++m_generation;
    m_underWay = false;
    m_next.reset();
}

void HistoryFeed::ask(const HistoryQuery &query)
{
    m_underWay = true;
    m_monitor.fetchHistory(query, this, [this, generation = m_generation](const Result<HistorySlice> &answer) {
        if (generation != m_generation)
            return;
        m_underWay = false;
        if (answer)
            emit arrived(*answer);
        else
            emit failed(answer.error());
        if (!m_underWay && m_next)
            ask(*std::exchange(m_next, std::nullopt));
    });
}

} // namespace holdwatch::ui
