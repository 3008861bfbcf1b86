// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QStringList>

namespace holdwatch::operations {

/// Replaces the names and addresses of hosts in a text by "host-1", "host-2", … in order of appearance,
/// the same host by the same number. Besides the `known` ones it takes for a host: what follows "://",
/// dotted names, and IP addresses. This computer itself (localhost, 127.…, ::1), the program's own file names
/// and log categories stay.
class HostNames
{
public:
    explicit HostNames(const QStringList &known);
    QString hide(const QString &text);

private:
    QString numberOf(const QString &host);

    QStringList m_known;
    QHash<QString, QString> m_numbers;
};

} // namespace holdwatch::operations
