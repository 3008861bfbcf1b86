// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/AmqpJudge.h"

#include <QJsonDocument>
#include <QProcess>

namespace holdwatch::test {

namespace {

// The distribution's own, which has the package; another one may stand before it in the path.
const QString python = QStringLiteral("/usr/bin/python3");

QVector<QJsonObject> messagesIn(const QByteArray &lines)
{
    QVector<QJsonObject> messages;
    for (const QByteArray &line : lines.split('\n')) {
        if (!line.isEmpty())
            messages << QJsonDocument::fromJson(line).object();
    }
    return messages;
}

} // namespace

QString AmqpJudge::missing()
{
    QProcess probe;
    probe.start(python, {QStringLiteral("-c"), QStringLiteral("import pika")});
    return probe.waitForFinished() && probe.exitCode() == 0 ? QString() : QStringLiteral("python3-pika is not installed");
}

QByteArray AmqpJudge::run(const QStringList &arguments, bool *isFine)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("JUDGE_LOGIN"), QString::fromUtf8(m_login));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(python, QStringList{QStringLiteral(AMQP_JUDGE_SCRIPT), QString::number(m_port)} + arguments);
    const bool ended = process.waitForFinished(120'000) && process.exitCode() == 0;
    if (isFine)
        *isFine = ended;
    return ended ? process.readAllStandardOutput() : QByteArray();
}

int AmqpJudge::fillNasty(const QString &queue)
{
    bool isNumber = false;
    const int count = run({QStringLiteral("nasty"), queue}).trimmed().toInt(&isNumber);
    return isNumber ? count : -1;
}

int AmqpJudge::count(const QString &queue)
{
    bool isNumber = false;
    const int count = run({QStringLiteral("count"), queue}).trimmed().toInt(&isNumber);
    return isNumber ? count : -2;
}

bool AmqpJudge::fillPlain(const QString &queue, int count)
{
    bool isFine = false;
    run({QStringLiteral("plain"), queue, QString::number(count)}, &isFine);
    return isFine;
}

bool AmqpJudge::reject(const QString &queue, int count)
{
    bool isFine = false;
    run({QStringLiteral("reject"), queue, QString::number(count)}, &isFine);
    return isFine;
}

QVector<QJsonObject> AmqpJudge::peek(const QString &queue)
{
    return messagesIn(run({QStringLiteral("peek"), queue}));
}

QVector<QJsonObject> AmqpJudge::take(const QString &queue)
{
    return messagesIn(run({QStringLiteral("take"), queue}));
}

QStringList AmqpJudge::ids(const QVector<QJsonObject> &messages)
{
    QStringList ids;
    for (const QJsonObject &each : messages)
        ids << each.value(QStringLiteral("properties")).toObject().value(QStringLiteral("message_id")).toString();
    return ids;
}

} // namespace holdwatch::test
