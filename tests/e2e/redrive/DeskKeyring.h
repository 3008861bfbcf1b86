// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QTemporaryDir>

namespace holdwatch::test {

/// A real gnome-keyring, unlocked, on a session bus of its own, for the programs of one desk: their environment is turned to
/// it, ours is left alone, so a test may have several. Both daemons end with us, however we end.
class DeskKeyring
{
public:
    ~DeskKeyring();

    bool start(QProcessEnvironment &environment); ///< false with problem()
    QString problem() const { return m_problem; }

private:
    bool fail(const QString &why);

    QTemporaryDir m_dir;
    QProcess m_bus;
    QProcess m_daemon;
    QString m_problem;
};

} // namespace holdwatch::test
