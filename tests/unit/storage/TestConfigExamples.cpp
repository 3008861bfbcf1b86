// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/ConnectionFile.h"
#include "app/storage/config/DeadLetterFile.h"
#include "app/storage/config/ToleranceFile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;

class TestConfigExamples : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    /// The nth ```json block of the README, as a file.
    QString exampleFile(int n, const QString &name) const
    {
        QFile readme(QStringLiteral(STORAGE_README));
        if (!readme.open(QIODevice::ReadOnly))
            qFatal("no README");
        const QString block = QString::fromUtf8(readme.readAll()).section(QStringLiteral("```json\n"), n, n).section(QStringLiteral("```"), 0, 0);
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(block.toUtf8()) < 0)
            qFatal("no example");
        return file.fileName();
    }

private slots:
    void theReadmesExamplesAreRead()
    {
        const ConnectionsRead connections = ConnectionFile(exampleFile(1, QStringLiteral("connections.json"))).read();
        QVERIFY2(connections.problems.isEmpty(), qPrintable(connections.problems.isEmpty() ? QString() : toSentence(connections.problems.front())));
        QCOMPARE(connections.connections.size(), 1);
        const TolerancesRead tolerances = ToleranceFile(exampleFile(2, QStringLiteral("tolerances.json"))).read();
        QVERIFY2(tolerances.problems.isEmpty(), qPrintable(tolerances.problems.isEmpty() ? QString() : toSentence(tolerances.problems.front())));
        QCOMPARE(tolerances.tolerances.queues.size(), 1);
        QVERIFY(tolerances.tolerances.queues.contains({connections.connections.front().id, QStringLiteral("reservation-expiry")}));
        const DeadLetterSettingsRead deadLetters = DeadLetterFile(exampleFile(3, QStringLiteral("deadletters.json"))).read();
        QVERIFY2(deadLetters.problems.isEmpty(), qPrintable(deadLetters.problems.isEmpty() ? QString() : toSentence(deadLetters.problems.front())));
        QCOMPARE(deadLetters.settings.rules.rules.front().classId, QStringLiteral("vendor"));
        QCOMPARE(tolerances.tolerances.rules.front().connection, connections.connections.front().name);
    }
};

QTEST_GUILESS_MAIN(TestConfigExamples)
#include "TestConfigExamples.moc"
