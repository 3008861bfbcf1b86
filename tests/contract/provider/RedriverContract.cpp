// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/provider/RedriverContract.h"

#include "tests/support/Awaited.h"

#include <QTest>

#include <algorithm>

Q_DECLARE_METATYPE(holdwatch::test::Fault)

namespace holdwatch::test {

using Kind = Error::Kind;
using providers::RedriveItem;

namespace {

QString said(const Error &error)
{
    return toWord(error.kind) + QStringLiteral(": ") + toSentence(error) + error.where;
}

QVector<StoredMessage> sorted(QVector<StoredMessage> messages)
{
    std::sort(messages.begin(), messages.end());
    return messages;
}

QString told(const QVector<ItemResult> &results)
{
    QStringList all;
    for (const ItemResult &result : results)
        all << QStringLiteral("%1 %2: %3").arg(result.ordinal).arg(toWord(result.outcome), result.detail);
    return all.join(QLatin1Char('\n'));
}

void addLostAnswers()
{
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<bool>("afterActing");
    const std::pair<const char *, Fault> faults[] = {{"closed", Fault::CutAfterSend}, {"silent", Fault::Silent}, {"slow", Fault::Slow}, {"500", Fault::ServerFailed},
                                                     {"web page", Fault::Html}, {"half", Fault::Truncated}, {"lying", Fault::Lying}, {"elsewhere", Fault::Elsewhere}};
    for (const auto &[name, fault] : faults) {
        QTest::addRow("%s, acted on", name) << fault << true;
        QTest::addRow("%s, not acted on", name) << fault << false;
    }
}

} // namespace

#define NEEDS_ITEMS                                                                                                                                                \
    connectFirst();                                                                                                                                                \
    if (!items())                                                                                                                                                  \
    QSKIP("single messages can't be moved there")
#define NEEDS_BULK                                                                                                                                                 \
    connectFirst();                                                                                                                                                \
    if (!bulk())                                                                                                                                                   \
    QSKIP("nothing is moved by count there")

void RedriverContract::init()
{
    m_fixture = makeFixture();
    m_fixture->stageHealthy();
}

void RedriverContract::cleanup()
{
    m_fixture.reset();
}

void RedriverContract::connectFirst()
{
    const auto probed = awaited(m_fixture->provider().metrics()->probe());
    QVERIFY2(probed, probed ? "" : qPrintable(said(probed.error())));
}

QVector<RedriveItem> RedriverContract::planned()
{
    QVector<RedriveItem> all;
    QByteArray cursor;
    auto &reader = *m_fixture->provider().deadLetterReader();
    do {
        const auto page = awaited(reader.page(m_fixture->deadSet(), cursor, 100, false));
        if (!page) {
            QTest::qFail(qPrintable(said(page.error())), __FILE__, __LINE__);
            return all;
        }
        for (const DeadLetter &letter : page->letters) {
            RedriveItem item;
            item.ordinal = int(all.size());
            item.id = letter.id;
            item.digest = contentDigest(letter);
            item.target = m_fixture->target();
            item.idempotencyKey = "hw-plan-" + QByteArray::number(item.ordinal);
            item.diedAt = letter.diedAt;
            all.append(item);
        }
        cursor = page->next;
    } while (!cursor.isEmpty());
    (void)awaited(reader.release(m_fixture->deadSet()));
    return all;
}

QVector<RedriveItem> RedriverContract::claimed(qsizetype count)
{
    const QVector<RedriveItem> chosen = planned().mid(0, count);
    const auto claim = awaited(items()->claim(m_fixture->deadSet(), chosen));
    if (!claim || claim->held.size() != count)
        QTest::qFail(claim ? "not everything was held" : qPrintable(said(claim.error())), __FILE__, __LINE__);
    return chosen;
}

QVector<ItemResult> RedriverContract::attempted(const QVector<RedriveItem> &chosen)
{
    return awaited(items()->attempt(m_fixture->deadSet(), chosen, {}));
}

QByteArrayList RedriverContract::payloadsOf(const QVector<StoredMessage> &messages) const
{
    QByteArrayList payloads;
    for (const StoredMessage &message : messages)
        payloads << message.payload;
    std::sort(payloads.begin(), payloads.end());
    return payloads;
}

void RedriverContract::saysWhichRolesThereAre()
{
    const auto compare = [this] {
        const providers::Description description = m_fixture->provider().describe();
        QCOMPARE(items() == nullptr, description.absent.contains(QStringLiteral("item-redriver")));
        QCOMPARE(bulk() == nullptr, description.absent.contains(QStringLiteral("bulk-redriver")));
    };
    compare();
    QCOMPARE(m_fixture->arrivals().size(), 0);
    connectFirst();
    compare();
    QVERIFY(items() || bulk());
}

void RedriverContract::termsSendOnlyReads()
{
    connectFirst();
    if (items())
        QVERIFY(awaited(items()->itemTerms(m_fixture->deadSet(), {})));
    if (bulk())
        QVERIFY(awaited(bulk()->bulkTerms(m_fixture->deadSet())));
    for (const Arrival &arrival : m_fixture->arrivals())
        QVERIFY2(arrival.isRead, qPrintable(arrival.summary));
}

void RedriverContract::termsSayWhatComesOfIt()
{
    connectFirst();
    QVector<providers::RedriveTerms> all;
    if (items())
        all << awaited(items()->itemTerms(m_fixture->deadSet(), {})).value();
    if (bulk())
        all << awaited(bulk()->bulkTerms(m_fixture->deadSet())).value();
    for (const providers::RedriveTerms &terms : std::as_const(all)) {
        QVERIFY2(terms.refusals.isEmpty(), qPrintable(terms.refusals.join(QLatin1Char('\n'))));
        QVERIFY(terms.targetExists);
        QCOMPARE(terms.target, m_fixture->target());
        QVERIFY(terms.deadDepth.value_or(5) == 5);
        QVERIFY(!terms.changes.isEmpty());
        QVERIFY(!terms.requests.isEmpty());
        QVERIFY(!terms.requests.join(QLatin1Char(' ')).contains(QString::fromLatin1(m_fixture->secret())));
    }
    if (bulk())
        QVERIFY(!all.last().notKept.isEmpty());
}

void RedriverContract::refusesAnotherTargetWhereThereIsNone()
{
    NEEDS_ITEMS;
    if (m_fixture->canRetarget())
        QSKIP("messages may go elsewhere there");
    const auto terms = awaited(items()->itemTerms(m_fixture->deadSet(), QStringLiteral("elsewhere")));
    QVERIFY(terms);
    QVERIFY(!terms->refusals.isEmpty());
    QVector<RedriveItem> chosen = planned();
    chosen[0].target = QStringLiteral("elsewhere");
    const auto claim = awaited(items()->claim(m_fixture->deadSet(), {chosen[0]}));
    QVERIFY(!claim || claim->held.isEmpty());
    QCOMPARE(m_fixture->writes(), 0);
}

void RedriverContract::aClaimSendsNoWriteAndHoldsWhatIsThere()
{
    NEEDS_ITEMS;
    const QVector<RedriveItem> all = planned();
    QCOMPARE(all.size(), 5);
    const auto claim = awaited(items()->claim(m_fixture->deadSet(), {all[1], all[3]}));
    QVERIFY2(claim, claim ? "" : qPrintable(said(claim.error())));
    QCOMPARE(claim->held, (QVector<int>{1, 3}));
    QVERIFY(claim->missing.isEmpty());
    QVERIFY(claim->seen >= 2);
    QVERIFY(awaited(items()->release(m_fixture->deadSet())));
    QCOMPARE(m_fixture->writes(), 0);
    QTRY_COMPARE(m_fixture->dead().size(), 5);
}

void RedriverContract::aVanishedMessageIsMissingAndNothingIsSent()
{
    NEEDS_ITEMS;
    const QVector<RedriveItem> all = planned();
    const QByteArrayList before = payloadsOf(m_fixture->dead());
    m_fixture->takeAway(before.first());
    const auto claim = awaited(items()->claim(m_fixture->deadSet(), all));
    QVERIFY(claim);
    QCOMPARE(claim->held.size(), 4);
    QCOMPARE(claim->missing.size(), 1);
    const int missing = claim->missing.first();
    const QVector<ItemResult> results = attempted({all[missing]});
    QVERIFY2(results.isEmpty() || results.first().outcome == ItemOutcome::Skipped, qPrintable(told(results)));
    QVERIFY(awaited(items()->release(m_fixture->deadSet())));
    QCOMPARE(m_fixture->writes(), 0);
    QCOMPARE(m_fixture->alive().size(), 0);
}

void RedriverContract::aChangedMessageIsMissingAndNothingIsSent()
{
    NEEDS_ITEMS;
    QVector<RedriveItem> all = planned();
    all[2].digest = QByteArray(32, 'x');
    const auto claim = awaited(items()->claim(m_fixture->deadSet(), {all[2]}));
    QVERIFY(claim);
    QCOMPARE(claim->missing, QVector<int>{2});
    (void)attempted({all[2]});
    QVERIFY(awaited(items()->release(m_fixture->deadSet())));
    QCOMPARE(m_fixture->writes(), 0);
}

void RedriverContract::whatIsNotHeldIsNotSent()
{
    NEEDS_ITEMS;
    const QVector<RedriveItem> all = planned();
    const QVector<ItemResult> results = attempted({all[0]});
    QVERIFY2(results.isEmpty() || results.first().outcome == ItemOutcome::Skipped, qPrintable(told(results)));
    QCOMPARE(m_fixture->writes(), 0);
}

void RedriverContract::movesExactlyThoseThatWereChosen()
{
    NEEDS_ITEMS;
    const QVector<RedriveItem> all = planned();
    const QVector<RedriveItem> chosen{all[4], all[1]};
    QVERIFY(awaited(items()->claim(m_fixture->deadSet(), chosen)));
    const QVector<ItemResult> results = attempted(chosen);
    QCOMPARE(results.size(), 2);
    for (qsizetype i = 0; i < 2; ++i) {
        QCOMPARE(results[i].ordinal, chosen[i].ordinal);
        QVERIFY2(results[i].outcome == ItemOutcome::Moved, qPrintable(told(results)));
    }
    QVERIFY(awaited(items()->release(m_fixture->deadSet())));
    QTRY_COMPARE(m_fixture->dead().size(), 3);
    QCOMPARE(m_fixture->alive().size(), 2);
}

void RedriverContract::keepsEveryByteAndHeader()
{
    NEEDS_ITEMS;
    const QVector<StoredMessage> before = sorted(m_fixture->dead());
    QCOMPARE(before.size(), 5);
    const QVector<ItemResult> results = attempted(claimed(5));
    QVERIFY2(results.size() == 5, qPrintable(told(results)));
    QVERIFY(awaited(items()->release(m_fixture->deadSet())));
    QTRY_COMPARE(m_fixture->dead().size(), 0);
    QVERIFY(sorted(m_fixture->alive()) == before);
}

void RedriverContract::stopBeforeTheFirstSendsNothing()
{
    NEEDS_ITEMS;
    const QVector<RedriveItem> chosen = claimed(3);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(awaited(items()->attempt(m_fixture->deadSet(), chosen, stop.get_token())).isEmpty());
    QCOMPARE(m_fixture->writes(), 0);
    QVERIFY(awaited(items()->release(m_fixture->deadSet())));
    QTRY_COMPARE(m_fixture->dead().size(), 5);
}

void RedriverContract::stopBetweenTwoLeavesTheSecondHeld()
{
    NEEDS_ITEMS;
    const QVector<RedriveItem> chosen = claimed(2);
    std::stop_source stop;
    Running task(items()->attempt(m_fixture->deadSet(), chosen, stop.get_token()));
    m_fixture->waitForWrite();
    stop.request_stop();
    const QVector<ItemResult> results = task.wait();
    QVERIFY2(results.size() <= 2 && !results.isEmpty(), qPrintable(told(results)));
    QCOMPARE(m_fixture->writes(), int(results.size())); // none was begun that has no result
    const QVector<ItemResult> rest = attempted(chosen.mid(results.size()));
    QVERIFY2(rest.isEmpty() || rest.first().outcome == ItemOutcome::Moved, qPrintable(told(rest)));
    QVERIFY(awaited(items()->release(m_fixture->deadSet())));
    QTRY_COMPARE(m_fixture->alive().size(), 2);
}

void RedriverContract::keysStayTheSame()
{
    NEEDS_ITEMS;
    if (!m_fixture->sendsKeys())
        QSKIP("no key goes over that wire");
    const QVector<ItemResult> results = attempted(claimed(2));
    QCOMPARE(results.size(), 2);
    QByteArrayList sent;
    for (const Arrival &arrival : m_fixture->arrivals()) {
        for (int i = 0; !arrival.isRead && i < 5; ++i) {
            if (arrival.outsideAuth.contains("hw-plan-" + QByteArray::number(i)))
                sent << QByteArray::number(i);
        }
    }
    QCOMPARE(sent, (QByteArrayList{"0", "1"}));
}

void RedriverContract::neverSendsAWriteTwice_data()
{
    addLostAnswers();
}

void RedriverContract::neverSendsAWriteTwice()
{
    QFETCH(Fault, fault);
    QFETCH(bool, afterActing);
    NEEDS_ITEMS;
    const QVector<RedriveItem> chosen = claimed(2);
    if (!m_fixture->stageWrites(fault, afterActing))
        QSKIP("can't be staged there");
    const QVector<ItemResult> results = attempted(chosen);
    QVERIFY2(results.size() >= 1, "an attempt without a word");
    QVERIFY2(results.first().outcome == ItemOutcome::Unknown, qPrintable(told(results)));
    QVERIFY(!results.first().detail.isEmpty());
    QCOMPARE(m_fixture->writes(), int(results.size())); // each once
    m_fixture->stageHealthy();
    QVERIFY(awaited(items()->release(m_fixture->deadSet())));
    QTRY_COMPARE(m_fixture->dead().size(), afterActing ? 5 - results.size() : 5);
    QCOMPARE(m_fixture->alive().size(), afterActing ? results.size() : 0); // in exactly one of both places
    const auto found = awaited(items()->reconcile(m_fixture->deadSet(), {chosen[0]}));
    QVERIFY2(found, found ? "" : qPrintable(said(found.error())));
    const ItemOutcome outcome = found->first().outcome;
    QVERIFY2(afterActing ? outcome == ItemOutcome::Unknown || outcome == ItemOutcome::Moved : outcome == ItemOutcome::Skipped, qPrintable(told(*found)));
    (void)awaited(items()->release(m_fixture->deadSet()));
    QCOMPARE(m_fixture->writes(), int(results.size())); // reading sends nothing either
}

void RedriverContract::aThrottledMessageIsFailedAndTheRestIsNotAsked()
{
    NEEDS_ITEMS;
    const QVector<RedriveItem> chosen = claimed(3);
    if (!m_fixture->stageWrites(Fault::ThrottledSeconds, false))
        QSKIP("nothing throttles there");
    const QVector<ItemResult> results = attempted(chosen);
    QCOMPARE(results.size(), 1);
    QVERIFY2(results.first().outcome == ItemOutcome::Failed, qPrintable(told(results)));
    QVERIFY(results.first().isThrottled);
    QVERIFY2(results.first().detail.contains(QStringLiteral("7 s")), qPrintable(told(results)));
    QCOMPARE(m_fixture->writes(), 1);
    QCOMPARE(m_fixture->dead().size(), 5);
}

void RedriverContract::aUsedKeyIsUnknown()
{
    NEEDS_ITEMS;
    if (!m_fixture->stageConflict())
        QSKIP("there is no such thing");
    const QVector<ItemResult> results = attempted(claimed(1));
    QCOMPARE(results.size(), 1);
    QVERIFY2(results.first().outcome == ItemOutcome::Unknown, qPrintable(told(results)));
}

void RedriverContract::cancelEndsWithUnknownForWhatWasSentAndNothingForWhatWasNot()
{
    NEEDS_ITEMS;
    const QVector<RedriveItem> chosen = claimed(3);
    if (!m_fixture->stageWrites(Fault::Silent, false))
        QSKIP("can't be staged there");
    Running task(items()->attempt(m_fixture->deadSet(), chosen, {}));
    m_fixture->waitForWrite();
    m_fixture->provider().cancelAll();
    m_fixture->provider().cancelAll();
    const QVector<ItemResult> results = task.wait();
    QCOMPARE(results.size(), 1);
    QVERIFY2(results.first().outcome == ItemOutcome::Unknown, qPrintable(told(results)));
    QCOMPARE(m_fixture->writes(), 1);
}

void RedriverContract::sendsNotOneByteToAWrongCertificate()
{
    m_fixture->stageWrongCertificate();
    QVERIFY(!awaited(m_fixture->provider().metrics()->probe()));
    RedriveItem item;
    item.id = MessageId(QStringLiteral("m"));
    item.digest = QByteArray(32, 'x');
    item.idempotencyKey = "k";
    item.target = m_fixture->target();
    if (items()) {
        QVERIFY(!awaited(items()->claim(m_fixture->deadSet(), {item})));
        for (const ItemResult &result : attempted({item}))
            QVERIFY(result.outcome == ItemOutcome::Failed || result.outcome == ItemOutcome::Skipped);
    }
    if (bulk())
        QVERIFY(awaited(bulk()->move(m_fixture->deadSet(), 1, "k")).outcome == ItemOutcome::Failed);
    QCOMPARE(m_fixture->bytesReceived(), QByteArray());
}

void RedriverContract::showsTheSecretNowhereButInTheAuthHeader()
{
    connectFirst();
    QStringList words;
    for (const Fault fault : {Fault::EchoesTheSecret, Fault::Elsewhere}) {
        if (!m_fixture->stageWrites(fault, false))
            continue;
        if (items()) {
            for (const ItemResult &result : attempted(claimed(1)))
                words << result.detail;
            (void)awaited(items()->release(m_fixture->deadSet()));
        }
        if (bulk()) {
            const auto moved = awaited(bulk()->move(m_fixture->deadSet(), bulk()->hasBound() ? 1 : providers::BulkRedriver::wholeQueue, "hw-plan-9"));
            words << (moved.error ? said(*moved.error) : QString());
        }
        m_fixture->stageHealthy();
    }
    QVERIFY2(!words.join(QLatin1Char('\n')).contains(QString::fromLatin1(m_fixture->secret())), qPrintable(words.join(QLatin1Char('\n'))));
    for (const Arrival &arrival : m_fixture->arrivals())
        QVERIFY2(!arrival.outsideAuth.contains(m_fixture->secret()), qPrintable(arrival.summary));
}

void RedriverContract::movesAtMostSoManyByCount()
{
    NEEDS_BULK;
    const QVector<StoredMessage> before = sorted(m_fixture->dead());
    const bool hasBound = bulk()->hasBound();
    const qint64 expected = hasBound ? 2 : 5;
    const auto moved = awaited(bulk()->move(m_fixture->deadSet(), hasBound ? 2 : providers::BulkRedriver::wholeQueue, "hw-plan-0"));
    QVERIFY2(moved.outcome == ItemOutcome::Moved, moved.error ? qPrintable(said(*moved.error)) : "");
    QCOMPARE(moved.moved.value_or(expected), expected);
    QCOMPARE(moved.remaining.value_or(5 - expected), 5 - expected);
    QTRY_COMPARE(m_fixture->dead().size(), 5 - expected);
    QVERIFY(sorted(m_fixture->dead() + m_fixture->alive()) == before);
    QCOMPARE(m_fixture->writes(), 1);
}

void RedriverContract::neverTurnsABoundIntoTheWholeQueue()
{
    NEEDS_BULK;
    const auto moved = awaited(bulk()->move(m_fixture->deadSet(), bulk()->hasBound() ? providers::BulkRedriver::wholeQueue : 3, "hw-plan-0"));
    QVERIFY(moved.outcome == ItemOutcome::Failed);
    QVERIFY(moved.error.has_value());
    QCOMPARE(m_fixture->writes(), 0);
    QCOMPARE(m_fixture->dead().size(), 5);
}

void RedriverContract::neverSendsACountTwice_data()
{
    addLostAnswers();
}

void RedriverContract::neverSendsACountTwice()
{
    QFETCH(Fault, fault);
    QFETCH(bool, afterActing);
    NEEDS_BULK;
    if (!m_fixture->stageWrites(fault, afterActing))
        QSKIP("can't be staged there");
    const auto moved = awaited(bulk()->move(m_fixture->deadSet(), bulk()->hasBound() ? 2 : providers::BulkRedriver::wholeQueue, "hw-plan-0"));
    QVERIFY2(moved.outcome == ItemOutcome::Unknown, qPrintable(toWord(moved.outcome)));
    QVERIFY(moved.error.has_value());
    QVERIFY(!moved.moved);
    QCOMPARE(m_fixture->writes(), 1);
    m_fixture->stageHealthy();
    QCOMPARE(m_fixture->dead().size() + m_fixture->alive().size(), 5);
}

} // namespace holdwatch::test
