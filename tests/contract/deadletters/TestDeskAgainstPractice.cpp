// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Runtime.h"
#include "app/operations/deadletters/LetterDesk.h"
#include "tests/support/practice/RunningPractice.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;
using operations::LetterDesk;

Q_DECLARE_METATYPE(holdwatch::practice::Dialect)

namespace {

constexpr int many = 230; // more than any page
constexpr int patience = 60'000;

const QueueId deadSet{ConnectionId(QStringLiteral("there")), QStringLiteral("orders-dlq")};

void kill(practice::QueueEngine &engine)
{
    practice::QueueSettings dead;
    dead.name = deadSet.name;
    QVERIFY(engine.createQueue(dead));
    practice::QueueSettings orders;
    orders.name = QStringLiteral("orders");
    orders.deadLetterQueue = dead.name;
    orders.maxRetries = 0;
    QVERIFY(engine.createQueue(orders));
    for (int i = 0; i < many; ++i)
        QVERIFY(engine.publish(orders.name, {"{\"schema_version\":3,\"n\":" + QByteArray::number(i) + "}"}, {}));
    for (int taken = 0; taken < many;) {
        const auto deliveries = engine.consume(orders.name, 10, std::nullopt, QStringLiteral("worker"));
        QVERIFY(deliveries && !deliveries->isEmpty());
        for (const practice::Delivery &each : *deliveries)
            QVERIFY(engine.nack(orders.name, each.id, {}, Millis(0), QStringLiteral("no such version")));
        taken += int(deliveries->size());
    }
}

} // namespace

/// The program's own way to dead letters, from a connection and a key alone: what the provider's suite is
/// given ready-made has to be learnt here.
class TestDeskAgainstPractice : public QObject
{
    Q_OBJECT
private slots:
    void readsEveryPage_data()
    {
        QTest::addColumn<practice::Dialect>("dialect");
        QTest::newRow("a") << practice::Dialect::A;
        QTest::newRow("b") << practice::Dialect::B;
        QTest::newRow("c") << practice::Dialect::C;
    }
    void readsEveryPage()
    {
        QFETCH(practice::Dialect, dialect);
        practice::ApiOptions options;
        options.dialect = dialect;
        RunningPractice practice(options);
        QVERIFY2(practice.isRunning(), qPrintable(practice.error()));
        practice.withEngine(kill);
        const practice::PracticeAccess access = practice.access();
        ConnectionConfig config;
        config.id = deadSet.connection;
        config.name = QStringLiteral("There");
        config.provider = QStringLiteral("infrai");
        config.baseUrl = access.url;
        config.caFile = access.caFile;

        bootstrap::Runtime runtime;
        LetterDesk desk(runtime.testerParts().make);
        desk.prepare(deadSet, config, access.key.clone());
        std::optional<Result<LookTerms>> terms;
        desk.terms(deadSet, this, [&](Result<LookTerms> answer) { terms = std::move(answer); });
        QTRY_VERIFY_WITH_TIMEOUT(terms.has_value(), patience);
        QVERIFY(terms->has_value());
        QVERIFY((*terms)->canPage);

        QSet<QByteArray> payloads;
        QByteArray cursor;
        bool isWhole = false;
        for (int pages = 0; pages < many && !isWhole; ++pages) {
            std::optional<Result<providers::DeadLetterPage>> page;
            desk.page(deadSet, cursor, 500, false, this, [&](Result<providers::DeadLetterPage> answer) { page = std::move(answer); });
            QTRY_VERIFY_WITH_TIMEOUT(page.has_value(), patience);
            QVERIFY2(page->has_value(), page->has_value() ? "" : qPrintable(toSentence(page->error())));
            for (const DeadLetter &letter : (*page)->letters)
                payloads.insert(letter.payload);
            cursor = (*page)->next;
            isWhole = (*page)->isWhole;
            QVERIFY2(isWhole || !cursor.isEmpty(), qPrintable((*page)->note));
        }
        QCOMPARE(payloads.size(), many);
    }
};

QTEST_GUILESS_MAIN(TestDeskAgainstPractice)
#include "TestDeskAgainstPractice.moc"
