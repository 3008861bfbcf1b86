// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace holdwatch::operations {

/// Which queues of a connection are watched: a comma-separated list of wildcards, "!" before those to
/// leave out ("orders*, !*.tmp"). Without a wildcard to include, all are in; an exclusion always wins.
class QueueFilter
{
public:
    explicit QueueFilter(const QString &list);
    bool accepts(const QString &queueName) const;

private:
    QStringList m_include;
    QStringList m_exclude;
};

} // namespace holdwatch::operations
