// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QProcess>
#include <QTemporaryDir>

#include <memory>

namespace holdwatch::test {

/// A real gnome-keyring on a session bus of its own, with home, data and runtime folders of its own, for
/// this process: it turns the process's environment to them, so there is one a process, made before the
/// first use of a keychain. The bus starts no services by itself. Daemons end with us, however we end.
class RealKeyring
{
public:
    RealKeyring();
    ~RealKeyring();

    /// Why none can be started here; empty when one can.
    static QString missing();

    bool startBus(); ///< false with problem()
    bool startUnlocked();
    bool startLocked(); ///< as after a login without a password: the keyring's file is there and stays shut
    bool kill();
    bool lock(); ///< through the service itself
    bool unlock() { return kill() && startUnlocked(); }
    QString problem() const { return m_problem; }

    /// What the service itself says lies under this attribute, asked without QtKeychain: the raw secrets.
    QList<QByteArray> secretsOfUser(const QString &user);

    QString home() const { return m_dir.path(); } ///< everything the keyring writes is below
    QByteArray keyringFile() const;               ///< what lies on the disk; empty: none
    QDBusConnection bus() const { return QDBusConnection(m_busName); }

private:
    bool startDaemon(const QStringList &arguments, const QByteArray &password);
    bool isOwned() const;
    bool isLocked() const;
    bool fail(const QString &why);

    QTemporaryDir m_dir;
    QProcess *m_bus; ///< outlives us: GLib ends any process that loses the bus it is connected to
    std::unique_ptr<QProcess> m_daemon;
    QString m_busName;
    QString m_problem;
};

/// Owns the name of the secret service and never answers anybody, until it dies.
class DeafService
{
public:
    explicit DeafService(const QString &busAddress);
    ~DeafService();

    bool isOwner() const { return m_isOwner; }
    bool wasCalled() const;

private:
    class Ear;
    std::unique_ptr<Ear> m_ear;
    bool m_isOwner = false;
};

} // namespace holdwatch::test
