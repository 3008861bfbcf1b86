// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/Certificates.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;
using namespace std::chrono_literals;

/// The practice server's identity is kept while it is good and replaced when it is not.
class TestCertificates : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_now = SystemClock().now();
        m_first = identity(m_now);
        QVERIFY(m_first.key.contains("PRIVATE KEY"));
    }

    void isKeptWhileItIsValid() { QVERIFY(isSame(identity(m_now + 363 * 24h))); }
    void isReplacedADayBeforeItEnds() { QVERIFY(!isSame(identity(m_now + 364 * 24h + 1h))); }
    void isReplacedWhenTheClockStandsBeforeIt() { QVERIFY(!isSame(identity(m_now - 48h))); }

    void isReplacedWhenAFileIsMissingOrDamaged_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"ca.pem", "server.pem", "server-key.pem"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void isReplacedWhenAFileIsMissingOrDamaged()
    {
        QFETCH(QString, name);
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("rubbish");
        file.close();
        QVERIFY(!isSame(identity(m_now)));
        m_first = identity(m_now);
        QVERIFY(file.remove());
        QVERIFY(!isSame(identity(m_now)));
    }

    void isReplacedWhenThePartsDoNotBelongTogether()
    {
        const QTemporaryDir other;
        QVERIFY(serverIdentity(other.path(), m_now));
        QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("ca.pem"))));
        QVERIFY(QFile::copy(other.filePath(QStringLiteral("ca.pem")), m_folder->filePath(QStringLiteral("ca.pem"))));
        QVERIFY(!isSame(identity(m_now)));
    }

    void isPrivateAndKeepsNoAuthorityKey()
    {
        const QFileInfoList files = QDir(m_folder->path()).entryInfoList(QDir::Files);
        QCOMPARE(files.size(), 3);
        for (const QFileInfo &file : files)
            QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther), QFile::Permissions());
    }

    void saysWhenTheFolderCanNotBeWritten()
    {
        const auto refused = serverIdentity(m_folder->filePath(QStringLiteral("nowhere")), m_now);
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, Error::Kind::Storage);
    }

private:
    ServerIdentity identity(UtcTime now) { return serverIdentity(m_folder->path(), now).value_or(ServerIdentity{}); }
    bool isSame(const ServerIdentity &identity) const
    {
        return identity.certificate == m_first.certificate && identity.key == m_first.key && identity.authority == m_first.authority;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    UtcTime m_now{};
    ServerIdentity m_first;
};

QTEST_GUILESS_MAIN(TestCertificates)
#include "TestCertificates.moc"
