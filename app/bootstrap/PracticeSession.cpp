// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/PracticeSession.h"

#include "app/practice/workload/Scenario.h"
#include "app/practice/workload/WorkloadRunner.h"

namespace holdwatch::bootstrap {

namespace {

ConnectionConfig reached(ConnectionConfig config)
{
    config.proxyMode = ConnectionConfig::ProxyMode::None;
    return config;
}

} // namespace

void PracticeSession::rename(const ConnectionConfig &configured)
{
    m_config = reached(asBuiltInPractice(configured));
    if (m_isReady)
        announce();
}

PracticeSession::PracticeSession(operations::RunKeys &keys, QObject *parent) : QObject(parent), m_keys(keys), m_config(connection())
{
    connect(&m_host, &practice::PracticeHost::started, this, &PracticeSession::announce);
    connect(&m_host, &practice::PracticeHost::failed, this, &PracticeSession::failed);
}

QVector<ConnectionConfig> PracticeSession::takeFrom(const QVector<ConnectionConfig> &configured)
{
    QVector<ConnectionConfig> others;
    for (const ConnectionConfig &one : configured) {
        if (isBuiltInPractice(one))
            m_config = reached(asBuiltInPractice(one));
        else
            others << one;
    }
    return others;
}

void PracticeSession::start(const QString &folder, const QString &scenario, double speed)
{
    m_isStarted = true;
    m_scenario = scenario.isEmpty() ? practice::defaultScenarioId() : scenario;
    practice::WorkloadRunner::Options workload;
    workload.ledgerPath = folder + QStringLiteral("/ledger.sqlite");
    workload.scenario = m_scenario;
    workload.speed = speed;

    practice::HostOptions options;
    options.beside = practice::workloadBesideQueue(workload, &m_control);
    m_host.start(folder, std::move(options));
}

void PracticeSession::announce()
{
    const practice::PracticeAccess access = m_host.access();
    ConnectionConfig config = m_config;
    config.baseUrl = access.url;
    config.caFile = access.caFile;
    m_keys.hold(config.id, access.key.clone());
    m_isReady = true;
    emit ready(config);
}

QVector<ToleranceRule> PracticeSession::toleranceRules() const
{
    if (m_config.defaultTolerance != Tolerance())
        return {}; // the person's own word goes before the scenario's
    const auto scenario = practice::loadScenario(m_scenario);
    return scenario ? scenario->toleranceRules(m_config.name) : QVector<ToleranceRule>();
}

ConnectionConfig PracticeSession::connection()
{
    ConnectionConfig config;
    config.id = ConnectionId(QStringLiteral("practice"));
    config.name = QStringLiteral("Practice queue");
    config.provider = QStringLiteral("practice");
    config.environment = Environment::Practice;
    config.pollInterval = practicePollInterval;
    return reached(config);
}

} // namespace holdwatch::bootstrap
