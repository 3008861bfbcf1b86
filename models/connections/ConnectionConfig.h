// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/MetricMeaning.h"
#include "models/connections/Rights.h"
#include "models/core/Ids.h"
#include "models/core/Time.h"
#include "models/tolerance/Tolerance.h"

#include <QHash>
#include <QMetaType>
#include <QUrl>

namespace holdwatch {

enum class Environment { Practice, Development, Staging, Production };

QString toWord(Environment environment); ///< "practice", "development", "staging", "production"
std::optional<Environment> environmentFromWord(QStringView word);

/// Everything about a connection except its secret.
struct ConnectionConfig
{
    enum class ProxyMode { System, None, Explicit };

    ConnectionId id;      ///< stable; equals the name's slug when first saved
    QString name;         ///< unique, shown everywhere
    QString provider;     ///< registry word: "infrai", "rabbitmq", "practice"
    QUrl baseUrl;         ///< https, or http on loopback only with allowPlainLoopback; never with user information
    QUrl amqpUrl;         ///< RabbitMQ, for moving messages: amqps, or amqp on loopback only; empty = host of baseUrl and the customary port
    bool allowPlainLoopback = false;
    QString username;     ///< where the system needs one beside the secret (RabbitMQ)
    QString keyVariable;  ///< name of an environment variable holding the key, empty = keychain or this run
    bool separateWriteKey = false; ///< a second key exists for runs that write; fetched only for such a run
    QString writeUsername;         ///< who that key belongs to, where the system needs a user; empty = `username`
    Environment environment = Environment::Production;
    Millis pollInterval = Seconds(15); ///< ≥ 1 s
    Millis deadline = Seconds(20);     ///< for one whole poll
    QString queueFilter;  ///< wildcard list "orders*, !*.tmp"; empty = all
    QString caFile;       ///< PEM bundle trusted in addition to the system store
    QString clientCertificateFile; ///< PEM, shown to a server that asks for it; empty = none
    QString clientKeyFile; ///< PEM without a passphrase; empty = inside clientCertificateFile
    ProxyMode proxyMode = ProxyMode::System;
    QUrl proxyUrl;        ///< without password
    bool http2 = true;
    Tolerance defaultTolerance;
    QHash<QString, QString> fieldMapping; ///< metric word → field the user named ("oldest_age" → "head_age_ms")
    QUrl webhook;         ///< https; empty = none
    QStringList hookCommand; ///< program and arguments; empty = none

    bool operator==(const ConnectionConfig &) const = default;
};

/// How often the built-in practice queue is polled unless its entry says otherwise: its windows are short.
constexpr Millis practicePollInterval = Seconds(2);

/// The practice queue inside this program: it has no address and makes its own key.
bool isBuiltInPractice(const ConnectionConfig &connection);

/// What of an entry counts for it: what it is called, and how it is watched. Where it is and how it is reached are its own.
ConnectionConfig asBuiltInPractice(const ConnectionConfig &entry);

/// How a connection is doing right now.
struct ConnectionStatus
{
    enum class State { Connecting, Ok, Degraded, BackingOff, Unauthorized, Unreachable, Paused, Misconfigured };
    ConnectionId id;
    QString name;
    QString provider;
    Environment environment = Environment::Production;
    State state = State::Connecting;
    QString text;                        ///< one plain sentence; empty when ok
    std::optional<UtcTime> lastSuccess;
    std::optional<UtcTime> nextAttempt;  ///< while backing off or between polls
    double requestsPerMinute = 0;        ///< measured over the last minutes
    std::optional<double> costPerHourUsd;///< unset: the provider charges nothing it tells us of
    std::optional<Millis> clockOffset;   ///< server − desktop
    QStringList drift;                   ///< contract drift per capability, one sentence each
    QStringList noticeTroubles;          ///< why its webhook or command told nobody, a sentence each; polling goes on
    QString system;                      ///< "RabbitMQ 3.10.8"; empty before the first contact
    QString pollingCost;                 ///< "one request a queue and poll, free"
    QVector<MetricMeaning> meanings;     ///< what each metric means there, as the adapter describes it
    Rights rights;                       ///< what its key may do there, as far as the system tells
    int queueCount = 0;

    bool operator==(const ConnectionStatus &) const = default;
};

QString toWord(ConnectionStatus::State state); ///< "connecting", "ok", "degraded", "backing off", …

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::ConnectionStatus)
