// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Logging.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using holdwatch::bootstrap::Logging;

class TestLogging : public QObject
{
    Q_OBJECT
private:
    static QByteArray contentOf(const QTemporaryDir &dir, const char *name = "holdwatch.log")
    {
        QFile file(dir.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void writesOneLineAMessage()
    {
        const QTemporaryDir dir;
        {
            const Logging logging(dir.path());
            qInfo("watching %d connections", 3);
        }
        const QByteArray content = contentOf(dir);
        QVERIFY2(content.endsWith(" info default: watching 3 connections\n"), content.constData());
    }

    void isForItsOwnerAlone()
    {
        const QTemporaryDir dir;
        const Logging logging(dir.path());
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(!(QFile::permissions(dir.filePath(QStringLiteral("holdwatch.log"))) & others));
    }

    void cannotBeForgedFromOutside()
    {
        const QTemporaryDir dir;
        {
            const Logging logging(dir.path());
            qInfo("queue a\n2026-01-01T00:00:00.000Z info default: all is well\x1b[2J");
        }
        QCOMPARE(contentOf(dir).count('\n'), 1);
        QVERIFY(contentOf(dir).contains("a\\x0a2026"));
        QVERIFY(!contentOf(dir).contains('\x1b'));
    }

    void neverKeepsMoreThanThreeFiles()
    {
        const QTemporaryDir dir;
        {
            const Logging logging(dir.path(), 1000);
            for (int i = 0; i < 200; ++i)
                qInfo("message %d with some length to it", i);
        }
        QCOMPARE(QDir(dir.path()).entryList(QDir::Files).size(), 3);
        QVERIFY(contentOf(dir).size() <= 1000);
        QVERIFY(contentOf(dir).contains("message 199"));
    }

    void goesOnWithoutAFile()
    {
        const Logging logging(QStringLiteral("/nonexistent/folder"));
        qInfo("still here");
    }
};

QTEST_GUILESS_MAIN(TestLogging)
#include "TestLogging.moc"
