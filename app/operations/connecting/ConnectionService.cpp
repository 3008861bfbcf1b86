// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/connecting/ConnectionService.h"

#include "app/net/ConnectionOptions.h"
#include "app/operations/connecting/KeyCare.h"
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

bool contains(const QVector<ConnectionConfig> &connections, const ConnectionId &id)
{
    return std::any_of(connections.cbegin(), connections.cend(), [&](const ConnectionConfig &each) { return each.id == id; });
}

const ConnectionConfig *findIn(const QVector<ConnectionConfig> &connections, const ConnectionId &id)
{
    const auto found = std::find_if(connections.cbegin(), connections.cend(), [&](const ConnectionConfig &each) { return each.id == id; });
    return found == connections.cend() ? nullptr : &*found;
}

void replaceOrAppend(QVector<ConnectionConfig> &connections, const ConnectionConfig &config)
{
    const auto place = std::find_if(connections.begin(), connections.end(), [&](const ConnectionConfig &each) { return each.id == config.id; });
    if (place == connections.end())
        connections.append(config);
    else
        *place = config;
}

Error saidFirst(const QString &first, Error error)
{
    error.what = first + QLatin1Char(' ') + error.what;
    return error;
}

Error changedInFile(const QString &name)
{
    Error error;
    error.kind = Error::Kind::Conflict;
    error.what = QStringLiteral("Nothing was saved. %1 was changed in the file of connections by another program meanwhile.").arg(name);
    error.kept = QStringLiteral("What stands in the file is used now.");
    error.next = QStringLiteral("Close this, look at it by Edit, and make your change there.");
    return error;
}

/// A saved key is for the server it was given for. Where it would go to another one, a person types it anew.
bool leadsElsewhere(const ConnectionConfig &before, const ConnectionConfig &after)
{
    return !isBuiltInPractice(after) && !isBuiltInPractice(before) && !net::sameOrigin(before.baseUrl, after.baseUrl);
}

Error keyStaysHome()
{
    Error error;
    error.kind = Error::Kind::Configuration;
    error.what = QStringLiteral("The address leads to another server, and a key that is kept here is not sent there by itself.");
    error.next = QStringLiteral("Type the key for that server.");
    error.where = QStringLiteral("read_key");
    return error;
}

} // namespace

/// One save on its way: the file is written first, since it can be put back, a replaced key can't.
struct ConnectionService::Saving
{
    ConnectionDraft draft;
    std::optional<ConnectionConfig> before; ///< none: it is new
    QPointer<QObject> context;
    std::function<void(Result<ConnectionId>)> done;
};

ConnectionService::ConnectionService(Parts parts, storage::ConnectionFile file, QVector<ConnectionConfig> configured, QObject *parent)
    : ConnectionsPort(parent), m_parts(std::move(parts)), m_file(std::move(file)), m_configured(std::move(configured)), m_asRead(m_configured), m_tester(m_parts.tester)
{
    tellWhereTheyLead();
    connect(&m_parts.keeper, &secrets::KeyKeeper::placeChanged, this, [this](const ConnectionId &connection) { emit keysChanged(connection); });
    connect(&m_parts.keeper, &secrets::KeyKeeper::keyArrived, this, [this](const ConnectionId &connection, Purpose purpose) {
        const ConnectionConfig *config = find(connection);
        if (config && purpose == Purpose::Read)
            fetchAndWatch(*config);
    });
    connect(&m_parts.keeper, &secrets::KeyKeeper::failedLater, this, [this](const ConnectionId &, Purpose, const Error &error) { emit troubled(toSentence(error)); });
}

ConnectionService::~ConnectionService() = default;

const ConnectionConfig *ConnectionService::find(const ConnectionId &connection) const
{
    return findIn(m_configured, connection);
}

/// Names differ, but "A b" and "A-b" make the same id. Nor may a new connection come by the key of one that is
/// gone: it may lie in the keychain still, and was never meant for another server.
ConnectionId ConnectionService::freeIdFor(const QString &name, const QVector<ConnectionConfig> &taken) const
{
    const QVector<SavedKey> saved = m_parts.keeper.saved();
    const auto hasKey = [&](const ConnectionId &id) {
        return m_parts.keeper.placeOf(id, Purpose::Read) == KeyPlace::ThisRun || std::any_of(saved.cbegin(), saved.cend(), [&](const SavedKey &key) { return key.connection == id; });
    };
    const QString wanted = storage::idForName(name).text();
    ConnectionId id(wanted);
    for (int number = 2; contains(taken, id) || hasKey(id); ++number)
        id = ConnectionId(QStringLiteral("%1-%2").arg(wanted).arg(number));
    return id;
}

