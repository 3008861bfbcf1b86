// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHashFunctions>
#include <QString>

#include <compare>

namespace holdwatch {

/// A string that can't be mixed up with another kind of string.
template<typename Tag>
class Id
{
public:
    Id() = default;
    explicit Id(QString text) : m_text(std::move(text)) {}

    const QString &text() const { return m_text; }
    bool isEmpty() const { return m_text.isEmpty(); }

    friend bool operator==(const Id &, const Id &) = default;
    friend bool operator<(const Id &a, const Id &b) { return a.m_text < b.m_text; }
    friend size_t qHash(const Id &id, size_t seed = 0) { return qHash(id.m_text, seed); }

private:
    QString m_text;
};

using ConnectionId = Id<struct ConnectionTag>;
using MessageId = Id<struct MessageTag>;
using AlertId = Id<struct AlertTag>;

/// A watched unit on one connection. `name` is the provider's own unambiguous spelling
/// ("reservation-expiry", "shop/orders" for vhost shop, "topic@group"); never parsed outside its adapter.
struct QueueId
{
    ConnectionId connection;
    QString name;

    friend bool operator==(const QueueId &, const QueueId &) = default;
    friend bool operator<(const QueueId &a, const QueueId &b)
    {
        return a.connection == b.connection ? a.name < b.name : a.connection < b.connection;
    }
    friend size_t qHash(const QueueId &id, size_t seed = 0) { return qHashMulti(seed, id.connection, id.name); }
};

} // namespace holdwatch
