// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/NghttpServer.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace holdwatch::test {

NghttpServer::NghttpServer(const ServerCertificate &certificate)
{
    QString program = QStandardPaths::findExecutable(QStringLiteral("nghttpd"));
    if (program.isEmpty())
        program = QStandardPaths::findExecutable(QStringLiteral("nghttpd"), {QStringLiteral("/usr/sbin")});
    if (program.isEmpty()) {
        m_missing = QStringLiteral("nghttpd (package nghttp2-server) is not installed");
        return;
    }
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.start(program, {QStringLiteral("-a"), QStringLiteral("127.0.0.1"), QStringLiteral("-v"), QStringLiteral("--echo-upload"),
                              QStringLiteral("-d"), m_folder.path(), QStringLiteral("0"), write(QStringLiteral("server.key"), certificate.key),
                              write(QStringLiteral("server.pem"), certificate.certificate)});
    while (m_port == 0 && m_process.waitForReadyRead())
        m_port = output().contains("listen") ? listeningPort() : 0;
    if (m_port == 0)
        m_missing = QStringLiteral("nghttpd did not start: %1").arg(QString::fromLatin1(m_seen));
}

NghttpServer::~NghttpServer()
{
    m_process.kill();
    m_process.waitForFinished();
}

QUrl NghttpServer::url() const
{
    return QUrl(QStringLiteral("https://127.0.0.1:%1/").arg(m_port));
}

QString NghttpServer::write(const QString &name, const QByteArray &text) const
{
    QFile file(m_folder.filePath(name));
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
    return file.fileName();
}

// It prints the port it was given, which is 0; the kernel knows which one it got.
int NghttpServer::listeningPort() const
{
    const QDir process(QStringLiteral("/proc/%1").arg(m_process.processId()));
    QFile table(process.filePath(QStringLiteral("net/tcp")));
    if (!table.open(QIODevice::ReadOnly))
        return 0;
    QStringList sockets;
    for (const QFileInfo &open : QDir(process.filePath(QStringLiteral("fd"))).entryInfoList(QDir::System | QDir::Files))
        sockets << QFile::symLinkTarget(open.filePath());
    constexpr int address = 1;
    constexpr int state = 3;
    constexpr int inode = 9;
    for (const QByteArray &line : table.readAll().split('\n')) {
        const QList<QByteArray> cells = line.simplified().split(' ');
        const QString socket = QStringLiteral("socket:[%1]").arg(QString::fromLatin1(cells.value(inode)));
        const bool ours = std::any_of(sockets.begin(), sockets.end(), [&socket](const QString &open) { return open.endsWith(socket); });
        if (cells.value(state) == "0A" && ours)
            return cells.value(address).split(':').value(1).toInt(nullptr, 16);
    }
    return 0;
}

} // namespace holdwatch::test
