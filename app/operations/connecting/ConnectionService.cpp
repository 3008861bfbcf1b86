// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/connecting/ConnectionService.h"

#include "app/net/ConnectionOptions.h"
#include "app/operations/connecting/KeyFetch.h"
#include "app/operations/connecting/ProviderChoices.h"

#include <QFileInfo>
#include <QLoggingCategory>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace holdwatch::operations {

Q_LOGGING_CATEGORY(connectingLog, "holdwatch.connections")

namespace {

/// Names differ, but "A b" and "A-b" make the same id.
ConnectionId freeIdFor(const QString &name, const QVector<ConnectionConfig> &taken)
{
    const QString wanted = storage::idForName(name).text();
    ConnectionId id(wanted);
    const auto isTaken = [&] { return std::any_of(taken.cbegin(), taken.cend(), [&](const ConnectionConfig &each) { return each.id == id; }); };
    for (int number = 2; isTaken(); ++number)
        id = ConnectionId(QStringLiteral("%1-%2").arg(wanted).arg(number));
    return id;
}

} // namespace

/// One save on its way: the file is written first, since it can be put back, a replaced key can't.
struct ConnectionService::Saving
{
    ConnectionDraft draft;
    QVector<ConnectionConfig> before;
    QPointer<QObject> context;
    std::function<void(Result<ConnectionId>)> done;
};

ConnectionService::ConnectionService(Parts parts, storage::ConnectionFile file, QVector<ConnectionConfig> configured, QObject *parent)
    : ConnectionsPort(parent), m_parts(std::move(parts)), m_file(std::move(file)), m_configured(std::move(configured)), m_tester(m_parts.tester)
{
    connect(&m_parts.keeper, &secrets::KeyKeeper::placeChanged, this, [this](const ConnectionId &connection) { emit keysChanged(connection); });
    connect(&m_parts.keeper, &secrets::KeyKeeper::keyArrived, this, [this](const ConnectionId &connection, Purpose purpose) {
        const ConnectionConfig *config = find(connection);
        if (config && purpose == Purpose::Read)
            fetchAndWatch(*config);
    });
}

ConnectionService::~ConnectionService() = default;

const ConnectionConfig *ConnectionService::find(const ConnectionId &connection) const
{
    const auto found = std::find_if(m_configured.cbegin(), m_configured.cend(), [&](const ConnectionConfig &each) { return each.id == connection; });
    return found == m_configured.cend() ? nullptr : &*found;
}

KeyFacts ConnectionService::keyOf(const ConnectionId &connection) const
{
    KeyFacts facts;
    facts.read = m_parts.keeper.placeOf(connection, Purpose::Read);
    facts.write = m_parts.keeper.placeOf(connection, Purpose::Write);
    if (const ConnectionConfig *config = find(connection)) {
        facts.variable = RunKeys::variableOf(*config);
        facts.variableIsSet = !facts.variable.isEmpty() && !qEnvironmentVariableIsEmpty(facts.variable.toUtf8().constData());
    }
    return facts;
}

void ConnectionService::expectKeys()
{
    for (const ConnectionConfig &config : std::as_const(m_configured))
        expectKey(config, m_parts.keeper, m_parts.keys);
}

void ConnectionService::fetchKeys()
{
    for (const ConnectionConfig &config : std::as_const(m_configured)) {
        if (needsKeeper(config, m_parts.keeper))
            fetchAndWatch(config);
    }
}

void ConnectionService::fetchAndWatch(const ConnectionConfig &config)
{
    fetchKey(config, m_parts.keeper, m_parts.keys, this, [this, id = config.id] {
        // It may have been changed or removed meanwhile.
        if (const ConnectionConfig *now = find(id))
            watch(*now);
    });
}

void ConnectionService::watch(const ConnectionConfig &config)
{
    if (isBuiltInPractice(config))
        emit practiceChanged();
    else
        m_parts.monitor.watch(config);
}

QVector<ProviderChoice> ConnectionService::providers() const
{
    return providerChoices();
}

