// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/StatusRun.h"

#include "app/bootstrap/StopSignals.h"
#include "app/bootstrap/StatusTable.h"
#include "app/operations/connecting/KeyFetch.h"
#include "app/storage/config/ConnectionFile.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace holdwatch::bootstrap {

namespace {

constexpr int exitAlarm = 2;
constexpr int looksForAVerdict = 2; ///< one look knows no rate

void complain(const QString &sentence)
{
    std::fprintf(stderr, "holdwatch: %s\n", sentence.toUtf8().constData());
}

} // namespace

ConnectionConfig forShortWatch(ConnectionConfig connection, std::optional<Millis> duration)
{
    constexpr Millis quickest = Seconds(1);
    const Millis usable = duration ? *duration / 4 : Millis(Seconds(2));
    connection.pollInterval = std::clamp(usable, quickest, std::max(connection.pollInterval, quickest));
    return connection;
}

Result<QVector<ConnectionConfig>> pickConnections(const QVector<ConnectionConfig> &all, const QString &name)
{
    if (name.isEmpty())
        return all;
    QStringList names;
    for (const ConnectionConfig &connection : all) {
        if (connection.name == name)
            return QVector<ConnectionConfig>{connection};
        names << connection.name;
    }
    const QString known = names.isEmpty() ? QStringLiteral("No connection is configured.") : QStringLiteral("There are: %1.").arg(names.join(QStringLiteral(", ")));
    return failure(Error::Kind::Configuration, QStringLiteral("There is no connection “%1”.").arg(name), known);
}

StatusRun::StatusRun(StatusOptions options) : m_options(std::move(options)), m_logging(QString(), m_redactor), m_practice(m_runtime.keys())
{
    m_runtime.keys().setObserver([this](const Secret &key) { m_redactor.know(key); });
    m_patience.setInterval(Millis(100));
    connect(&m_patience, &QTimer::timeout, this, &StatusRun::look);
    connect(&m_practice, &PracticeSession::failed, this, &StatusRun::giveUp);
    connect(&m_practice, &PracticeSession::ready, this, [this](const ConnectionConfig &practice) {
        fetchKeysThenWatch({practice}, m_practice.toleranceRules());
    });
}

StatusRun::~StatusRun() = default;

int StatusRun::execute()
{
    const StopSignals stopSignals([] { QCoreApplication::quit(); });
    const auto chosen = chooseConnections();
    if (!chosen) {
        complain(toSentence(chosen.error()));
        return exitUnknown;
    }
    const bool practises = chosen->isEmpty() || std::any_of(chosen->cbegin(), chosen->cend(), isBuiltInPractice);
    if (chosen->isEmpty() && !m_options.practice)
        complain(QStringLiteral("No connection is configured; watching the practice queue."));
    m_chosen = m_practice.takeFrom(*chosen);
    if (practises)
        startPractice();
    else
        fetchKeysThenWatch({}, {});
    QCoreApplication::exec();
    return m_exitCode;
}

Result<QVector<ConnectionConfig>> StatusRun::chooseConnections()
{
    if (m_options.practice)
        return QVector<ConnectionConfig>();
    const storage::ConnectionsRead read = storage::ConnectionFile(storage::Profile::connectionsFileIn(m_options.profile)).read();
    for (const storage::ConfigProblem &problem : read.problems) {
        complain(storage::toSentence(problem));
        if (m_options.connection.isEmpty())
            leaveOut(problem);
    }
    // Watching the practice queue in the place of what could not be read would answer another question.
    if (read.connections.isEmpty() && !read.problems.isEmpty())
        return failure(Error::Kind::Configuration, QStringLiteral("No connection of connections.json can be used."));
    return pickConnections(read.connections, m_options.connection);
}

