// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Session.h"

#include <QLoggingCategory>

#include <algorithm>
#include <utility>

namespace holdwatch::bootstrap {

Q_LOGGING_CATEGORY(sessionLog, "holdwatch.session")

Result<std::unique_ptr<Session>> Session::open(const QString &profileDirectory)
{
    return storage::Profile::open(profileDirectory).map([](std::unique_ptr<storage::Profile> profile) {
        return std::unique_ptr<Session>(new Session(std::move(profile)));
    });
}

Session::Session(std::unique_ptr<storage::Profile> profile)
    : m_profile(std::move(profile)), m_logging(m_profile->logDirectory(), m_redactor),
      m_read(storage::ConnectionFile(m_profile->connectionsFile()).read()), m_history(m_profile->historyFile(), m_runtime.clock()),
      m_practice(m_runtime.keys()),
      m_monitor(std::make_unique<operations::MonitorService>(m_runtime.engineParts(), storage::ToleranceFile(m_profile->tolerancesFile()), m_history))
{
    m_runtime.keys().setObserver([this](const Secret &key) { m_redactor.know(key); });
    qCInfo(sessionLog) << "Holdwatch" << HOLDWATCH_VERSION << "with" << m_read.connections.size() << "configured connections";
    for (const QString &problem : problems())
        qCWarning(sessionLog).noquote() << problem;
    connect(&m_practice, &PracticeSession::ready, this, &Session::watch);
    connect(&m_practice, &PracticeSession::failed, this, [this](const Error &error) {
        m_runtime.refuse(PracticeSession::connection().provider, error);
        watch(PracticeSession::connection());
    });
}

Session::~Session() = default;

void Session::start()
{
    m_others = m_practice.takeFrom(m_read.connections);
    if (wantsPractice())
        m_practice.start(m_profile->practiceDirectory());
    else
        m_monitor->start(m_read.connections);
}

void Session::watch(const ConnectionConfig &practice)
{
    m_monitor->start(QVector<ConnectionConfig>{practice} + m_others, m_practice.toleranceRules());
}

PracticePort *Session::practice()
{
    return wantsPractice() ? &m_practice.port() : nullptr;
}

bool Session::wantsPractice() const
{
    const QVector<ConnectionConfig> &connections = m_read.connections;
    // A file with nothing but mistakes in it is no wish to practise, but an empty window would say less.
    return connections.isEmpty() || std::any_of(connections.cbegin(), connections.cend(), PracticeSession::isPractice);
}

QStringList Session::problems() const
{
    QStringList sentences;
    for (const storage::ConfigProblem &problem : m_read.problems + m_monitor->problems())
        sentences << storage::toSentence(problem);
    return sentences;
}

} // namespace holdwatch::bootstrap