QVector<FieldFault> ConnectionService::check(const ConnectionConfig &connection) const
{
    QVector<ConnectionConfig> others = m_configured;
    others.removeIf([&](const ConnectionConfig &each) { return !connection.id.isEmpty() && each.id == connection.id; });
    ConnectionConfig named = connection;
    if (named.id.isEmpty())
        named.id = ConnectionId(QStringLiteral(" new")); // its real one is made free when it is saved
    QVector<FieldFault> faults;
    for (const auto &[field, sentence] : storage::ConnectionFile::findings(named, others))
        faults.append({field, sentence});
    if (!faults.isEmpty() || isBuiltInPractice(connection))
        return faults;
    if (const auto options = net::connectionOptionsFrom(connection); !options) {
        Error error = options.error();
        error.kept.clear();
        faults.append({error.where, toSentence(error)});
    }
    return faults;
}

Result<void> ConnectionService::store(const QVector<ConnectionConfig> &connections)
{
    const Result<void> written = m_file.write(connections);
    if (written) {
        m_configured = connections;
        emit connectionsChanged();
    }
    return written;
}

void ConnectionService::save(ConnectionDraft draft, QObject *context, std::function<void(Result<ConnectionId>)> done)
{
    const auto saving = std::make_shared<Saving>(Saving{std::move(draft), m_configured, context, std::move(done)});
    ConnectionConfig &config = saving->draft.config;
    for (const KeyChange *change : {&saving->draft.readKey, &saving->draft.writeKey})
        m_parts.keys.tell(change->key);
    const QVector<FieldFault> faults = check(config);
    if (!faults.isEmpty())
        return finish(saving, failure(Error::Kind::Configuration, besideField(faults.constFirst())));
    if (config.id.isEmpty())
        config.id = freeIdFor(config.name, m_configured);
    QVector<ConnectionConfig> after = m_configured;
    const auto place = std::find_if(after.begin(), after.end(), [&](const ConnectionConfig &each) { return each.id == config.id; });
    if (place == after.end())
        after.append(config);
    else
        *place = config;
    if (const Result<void> written = store(after); !written)
        return finish(saving, written);
    applyKey(saving, Purpose::Read, [this, saving](const Result<void> &read) {
        if (!read) {
            const Result<void> back = store(saving->before);
            if (!back)
                qCWarning(connectingLog).noquote() << "the connection stays in the file although its key was not saved:" << toSentence(back.error());
            return finish(saving, read);
        }
        applyKey(saving, Purpose::Write, [this, saving](const Result<void> &write) {
            fetchAndWatch(saving->draft.config);
            if (write)
                return finish(saving, {});
            Error error = write.error();
            error.what = QStringLiteral("All but the key for writing was saved. ") + error.what;
            finish(saving, failure(error));
        });
    });
}

void ConnectionService::applyKey(const std::shared_ptr<Saving> &saving, Purpose purpose, std::function<void(Result<void>)> then)
{
    KeyChange &change = purpose == Purpose::Read ? saving->draft.readKey : saving->draft.writeKey;
    const ConnectionId id = saving->draft.config.id;
    // A second key that is no longer wanted has no business staying in the keychain.
    const bool isUnwanted = purpose == Purpose::Write && !saving->draft.config.separateWriteKey && m_parts.keeper.placeOf(id, purpose) != KeyPlace::None;
    switch (isUnwanted ? KeyChange::What::Remove : change.what) {
    case KeyChange::What::Keep: return then({});
    case KeyChange::What::Remove: return m_parts.keeper.remove(id, purpose, this, std::move(then));
    case KeyChange::What::UseKeychain: return m_parts.keeper.save(id, purpose, std::move(change.key), Where::Keychain, this, std::move(then));
    case KeyChange::What::UseThisRunOnly: return m_parts.keeper.save(id, purpose, std::move(change.key), Where::ThisRun, this, std::move(then));
    }
}

void ConnectionService::finish(const std::shared_ptr<Saving> &saving, const Result<void> &outcome)
{
    if (!saving->context)
        return;
    if (outcome)
        saving->done(saving->draft.config.id);
    else
        saving->done(failure(outcome.error()));
}

