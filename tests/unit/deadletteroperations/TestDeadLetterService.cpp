// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/deadletteroperations/Bench.h"

#include <QElapsedTimer>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace std::chrono_literals;
using Stage = ReadingState::Stage;
using Effect = LookTerms::Effect;

class TestDeadLetterService : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Bench> m_bench;

    QStringList asked(const QString &word) const { return m_bench->script->asked().filter(QRegularExpression(QStringLiteral("^%1 ").arg(word))); }

private slots:
    void aPolicyThatIsSavedHoldsAtOnceAndAfterARestart()
    {
        m_bench->serve(3);
        m_bench->read();
        const auto save = [this](bool isKept) {
            PayloadPolicy policy;
            policy.isKept = isKept;
            policy.keepFor = std::chrono::hours(48);
            return m_bench->answer<void>([&](auto done) { m_bench->service->savePayloadPolicy(policy, m_bench->service.get(), done); });
        };
        QVERIFY(save(true));
        QCOMPARE(m_bench->service->payloadPolicy().keepFor, Millis(std::chrono::hours(48)));
        QVERIFY(m_bench->fetch(0));
        QVERIFY(save(false));
        QVERIFY(!m_bench->fetch(0)); // it is gone from the disk
        m_bench->start();
        QVERIFY(!m_bench->service->payloadPolicy().isKept);
        QCOMPARE(m_bench->service->payloadPolicy().keepFor, Millis(std::chrono::hours(48)));
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_bench = std::make_unique<Bench>(*m_folder);
    }
    void cleanup() { m_bench.reset(); }

    void aDeadSetIsReadPageByPageWithProgress()
    {
        m_bench->serve(1200);
        ReadOrder all;
        all.atMost = 5000;
        const ReadingState end = m_bench->read(all);
        QCOMPARE(end.stage, Stage::Whole);
        QCOMPARE(end.seen, 1200);
        QCOMPARE(m_bench->rows[deadSet].size(), 1200);
        QCOMPARE(m_bench->rows[deadSet].constLast().number, 1199);
        QVector<qint64> seen;
        for (const ReadingState &each : m_bench->states[deadSet])
            seen << each.seen;
        QCOMPARE(seen, (QVector<qint64>{0, 500, 1000, 1200}));
        QCOMPARE(end.capturedAt, m_bench->clock.now());
        QCOMPARE(asked(QStringLiteral("release")).size(), 1);
    }

    void noMoreIsReadThanWasOrdered()
    {
        m_bench->serve(1200);
        ReadOrder some;
        some.atMost = 40;
        const ReadingState end = m_bench->read(some);
        QCOMPARE(end.stage, Stage::Sample);
        QCOMPARE(end.seen, 40);
        QCOMPARE(*end.total, 1200);
    }

    void nothingDeclaredIsSentWithoutConsent()
    {
        ReaderScript::Set set = m_bench->serve(3);
        set.terms.effect = Effect::Declared;
        set.terms.sentence = QStringLiteral("Marks each message redelivered.");
        m_bench->script->put(deadSet.name, set);
        const ReadingState refused = m_bench->read();
        QCOMPARE(refused.stage, Stage::Failed);
        QVERIFY(refused.error->what.contains(QStringLiteral("redelivered")));
        QVERIFY(asked(QStringLiteral("page")).isEmpty());
        ReadOrder agreed;
        agreed.hasConsented = true;
        QCOMPARE(m_bench->read(agreed).stage, Stage::Whole);
    }

    void consentToOtherTermsIsNone()
    {
        ReaderScript::Set set = m_bench->serve(3);
        set.terms.effect = Effect::Declared;
        set.terms.sentence = QStringLiteral("Marks each message redelivered.");
        m_bench->script->put(deadSet.name, set);
        QCOMPARE(m_bench->terms().effect, Effect::Declared);
        set.terms.sentence = QStringLiteral("Counts as a delivery.");
        m_bench->script->put(deadSet.name, set);
        ReadOrder agreed;
        agreed.hasConsented = true;
        QVERIFY(m_bench->read(agreed).error->what.contains(QStringLiteral("has changed")));
        QVERIFY(asked(QStringLiteral("page")).isEmpty());
    }

    void looksOfEarlierRunsCountAndTheLastSafeOneIsRefused()
    {
        ReaderScript::Set set = m_bench->serve(3);
        set.terms.effect = Effect::Declared;
        set.terms.looksLeft = 3;
        set.looksAPage = 1;
        m_bench->script->put(deadSet.name, set);
        ReadOrder agreed;
        agreed.hasConsented = true;
        for (int run = 0; run < 2; ++run) {
            QCOMPARE(m_bench->read(agreed).stage, Stage::Whole);
            m_bench->start();
        }
        QCOMPARE(m_bench->terms().effect, Effect::Risky);
        QCOMPARE(*m_bench->terms().looksLeft, 1);
        QCOMPARE(m_bench->read(agreed).stage, Stage::Failed);
        agreed.overrideReason = QStringLiteral("Incident 12");
        QCOMPARE(m_bench->read(agreed).stage, Stage::Whole);
        QVERIFY(asked(QStringLiteral("page")).constLast().endsWith(QStringLiteral("override")));
    }

    void stoppingKeepsWhatWasReadAndReleases()
    {
        ReaderScript::Set set = m_bench->serve(1200);
        set.hangsAtPage = 1;
        m_bench->script->put(deadSet.name, set);
        ReadOrder all;
        all.atMost = 5000;
        m_bench->service->read(deadSet, all);
        m_bench->until([&] { return asked(QStringLiteral("page")).size() == 2 || (!m_bench->states[deadSet].isEmpty() && m_bench->states[deadSet].constLast().seen == 500); });
        m_bench->service->stopReading(deadSet);
        const ReadingState end = m_bench->finished();
        QCOMPARE(end.stage, Stage::Stopped);
        QCOMPARE(end.seen, 500);
        QCOMPARE(m_bench->rows[deadSet].size(), 500);
        QCOMPARE(asked(QStringLiteral("release")).size(), 1);
    }

    void whatWasReadBeforeAnErrorStays()
    {
        ReaderScript::Set set = m_bench->serve(700);
        set.failsAtSecondPage = failure(Error::Kind::Unreachable, QStringLiteral("The server is gone.")).value();
        m_bench->script->put(deadSet.name, set);
        ReadOrder all;
        all.atMost = 5000;
        const ReadingState end = m_bench->read(all);
        QCOMPARE(end.stage, Stage::Failed);
        QCOMPARE(end.error->kind, Error::Kind::Unreachable);
        QCOMPARE(end.seen, 500);
        QCOMPARE(m_bench->fetch(499)->id.text(), QStringLiteral("m-499"));
        QCOMPARE(asked(QStringLiteral("release")).size(), 1);
    }

    void twoDeadSetsAreReadAtOnce()
    {
        const QueueId other{deadSet.connection, QStringLiteral("mails.dlq")};
        ReaderScript::Set hanging = m_bench->serve(1200);
        hanging.hangsAtPage = 1;
        m_bench->script->put(deadSet.name, hanging);
        m_bench->serve(30, other);
        ReadOrder all;
        all.atMost = 5000;
        m_bench->service->read(deadSet, all);
        QCOMPARE(m_bench->read(all, other).stage, Stage::Whole); // though the first hangs
        QVERIFY(!Bench::isOver(m_bench->states[deadSet].constLast()));
        m_bench->service->stopReading(deadSet);
        QCOMPARE(m_bench->finished().stage, Stage::Stopped);
        QCOMPARE(m_bench->rows[other].size(), 30);
    }

    void leavingWhileReadingReleasesAndDoesNotHang()
    {
        ReaderScript::Set set = m_bench->serve(1200);
        set.hangsAtPage = 1;
        m_bench->script->put(deadSet.name, set);
        ReadOrder all;
        all.atMost = 5000;
        m_bench->service->read(deadSet, all);
        m_bench->until([&] { return !m_bench->states[deadSet].isEmpty() && m_bench->states[deadSet].constLast().seen == 500; });
        m_bench->service.reset();
        QCOMPARE(asked(QStringLiteral("release")).size(), 1);
    }

    void aSnapshotIsToldAgainWithoutARequest()
    {
        m_bench->serve(1200);
        ReadOrder all;
        all.atMost = 5000;
        m_bench->read(all);
        const QVector<DeadLetterRow> before = m_bench->rows[deadSet];
        const qsizetype requests = m_bench->script->asked().size();
        m_bench->start();
        m_bench->service->reopen(deadSet);
        m_bench->until([&] { return !m_bench->states[deadSet].isEmpty(); });
        QCOMPARE(m_bench->states[deadSet].constLast().stage, Stage::Whole);
        QVERIFY(m_bench->fetch(1199).has_value()); // asked after the rows, so they have come
        QCOMPARE(m_bench->rows[deadSet], before);
        QCOMPARE(m_bench->script->asked().size(), requests);
    }

    void aLetterThatCameInPartIsFetchedWholeOnce()
    {
        ReaderScript::Set set = m_bench->serve(2);
        set.wholes = {set.letters[1]};
        set.letters[1].payload.truncate(5);
        set.letters[1].payloadIsWhole = false;
        m_bench->script->put(deadSet.name, set);
        m_bench->read();
        QVERIFY(m_bench->rows[deadSet][1].digest.isEmpty());
        for (int times = 0; times < 2; ++times)
            QCOMPARE(m_bench->fetch(1)->payload, set.wholes[0].payload);
        QCOMPARE(asked(QStringLiteral("whole")).size(), 1);
    }

    void ofALetterThatVanishedThePartIsGiven()
    {
        ReaderScript::Set set = m_bench->serve(2);
        set.letters[1].payload.truncate(5);
        set.letters[1].payloadIsWhole = false;
        m_bench->script->put(deadSet.name, set);
        m_bench->read();
        const Result<DeadLetter> part = m_bench->fetch(1);
        QCOMPARE(part->payload, set.letters[1].payload);
        QVERIFY(!part->payloadIsWhole);
    }

    void withThePolicyOffNoFileHoldsAPayload()
    {
        QFile file(m_folder->filePath(QStringLiteral("deadletters.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"payloads\":{\"on_disk\":false}}");
        file.close();
        m_bench->start();
        m_bench->serve(800);
        ReadOrder all;
        all.atMost = 5000;
        const ReadingState end = m_bench->read(all);
        QVERIFY2(end.note.contains(QStringLiteral("memory alone")), qPrintable(end.note));
        QVERIFY(!m_bench->service->payloadPolicy().isKept);
        QVERIFY(m_bench->fetch(799)->payload.startsWith(canary));
        QVERIFY(!storage::test::standsOnDisk(m_folder->path(), canary));
        m_bench->service.reset();
        QVERIFY(!storage::test::standsOnDisk(m_folder->path(), canary));
    }

    void savedRulesClassifyAnew()
    {
        m_bench->serve(10);
        m_bench->read();
        ClassRules rules = m_bench->service->rules();
        ClassRule rule;
        rule.classId = QStringLiteral("malformed");
        rule.errorTextPattern = QStringLiteral("*refused*");
        rules.rules.prepend(rule);
        int changed = 0;
        connect(m_bench->service.get(), &DeadLetterPort::lettersChanged, this, [&](const QueueId &, const QVector<DeadLetterRow> &rows) {
            changed += int(rows.size());
            QCOMPARE(rows.front().failureClass, QStringLiteral("malformed"));
            m_bench->changed();
        });
        const auto saved = m_bench->answer<void>([&](auto done) { m_bench->service->saveRules(rules, this, done); });
        QVERIFY(saved.has_value());
        m_bench->until([&] { return changed == 10; });
    }

    void erasedPayloadsAreGone()
    {
        m_bench->serve(10);
        m_bench->read();
        QVERIFY(m_bench->fetch(3).has_value());
        const auto erased = m_bench->answer<void>([&](auto done) { m_bench->service->erasePayloads(deadSet, this, done); });
        QVERIFY(erased.has_value());
        QVERIFY(!storage::test::standsOnDisk(m_folder->path(), canary));
        QCOMPARE(m_bench->fetch(3).error().kind, Error::Kind::NotFound);
    }

    void aKeyIsFollowed()
    {
        ReaderScript::Set set = m_bench->serve(2);
        set.letters[1].headers.append({QStringLiteral("Idempotency-Key"), QStringLiteral("reserve:17:2"), {}, "reserve:17:2"});
        m_bench->script->put(deadSet.name, set);
        m_bench->read();
        const auto sightings = m_bench->answer<QVector<KeySighting>>([&](auto done) { m_bench->service->follow(QStringLiteral("reserve:17:2"), this, done); });
        QCOMPARE(sightings->size(), 1);
        QCOMPARE(sightings->front().message.text(), QStringLiteral("m-1"));
    }

    void withoutAKeyItSaysSoAndSendsNothing()
    {
        m_bench->keys.forget(deadSet.connection);
        m_bench->serve(2);
        const ReadingState end = m_bench->read();
        QCOMPARE(end.stage, Stage::Failed);
        QCOMPARE(end.error->kind, Error::Kind::Unauthorized);
        QVERIFY(m_bench->script->asked().isEmpty());
    }

    void aReadingThatFailsBeforeItsFirstPageLeavesTheSnapshot()
    {
        m_bench->serve(5);
        m_bench->read();
        ReaderScript::Set refusing = m_bench->serve(5);
        refusing.terms.effect = Effect::Refused;
        refusing.terms.sentence = QStringLiteral("A stream can't be read.");
        m_bench->script->put(deadSet.name, refusing);
        const ReadingState end = m_bench->read();
        QCOMPARE(end.stage, Stage::Failed);
        QCOMPARE(end.seen, 5);
        QCOMPARE(m_bench->rows[deadSet].size(), 5);
        QVERIFY(m_bench->fetch(4).has_value());
    }
};

QTEST_GUILESS_MAIN(TestDeadLetterService)
#include "TestDeadLetterService.moc"
