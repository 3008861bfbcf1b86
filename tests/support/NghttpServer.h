// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/TestCertificates.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QUrl>

namespace holdwatch::test {

/// nghttp2's own server, a real one that speaks HTTP/2: answers a POST with its body, and tells each frame
/// it sees. On a free port of loopback.
class NghttpServer
{
public:
    explicit NghttpServer(const ServerCertificate &certificate);
    ~NghttpServer();

    QString whyMissing() const { return m_missing; } ///< empty when it runs
    QUrl url() const;
    QByteArray output() { return m_seen += m_process.readAllStandardOutput(); } ///< what it printed so far

private:
    QString write(const QString &name, const QByteArray &text) const;
    int listeningPort() const; ///< 0: none yet

    QTemporaryDir m_folder;
    QProcess m_process;
    QByteArray m_seen;
    QString m_missing;
    int m_port = 0;
};

} // namespace holdwatch::test
