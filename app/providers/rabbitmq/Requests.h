// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/net/HttpClient.h"

namespace holdwatch::providers::rabbitmq {

/// The requests of monitoring, all of them GETs of the management API, the one look at messages, and those of a shovel. Pure; sources in README.md.
class Requests
{
public:
    /// `base` is the management root, with or without a path prefix and a trailing "/api".
    Requests(const QUrl &base, const net::Credential *credential, Millis deadline);

    static constexpr int pageSize = 250; ///< the API takes up to 500; smaller answers keep a busy broker responsive

    net::ReadRequest overview() const;
    net::ReadRequest whoami() const;
    net::ReadRequest permissionsOf(const QString &user) const; ///< administrators only
    net::ReadRequest queues(int page, const QByteArray &columns) const;
    net::ReadRequest exchanges() const;
    net::ReadRequest bindings() const;
    net::ReadRequest deadSet(const QString &vhost, const QString &queue) const;
    /// Takes up to `count` messages from the head and gives them back (ack_requeue_true): the only look there is.
    net::LookRequest look(const QString &vhost, const QString &queue, int count, qint64 bodyBytes, qint64 largestAnswer) const;

    // Of a shovel that moves the first so many from one queue to another. `name` must need no encoding.
    net::ReadRequest shovels(const QString &vhost) const; ///< 404: the broker has no shovels
    net::ReadRequest shovel(const QString &vhost, const QByteArray &name) const; ///< 404: it is not there (any more)
    net::WriteRequest startShovel(const QString &vhost, const QByteArray &name, const QByteArray &definition, const QByteArray &idempotencyKey) const;
    net::WriteRequest endShovel(const QString &vhost, const QByteArray &name, const QByteArray &idempotencyKey) const;

    static QByteArray topologyColumns(); ///< what `list` needs of a queue
    static QByteArray sampleColumns();   ///< what `sample` needs, and nothing more

private:
    net::ReadRequest get(const QByteArray &path, const QByteArray &query = {}) const;
    void address(net::Request &request, const QByteArray &path) const;
    net::WriteRequest write(const QByteArray &method, const QByteArray &path, const QByteArray &body, const QByteArray &idempotencyKey) const;

    QUrl m_api;
    const net::Credential *m_credential;
    Millis m_deadline;
};

} // namespace holdwatch::providers::rabbitmq
