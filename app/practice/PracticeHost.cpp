// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/PracticeHost.h"

#include "app/practice/PracticeServer.h"
#include "app/practice/PrivateFile.h"
#include "app/practice/SqliteStore.h"

#include <QDir>
#include <QLockFile>
#include <QRandomGenerator>
#include <QThread>

namespace holdwatch::practice {

namespace {

const QByteArray keyPrefix("ifr_practice_");

Result<Secret> accessKey(const QString &path)
{
    const QByteArray kept = readSmallFile(path).trimmed();
    if (kept.startsWith(keyPrefix))
        return Secret(kept);
    quint32 random[8];
    QRandomGenerator::system()->fillRange(random);
    const QByteArray bytes(reinterpret_cast<const char *>(random), sizeof random);
    const QByteArray made = keyPrefix + bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
    return writePrivateFile(path, made + '\n').map([&] { return Secret(made); });
}

Error folderInUse(const QString &folder, const QLockFile &lock)
{
    qint64 process = 0;
    QString host, program;
    lock.getLockInfo(&process, &host, &program);
    Error error = failure(Error::Kind::Storage, QStringLiteral("The practice queue in %1 is being served already, by process %2.").arg(folder).arg(process),
                          QStringLiteral("Use that one, end it, or choose another folder with --data.")).value();
    error.kept = QStringLiteral("Nothing was changed.");
    return error;
}

} // namespace

/// What lives on the host's thread. Members are destroyed from the last to the first: the workload before
/// the server, the server before the engine, the lock at the very end.
class PracticeHost::Inside final : public QObject
{
public:
    explicit Inside(HostOptions options) : m_options(std::move(options))
    {
        if (!m_options.clock)
            m_options.clock = std::make_shared<SystemClock>();
    }

    Result<PracticeAccess> open(const QString &folder)
    {
        return lock(folder)
            .and_then([&] { return openEngine(folder); })
            .and_then([&] { return startBeside(); })
            .and_then([&] { return serve(folder); });
    }

    QueueEngine *engine() { return m_engine.get(); }

private:
    Result<void> lock(const QString &folder)
    {
        if (!QDir().mkpath(folder)) {
            return failure(Error::Kind::Storage, QStringLiteral("The folder %1 can't be made.").arg(folder),
                           QStringLiteral("Choose another with --data."));
        }
        QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        m_lock = std::make_unique<QLockFile>(folder + QStringLiteral("/lock"));
        m_lock->setStaleLockTime(0); // only a dead owner makes it stale, not a long life
        if (!m_lock->tryLock())
            return failure(folderInUse(folder, *m_lock));
        return {};
    }

    Result<void> openEngine(const QString &folder)
    {
        return SqliteStore::open(folder + QStringLiteral("/queue.sqlite")).map([this](std::unique_ptr<SqliteStore> store) {
            m_store = std::move(store);
            m_engine = std::make_unique<QueueEngine>(*m_store, *m_options.clock);
        });
    }

    Result<PracticeAccess> serve(const QString &folder)
    {
        PracticeAccess access;
        access.keyFile = folder + QStringLiteral("/key");
        access.caFile = folder + QStringLiteral("/ca.pem");
        Result<Secret> key = accessKey(access.keyFile);
        if (!key)
            return failure(key.error());
        access.key = key->clone();
        // The certificate is judged by the machine's clock, like every client does.
        const Result<ServerIdentity> identity = serverIdentity(folder, SystemClock().now());
        if (!identity)
            return failure(identity.error());
        m_api = std::make_unique<QueueApi>(*m_engine, *m_options.clock, std::move(*key), m_options.api);
        m_server = std::make_unique<PracticeServer>(*m_api, m_options.hook.get());
        const Result<quint16> port = m_server->listen(*identity, m_options.port);
        if (!port)
            return failure(port.error());
        access.url = QUrl(QStringLiteral("https://localhost:%1").arg(*port));
        return access;
    }

    Result<void> startBeside()
    {
        if (!m_options.beside)
            return {};
        return m_options.beside(*m_engine, *m_options.clock).map([this](std::unique_ptr<QObject> beside) { m_beside = std::move(beside); });
    }

    HostOptions m_options;
    std::unique_ptr<QLockFile> m_lock;
    std::unique_ptr<SqliteStore> m_store;
    std::unique_ptr<QueueEngine> m_engine;
    std::unique_ptr<QueueApi> m_api;
    std::unique_ptr<PracticeServer> m_server;
    std::unique_ptr<QObject> m_beside;
};

PracticeHost::PracticeHost(QObject *parent)
    : QObject(parent)
{
}

PracticeHost::~PracticeHost()
{
    stop();
}

void PracticeHost::start(const QString &dataFolder, HostOptions options)
{
    Q_ASSERT(!m_thread);
    m_thread = std::make_unique<QThread>();
    m_thread->setObjectName(QStringLiteral("practice"));
    m_inside = new Inside(std::move(options));
    m_inside->moveToThread(m_thread.get());
    connect(m_thread.get(), &QThread::finished, m_inside, &QObject::deleteLater);
    m_thread->start();
    QMetaObject::invokeMethod(m_inside, [this, inside = m_inside, dataFolder] {
        auto access = std::make_shared<Result<PracticeAccess>>(inside->open(QDir(dataFolder).absolutePath()));
        QMetaObject::invokeMethod(this, [this, access] {
            if (!*access) {
                emit failed(access->error());
                return;
            }
            m_access = std::move(**access);
            emit started();
        });
    });
}

void PracticeHost::stop()
{
    if (!m_thread)
        return;
    m_thread->quit();
    m_thread->wait();
    m_thread.reset();
    m_inside = nullptr;
}

PracticeAccess PracticeHost::access() const
{
    return {m_access.url, m_access.keyFile, m_access.caFile, m_access.key.clone()};
}

void PracticeHost::post(std::function<void(QueueEngine &engine)> task)
{
    if (!m_inside)
        return;
    QMetaObject::invokeMethod(m_inside, [inside = m_inside, task = std::move(task)] {
        if (QueueEngine *engine = inside->engine())
            task(*engine);
    });
}

} // namespace holdwatch::practice
