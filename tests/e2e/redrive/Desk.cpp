// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/redrive/Desk.h"

#include <QFile>

#include <csignal>
#include <sys/resource.h>

namespace holdwatch::test {

namespace {

constexpr int patience = 300'000; // ms; a machine that builds something else beside it is slow

QString word(const char *text)
{
    return QString::fromLatin1(text);
}

} // namespace

Desk::Desk(const QString &person)
{
    m_environment.insert(word("USER"), person);
    m_environment.insert(word("QT_QPA_PLATFORM"), word("offscreen"));
    m_environment.remove(word("DBUS_SESSION_BUS_ADDRESS"));
    // What is kept beside the profile must not be that of whoever runs this.
    m_environment.insert(word("HOME"), file(word("home")));
    m_environment.insert(word("XDG_DATA_HOME"), file(word("home/data")));
    m_environment.insert(word("XDG_CONFIG_HOME"), file(word("home/config")));
}

bool Desk::write(const QString &name, const QByteArray &content) const
{
    QFile out(file(name));
    return out.open(QIODevice::WriteOnly) && out.write(content) == content.size();
}

void Desk::connectTo(const RabbitBroker &broker, const QUrl &amqp, const QString &environment, const QJsonObject &more)
{
    m_environment.insert(word("ORDERS_KEY"), QString::fromUtf8(broker.password()));
    QJsonObject connection{{word("name"), word("Orders")},
                           {word("provider"), word("rabbitmq")},
                           {word("url"), broker.url().toString()},
                           {word("amqp_url"), amqp.toString()},
                           {word("allow_plain_loopback"), true},
                           {word("user"), QString::fromUtf8(broker.user())},
                           {word("key_env"), word("ORDERS_KEY")},
                           {word("ca_file"), broker.caFile()},
                           {word("proxy"), word("none")},
                           {word("environment"), environment},
                           {word("poll_interval"), word("5s")}}; // three of them without a look, and a run stops
    for (auto each = more.begin(); each != more.end(); ++each)
        connection.insert(each.key(), each.value());
    write(word("connections.json"), QJsonDocument(QJsonObject{{word("schema"), 1}, {word("connections"), QJsonArray{connection}}}).toJson());
}

std::unique_ptr<QProcess> Desk::started(const QStringList &words) const
{
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(m_environment);
    QStringList all = words;
    const bool hasProfile = words.value(1) != word("verify") && words.value(0) != word("roster"); // those take files
    if (hasProfile)
        all << word("--profile") << profile();
    if (m_mostBytes > 0) {
        process->setChildProcessModifier([most = m_mostBytes] {
            std::signal(SIGXFSZ, SIG_IGN);
            const rlimit tight{most, most};
            setrlimit(RLIMIT_FSIZE, &tight);
        });
    }
    process->start(qEnvironmentVariable("HOLDWATCH_PROGRAM"), all);
    return process;
}

Ended Desk::run(const QStringList &words) const
{
    const auto process = started(words);
    if (!process->waitForFinished(patience) || process->exitStatus() != QProcess::NormalExit)
        return {-1, process->readAllStandardOutput(), process->readAllStandardError()};
    return {process->exitCode(), process->readAllStandardOutput(), process->readAllStandardError()};
}

Ended Desk::plan(const QString &deadSet, const QStringList &more) const
{
    const char *usual = "--yes --reference INC-1 --workers 4 --per-worker 6 --arrivals 0 --retries 0 --reserve 4 --rate 20 --steps 2,5 --canary-watch 1s --step-watch 1s --after-watch 1s";
    return redrive(QStringList{word("plan"), deadSet} + word(usual).split(QLatin1Char(' '))
                   + QStringList{word("--reason"), word("The vendor is back."), word("--diagnosis"), word("class=*; cause=vendor outage; fix=vendor restored; consumer=1.0; seen")} + more);
}

Ended Desk::approve(const QString &plan, const QStringList &more) const
{
    const QString phrase = shown(plan)[word("plan")][word("phrase")].toString();
    return redrive(QStringList{word("approve"), plan, word("--phrase"), phrase} + more);
}

bool stageDead(RabbitBroker &broker, const QString &name, int count, const QByteArrayList &errors, const QByteArray &deadArguments)
{
    const QString root = word("/");
    const QString dead = name + word(".dlq");
    const QByteArray arguments = QJsonDocument(QJsonObject{{word("x-dead-letter-exchange"), QString()}, {word("x-dead-letter-routing-key"), dead}}).toJson(QJsonDocument::Compact);
    if (!broker.declareQueue(root, dead, deadArguments) || !broker.declareQueue(root, name, arguments))
        return false;
    for (int i = 0; i < count; ++i) {
        const QString id = name + QLatin1Char('-') + QString::number(i);
        const QJsonObject headers{{word("Idempotency-Key"), word("order:") + id}, {word("x-exception-message"), QString::fromUtf8(errors.at(i % errors.size()))}, {word("attempt"), i}};
        const QJsonObject properties{{word("message_id"), id}, {word("delivery_mode"), 2}, {word("content_type"), word("application/json")}, {word("headers"), headers}};
        const QByteArray payload = "{\"order\":" + QByteArray::number(i) + ",\"schema_version\":2,\"price\":1.10,\"raw\":\"\\u0000\"}";
        if (!broker.publishBytes(root, name, payload, QJsonDocument(properties).toJson(QJsonDocument::Compact)))
            return false;
    }
    for (int i = 0; i < count; ++i) {
        if (!broker.rejectFirst(root, name))
            return false;
    }
    return true;
}

bool closes(const QJsonObject &counts)
{
    int sum = 0;
    for (const char *part : {"waiting", "intended", "confirmed", "returned", "unknown", "skipped", "failed", "left"})
        sum += counts[word(part)].toInt(-1000);
    return sum == counts[word("planned")].toInt();
}

} // namespace holdwatch::test
