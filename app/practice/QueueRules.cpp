// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/QueueRules.h"

#include <QCryptographicHash>

#include <algorithm>

namespace holdwatch::practice {

namespace {

constexpr int longestName = 128;

tl::unexpected<Error> refused(const QString &field, const QString &what, Error::Kind kind = Error::Kind::Invalid)
{
    Error error;
    error.kind = kind;
    error.what = what;
    error.where = field;
    return failure(std::move(error));
}

bool isPlainText(const QString &text)
{
    return std::none_of(text.cbegin(), text.cend(), [](QChar c) { return c.category() == QChar::Other_Control; });
}

Result<void> checkText(const QString &field, const QString &text)
{
    if (text.size() > longestName || !isPlainText(text))
        return refused(field, QStringLiteral("%1 must have at most %2 characters and no control characters.").arg(field).arg(longestName));
    return {};
}

} // namespace

Result<void> checkRange(const QString &field, qint64 value, qint64 least, qint64 most)
{
    if (value < least || value > most)
        return refused(field, QStringLiteral("%1 must be from %2 to %3.").arg(field).arg(least).arg(most));
    return {};
}

Result<void> checkKey(const QString &idempotencyKey)
{
    return checkText(QStringLiteral("idempotency_key"), idempotencyKey);
}

Result<void> checkSettings(const QueueSettings &settings)
{
    const QString name = QStringLiteral("name");
    if (settings.name.isEmpty() || settings.name == QLatin1String(".") || settings.name == QLatin1String(".."))
        return refused(name, QStringLiteral("A queue needs a name other than \".\" and \"..\"."));
    if (settings.deadLetterQueue == settings.name)
        return refused(QStringLiteral("dead_letter_queue"), QStringLiteral("A queue can't be its own dead-letter queue."));
    using std::chrono::duration_cast;
    return checkText(name, settings.name)
        .and_then([&] { return checkRange(QStringLiteral("max_retries"), settings.maxRetries, 0, 1000); })
        .and_then([&] {
            return checkRange(QStringLiteral("message_retention_seconds"), settings.retention.count(), 60, Limits::longestRetention.count());
        })
        .and_then([&] {
            return checkRange(QStringLiteral("visibility_timeout_default"), settings.visibilityTimeout.count(), 1, Limits::longestLease.count());
        });
}

Result<void> checkMessage(const QueueSettings &queue, const NewMessage &message)
{
    if (message.payload.isEmpty())
        return refused(QStringLiteral("payload"), QStringLiteral("A message needs a payload."));
    if (message.payload.size() > Limits::largestMessage) {
        return refused(QStringLiteral("payload"),
                       QStringLiteral("The payload has %1 bytes; at most %2 are accepted.").arg(message.payload.size()).arg(Limits::largestMessage),
                       Error::Kind::TooLarge);
    }
    if (!queue.fifo && !(message.group.isEmpty() && message.dedupId.isEmpty()))
        return refused(QStringLiteral("group"), QStringLiteral("Groups and deduplication ids belong to FIFO queues; %1 is a standard queue.").arg(queue.name));
    if (message.delay < Millis::zero() || message.delay > Limits::longestDelay)
        return refused(QStringLiteral("delay_seconds"), QStringLiteral("delay_seconds must be from 0 to %1.").arg(Limits::longestDelay.count()));
    return checkRange(QStringLiteral("priority"), message.priority, 0, 100)
        .and_then([&] { return checkText(QStringLiteral("group"), message.group); })
        .and_then([&] { return checkText(QStringLiteral("dedup_id"), message.dedupId); });
}

QByteArray fingerprintOf(const QVector<QByteArray> &parts)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QByteArray &part : parts) {
        hash.addData(QByteArray::number(part.size()) + ':');
        hash.addData(part);
    }
    return hash.result();
}

QByteArray settingsFingerprint(const QueueSettings &settings)
{
    return fingerprintOf({settings.name.toUtf8(), QByteArray::number(settings.fifo), QByteArray::number(settings.priority),
                          settings.deadLetterQueue.toUtf8(), QByteArray::number(settings.maxRetries),
                          QByteArray::number(qint64(settings.retention.count())), QByteArray::number(qint64(settings.visibilityTimeout.count()))});
}

QByteArray messageFingerprint(const NewMessage &message)
{
    return fingerprintOf({message.payload, QByteArray::number(qint64(message.delay.count())), QByteArray::number(message.priority),
                          message.group.toUtf8(), message.dedupId.toUtf8()});
}

} // namespace holdwatch::practice
