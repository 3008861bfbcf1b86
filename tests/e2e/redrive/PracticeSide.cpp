// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/redrive/PracticeSide.h"

#include <QStandardPaths>
#include <QUuid>

namespace holdwatch::test {

namespace {

constexpr int patience = 120'000; // ms

QString word(const char *text)
{
    return QString::fromLatin1(text);
}

QByteArray json(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

/// A line of curl's configuration.
QByteArray line(const char *option, QByteArray value)
{
    return QByteArray(option) + " = \"" + value.replace('\\', "\\\\").replace('"', "\\\"") + "\"\n";
}

} // namespace

PracticeSide::~PracticeSide()
{
    m_server.terminate();
    m_server.waitForFinished(patience);
}

QString PracticeSide::missing()
{
    return QStandardPaths::findExecutable(word("curl")).isEmpty() ? word("curl is not installed") : QString();
}

bool PracticeSide::start()
{
    m_server.start(qEnvironmentVariable("HOLDWATCH_PROGRAM"), {word("practice"), word("--json"), word("--data"), m_dir.path(), word("--scenario"), word("none")});
    if (!m_server.waitForReadyRead(patience))
        return false;
    const QJsonObject access = QJsonDocument::fromJson(m_server.readLine()).object();
    m_url = access[word("url")].toString();
    m_caFile = access[word("ca_file")].toString();
    m_key = access[word("key")].toString();
    return !m_key.isEmpty();
}

QJsonObject PracticeSide::call(const char *method, const QString &path, const QJsonObject &body) const
{
    QByteArray configuration = line("url", (m_url + path).toUtf8()) + line("cacert", m_caFile.toUtf8()) + line("request", method) + line("header", "Authorization: Bearer " + m_key.toUtf8());
    if (!body.isEmpty()) {
        const QString key = body[word("idempotency_key")].toString(QUuid::createUuid().toString(QUuid::WithoutBraces));
        configuration += line("header", "Content-Type: application/json") + line("header", "Idempotency-Key: " + key.toUtf8()) + line("data", json(body));
    }
    QProcess curl; // the key goes in through its standard input
    curl.start(word("curl"), {word("--silent"), word("--show-error"), word("--noproxy"), word("*"), word("--config"), word("-")});
    curl.write(configuration);
    curl.closeWriteChannel();
    if (!curl.waitForFinished(patience) || curl.exitCode() != 0)
        return {};
    return QJsonDocument::fromJson(curl.readAllStandardOutput()).object()[word("data")].toObject();
}

QStringList PracticeSide::stageDead(const QString &name, int count) const
{
    call("POST", word("/v1/queue/create"), {{word("name"), name + word("-dlq")}});
    call("POST", word("/v1/queue/create"), {{word("name"), name}, {word("dead_letter_queue"), name + word("-dlq")}, {word("max_retries"), 0}});
    QStringList ids;
    for (int i = 0; i < count; ++i) {
        const QJsonObject published = call("POST", word("/v1/queue/publish"), {{word("queue"), name}, {word("payload"), QJsonObject{{word("order"), i}}}, {word("idempotency_key"), name + QString::number(i)}});
        ids << published[word("message_id")].toString();
    }
    const QJsonArray leased = call("POST", word("/v1/queue/consume"), {{word("queue"), name}, {word("max_messages"), count}, {word("visibility_timeout"), 60}})[word("messages")].toArray();
    for (const QJsonValue &each : leased)
        call("POST", word("/v1/queue/nack"), {{word("queue"), name}, {word("message_id"), each[word("message_id")]}, {word("receipt_handle"), each[word("receipt_handle")]}, {word("reason"), word("vendor timeout")}});
    return leased.size() == count ? ids : QStringList();
}

Aftermath::Sightings PracticeSide::look(const QString &name, const QStringList &ids) const
{
    Aftermath::Sightings there;
    for (const QJsonValue &each : call("GET", word("/v1/queue/dlq/list/") + name)[word("messages")].toArray())
        ++there[each[word("message_id")].toString()].dead;
    int depth = call("GET", word("/v1/queue/stats/") + name)[word("depth")].toInt();
    for (const QString &id : ids) {
        if (!there.contains(id) && depth-- > 0)
            ++there[id].target;
    }
    if (depth > 0) // more than should be: one of them was sent twice
        there[ids.first()].target += depth;
    return there;
}

void PracticeSide::connect(Desk &desk) const
{
    desk.environment().insert(word("ORDERS_KEY"), m_key);
    const QJsonObject connection{{word("name"), word("Orders")},   {word("provider"), word("infrai")},         {word("url"), m_url},          {word("key_env"), word("ORDERS_KEY")},
                                 {word("ca_file"), m_caFile},      {word("environment"), word("development")}, {word("proxy"), word("none")}, {word("poll_interval"), word("5s")}};
    desk.write(word("connections.json"), json({{word("schema"), 1}, {word("connections"), QJsonArray{connection}}}));
}

} // namespace holdwatch::test
