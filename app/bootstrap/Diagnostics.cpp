// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Diagnostics.h"

#include "app/bootstrap/RecentLog.h"
#include "app/net/TlsLibrary.h"
#include "app/storage/Profile.h"
#include "app/storage/config/ConfigDocument.h"
#include "app/storage/config/ConnectionFile.h"
#include "app/storage/config/Settings.h"
#include "app/storage/config/ToleranceFile.h"
#include "models/ports/MonitorPort.h"

#include <QApplication>
#include <QDir>
#include <QLoggingCategory>
#include <QRegularExpression>
#include <QScreen>
#include <QStyle>
#include <QSysInfo>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace holdwatch::bootstrap {

Q_LOGGING_CATEGORY(connectionsLog, "holdwatch.connections")

namespace {

using Pair = QPair<QString, QString>;

/// Only what a desktop's name is made of: the environment can hold anything.
QString wordFromEnvironment(const char *variable)
{
    static const QRegularExpression usual(QStringLiteral("^[A-Za-z0-9:_-]{1,40}$"), QRegularExpression::DontCaptureOption);
    const QString word = qEnvironmentVariable(variable);
    return word.isEmpty() ? QStringLiteral("not said") : usual.match(word).hasMatch() ? word : QStringLiteral("unusual");
}

QString screensText()
{
    QStringList screens;
    for (const QScreen *screen : QGuiApplication::screens()) {
        const QSize size = screen->size();
        screens << QStringLiteral("%1 x %2 at %3").arg(size.width()).arg(size.height()).arg(screen->devicePixelRatio());
    }
    return screens.join(QStringLiteral("; "));
}

/// A style of our own has a class but no name.
QString styleText()
{
    const QStyle *style = QApplication::style();
    return style->name().isEmpty() ? QString::fromLatin1(style->metaObject()->className()) : style->name();
}

QVector<Pair> environmentFacts()
{
    QVector<Pair> facts{
        {QStringLiteral("Holdwatch"), QStringLiteral(HOLDWATCH_VERSION)},
        {QStringLiteral("Qt"), QStringLiteral("%1 (built with %2)").arg(QString::fromLatin1(qVersion()), QStringLiteral(QT_VERSION_STR))},
        {QStringLiteral("TLS"), net::tlsLibrary()},
        {QStringLiteral("System"), QStringLiteral("%1, %2 %3, %4").arg(QSysInfo::prettyProductName(), QSysInfo::kernelType(), QSysInfo::kernelVersion(),
                                                                   QSysInfo::currentCpuArchitecture())},
        {QStringLiteral("Desktop"), QStringLiteral("%1, session: %2").arg(wordFromEnvironment("XDG_CURRENT_DESKTOP"), wordFromEnvironment("XDG_SESSION_TYPE"))},
    };
    if (!qobject_cast<QApplication *>(QCoreApplication::instance()))
        return facts << Pair{QStringLiteral("Window"), QStringLiteral("none, written from the command line")};
    return facts << Pair{QStringLiteral("Platform plugin"), QGuiApplication::platformName()} << Pair{QStringLiteral("Style"), styleText()}
                 << Pair{QStringLiteral("Screens"), screensText()};
}

ConnectionConfig configOf(const ConnectionStatus &status)
{
    ConnectionConfig config;
    config.id = status.id;
    config.name = status.name;
    config.provider = status.provider;
    config.environment = status.environment;
    return config;
}

} // namespace

Diagnostics::Diagnostics(QString profileDirectory, const Redactor &redactor, const Clock &clock)
    : m_directory(std::move(profileDirectory)), m_redactor(redactor), m_clock(clock)
{
}

