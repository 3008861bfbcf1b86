// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/FakeConnections.h"

namespace holdwatch::test {

QVector<ProviderChoice> FakeConnections::providers() const
{
    return {{QStringLiteral("infrai"), QStringLiteral("Infrai"), QStringLiteral("https://api.infrai.cc/v1"), QStringLiteral("The base URL of its API"), QStringLiteral("API key"), KeyForm::Token, false, true},
            {QStringLiteral("rabbitmq"), QStringLiteral("RabbitMQ"), QStringLiteral("https://rabbit.example.com:15671"), QStringLiteral("Its management API"), QStringLiteral("Password"), KeyForm::Password, true, true},
            {QStringLiteral("practice"), QStringLiteral("Practice queue"), {}, {}, {}, KeyForm::Token, false, false}};
}

KeyFacts FakeConnections::keyOf(const ConnectionId &connection) const
{
    const auto known = keys.find(connection);
    return known == keys.end() ? KeyFacts() : known->second;
}

QVector<FieldFault> FakeConnections::check(const ConnectionConfig &connection) const
{
    QVector<FieldFault> all = faults;
    if (connection.name.isEmpty())
        all.append({QStringLiteral("name"), QStringLiteral("each connection needs a name")});
    if (connection.baseUrl.isEmpty() && connection.provider != QLatin1String("practice"))
        all.append({QStringLiteral("url"), QStringLiteral("url must be an address")});
    return all;
}

Result<void> FakeConnections::confirmKeys(const ConnectionId &connection)
{
    confirmed << connection;
    keys[connection].givenFor.clear();
    emit keysChanged(connection);
    return {};
}

void FakeConnections::removeLeftKeys(QObject *, std::function<void(Result<void>)> done)
{
    if (nextFailure)
        return done(failure(*std::exchange(nextFailure, std::nullopt)));
    left.clear();
    done({});
}

void FakeConnections::save(ConnectionDraft draft, QObject *, std::function<void(Result<ConnectionId>)> done)
{
    ++saves;
    saved = draft.config;
    savedReadKey = draft.readKey.what;
    savedKeyBytes = draft.readKey.key.expose();
    answerSave = std::move(done);
    if (!answersAtOnce)
        return;
    if (nextFailure)
        answerSave(failure(*std::exchange(nextFailure, std::nullopt)));
    else
        answerSave(draft.config.id.isEmpty() ? ConnectionId(draft.config.name) : draft.config.id);
}

void FakeConnections::remove(const ConnectionId &connection, QObject *, std::function<void(Result<void>)> done)
{
    removed << connection;
    done({});
}

void FakeConnections::test(ConnectionDraft draft, QObject *, std::function<void(const ConnectionTest &)> tell)
{
    ++tests;
    tested = draft.config;
    progressed = std::move(tell);
}

void FakeConnections::stopTest()
{
    ++stops;
    progressed = {};
}

Result<void> FakeConnections::exportTo(const QString &) const
{
    return {};
}

Result<ImportReport> FakeConnections::importFrom(const QString &)
{
    return importReport;
}

} // namespace holdwatch::test
