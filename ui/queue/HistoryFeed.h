// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/MonitorPort.h"

#include <optional>

namespace holdwatch::ui {

/// Keeps one question to the history under way at a time: what is asked meanwhile waits, and only the
/// newest of it is asked next. So neither a fast poll nor a dragged chart piles work up.
class HistoryFeed : public QObject
{
    Q_OBJECT
public:
    HistoryFeed(MonitorPort &monitor, QObject *parent);

    void request(const HistoryQuery &query);
    void forget(); ///< another queue is shown: an answer still under way is dropped

signals:
    void arrived(const holdwatch::HistorySlice &slice);
    void failed(const holdwatch::Error &error);

private:
    void ask(const HistoryQuery &query);

    MonitorPort &m_monitor;
    bool m_underWay = false;
    int m_generation = 0;
    std::optional<HistoryQuery> m_next;
};

} // namespace holdwatch::ui