void ConnectionService::remove(const ConnectionId &connection, QObject *context, std::function<void(Result<void>)> done)
{
    const ConnectionConfig *config = find(connection);
    if (!config)
        return done(failure(Error::Kind::NotFound, QStringLiteral("There is no such connection any more.")));
    const bool wasBuiltIn = isBuiltInPractice(*config);
    QVector<ConnectionConfig> after = m_configured;
    after.removeIf([&](const ConnectionConfig &each) { return each.id == connection; });
    if (const Result<void> written = store(after); !written)
        return done(written);
    m_parts.keys.forget(connection);
    if (wasBuiltIn)
        emit practiceChanged();
    else
        m_parts.monitor.forget(connection);
    const QPointer<QObject> guard(context);
    m_parts.keeper.remove(connection, Purpose::Read, this, [this, connection, guard, done = std::move(done)](const Result<void> &read) {
        m_parts.keeper.remove(connection, Purpose::Write, this, [guard, done, read](const Result<void> &write) {
            if (guard)
                done(read ? write : read);
        });
    });
}

void ConnectionService::retry(const ConnectionId &connection)
{
    const ConnectionConfig *config = find(connection);
    if (config && needsKeeper(*config, m_parts.keeper))
        fetchAndWatch(*config); // watches it anew, which tries again at once
    else
        m_parts.monitor.retry(connection);
}

void ConnectionService::test(ConnectionDraft draft, QObject *context, std::function<void(const ConnectionTest &)> progressed)
{
    const auto config = std::make_shared<ConnectionConfig>(draft.config);
    m_parts.keys.tell(draft.readKey.key);
    const bool isTyped = draft.readKey.what == KeyChange::What::UseKeychain || draft.readKey.what == KeyChange::What::UseThisRunOnly;
    if (isTyped)
        return m_tester.start(*config, std::move(draft.readKey.key), context, std::move(progressed));
    if (Result<Secret> known = m_parts.keys.keyFor(*config))
        return m_tester.start(*config, *std::move(known), context, std::move(progressed));
    m_parts.keeper.load(config->id, Purpose::Read, context, [this, config, context, progressed](Result<Secret> key) {
        if (key)
            m_parts.keys.tell(*key);
        m_tester.start(*config, key ? *std::move(key) : Secret(), context, progressed);
    });
}

void ConnectionService::stopTest()
{
    m_tester.stop();
}

Result<void> ConnectionService::exportTo(const QString &path) const
{
    return storage::ConnectionFile::writeForSharing(path, m_configured);
}

Result<ImportReport> ConnectionService::importFrom(const QString &path)
{
    if (!QFileInfo(path).isFile())
        return failure(Error::Kind::Configuration, QStringLiteral("There is no such file."));
    const storage::ConnectionsRead read = storage::ConnectionFile(path).read();
    ImportReport report;
    for (const storage::ConfigProblem &problem : read.problems)
        report.refused << storage::toSentence(problem);
    QVector<ConnectionConfig> after = m_configured;
    QVector<ConnectionConfig> added;
    for (ConnectionConfig config : read.connections) {
        const bool isTaken = std::any_of(after.cbegin(), after.cend(), [&](const ConnectionConfig &each) { return each.name.compare(config.name, Qt::CaseInsensitive) == 0; });
        if (isTaken) {
            report.refused << QStringLiteral("%1: a connection of this name is here already.").arg(config.name);
            continue;
        }
        // Somebody else's file must not make this desktop run a program or report to another address.
        if (!config.hookCommand.isEmpty() || !config.webhook.isEmpty())
            report.refused << QStringLiteral("The notices of %1: commands and webhooks are never imported.").arg(config.name);
        config.hookCommand.clear();
        config.webhook.clear();
        config.id = freeIdFor(config.name, after);
        after.append(config);
        added.append(config);
        report.added << config.name;
    }
    if (added.isEmpty())
        return report;
    if (const Result<void> written = store(after); !written)
        return failure(written.error());
    for (const ConnectionConfig &config : std::as_const(added))
        watch(config);
    return report;
}

} // namespace holdwatch::operations