KeyFacts ConnectionService::keyOf(const ConnectionId &connection) const
{
    KeyFacts facts;
    facts.read = m_parts.keeper.placeOf(connection, Purpose::Read);
    facts.write = m_parts.keeper.placeOf(connection, Purpose::Write);
    if (const ConnectionConfig *config = find(connection)) {
        facts.variable = RunKeys::variableOf(*config);
        facts.givenFor = m_parts.keeper.givenFor(connection, Purpose::Read);
        if (facts.givenFor.isEmpty() && config->separateWriteKey)
            facts.givenFor = m_parts.keeper.givenFor(connection, Purpose::Write);
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
        m_asRead = m_file.read().connections;
        tellWhereTheyLead();
        emit connectionsChanged();
    }
    return written;
}

/// What somebody else changed in the file is taken over before it is written, never written over. Answers with
/// the connections that this concerns. A file that is gone or broken is none of that; `write` judges it.
QVector<ConnectionId> ConnectionService::takeOverFile()
{
    const storage::ConnectionsRead now = m_file.read();
    if (now.connections == m_asRead || now.connections.isEmpty() || storage::firstRefusal(now.problems))
        return {};
    QVector<ConnectionId> changed;
    for (const ConnectionConfig &old : std::exchange(m_asRead, now.connections)) {
        if (contains(now.connections, old.id))
            continue;
        changed << old.id;
        m_configured.removeIf([&](const ConnectionConfig &each) { return each.id == old.id; });
        stopWatching(old);
    }
    const QVector<ConnectionConfig> before = std::exchange(m_configured, now.connections);
    tellWhereTheyLead();
    for (const ConnectionConfig &config : now.connections) {
        const ConnectionConfig *old = findIn(before, config.id);
        if (old && *old == config)
            continue;
        changed << config.id;
        follow(config, old);
    }
    emit connectionsChanged();
    return changed;
}

void ConnectionService::tellWhereTheyLead()
{
    for (const ConnectionConfig &each : std::as_const(m_configured))
        m_parts.keeper.leadsTo(each.id, net::originOf(each.baseUrl));
}

void ConnectionService::stopWatching(const ConnectionConfig &config)
{
    m_parts.keys.forget(config.id);
    if (isBuiltInPractice(config))
        emit practiceChanged();
    else
        m_parts.monitor.forget(config.id);
}

/// The built-in practice queue and a server of the same id are watched in different ways: the one ends first.
void ConnectionService::follow(const ConnectionConfig &config, const ConnectionConfig *before)
{
    if (before && isBuiltInPractice(*before) != isBuiltInPractice(config))
        stopWatching(*before);
    fetchAndWatch(config);
}

void ConnectionService::save(ConnectionDraft draft, QObject *context, std::function<void(Result<ConnectionId>)> done)
{
    const auto saving = std::make_shared<Saving>(Saving{std::move(draft), {}, context, std::move(done)});
    ConnectionConfig &config = saving->draft.config;
    for (const KeyChange *change : {&saving->draft.readKey, &saving->draft.writeKey})
        m_parts.keys.tell(change->key);
    if (takeOverFile().contains(config.id))
        return finish(saving, failure(changedInFile(config.name)));
    const QVector<FieldFault> faults = check(config);
    if (!faults.isEmpty())
        return finish(saving, failure(Error::Kind::Configuration, QStringLiteral("Nothing was saved. ") + besideField(faults.constFirst())));
    if (config.id.isEmpty())
        config.id = freeIdFor(config.name, m_configured);
    if (wouldSendKeptKeyElsewhere(saving->draft))
        return finish(saving, failure(keyStaysHome()));
    if (const ConnectionConfig *before = find(config.id))
        saving->before = *before;
    QVector<ConnectionConfig> after = m_configured;
    replaceOrAppend(after, config);
    if (const Result<void> written = store(after); !written)
        return finish(saving, failure(saidFirst(QStringLiteral("Nothing was saved."), written.error())));
    applyKey(saving, Purpose::Read, [this, saving](const Result<void> &read) { readKeyApplied(saving, read); });
}

