// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"

namespace holdwatch {

/// What is wrong with one field of a connection; `field` is the key it is written under in connections.json.
struct FieldFault
{
    QString field;
    QString sentence;
    bool operator==(const FieldFault &) const = default;
};

/// A connection as a person types it. What the form does not show stays as it was in `base`.
struct ConnectionForm
{
    ConnectionConfig base;
    QString provider;
    QString name;
    QString address;
    bool allowPlainLoopback = false;
    QString user;
    QString keyVariable;
    bool separateWriteKey = false;
    QString writeUser;
    Environment environment = Environment::Production;
    QString pollInterval;  ///< durations as typed: "15s"
    QString deadline;
    QString queueFilter;
    QString holdWindow;
    QString reactionTime;  ///< empty: half the window
    QString owner;
    QString caFile;
    QString clientCertificateFile;
    QString clientKeyFile;
    ConnectionConfig::ProxyMode proxyMode = ConnectionConfig::ProxyMode::System;
    QString proxyAddress;
    bool http2 = true;

    static ConnectionForm from(const ConnectionConfig &config);
};

/// What a form comes to. `config` means something only without faults.
struct CheckedConnection
{
    ConnectionConfig config;
    QVector<FieldFault> faults;
};

/// Only what can't be read as what it should be; whether it can be used is for ConnectionsPort::check.
/// No sentence repeats an address: a password may have been typed into it.
CheckedConnection check(const ConnectionForm &form);

/// The sentence as it stands beside the field it speaks of: without the key it begins with.
QString besideField(const FieldFault &fault);

} // namespace holdwatch
