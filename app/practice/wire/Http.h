// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QVector>

#include <utility>

namespace holdwatch::practice {

struct Request
{
    QByteArray method;
    QString path;  ///< percent-encoded, as sent
    QVector<std::pair<QString, QString>> query; ///< decoded
    QHash<QByteArray, QByteArray> headers; ///< names in lower case
    QByteArray body;
};

struct Response
{
    int status = 200;
    QVector<std::pair<QByteArray, QByteArray>> headers;
    QByteArray body; ///< JSON
};

} // namespace holdwatch::practice
