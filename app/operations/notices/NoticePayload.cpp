// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/notices/NoticeChannel.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace holdwatch::operations {

namespace {

QString toWord(Notice::Kind kind)
{
    switch (kind) {
    case Notice::Kind::Opened: return QStringLiteral("opened");
    case Notice::Kind::Worsened: return QStringLiteral("worsened");
    case Notice::Kind::Closed: break;
    }
    return QStringLiteral("closed");
}

QJsonValue textOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

QJsonValue timeOrNull(const std::optional<UtcTime> &time)
{
    return time ? QJsonValue(toIso(*time)) : QJsonValue();
}

} // namespace

QByteArray noticePayload(const Notice &notice)
{
    const Alert &alert = notice.alert;
    const QJsonObject about{
        {QStringLiteral("id"), alert.id.text()},
        {QStringLiteral("connection"), alert.connectionName},
        {QStringLiteral("queue"), textOrNull(alert.queueName)},
        {QStringLiteral("cause"), holdwatch::toWord(alert.cause)},
        {QStringLiteral("verdict"), holdwatch::toWord(alert.verdict)},
        {QStringLiteral("reason"), alert.reason},
        {QStringLiteral("opened_at"), toIso(alert.openedAt)},
        {QStringLiteral("changed_at"), toIso(alert.changedAt)},
        {QStringLiteral("closed_at"), timeOrNull(alert.closedAt)},
        {QStringLiteral("owner"), textOrNull(alert.owner)},
        {QStringLiteral("runbook"), textOrNull(alert.runbook)},
        {QStringLiteral("acknowledged_by"), textOrNull(alert.acknowledgedBy)},
    };
    const QJsonObject payload{
        {QStringLiteral("schema"), 1},
        {QStringLiteral("event"), toWord(notice.kind)},
        {QStringLiteral("alert"), about},
    };
    return QJsonDocument(payload).toJson(QJsonDocument::Compact) + '\n';
}

} // namespace holdwatch::operations