/// A keychain that has only not answered yet does its part later, so the connection waits for it in its place.
void ConnectionService::readKeyApplied(const std::shared_ptr<Saving> &saving, const Result<void> &read)
{
    const bool comesLater = !read && read.error().kind == Error::Kind::Timeout;
    if (!read && !comesLater) {
        putBack(*saving);
        return finish(saving, failure(saidFirst(QStringLiteral("Nothing was saved."), read.error())));
    }
    applyKey(saving, Purpose::Write, [this, saving, read](const Result<void> &write) {
        if (const ConnectionConfig *now = find(saving->draft.config.id))
            follow(*now, saving->before ? &*saving->before : nullptr);
        if (!read)
            return finish(saving, failure(saidFirst(QStringLiteral("All but the key was saved."), read.error())));
        if (!write)
            return finish(saving, failure(saidFirst(QStringLiteral("All but the key for writing was saved."), write.error())));
        finish(saving, {});
    });
}

/// This one connection alone: others may have been saved while the keychain was asked.
void ConnectionService::putBack(const Saving &saving)
{
    const ConnectionConfig *now = find(saving.draft.config.id);
    if (!now || *now != saving.draft.config)
        return; // changed or removed since by somebody who meant it
    QVector<ConnectionConfig> after = m_configured;
    if (saving.before)
        replaceOrAppend(after, *saving.before);
    else
        after.removeIf([&](const ConnectionConfig &each) { return each.id == saving.draft.config.id; });
    if (const Result<void> back = store(after); !back)
        qCWarning(connectingLog).noquote() << "the connection stays in the file although its key was not saved:" << toSentence(back.error());
}

void ConnectionService::applyKey(const std::shared_ptr<Saving> &saving, Purpose purpose, std::function<void(Result<void>)> then)
{
    KeyChange &change = purpose == Purpose::Read ? saving->draft.readKey : saving->draft.writeKey;
    const ConnectionId id = saving->draft.config.id;
    // A key that nothing uses any more has no business staying in the keychain.
    const bool hasNoUse = isBuiltInPractice(saving->draft.config) || (purpose == Purpose::Write && !saving->draft.config.separateWriteKey);
    const bool isUnwanted = hasNoUse && m_parts.keeper.placeOf(id, purpose) != KeyPlace::None;
    switch (isUnwanted ? KeyChange::What::Remove : change.what) {
    case KeyChange::What::Keep: return then({});
    case KeyChange::What::Remove: return m_parts.keeper.remove(id, purpose, this, std::move(then));
    case KeyChange::What::UseKeychain: return m_parts.keeper.save(id, purpose, std::move(change.key), Where::Keychain, this, std::move(then));
    case KeyChange::What::UseThisRunOnly: return m_parts.keeper.save(id, purpose, std::move(change.key), Where::ThisRun, this, std::move(then));
    }
}

void ConnectionService::finish(const std::shared_ptr<Saving> &saving, const Result<void> &outcome)
{
    if (!saving->context) {
        // The dialog was closed meanwhile; that it failed must still be heard.
        if (!outcome)
            emit troubled(QStringLiteral("%1: %2").arg(saving->draft.config.name, toSentence(outcome.error())));
        return;
    }
    if (outcome)
        saving->done(saving->draft.config.id);
    else
        saving->done(failure(outcome.error()));
}

void ConnectionService::remove(const ConnectionId &connection, QObject *context, std::function<void(Result<void>)> done)
{
    takeOverFile();
    const ConnectionConfig *config = find(connection);
    if (!config)
        return done(failure(Error::Kind::NotFound, QStringLiteral("There is no such connection any more.")));
    const ConnectionConfig removed = *config;
    QVector<ConnectionConfig> after = m_configured;
    after.removeIf([&](const ConnectionConfig &each) { return each.id == connection; });
    if (const Result<void> written = store(after); !written)
        return done(written);
    stopWatching(removed);
    removeKeys({{connection, Purpose::Read}, {connection, Purpose::Write}}, m_parts.keeper, context, std::move(done));
}

Result<void> ConnectionService::confirmKeys(const ConnectionId &connection)
{
    const ConnectionConfig *config = find(connection);
    if (!config)
        return failure(Error::Kind::NotFound, QStringLiteral("There is no such connection any more."));
    for (const Purpose purpose : {Purpose::Read, Purpose::Write}) {
        if (const Result<void> confirmed = m_parts.keeper.confirm(connection, purpose); !confirmed)
            return confirmed;
    }
    emit keysChanged(connection);
    fetchAndWatch(*config);
    return {};
}

