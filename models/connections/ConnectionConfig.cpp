// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/connections/ConnectionConfig.h"

namespace holdwatch {

QString toWord(Environment environment)
{
    switch (environment) {
    case Environment::Practice: return QStringLiteral("practice");
    case Environment::Development: return QStringLiteral("development");
    case Environment::Staging: return QStringLiteral("staging");
    case Environment::Production: break;
    }
    return QStringLiteral("production");
}

std::optional<Environment> environmentFromWord(QStringView word)
{
    for (Environment environment : {Environment::Practice, Environment::Development, Environment::Staging, Environment::Production}) {
        if (toWord(environment) == word)
            return environment;
    }
    return std::nullopt;
}

bool isBuiltInPractice(const ConnectionConfig &connection)
{
    return connection.provider == QLatin1String("practice") && connection.baseUrl.isEmpty();
}

ConnectionConfig asBuiltInPractice(const ConnectionConfig &entry)
{
    ConnectionConfig config;
    config.id = entry.id;
    config.name = entry.name;
    config.provider = QStringLiteral("practice");
    config.environment = Environment::Practice;
    config.pollInterval = entry.pollInterval;
    config.deadline = entry.deadline;
    config.queueFilter = entry.queueFilter;
    config.defaultTolerance = entry.defaultTolerance;
    config.fieldMapping = entry.fieldMapping;
    config.hookCommand = entry.hookCommand; // where else would one try them out?
    config.webhook = entry.webhook;
    return config;
}

QString toWord(ConnectionStatus::State state)
{
    switch (state) {
    case ConnectionStatus::State::Connecting: return QStringLiteral("connecting");
    case ConnectionStatus::State::Ok: return QStringLiteral("ok");
    case ConnectionStatus::State::Degraded: return QStringLiteral("degraded");
    case ConnectionStatus::State::BackingOff: return QStringLiteral("backing off");
    case ConnectionStatus::State::Unauthorized: return QStringLiteral("unauthorized");
    case ConnectionStatus::State::Unreachable: return QStringLiteral("unreachable");
    case ConnectionStatus::State::Paused: return QStringLiteral("paused");
    case ConnectionStatus::State::Misconfigured: break;
    }
    return QStringLiteral("misconfigured");
}

} // namespace holdwatch