void StatusRun::fetchKeysThenWatch(const QVector<ConnectionConfig> &builtIn, const QVector<ToleranceRule> &rules)
{
    m_keeper = secrets::KeyKeeper::overKeychain(storage::Profile::keysFileIn(m_options.profile), m_runtime.clock());
    if (const auto &problem = m_keeper->indexProblem())
        complain(toSentence(*problem));
    const auto left = std::make_shared<qsizetype>(m_chosen.size() + 1);
    const auto done = [this, left, builtIn, rules] {
        if (--*left == 0)
            watch(builtIn + m_chosen, rules);
    };
    for (const ConnectionConfig &connection : std::as_const(m_chosen))
        operations::fetchKey(connection, *m_keeper, m_runtime.keys(), this, done);
    done(); // the keychain is waited for as long as its watchdog says; without a saved key it is not asked
}

/// A script that reads only standard output or the exit code must not take "not watched" for "healthy".
void StatusRun::leaveOut(const storage::ConfigProblem &problem)
{
    if (problem.weight != storage::ConfigProblem::Weight::Refused)
        return;
    ConnectionReport report;
    report.connection.name = problem.entry.isEmpty() ? QStringLiteral("connections.json") : problem.entry;
    report.connection.provider = QStringLiteral("unknown");
    report.connection.state = ConnectionStatus::State::Misconfigured;
    report.connection.text = storage::toSentence(problem);
    m_leftOut.append(report);
}

void StatusRun::startPractice()
{
    m_practice.start(m_practicePlace.take(m_options.profile, complain));
}

void StatusRun::watch(const QVector<ConnectionConfig> &connections, const QVector<ToleranceRule> &practiceRules)
{
    storage::TolerancesRead tolerances = storage::ToleranceFile(storage::Profile::tolerancesFileIn(m_options.profile)).read();
    for (const storage::ConfigProblem &problem : std::as_const(tolerances.problems))
        complain(storage::toSentence(problem));
    m_isToleranceRefused = storage::firstRefusal(tolerances.problems).has_value();
    tolerances.tolerances.rules += practiceRules;

    operations::EngineStart start;
    start.tolerances = tolerances.tolerances;
    for (ConnectionConfig connection : connections) {
        // A look is not a watch: nobody is paged from here, the exit code is the message.
        connection.hookCommand.clear();
        connection.webhook.clear();
        start.connections.append(forShortWatch(connection, m_options.duration));
    }
    m_engine = std::make_unique<operations::MonitorEngine>(m_runtime.engineParts(), start);
    connect(m_engine.get(), &operations::MonitorEngine::finished, qApp, &QCoreApplication::quit);
    m_engine->start();
    if (m_options.duration)
        QTimer::singleShot(*m_options.duration, this, &StatusRun::conclude);
    else
        m_patience.start();
}

void StatusRun::look()
{
    if (m_engine->hasSeen(looksForAVerdict))
        conclude();
}

void StatusRun::conclude()
{
    m_patience.stop();
    QVector<ConnectionReport> reports;
    for (const ConnectionStatus &connection : m_engine->connections())
        reports.append({connection, m_engine->queuesOf(connection.id)});
    for (const ConnectionReport &report : std::as_const(reports)) {
        if (!report.connection.text.isEmpty())
            complain(QStringLiteral("%1: %2").arg(report.connection.name, report.connection.text));
    }
    reports += m_leftOut; // already complained of
    const QByteArray text = m_options.json ? statusJson(reports) : statusTable(reports, m_runtime.clock().now(), styleOfStandardOutput()).toUtf8();
    std::fwrite(text.constData(), 1, static_cast<size_t>(text.size()), stdout);
    std::fflush(stdout);
    m_exitCode = statusExitCode(reports);
    // A queue judged by something else than was written for it is no good news.
    if (m_isToleranceRefused && m_exitCode != exitAlarm)
        m_exitCode = exitUnknown;
    m_engine->stop();
}

void StatusRun::giveUp(const Error &error)
{
    complain(toSentence(error));
    QCoreApplication::quit();
}

} // namespace holdwatch::bootstrap
