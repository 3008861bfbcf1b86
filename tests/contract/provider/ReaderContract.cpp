// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/provider/ReaderContract.h"

#include "tests/support/Awaited.h"

#include <QTest>

Q_DECLARE_METATYPE(holdwatch::test::Fault)

namespace holdwatch::test {

using Kind = Error::Kind;
using Kinds = QVector<Error::Kind>;
using Effect = LookTerms::Effect;
using providers::DeadLetterPage;

namespace {

constexpr int enough = 100;

QString said(const Error &error)
{
    return toWord(error.kind) + QStringLiteral(": ") + toSentence(error) + error.where;
}

} // namespace

void ReaderContract::init()
{
    m_fixture = makeFixture();
    m_fixture->stageHealthy();
}

void ReaderContract::cleanup()
{
    m_fixture.reset();
}

void ReaderContract::connectFirst()
{
    const auto probed = awaited(m_fixture->provider().metrics()->probe());
    QVERIFY2(probed, probed ? "" : qPrintable(said(probed.error())));
}

ReaderContract::Sitting ReaderContract::readAll(int limit)
{
    Sitting sitting;
    QByteArray cursor;
    do {
        const auto page = awaited(reader().page(m_fixture->deadSet(), cursor, limit, false));
        if (!page) {
            sitting.error = page.error();
            return sitting;
        }
        sitting.letters += page->letters;
        sitting.pages.append(*page);
        cursor = page->next;
    } while (!cursor.isEmpty() && sitting.pages.size() < 1000);
    return sitting;
}

int ReaderContract::looksArrived() const
{
    const auto arrivals = m_fixture->arrivals();
    return int(std::count_if(arrivals.begin(), arrivals.end(), [](const Arrival &arrival) { return arrival.isLook; }));
}

void ReaderContract::saysWhatALookDoesBeforeTheFirst()
{
    connectFirst();
    const auto terms = awaited(reader().terms(m_fixture->deadSet()));
    QVERIFY2(terms, terms ? "" : qPrintable(said(terms.error())));
    QCOMPARE(terms->effect, m_fixture->needsLooks() ? Effect::Declared : Effect::None);
    QVERIFY(terms->sentence.endsWith(QLatin1Char('.')));
    QCOMPARE(terms->canPage, m_fixture->hasPages());
    QVERIFY(!m_fixture->provider().describe().lookSideEffect.isEmpty());
    QVERIFY(!m_fixture->provider().describe().absent.contains(QStringLiteral("dead-letter-reader")));
    for (const Arrival &arrival : m_fixture->arrivals())
        QVERIFY2(arrival.isRead, qPrintable(arrival.summary));
}

void ReaderContract::readsEveryLetterOnceInOrderAndByteForByte()
{
    connectFirst();
    const QByteArrayList expected = m_fixture->payloads();
    const Sitting sitting = readAll(m_fixture->hasPages() ? 3 : enough);
    QVERIFY2(!sitting.error, sitting.error ? qPrintable(said(*sitting.error)) : "");
    QCOMPARE(sitting.letters.size(), expected.size());
    for (qsizetype i = 0; i < expected.size(); ++i) {
        QVERIFY2(sitting.letters.at(i).payload == expected.at(i), qPrintable(QStringLiteral("letter %1").arg(i)));
        QVERIFY(sitting.letters.at(i).payloadIsWhole);
        QCOMPARE(sitting.letters.at(i).payloadSize, expected.at(i).size());
        QCOMPARE(sitting.letters.at(i).deadSet, m_fixture->deadSet().id);
    }
    QVERIFY(sitting.pages.last().isWhole);
    QCOMPARE(sitting.pages.last().total, std::optional<qint64>(expected.size()));
    if (m_fixture->hasPages())
        QVERIFY(sitting.pages.size() > 2);
    QVERIFY(awaited(reader().whole(m_fixture->deadSet(), sitting.letters.first())));
    QVERIFY(awaited(reader().release(m_fixture->deadSet())));
}

void ReaderContract::countsItsLooks()
{
    connectFirst();
    const Sitting sitting = readAll(enough);
    int looks = 0;
    for (const DeadLetterPage &page : sitting.pages)
        looks += page.looks;
    QCOMPARE(looks, looksArrived());
    QCOMPARE(looks > 0, m_fixture->needsLooks());
}

void ReaderContract::neverReportsZeroForWhatIsNotReported()
{
    connectFirst();
    const Sitting sitting = readAll(enough);
    QVERIFY(!sitting.letters.isEmpty());
    const DeadLetter &sparse = sitting.letters.last();
    QVERIFY(!sparse.deliveries.has());
    QVERIFY2(!sparse.deliveries.note().isEmpty(), "it must say why");
    QVERIFY(!sparse.httpStatus && !sparse.publishedAt && !sparse.firstFailedAt && !sparse.diedAt && !sparse.expiresAt);
    QVERIFY2(!sparse.expiryNote.isEmpty(), "it must say why");
    QVERIFY(sparse.attempts.isEmpty());
    QVERIFY(sparse.id.isEmpty());
}

void ReaderContract::sendsOnlyReadsAndDeclaredLooks()
{
    connectFirst();
    QVERIFY(awaited(reader().terms(m_fixture->deadSet())));
    QVERIFY(!readAll(3).error);
    QVERIFY(awaited(reader().release(m_fixture->deadSet())));
    for (const Arrival &arrival : m_fixture->arrivals()) {
        QVERIFY2(arrival.isRead || arrival.isLook, qPrintable(arrival.summary));
        QVERIFY2(!arrival.outsideAuth.toLower().contains("\r\nidempotency-key:"), qPrintable(arrival.summary));
    }
}

void ReaderContract::sendsNoLookThatCouldDestroySomething()
{
    const auto guarded = m_fixture->guarded();
    if (!guarded)
        QSKIP("a look is harmless there");
    connectFirst();
    const auto untold = awaited(reader().page(*guarded, {}, enough, false));
    QVERIFY(!untold);
    QCOMPARE(toWord(untold.error().kind), toWord(Kind::Unsupported));
    QCOMPARE(looksArrived(), 0);
    const auto terms = awaited(reader().terms(*guarded));
    QVERIFY(terms);
    QVERIFY(terms->effect == Effect::Risky || terms->effect == Effect::Refused);
    const qsizetype before = m_fixture->arrivals().size();
    const auto told = awaited(reader().page(*guarded, {}, enough, false));
    QVERIFY(!told);
    QCOMPARE(toWord(told.error().kind), toWord(Kind::Unsupported));
    QCOMPARE(m_fixture->arrivals().size(), before); // nothing at all
}

void ReaderContract::neverRepeatsALookWhoseConnectionDied()
{
    connectFirst();
    QVERIFY(!readAll(enough).error); // so that the connection is an old one
    const int before = looksArrived();
    m_fixture->stageWhileReading(Fault::CutAfterSend);
    const Sitting sitting = readAll(enough);
    QVERIFY(sitting.error);
    QCOMPARE(looksArrived() - before, m_fixture->needsLooks() ? 1 : 0);
    m_fixture->stageHealthy();
    QVERIFY(!readAll(enough).error);
}

void ReaderContract::aLetterThatVanishesWhileReadSpoilsNothing()
{
    connectFirst();
    const auto first = awaited(reader().page(m_fixture->deadSet(), {}, 3, false));
    QVERIFY(first);
    m_fixture->loseNextLetter();
    QVector<DeadLetter> letters = first->letters;
    QByteArray cursor = first->next;
    bool isWhole = first->isWhole;
    for (int pages = 0; !cursor.isEmpty() && pages < 1000; ++pages) {
        const auto page = awaited(reader().page(m_fixture->deadSet(), cursor, 3, false));
        QVERIFY2(page, page ? "" : qPrintable(said(page.error())));
        letters += page->letters;
        cursor = page->next;
        isWhole = page->isWhole;
    }
    QVERIFY(awaited(reader().release(m_fixture->deadSet())));
    if (m_fixture->hasPages()) {
        QCOMPARE(letters.size(), m_fixture->payloads().size() - 1);
        QVERIFY(isWhole);
    }
    QVERIFY(!readAll(enough).error);
}

void ReaderContract::aWrongTypeIsNotReportedRatherThanZero()
{
    connectFirst();
    m_fixture->stageWhileReading(Fault::WrongTyped);
    const Sitting sitting = readAll(enough);
    if (sitting.error)
        return;
    for (const DeadLetter &letter : sitting.letters) {
        QVERIFY(!letter.deliveries.has());
        QVERIFY(!letter.publishedAt && !letter.diedAt && !letter.expiresAt);
    }
}

void ReaderContract::aCursorOfAnotherReadingIsRefused()
{
    connectFirst();
    const qsizetype before = m_fixture->arrivals().size();
    const auto page = awaited(reader().page(m_fixture->deadSet(), "nonsense", 3, false));
    QVERIFY(!page);
    QCOMPARE(toWord(page.error().kind), toWord(Kind::Invalid));
    QCOMPARE(m_fixture->arrivals().size(), before);
}

void ReaderContract::showsTheSecretNowhereButInTheAuthHeader()
{
    connectFirst();
    QVERIFY(!readAll(3).error);
    for (const Arrival &arrival : m_fixture->arrivals())
        QVERIFY2(!arrival.outsideAuth.contains(m_fixture->secret()), qPrintable(arrival.summary));
    for (const Fault fault : {Fault::Elsewhere, Fault::Unauthorized}) {
        m_fixture->stageWhileReading(fault);
        QVERIFY(readAll(3).error);
    }
    for (const Arrival &arrival : m_fixture->arrivals())
        QVERIFY2(!arrival.outsideAuth.contains(m_fixture->secret()), qPrintable(arrival.summary));
}

void ReaderContract::neverRepeatsTheSecretInAnError()
{
    connectFirst();
    for (const Fault fault : {Fault::EchoesTheSecret, Fault::Html, Fault::NothingThere}) {
        m_fixture->stageWhileReading(fault);
        const Sitting sitting = readAll(3);
        QVERIFY(sitting.error);
        QVERIFY2(!said(*sitting.error).contains(QString::fromLatin1(m_fixture->secret())), qPrintable(said(*sitting.error)));
    }
}

void ReaderContract::sendsNotOneByteToAWrongCertificate()
{
    m_fixture->stageWrongCertificate();
    const auto page = awaited(reader().page(m_fixture->deadSet(), {}, 3, false));
    QVERIFY(!page);
    QCOMPARE(toWord(page.error().kind), toWord(Kind::TlsRefused));
    QCOMPARE(m_fixture->bytesReceived(), QByteArray());
}

void ReaderContract::namesEachFault_data()
{
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<Kinds>("kinds");
    QTest::newRow("silent") << Fault::Silent << Kinds{Kind::Timeout};
    QTest::newRow("slow") << Fault::Slow << Kinds{Kind::Timeout};
    QTest::newRow("cut after send") << Fault::CutAfterSend << Kinds{Kind::Unreachable};
    QTest::newRow("throttled, seconds") << Fault::ThrottledSeconds << Kinds{Kind::Throttled};
    QTest::newRow("unauthorized") << Fault::Unauthorized << Kinds{Kind::Unauthorized};
    QTest::newRow("forbidden") << Fault::Forbidden << Kinds{Kind::Forbidden};
    QTest::newRow("server failed") << Fault::ServerFailed << Kinds{Kind::ServerFailed};
    QTest::newRow("sent elsewhere") << Fault::Elsewhere << Kinds{Kind::Malformed};
    QTest::newRow("web page") << Fault::Html << Kinds{Kind::Malformed};
    QTest::newRow("truncated") << Fault::Truncated << Kinds{Kind::Malformed};
    QTest::newRow("huge") << Fault::Huge << Kinds{Kind::TooLarge, Kind::Timeout};
    QTest::newRow("deep") << Fault::Deep << Kinds{Kind::TooLarge, Kind::Malformed};
    QTest::newRow("lying") << Fault::Lying << Kinds{Kind::Malformed, Kind::ServerFailed};
}

void ReaderContract::namesEachFault()
{
    QFETCH(Fault, fault);
    QFETCH(Kinds, kinds);
    connectFirst();
    m_fixture->stageWhileReading(fault);
    const Sitting sitting = readAll(1);
    QVERIFY2(sitting.error, "letters came out of a fault");
    QVERIFY2(kinds.contains(sitting.error->kind), qPrintable(said(*sitting.error)));
    QVERIFY(!sitting.error->what.isEmpty());
    QVERIFY(awaited(reader().release(m_fixture->deadSet()))); // also after an error
    for (const Arrival &arrival : m_fixture->arrivals())
        QVERIFY2(arrival.isRead || arrival.isLook, qPrintable(arrival.summary));
    QVERIFY(looksArrived() <= 1);
    m_fixture->stageHealthy();
    const Sitting again = readAll(enough);
    QVERIFY2(!again.error, again.error ? qPrintable(said(*again.error)) : "");
    QCOMPARE(again.letters.size(), m_fixture->payloads().size());
}

void ReaderContract::saysHowLongToWaitWhenThrottled()
{
    connectFirst();
    m_fixture->stageWhileReading(Fault::ThrottledSeconds);
    const Sitting sitting = readAll(3);
    QVERIFY(sitting.error);
    QCOMPARE(sitting.error->retryAfter.value_or(Seconds(0)).count(), 7);
}

void ReaderContract::cancelEndsEachTaskExactlyOnce_data()
{
    QTest::addColumn<bool>("isPage");
    QTest::newRow("page") << true;
    QTest::newRow("terms") << false;
}

void ReaderContract::cancelEndsEachTaskExactlyOnce()
{
    QFETCH(bool, isPage);
    if (!isPage && !m_fixture->needsLooks())
        QSKIP("terms are known there without asking");
    connectFirst();
    m_fixture->stage(Fault::Silent);
    const auto cancelWhenAsked = [this] {
        m_fixture->waitForArrival();
        m_fixture->provider().cancelAll();
        m_fixture->provider().cancelAll();
    };
    std::optional<Error> error;
    if (isPage) {
        Running task(reader().page(m_fixture->deadSet(), {}, 3, false));
        cancelWhenAsked();
        if (const auto &page = task.wait(); !page)
            error = page.error();
    } else {
        Running task(reader().terms(m_fixture->deadSet()));
        cancelWhenAsked();
        if (const auto &terms = task.wait(); !terms)
            error = terms.error();
    }
    QVERIFY(error);
    QCOMPARE(toWord(error->kind), toWord(Kind::Cancelled));
    m_fixture->stageHealthy();
    QVERIFY(!readAll(enough).error);
}

} // namespace holdwatch::test
