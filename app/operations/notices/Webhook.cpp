// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/notices/Webhook.h"

#include <QUuid>

#include <utility>

namespace holdwatch::operations {

Webhook::Webhook(QUrl url, std::shared_ptr<net::HttpClient> client, QObject *parent)
    : NoticeChannel(parent), m_url(std::move(url)), m_client(std::move(client))
{
}

Webhook::~Webhook()
{
    m_client->cancelAll();
}

void Webhook::deliver(const Notice &notice)
{
    if (m_waiting.size() >= longestQueue) {
        emit failed(notice.alert, QStringLiteral("The webhook at %1 can't keep up; this notice was not sent.").arg(m_url.host()));
        return;
    }
    m_waiting.enqueue(notice);
    sendNext();
}

void Webhook::sendNext()
{
    if (m_sending || m_waiting.isEmpty())
        return;
    m_sending = true;
    net::WriteRequest request;
    request.method = "POST";
    request.url = m_url;
    request.headers = {{"Content-Type", "application/json"}};
    request.body = noticePayload(m_waiting.head());
    request.deadline = deadline;
    request.maxBody = 64 * 1024;
    request.idempotencyKey = QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
    send(this, m_client, std::move(request));
}

QCoro::Task<void> Webhook::send(QPointer<Webhook> self, std::shared_ptr<net::HttpClient> client, net::WriteRequest request)
{
    const Result<net::Response> outcome = co_await client->write(std::move(request));
    if (self)
        self->end(outcome);
}

void Webhook::end(const Result<net::Response> &outcome)
{
    const Alert alert = m_waiting.dequeue().alert;
    m_sending = false;
    if (!outcome)
        emit failed(alert, QStringLiteral("The webhook at %1 was not reached: %2").arg(m_url.host(), toSentence(outcome.error())));
    else if (outcome->status < 200 || outcome->status > 299)
        emit failed(alert, QStringLiteral("The webhook at %1 answered %2; the notice was not sent again.").arg(m_url.host()).arg(outcome->status));
    else
        emit delivered();
    // Queued, so that a server that answers at once can't grow the stack.
    QMetaObject::invokeMethod(this, &Webhook::sendNext, Qt::QueuedConnection);
}

} // namespace holdwatch::operations
