// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QVector>

#include <optional>

namespace holdwatch::amqp {

struct Entry;

/// One value of a header table, with the very type it had on the wire.
struct Field
{
    /// The letter that stands for the type there, as RabbitMQ uses them: t bool, b B s u I i l L whole numbers, f d floats,
    /// D decimal, S text or any bytes, x bytes, A array, T time, F table, V nothing.
    char kind = 'V';
    qint64 whole = 0;       ///< b B s u I i l T; t as 0 or 1; of L the same bits; of D the unscaled value
    double real = 0;        ///< f d
    quint8 scale = 0;       ///< D
    QByteArray bytes;       ///< S x
    QVector<Field> items;   ///< A
    QVector<Entry> entries; ///< F

    static Field text(QByteArray bytes);
    static Field number(qint64 whole); ///< l
    bool operator==(const Field &other) const;
};

struct Entry
{
    QByteArray name;
    Field value;
    bool operator==(const Entry &other) const { return name == other.name && value == other.value; }
};

/// In the order of the wire; names may repeat.
using Table = QVector<Entry>;

/// The fourteen properties of a message; what is unset was not there.
struct Properties
{
    std::optional<QByteArray> contentType, contentEncoding;
    std::optional<Table> headers;
    std::optional<quint8> deliveryMode, priority;
    std::optional<QByteArray> correlationId, replyTo, expiration, messageId;
    std::optional<quint64> timestamp;
    std::optional<QByteArray> type, userId, appId, clusterId;

    bool operator==(const Properties &) const = default;
};

struct Message
{
    Properties properties;
    QByteArray body;
};

/// A message that was taken from a queue and not acknowledged yet.
struct Delivery
{
    quint64 tag = 0;
    bool isRedelivered = false;
    QByteArray exchange, routingKey;
    qint64 left = 0; ///< ready behind it
    bool isExact = true; ///< false: `message` has no properties, because a header could not be read (kind or depth)
    Message message;
};

inline Field Field::text(QByteArray bytes)
{
    Field field;
    field.kind = 'S';
    field.bytes = std::move(bytes);
    return field;
}

inline Field Field::number(qint64 whole)
{
    Field field;
    field.kind = 'l';
    field.whole = whole;
    return field;
}

inline bool Field::operator==(const Field &other) const
{
    return kind == other.kind && whole == other.whole && real == other.real && scale == other.scale && bytes == other.bytes && items == other.items && entries == other.entries;
}

} // namespace holdwatch::amqp
