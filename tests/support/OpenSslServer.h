// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/TestCertificates.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QUrl>

namespace holdwatch::test {

/// OpenSSL's own TLS server, a stranger to Qt's: it asks for client certificates with real alerts and speaks
/// old versions of TLS. Listens on a free port of loopback and answers a GET of url() with {}.
class OpenSslServer
{
public:
    /// `options` are s_server's ("-tls1_1", "-Verify", "1"). With `clientAuthority`, client
    /// certificates are judged by it; it lies in the server's folder as "ca.pem".
    OpenSslServer(const ServerCertificate &certificate, const QStringList &options, const QByteArray &clientAuthority = {});
    ~OpenSslServer();

    QString whyMissing() const { return m_missing; } ///< empty when it runs
    QUrl url() const;
    QByteArray output() { return m_seen += m_process.readAllStandardOutput(); } ///< what it printed so far

private:
    QString write(const QString &name, const QByteArray &text) const;

    QTemporaryDir m_folder;
    QProcess m_process;
    QByteArray m_seen;
    QString m_missing;
    int m_port = 0;
};

} // namespace holdwatch::test
