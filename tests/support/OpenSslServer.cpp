// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/OpenSslServer.h"

#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>

namespace holdwatch::test {

OpenSslServer::OpenSslServer(const ServerCertificate &certificate, const QStringList &options, const QByteArray &clientAuthority)
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("openssl"));
    if (program.isEmpty()) {
        m_missing = QStringLiteral("openssl is not installed");
        return;
    }
    QStringList arguments{QStringLiteral("s_server"), QStringLiteral("-accept"), QStringLiteral("127.0.0.1:0"), QStringLiteral("-HTTP"),
                          QStringLiteral("-cert"), write(QStringLiteral("server.pem"), certificate.certificate),
                          QStringLiteral("-key"), write(QStringLiteral("server.key"), certificate.key)};
    if (!clientAuthority.isEmpty())
        arguments << QStringLiteral("-verify_return_error") << QStringLiteral("-CAfile") << write(QStringLiteral("ca.pem"), clientAuthority);
    write(QStringLiteral("answer"), "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    m_process.setWorkingDirectory(m_folder.path());
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.start(program, arguments + options);
    static const QRegularExpression listening(QStringLiteral("ACCEPT 127\\.0\\.0\\.1:(\\d+)"));
    while (m_port == 0 && m_process.waitForReadyRead())
        m_port = listening.match(QString::fromLatin1(output())).captured(1).toInt();
    if (m_port == 0)
        m_missing = QStringLiteral("openssl s_server did not start: %1").arg(QString::fromLatin1(m_seen));
}

OpenSslServer::~OpenSslServer()
{
    m_process.kill();
    m_process.waitForFinished();
}

QUrl OpenSslServer::url() const
{
    return QUrl(QStringLiteral("https://127.0.0.1:%1/answer").arg(m_port));
}

QString OpenSslServer::write(const QString &name, const QByteArray &text) const
{
    QFile file(m_folder.filePath(name));
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
    return file.fileName();
}

} // namespace holdwatch::test
