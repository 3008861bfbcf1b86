// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/KeySource.h"
#include "app/practice/PracticeHost.h"
#include "app/practice/workload/PracticeControl.h"

#include <QObject>

namespace holdwatch::bootstrap {

/// The built-in practice queue with its workload, and how to watch it. Lives on the window's thread.
class PracticeSession : public QObject
{
    Q_OBJECT
public:
    explicit PracticeSession(operations::RunKeys &keys, QObject *parent = nullptr);

    /// Takes what asBuiltInPractice() keeps of the configured practice connection, if there is one; returns the others. Before `start`.
    QVector<ConnectionConfig> takeFrom(const QVector<ConnectionConfig> &configured);

    bool isStarted() const { return m_isStarted; }
    /// What its entry says has changed; `ready` comes once more if it runs.
    void rename(const ConnectionConfig &configured);

    /// Once. Serves from `folder`; answers, with `ready` or `failed`. An empty scenario is the default one.
    void start(const QString &folder, const QString &scenario = {}, double speed = 1);

    PracticePort &port() { return m_control; } ///< says "not running" before `ready`
    /// What the scenario's queues are judged by. None where the entry has a tolerance of its own: it rules instead.
    QVector<ToleranceRule> toleranceRules() const;

    /// How a connection to the practice queue looks before it runs: without an address.
    static ConnectionConfig connection();

signals:
    void ready(const holdwatch::ConnectionConfig &connection);
    void failed(const holdwatch::Error &error);

private:
    void announce();

    operations::RunKeys &m_keys;
    ConnectionConfig m_config;
    QString m_scenario;
    bool m_isStarted = false;
    bool m_isReady = false;
    practice::PracticeControl m_control;
    practice::PracticeHost m_host; ///< last: ends its thread before the rest goes
};

} // namespace holdwatch::bootstrap