void Diagnostics::listenTo(MonitorPort &monitor)
{
    m_isWatching = true;
    connect(&monitor, &MonitorPort::connectionChanged, this, &Diagnostics::takeConnection);
    connect(&monitor, &MonitorPort::connectionRemoved, this, [this](const ConnectionId &id) {
        m_statuses.removeIf([&id](const ConnectionStatus &status) { return status.id == id; });
    });
    connect(&monitor, &MonitorPort::statusesChanged, this, [this](const QVector<QueueStatus> &changed) {
        for (const QueueStatus &status : changed)
            m_verdicts.insert(status.queue.id, status.assessment.verdict);
    });
    connect(&monitor, &MonitorPort::queuesRemoved, this, [this](const QVector<QueueId> &gone) {
        for (const QueueId &queue : gone)
            m_verdicts.remove(queue);
    });
    connect(&monitor, &MonitorPort::storageChanged, this, [this](const QString &problem) { m_storageProblem = problem; });
    connect(&monitor, &MonitorPort::pausedChanged, this, [this](bool paused) { m_paused = paused; });
}

void Diagnostics::takeConnection(const ConnectionStatus &status)
{
    const auto known = std::find_if(m_statuses.begin(), m_statuses.end(), [&status](const ConnectionStatus &other) { return other.id == status.id; });
    const bool isNews = known == m_statuses.end() || known->state != status.state || known->text != status.text;
    if (known == m_statuses.end())
        m_statuses.append(status);
    else
        *known = status;
    if (isNews)
        qCInfo(connectionsLog).noquote().nospace() << status.name << ": " << toWord(status.state) << (status.text.isEmpty() ? QString() : QStringLiteral(": ") + status.text);
}

void Diagnostics::readFiles(operations::DiagnosticsFacts &facts) const
{
    const storage::Settings settings(m_directory + QStringLiteral("/settings.json"));
    const storage::ConnectionsRead connections = storage::ConnectionFile(storage::Profile::connectionsFileIn(m_directory)).read();
    const storage::TolerancesRead tolerances = storage::ToleranceFile(storage::Profile::tolerancesFileIn(m_directory)).read();
    facts.settings = settings.values();
    for (const storage::ConfigProblem &problem : settings.problems() + connections.problems + tolerances.problems)
        facts.configurationProblems << storage::toSentence(problem);
    addConnections(facts, connections.connections);
}

/// Those of the file, then those that are watched without standing in it (the practice queue).
void Diagnostics::addConnections(operations::DiagnosticsFacts &facts, const QVector<ConnectionConfig> &configured) const
{
    for (const ConnectionConfig &config : configured)
        facts.connections.append({config, std::nullopt, {}});
    for (const ConnectionStatus &status : m_statuses) {
        auto entry = std::find_if(facts.connections.begin(), facts.connections.end(), [&status](const auto &one) { return one.config.id == status.id; });
        if (entry == facts.connections.end())
            entry = facts.connections.insert(entry, {configOf(status), std::nullopt, {}});
        entry->status = status;
        for (auto queue = m_verdicts.cbegin(); queue != m_verdicts.cend(); ++queue) {
            if (queue.key().connection == status.id)
                ++entry->verdicts[queue.value()];
        }
    }
}

QString Diagnostics::text(const DiagnosticsOptions &options) const
{
    operations::DiagnosticsFacts facts;
    facts.writtenAt = m_clock.now();
    facts.environment = environmentFacts();
    readFiles(facts);
    facts.isWatching = m_isWatching;
    facts.storageProblem = m_storageProblem;
    facts.pollingPaused = m_paused;
    facts.home = QDir::homePath();
    facts.machine = QSysInfo::machineHostName();
    if (!options.withoutLog)
        facts.log = recentLog(m_directory + QStringLiteral("/log"));
    return operations::diagnosticsText(facts, options, m_redactor);
}

void Diagnostics::prepare(const DiagnosticsOptions &options, QObject *context, std::function<void(QString)> done)
{
    QTimer::singleShot(0, context, [this, options, done = std::move(done)] { done(text(options)); });
}

void Diagnostics::save(const QString &path, const QString &text, QObject *context, std::function<void(Result<void>)> done)
{
    QTimer::singleShot(0, context, [path, text, done = std::move(done)] { done(storage::writeAtomically(path, text.toUtf8())); });
}

} // namespace holdwatch::bootstrap
