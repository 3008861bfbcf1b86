// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/secrets/RealKeyring.h"

#include <QDBusArgument>
#include <QDBusConnectionInterface>
#include <QDBusMetaType>
#include <QDBusReply>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QDir>
#include <QFile>
#include <QLibrary>
#include <QStandardPaths>
#include <QTest>

#include <csignal>
#include <sys/prctl.h>

namespace holdwatch::test {

namespace {

constexpr int patience = 60'000;

QString service()
{
    return QStringLiteral("org.freedesktop.secrets");
}

QString root()
{
    return QStringLiteral("/org/freedesktop/secrets");
}

/// No service folder: nothing is started on this bus unless the test starts it.
QByteArray busConfiguration(const QString &folder)
{
    return QStringLiteral("<!DOCTYPE busconfig PUBLIC \"-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN\""
                          " \"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\">\n"
                          "<busconfig><type>session</type><listen>unix:dir=%1</listen><auth>EXTERNAL</auth>"
                          "<policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>"
                          "<allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>\n")
        .arg(folder)
        .toUtf8();
}

void dieWithUs(QProcess &process)
{
    process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
}

QDBusMessage callTo(const QDBusConnection &bus, const QString &path, const QString &interface, const QString &method, const QVariantList &arguments)
{
    QDBusMessage message = QDBusMessage::createMethodCall(service(), path, interface, method);
    message.setArguments(arguments);
    return bus.call(message, QDBus::BlockWithGui, patience);
}

/// The third member of the protocol's Secret (session, parameters, value, content type).
QByteArray valueIn(const QVariant &reply)
{
    QDBusObjectPath session;
    QByteArray parameters;
    QByteArray value;
    QString type;
    const auto argument = reply.value<QDBusArgument>();
    argument.beginStructure();
    argument >> session >> parameters >> value >> type;
    argument.endStructure();
    return value;
}

} // namespace

RealKeyring::RealKeyring()
{
    static auto *const bus = new QProcess;
    m_bus = bus;
}

RealKeyring::~RealKeyring()
{
    kill();
    QDBusConnection::disconnectFromBus(m_busName);
}

QString RealKeyring::missing()
{
    for (const char *tool : {"gnome-keyring-daemon", "dbus-daemon"}) {
        if (QStandardPaths::findExecutable(QLatin1String(tool)).isEmpty())
            return QStringLiteral("%1 is not installed").arg(QLatin1String(tool));
    }
    // QtKeychain loads it by itself; its package does not ask for it.
    return QLibrary(QStringLiteral("secret-1"), 0).load() ? QString() : QStringLiteral("libsecret is not installed");
}

bool RealKeyring::fail(const QString &why)
{
    m_problem = why;
    return false;
}

bool RealKeyring::startBus()
{
    for (const char *name : {"home", "data", "run", "bus"})
        QDir(home()).mkpath(QLatin1String(name));
    QFile::setPermissions(home() + QStringLiteral("/run"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    for (const auto &[variable, folder] : {std::pair("HOME", "/home"), {"XDG_DATA_HOME", "/data"}, {"XDG_CONFIG_HOME", "/home"}, {"XDG_CACHE_HOME", "/home"}, {"XDG_RUNTIME_DIR", "/run"}})
        qputenv(variable, (home() + QLatin1String(folder)).toLocal8Bit());
    // A desktop's name decides which keychain QtKeychain takes, a display where the keyring asks for a password.
    for (const char *variable : {"DISPLAY", "WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "KDE_FULL_SESSION", "GNOME_KEYRING_CONTROL"})
        qunsetenv(variable);
    QFile file(home() + QStringLiteral("/bus.conf"));
    if (!file.open(QIODevice::WriteOnly) || file.write(busConfiguration(home() + QStringLiteral("/bus"))) < 0)
        return fail(file.errorString());
    file.close();
    dieWithUs(*m_bus);
    m_bus->start(QStringLiteral("dbus-daemon"), {QStringLiteral("--config-file=") + file.fileName(), QStringLiteral("--nofork"), QStringLiteral("--print-address=1")});
    if (!m_bus->waitForStarted() || !QTest::qWaitFor([this] { return m_bus->canReadLine(); }, patience))
        return fail(QStringLiteral("no session bus: %1").arg(QString::fromLocal8Bit(m_bus->readAllStandardError())));
    const QByteArray address = m_bus->readLine().trimmed();
    qputenv("DBUS_SESSION_BUS_ADDRESS", address);
    m_busName = QStringLiteral("onlooker");
    if (!QDBusConnection::connectToBus(QString::fromLatin1(address), m_busName).isConnected())
        return fail(QStringLiteral("the session bus at %1 does not accept us").arg(QString::fromLatin1(address)));
    return true;
}

bool RealKeyring::startDaemon(const QStringList &arguments, const QByteArray &password)
{
    m_daemon = std::make_unique<QProcess>();
    dieWithUs(*m_daemon);
    m_daemon->setProcessChannelMode(QProcess::MergedChannels);
    m_daemon->start(QStringLiteral("gnome-keyring-daemon"), QStringList{QStringLiteral("--foreground"), QStringLiteral("--components=secrets")} + arguments);
    if (!m_daemon->waitForStarted())
        return fail(m_daemon->errorString());
    m_daemon->write(password);
    m_daemon->closeWriteChannel();
    if (!QTest::qWaitFor([this] { return isOwned() || m_daemon->state() == QProcess::NotRunning; }, patience) || !isOwned())
        return fail(QStringLiteral("gnome-keyring does not come up: %1").arg(QString::fromLocal8Bit(m_daemon->readAll())));
    return true;
}

bool RealKeyring::startUnlocked()
{
    return startDaemon({QStringLiteral("--unlock")}, "pw-of-the-test")
        && (QTest::qWaitFor([this] { return !isLocked(); }, patience) || fail(QStringLiteral("the keyring did not unlock")));
}

bool RealKeyring::startLocked()
{
    return startDaemon({}, {}) && (isLocked() || fail(QStringLiteral("the keyring is not locked")));
}

bool RealKeyring::kill()
{
    if (!m_daemon)
        return true;
    m_daemon->kill();
    m_daemon->waitForFinished();
    m_daemon.reset();
    return QTest::qWaitFor([this] { return !isOwned(); }, patience);
}

bool RealKeyring::isOwned() const
{
    return bus().interface()->isServiceRegistered(service());
}

bool RealKeyring::isLocked() const
{
    const QVariantList question{QStringLiteral("org.freedesktop.Secret.Collection"), QStringLiteral("Locked")};
    const QDBusReply<QDBusVariant> reply = callTo(bus(), root() + QStringLiteral("/aliases/default"), QStringLiteral("org.freedesktop.DBus.Properties"), QStringLiteral("Get"), question);
    return !reply.isValid() || reply.value().variant().toBool();
}

bool RealKeyring::lock()
{
    const QList<QDBusObjectPath> what{QDBusObjectPath(root() + QStringLiteral("/aliases/default"))};
    callTo(bus(), root(), QStringLiteral("org.freedesktop.Secret.Service"), QStringLiteral("Lock"), {QVariant::fromValue(what)});
    return isLocked() || fail(QStringLiteral("the keyring did not lock"));
}

QList<QByteArray> RealKeyring::secretsOfUser(const QString &user)
{
    const QString interface = QStringLiteral("org.freedesktop.Secret.Service");
    qDBusRegisterMetaType<QMap<QString, QString>>();
    const QMap<QString, QString> attributes{{QStringLiteral("user"), user}, {QStringLiteral("server"), QStringLiteral("Holdwatch")}};
    const QDBusMessage found = callTo(bus(), root(), interface, QStringLiteral("SearchItems"), {QVariant::fromValue(attributes)});
    const QDBusMessage opened = callTo(bus(), root(), interface, QStringLiteral("OpenSession"), {QStringLiteral("plain"), QVariant::fromValue(QDBusVariant(QString()))});
    if (found.arguments().size() < 2 || opened.arguments().size() < 2)
        return {};
    QList<QByteArray> secrets;
    for (const QDBusObjectPath &item : qdbus_cast<QList<QDBusObjectPath>>(found.arguments().at(0))) {
        const QDBusMessage got = callTo(bus(), item.path(), QStringLiteral("org.freedesktop.Secret.Item"), QStringLiteral("GetSecret"), {opened.arguments().at(1)});
        secrets << (got.arguments().isEmpty() ? QByteArray() : valueIn(got.arguments().at(0)));
    }
    return secrets;
}

QByteArray RealKeyring::keyringFile() const
{
    QFile file(home() + QStringLiteral("/data/keyrings/login.keyring"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class DeafService::Ear final : public QDBusVirtualObject
{
public:
    QString introspect(const QString &) const override { return {}; }
    bool handleMessage(const QDBusMessage &message, const QDBusConnection &) override
    {
        message.setDelayedReply(true);
        heard = true;
        return true;
    }
    bool heard = false;
};

DeafService::DeafService(const QString &busAddress) : m_ear(std::make_unique<Ear>())
{
    QDBusConnection bus = QDBusConnection::connectToBus(busAddress, QStringLiteral("deaf"));
    m_isOwner = bus.registerVirtualObject(QStringLiteral("/"), m_ear.get(), QDBusConnection::SubPath) && bus.registerService(service());
}

DeafService::~DeafService()
{
    QDBusConnection::disconnectFromBus(QStringLiteral("deaf"));
}

bool DeafService::wasCalled() const
{
    return m_ear->heard;
}

} // namespace holdwatch::test
