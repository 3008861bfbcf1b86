// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Ids.h"
#include "models/ports/SettingsPort.h"

#include <QSet>
#include <QStringList>

namespace holdwatch::ui {

/// Queues that a person wants listed as dead-letter queues, kept among the window's settings.
inline QSet<QueueId> markedQueues(const SettingsPort &settings)
{
    QSet<QueueId> marked;
    const QStringList lines = settings.read(QStringLiteral("deadletters/marked")).toStringList();
    for (const QString &line : lines)
        marked.insert({ConnectionId(line.section(QLatin1Char('\n'), 0, 0)), line.section(QLatin1Char('\n'), 1)});
    return marked;
}

inline void saveMarkedQueues(SettingsPort &settings, const QSet<QueueId> &marked)
{
    QStringList lines;
    for (const QueueId &each : marked)
        lines << each.connection.text() + QLatin1Char('\n') + each.name;
    lines.sort();
    settings.write(QStringLiteral("deadletters/marked"), lines);
}

} // namespace holdwatch::ui
