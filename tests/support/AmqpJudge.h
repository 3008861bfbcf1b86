// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QStringList>
#include <QUrl>
#include <QVector>

namespace holdwatch::test {

/// A second AMQP client, not of the product's code (Python's pika), that fills queues and says what lies in them.
class AmqpJudge
{
public:
    AmqpJudge() = default;
    AmqpJudge(const QUrl &amqp, const QByteArray &user, const QByteArray &password) : m_port(amqp.port()), m_login(user + ':' + password) {}

    /// Why there is none here; empty when there is.
    static QString missing();

    int fillNasty(const QString &queue);             ///< how many; −1: it failed
    bool fillPlain(const QString &queue, int count); ///< "m-0", "m-1", …
    bool reject(const QString &queue, int count);
    int count(const QString &queue); ///< ready; −1: no such queue
    QVector<QJsonObject> peek(const QString &queue); ///< in order; marks them redelivered
    QVector<QJsonObject> take(const QString &queue);
    static QStringList ids(const QVector<QJsonObject> &messages);

private:
    QByteArray run(const QStringList &arguments, bool *isFine = nullptr);

    int m_port = 0;
    QByteArray m_login;
};

} // namespace holdwatch::test
