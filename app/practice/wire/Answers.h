// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/QueueEngine.h"
#include "app/practice/wire/WireFormat.h"

namespace holdwatch::practice {

/// The `data` of every answer in one dialect, and the schemas that are published for them.
class Answers
{
public:
    explicit Answers(WireFormat format) : m_format(format) {}

    QByteArray published(const MessageId &id) const;
    QByteArray publishedBatch(const QVector<MessageId> &ids) const;
    QByteArray queue(const QueueSettings &settings) const;
    QByteArray queues(const QVector<QueueSettings> &queues) const;
    QByteArray stats(const QueueStats &stats) const;
    QByteArray deliveries(const QVector<Delivery> &deliveries) const;
    QByteArray deadLetters(const DeadLetterPage &page) const;
    QByteArray redriven(const RedriveOutcome &outcome) const;
    QByteArray done(const QString &what) const; ///< {"acknowledged": true}
    QByteArray account() const;

    /// Of the `data` that the capability of this id answers with (see Capability::id).
    Json schema(const QString &capability) const;

private:
    Json listSchema(const Names &container, Json item) const;
    Json pageSchema() const;
    Json redriveSchema() const;
    Json deadLetterSchema() const;
    void writeDeadLetter(JsonWriter &to, const DeadLetter &letter) const;

    WireFormat m_format;
};

} // namespace holdwatch::practice
