// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/Command.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::practice;

class TestCommand : public QObject
{
    Q_OBJECT
private slots:
    void keepsItsKeyWhateverTheSchemaVersion()
    {
        Command command{Work::ExpireReservation, 314, 2, usualSchema};
        QCOMPARE(command.idempotencyKey(), QStringLiteral("expire-reservation:314:2"));
        command.schemaVersion = newestSchema;
        QCOMPARE(command.idempotencyKey(), QStringLiteral("expire-reservation:314:2"));
    }

    void readsWhatItWrote()
    {
        for (const Work work : allWork) {
            for (const int version : {usualSchema, newestSchema}) {
                const Command command{work, 7, 1, version};
                QCOMPARE(readCommand(toPayload(command), newestSchema).value(), command);
            }
        }
    }

    void refusesAVersionItDoesNotKnow()
    {
        const auto read = readCommand(toPayload({Work::ReserveInventory, 7, 1, newestSchema}), usualSchema);
        QCOMPARE(read.error().kind, Error::Kind::Unsupported);
        QCOMPARE(read.error().what, QStringLiteral("unsupported schema version 3: this consumer knows up to 2"));
    }

    void refusesMalformedPayloads_data()
    {
        QTest::addColumn<QByteArray>("payload");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("not JSON") << QByteArray("expire!");
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("no version") << QByteArray(R"({"command":"expire-reservation","id":1,"revision":1})");
        QTest::newRow("version as text") << QByteArray(R"({"command":"expire-reservation","schema_version":"2","id":1,"revision":1})");
        QTest::newRow("unknown command") << QByteArray(R"({"command":"purge","schema_version":2,"id":1,"revision":1})");
        QTest::newRow("no subject") << QByteArray(R"({"command":"expire-reservation","schema_version":2,"idempotency_key":"expire-reservation:1:1"})");
        QTest::newRow("flat subject in version 3")
            << QByteArray(R"({"command":"expire-reservation","schema_version":3,"id":1,"revision":1,"idempotency_key":"expire-reservation:1:1"})");
        QTest::newRow("somebody else's key")
            << QByteArray(R"({"command":"expire-reservation","schema_version":2,"id":1,"revision":1,"idempotency_key":"expire-reservation:2:1"})");
        QTest::newRow("number out of range") << QByteArray(R"({"command":"expire-reservation","schema_version":1E400,"id":1,"revision":1})");
        QTest::newRow("nested beyond reason") << QByteArray(200'000, '[');
    }
    void refusesMalformedPayloads()
    {
        QFETCH(QByteArray, payload);
        const auto read = readCommand(payload, newestSchema);
        QVERIFY(!read);
        QCOMPARE(read.error().kind, Error::Kind::Malformed);
        QVERIFY(read.error().what.startsWith(QStringLiteral("malformed payload: ")));
    }
};

QTEST_GUILESS_MAIN(TestCommand)
#include "TestCommand.moc"
