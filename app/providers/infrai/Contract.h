// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Error.h"

#include <QByteArray>
#include <QMap>
#include <QStringList>
#include <QVector>

#include <optional>

namespace holdwatch::providers::infrai {

/// The calls this adapter knows a use for.
enum class Call { List, Stats, DeadLetterList, Redrive, WhoAmI };

/// One line of the discovery index.
struct IndexEntry
{
    QString id;
    QByteArray method;
    QString path; ///< with {placeholders}, as published
    std::optional<bool> available;
    std::optional<double> priceUsd; ///< a call; unset: not said
};

/// Where a call goes. The path is checked: it can't lead out of the queue API.
struct Route
{
    QString id;     ///< as the server calls it
    QString path;   ///< absolute, with at most one {placeholder}
    std::optional<double> priceUsd;
    bool operator==(const Route &) const = default;
};

/// Which call has which route, and where the server strayed from what is documented.
struct Routes
{
    QMap<Call, Route> usable;
    QMap<Call, QString> refused; ///< why there is no route
    QStringList drift;           ///< one sentence per capability
    bool discovered = false;
};

/// The documented routes, for when discovery can't be reached.
Routes documentedRoutes();

/// Chooses by method and path. A capability that is published under another path is followed inside
/// /v1/queue/ and refused outside; one with another method is refused: a poll must never become a
/// write. whoami is taken only as documented. Pure.
Routes chooseRoutes(const QVector<IndexEntry> &index);

/// Starts with /v1/queue/ and is made of plain segments: no host, no "..", no query, no encoded trick.
bool staysInQueueApi(const QString &path);

QString idOf(Call call);            ///< the documented capability id
QByteArray methodOf(Call call);

} // namespace holdwatch::providers::infrai
