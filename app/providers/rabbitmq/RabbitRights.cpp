// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/RabbitRights.h"

namespace holdwatch::providers::rabbitmq {

namespace {

bool matchesNothing(const QString &expression)
{
    return expression.isEmpty() || expression == QLatin1String("^$");
}

Right rightFrom(const QVector<PermissionRow> &permissions, QString PermissionRow::*expression, const QString &verb)
{
    QStringList vhosts;
    for (const PermissionRow &row : permissions) {
        if (!matchesNothing(row.*expression))
            vhosts << row.vhost;
    }
    if (vhosts.isEmpty())
        return {Right::Answer::No, QStringLiteral("Its user has no permission to %1 in any vhost; \"rabbitmqctl set_permissions\" gives one.").arg(verb)};
    return {Right::Answer::Yes, QStringLiteral("Its user has permission to %1 in %2.").arg(verb, vhosts.join(QStringLiteral(", ")))};
}

} // namespace

Rights rightsOf(const QStringList &tags, const std::optional<QVector<PermissionRow>> &permissions)
{
    if (permissions)
        return {rightFrom(*permissions, &PermissionRow::read, QStringLiteral("read")), rightFrom(*permissions, &PermissionRow::write, QStringLiteral("write"))};
    const QString tagged = tags.isEmpty() ? QStringLiteral("no tags") : QStringLiteral("the tags %1").arg(tags.join(QStringLiteral(", ")));
    const Right unknown{Right::Answer::Unknown, QStringLiteral("Its user has %1; RabbitMQ tells permissions only to administrators.").arg(tagged)};
    return {unknown, unknown};
}

} // namespace holdwatch::providers::rabbitmq
