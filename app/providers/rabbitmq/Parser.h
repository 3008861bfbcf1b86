// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/rabbitmq/QueueRow.h"
#include "app/providers/rabbitmq/RabbitRights.h"
#include "models/core/Result.h"

#include <QByteArray>

namespace holdwatch::providers::rabbitmq {

/// Answers of the management API as values. Pure. A body that is no JSON, or not of the expected outer
/// shape, is Error::Kind::Malformed with the JSON path; a single odd field is just not reported.
Result<Overview> parseOverview(const QByteArray &body);
QStringList parseTags(const QByteArray &whoamiBody); ///< of the user; empty if the answer is not understood
Result<QVector<PermissionRow>> parsePermissions(const QByteArray &body);
Result<QueuePage> parseQueuePage(const QByteArray &body);
Result<QVector<ExchangeRow>> parseExchanges(const QByteArray &body);
Result<QVector<BindingRow>> parseBindings(const QByteArray &body);

/// What an error answer says itself, as plain text: "not_authorised: …". Empty when it says nothing.
QString explanationOf(const QByteArray &body);

} // namespace holdwatch::providers::rabbitmq
