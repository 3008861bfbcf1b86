// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/polling/QueueFilter.h"

#include "models/core/Glob.h"

#include <algorithm>

namespace holdwatch::operations {

QueueFilter::QueueFilter(const QString &list)
{
    const QStringList parts = list.split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        const QString glob = part.trimmed();
        if (glob.startsWith(QLatin1Char('!')))
            m_exclude << glob.mid(1).trimmed();
        else if (!glob.isEmpty())
            m_include << glob;
    }
}

bool QueueFilter::accepts(const QString &queueName) const
{
    const auto matches = [&](const QString &glob) { return matchesGlob(glob, queueName); };
    return (m_include.isEmpty() || std::any_of(m_include.cbegin(), m_include.cend(), matches))
        && std::none_of(m_exclude.cbegin(), m_exclude.cend(), matches);
}

} // namespace holdwatch::operations
