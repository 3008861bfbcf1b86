// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/redrive/DeskKeyring.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusReply>
#include <QDir>
#include <QTest>

#include <csignal>
#include <sys/prctl.h>

namespace holdwatch::test {

namespace {

constexpr int patience = 60'000;

void prepare(QProcess &process, const QProcessEnvironment &environment)
{
    process.setProcessEnvironment(environment);
    process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
}

} // namespace

DeskKeyring::~DeskKeyring()
{
    for (QProcess *each : {&m_daemon, &m_bus}) {
        each->kill();
        each->waitForFinished();
    }
}

bool DeskKeyring::fail(const QString &why)
{
    m_problem = why;
    return false;
}

bool DeskKeyring::start(QProcessEnvironment &environment)
{
    for (const auto &[variable, folder] : {std::pair("HOME", "home"), {"XDG_DATA_HOME", "data"}, {"XDG_CONFIG_HOME", "config"}, {"XDG_CACHE_HOME", "cache"}, {"XDG_RUNTIME_DIR", "run"}}) {
        QDir(m_dir.path()).mkpath(QLatin1String(folder));
        environment.insert(QLatin1String(variable), m_dir.filePath(QLatin1String(folder)));
    }
    QFile::setPermissions(m_dir.filePath(QStringLiteral("run")), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    for (const char *variable : {"DISPLAY", "WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "KDE_FULL_SESSION", "GNOME_KEYRING_CONTROL"})
        environment.remove(QLatin1String(variable));

    prepare(m_bus, environment);
    m_bus.start(QStringLiteral("dbus-daemon"), {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--nopidfile"), QStringLiteral("--print-address=1"),
                                                QStringLiteral("--address=unix:dir=") + m_dir.filePath(QStringLiteral("run"))});
    if (!m_bus.waitForStarted() || !QTest::qWaitFor([this] { return m_bus.canReadLine(); }, patience))
        return fail(QStringLiteral("no session bus: %1").arg(QString::fromLocal8Bit(m_bus.readAllStandardError())));
    const QString address = QString::fromLocal8Bit(m_bus.readLine().trimmed());
    environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), address);

    prepare(m_daemon, environment);
    m_daemon.setProcessChannelMode(QProcess::MergedChannels);
    m_daemon.start(QStringLiteral("gnome-keyring-daemon"), {QStringLiteral("--foreground"), QStringLiteral("--components=secrets"), QStringLiteral("--unlock")});
    if (!m_daemon.waitForStarted())
        return fail(m_daemon.errorString());
    m_daemon.write("pw-of-the-test");
    m_daemon.closeWriteChannel();
    QDBusConnection onlooker = QDBusConnection::connectToBus(address, address);
    const bool isUp = QTest::qWaitFor([&] { return onlooker.interface()->isServiceRegistered(QStringLiteral("org.freedesktop.secrets")); }, patience);
    // GLib ends whoever is connected to a bus that goes away.
    QDBusConnection::disconnectFromBus(address);
    return isUp || fail(QStringLiteral("gnome-keyring does not come up: %1").arg(QString::fromLocal8Bit(m_daemon.readAll())));
}

} // namespace holdwatch::test