QVector<SavedKey> ConnectionService::leftKeys() const
{
    // A connection that can't be read from the file is not gone.
    return storage::firstRefusal(m_file.read().problems) ? QVector<SavedKey>() : keysWithoutUse(m_parts.keeper.saved(), m_configured);
}

void ConnectionService::removeLeftKeys(QObject *context, std::function<void(Result<void>)> done)
{
    removeKeys(leftKeys(), m_parts.keeper, context, std::move(done));
}

void ConnectionService::retry(const ConnectionId &connection)
{
    const ConnectionConfig *config = find(connection);
    if (!config || !needsKeeper(*config, m_parts.keeper))
        return m_parts.monitor.retry(connection);
    const auto before = std::make_shared<Result<Secret>>(m_parts.keys.keyFor(*config));
    fetchKey(*config, m_parts.keeper, m_parts.keys, this, [this, connection, before] {
        const ConnectionConfig *now = find(connection);
        if (!now)
            return;
        // Watched anew it would ask at once, even a server that wants to be left alone for a while.
        const Result<Secret> key = m_parts.keys.keyFor(*now);
        if (key && *before && key->expose() == (*before)->expose())
            m_parts.monitor.retry(connection);
        else
            watch(*now);
    });
}

bool ConnectionService::wouldSendKeptKeyElsewhere(const ConnectionDraft &draft) const
{
    const ConnectionConfig *before = find(draft.config.id);
    if (!before || !leadsElsewhere(*before, draft.config))
        return false;
    const auto isKept = [&](const KeyChange &change, Purpose purpose) {
        const bool isForThatServer = m_parts.keeper.givenFor(draft.config.id, purpose) == net::originOf(draft.config.baseUrl);
        return change.what == KeyChange::What::Keep && m_parts.keeper.placeOf(draft.config.id, purpose) != KeyPlace::None && !isForThatServer;
    };
    return isKept(draft.readKey, Purpose::Read) || (draft.config.separateWriteKey && isKept(draft.writeKey, Purpose::Write));
}

void ConnectionService::test(ConnectionDraft draft, QObject *context, std::function<void(const ConnectionTest &)> progressed)
{
    const auto config = std::make_shared<ConnectionConfig>(draft.config);
    m_awaitsKey.reset();
    m_parts.keys.tell(draft.readKey.key);
    const bool isTyped = draft.readKey.what == KeyChange::What::UseKeychain || draft.readKey.what == KeyChange::What::UseThisRunOnly;
    if (isTyped)
        return m_tester.start(*config, std::move(draft.readKey.key), context, std::move(progressed));
    if (wouldSendKeptKeyElsewhere(draft))
        return m_tester.start(*config, Secret(), context, std::move(progressed));
    if (Result<Secret> known = m_parts.keys.keyFor(*config))
        return m_tester.start(*config, *std::move(known), context, std::move(progressed));
    m_awaitsKey = std::make_shared<QPointer<QObject>>(context);
    m_stopAwaiting = progressed;
    m_parts.keeper.load(config->id, Purpose::Read, context, [this, config, context, progressed, mine = m_awaitsKey](Result<Secret> key) {
        if (mine != m_awaitsKey)
            return; // stopped meanwhile
        m_awaitsKey.reset();
        if (key)
            m_parts.keys.tell(*key);
        m_tester.start(*config, key ? *std::move(key) : Secret(), context, progressed);
    });
}

void ConnectionService::stopTest()
{
    m_tester.stop();
    const auto awaiting = std::exchange(m_awaitsKey, nullptr);
    if (!awaiting || !*awaiting)
        return;
    ConnectionTest test = ConnectionTest::planned();
    test.skipRest();
    QMetaObject::invokeMethod(awaiting->data(), [tell = m_stopAwaiting, test] { tell(test); }, Qt::QueuedConnection);
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
    takeOverFile();
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
        // Nor may it have a key of this desktop sent to an address of its choice.
        if (!config.keyVariable.isEmpty())
            report.refused << QStringLiteral("The variable of %1: %2 is not sent to %3 until you name it under Edit.").arg(config.name, config.keyVariable, config.baseUrl.host());
        config.keyVariable.clear();
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
