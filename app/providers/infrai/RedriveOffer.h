// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/infrai/Discovery.h"

namespace holdwatch::providers::infrai {

/// What discovery says of queue.dlq.redrive: what may be asked for, and what becomes of a message. Nothing is
/// known without it, and then nothing is moved. A value.
struct RedriveOffer
{
    QString selection;      ///< parameter that takes message ids; empty: none can be chosen
    bool isList = true;     ///< the selection is a list of ids, else one id
    bool hasBound = false;  ///< max_messages is published
    bool mirrorsKey = false;///< idempotency_key is published: it goes into the body too
    bool namesQueue = false;///< the body wants the queue, beside the path
    QStringList choices;    ///< what the server says a redrive does to a message, a bounded sentence each
    QString refusal = QStringLiteral("What a redrive does is not known before the first contact."); ///< empty: it can be asked for

    static RedriveOffer from(const Detail &detail, const Route &route);
    static RedriveOffer none(const QString &why);

    bool canChoose() const { return refusal.isEmpty() && !selection.isEmpty(); }
    QString whyNoItems() const; ///< empty: single messages can be moved

    /// Sorted keys, no space, a newline; only what discovery publishes.
    QByteArray bodyForOne(const QString &queue, const QString &id, const QByteArray &key) const;
    QByteArray bodyForMany(const QString &queue, qint64 atMost, const QByteArray &key) const;

    bool operator==(const RedriveOffer &) const = default;
};

} // namespace holdwatch::providers::infrai
