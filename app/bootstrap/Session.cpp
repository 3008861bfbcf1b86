// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Session.h"

#include <QLoggingCategory>

#include <utility>

namespace holdwatch::bootstrap {

Q_LOGGING_CATEGORY(sessionLog, "holdwatch.session")

namespace {

/// Before the keeper reads the same file: both must know one id.
InstallationId installationOf(const storage::Profile &profile)
{
    secrets::KeyIndex index(profile.keysFile());
    (void)index.settle(); // where it can't be written the id lasts for this run, and nothing that needs a second person runs
    return InstallationId(index.installation());
}

} // namespace

Result<std::unique_ptr<Session>> Session::open(const QString &profileDirectory)
{
    return storage::Profile::open(profileDirectory).map([](std::unique_ptr<storage::Profile> profile) {
        return std::unique_ptr<Session>(new Session(std::move(profile)));
    });
}

Session::Session(std::unique_ptr<storage::Profile> profile)
    : m_profile(std::move(profile)), m_installation(installationOf(*m_profile)), m_logging(m_profile->logDirectory(), m_redactor),
      m_read(storage::ConnectionFile(m_profile->connectionsFile()).read()), m_history(m_profile->historyFile(), m_runtime.clock()),
      m_practice(m_runtime.keys()), m_access(m_runtime.clock()),
      m_monitor(std::make_unique<operations::MonitorService>(m_runtime.engineParts(), storage::ToleranceFile(m_profile->tolerancesFile()), m_history)),
      m_keeper(secrets::KeyKeeper::overKeychain(m_profile->keysFile(), m_runtime.clock())),
      m_connections(std::make_unique<operations::ConnectionService>(
          operations::ConnectionService::Parts{*m_keeper, m_runtime.keys(), *m_monitor, m_runtime.testerParts()},
          storage::ConnectionFile(m_profile->connectionsFile()), m_read.connections)),
      m_deadLetters(makeDeadLetters()),
      m_people(std::make_unique<operations::OperatorKeeper>(m_keeper->keychain(), m_profile->directory(), m_installation, m_runtime.clock(), storage::administratorPinFiles())),
      m_spent(std::make_unique<operations::SpentBook>(m_keeper->keychain(), operations::SpentBook::fileIn(m_profile->directory()), operations::SpentBook::usualLockFile())),
      m_gate(std::make_unique<operations::ApprovalGate>(*m_people, *m_spent)), m_redrive(makeRedrive())
{
    m_runtime.keys().setObserver([this](const Secret &key) { m_redactor.know(key); });
    qCInfo(sessionLog) << "Holdwatch" << HOLDWATCH_VERSION << "with" << m_read.connections.size() << "configured connections";
    for (const QString &problem : problems())
        qCWarning(sessionLog).noquote() << problem;
    connect(&m_practice, &PracticeSession::ready, this, &Session::watchPractice);
    connect(&m_practice, &PracticeSession::failed, this, [this](const Error &error) {
        m_runtime.refuse(PracticeSession::connection().provider, error);
        watchPractice(PracticeSession::connection());
    });
    connect(m_connections.get(), &ConnectionsPort::keysChanged, m_deadLetters.get(), &operations::DeadLetterService::forgetConnection);
    connect(m_deadLetters.get(), &operations::DeadLetterService::expiriesChanged, m_monitor.get(), &operations::MonitorService::noteExpiries);
    connect(m_connections.get(), &operations::ConnectionService::practiceChanged, this, &Session::followPractice);
}

Session::~Session() = default;

void Session::start()
{
    m_connections->expectKeys();
    if (const auto configured = configuredPractice())
        m_practice.rename(*configured);
    if (wantsPractice())
        m_practice.start(practiceFolder()); // the monitor starts when it is ready
    else
        startMonitor({});
}

void Session::startMonitor(const QVector<ConnectionConfig> &builtIn)
{
    QVector<ConnectionConfig> all = builtIn;
    for (const ConnectionConfig &each : m_connections->connections()) {
        if (!isBuiltInPractice(each))
            all.append(each);
    }
    m_isMonitoring = true;
    m_monitor->start(all, m_practice.toleranceRules());
    m_connections->fetchKeys();
    m_deadLetters->checkExpiries();
    m_people->start();
    m_redrive->start();
}

std::unique_ptr<operations::DeadLetterService> Session::makeDeadLetters()
{
    return std::make_unique<operations::DeadLetterService>(
        operations::DeadLetterService::Parts{*m_keeper, m_runtime.keys(), m_runtime.clock(), m_runtime.testerParts().make, [this](const ConnectionId &id) { return connectionNow(id); }},
        operations::DeadLetterService::Files{m_profile->deadLettersFile(), m_profile->vaultFile()});
}

std::unique_ptr<operations::RedriveService> Session::makeRedrive()
{
    const QString login = qEnvironmentVariable("USER", QStringLiteral("this person"));
    return std::make_unique<operations::RedriveService>(
        operations::RedriveService::Parts{*m_keeper, m_runtime.keys(), m_runtime.clock(), *m_people, *m_gate, *m_deadLetters, *m_monitor, m_access, m_runtime.makeForRun(), [this] { return watched(); }, login},
        operations::RedriveService::Files{storage::RedriveFolder::in(m_profile->directory()), m_profile->auditFile()});
}

QVector<ConnectionConfig> Session::watched() const
{
    QVector<ConnectionConfig> all;
    if (m_practiceNow)
        all.append(*m_practiceNow);
    for (const ConnectionConfig &each : m_connections->connections()) {
        if (!isBuiltInPractice(each))
            all.append(each);
    }
    return all;
}

std::optional<ConnectionConfig> Session::connectionNow(const ConnectionId &id) const
{
    if (m_practiceNow && m_practiceNow->id == id)
        return m_practiceNow;
    for (const ConnectionConfig &each : m_connections->connections()) {
        if (each.id == id && !isBuiltInPractice(each))
            return each;
    }
    return std::nullopt;
}

void Session::watchPractice(const ConnectionConfig &practice)
{
    // Under another name it has another id: the old one would stay in the list for ever.
    if (!m_practiceId.isEmpty() && m_practiceId != practice.id)
        m_monitor->forget(m_practiceId);
    m_practiceId = practice.id;
    m_practiceNow = practice;
    if (m_isMonitoring) {
        m_monitor->setBuiltInRules(m_practice.toleranceRules());
        m_monitor->watch(practice);
    } else {
        startMonitor({practice});
    }
}

void Session::followPractice()
{
    const auto configured = configuredPractice();
    if (!configured) {
        if (!m_practiceId.isEmpty())
            m_monitor->forget(std::exchange(m_practiceId, {}));
        return;
    }
    m_practice.rename(*configured);
    if (!m_practice.isStarted())
        m_practice.start(practiceFolder());
}

std::optional<ConnectionConfig> Session::configuredPractice() const
{
    for (const ConnectionConfig &each : m_connections->connections()) {
        if (isBuiltInPractice(each))
            return each;
    }
    return std::nullopt;
}

bool Session::wantsPractice() const
{
    // A file with nothing but mistakes in it is no wish to practise, but an empty window would say less.
    return m_read.connections.isEmpty() || configuredPractice().has_value();
}

QString Session::practiceFolder()
{
    if (!m_profile->problem())
        return m_profile->practiceDirectory();
    m_practiceFolder = std::make_unique<QTemporaryDir>(); // practising needs a place to write
    return m_practiceFolder->path();
}

QStringList Session::problems() const
{
    QStringList sentences;
    if (m_profile->problem())
        sentences << toSentence(*m_profile->problem());
    for (const storage::ConfigProblem &problem : m_read.problems + m_monitor->problems() + m_deadLetters->problems())
        sentences << storage::toSentence(problem);
    if (const auto &problem = m_keeper->indexProblem())
        sentences << toSentence(*problem);
    return sentences;
}

} // namespace holdwatch::bootstrap
