// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/AuditService.h"
#include "tests/unit/audit/Entries.h"
#include "tests/unit/storage/NoRoom.h"

#include <QDir>
#include <QEventLoop>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using namespace holdwatch::storage::test;

class TestAuditService : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    SystemClock m_clock;
    const FakeKey m_ada{"ada"};
    QString file() const { return m_folder->filePath(QStringLiteral("audit.sqlite")); }

    template<typename T, typename Ask>
    static Result<T> waitedFor(Ask ask)
    {
        std::optional<Result<T>> answer;
        QEventLoop loop;
        ask(&loop, [&](const Result<T> &given) {
            answer = given;
            loop.quit();
        });
        loop.exec();
        return *answer;
    }
    static Result<QVector<AuditEntry>> fetched(AuditService &service, qint64 before, int count)
    {
        return waitedFor<QVector<AuditEntry>>([&](QObject *context, auto done) { service.fetch(before, count, context, done); });
    }
    static Result<AuditCheck> verified(AuditService &service, const std::optional<AuditHead> &head = std::nullopt)
    {
        return waitedFor<AuditCheck>([&](QObject *context, auto done) { service.verify(head, context, done); });
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void writesReadsChecksAndExports()
    {
        AuditService service(file(), m_clock, m_ada.check());
        service.setSigner(m_ada.signer());
        const auto written = waitedFor<QVector<AuditEntry>>([&](QObject *context, auto done) { service.append(outcomes(0, 3), context, done); }).value();
        QCOMPARE(written.size(), 3);
        const auto then = service.appendNow({draft(QStringLiteral("stopped"), "{}", PlanId(QStringLiteral("rd-other")))}).value();
        QCOMPARE(then.first().number, 4);
        QCOMPARE(fetched(service, 0, 2).value().first(), then.first());
        QCOMPARE(fetched(service, 3, 10).value().size(), 2);
        QCOMPARE(waitedFor<QVector<AuditEntry>>([&](QObject *context, auto done) { service.read(plan, context, done); }).value(), written);
        const AuditCheck check = verified(service, AuditHead{4, then.first().hash}).value();
        QVERIFY2(check.holds(), qPrintable(check.problem));
        QCOMPARE(check.vouchedUpTo, 4);
        const QString lines = m_folder->filePath(QStringLiteral("out.jsonl"));
        QCOMPARE(waitedFor<qint64>([&](QObject *context, auto done) { service.exportTo(lines, context, done); }).value(), 4);
        QCOMPARE(verifyAudit(lines, std::nullopt, m_ada.check()).value(), check);
    }

    void makesNoFileBeforeTheFirstEntry()
    {
        AuditService service(file(), m_clock);
        QVERIFY(fetched(service, 0, 10).value().isEmpty());
        QVERIFY(verified(service).value().holds());
        QCOMPARE(verified(service).value().entries, 0);
        QVERIFY(!verified(service, AuditHead{4, QByteArray(32, 'x')}).value().holds());
        QVERIFY(!QFile::exists(file()));
    }

    void tellsTheHeadAtTheStartAndAfterEachAppend()
    {
        AuditHead head;
        {
            AuditService service(file(), m_clock);
            QSignalSpy grew(&service, &AuditService::grew);
            const auto last = service.appendNow(outcomes(0, 2)).value().last();
            QTRY_COMPARE(grew.size(), 1);
            head = {2, last.hash};
            QCOMPARE(service.head(), head);
        }
        AuditService service(file(), m_clock);
        QTRY_COMPARE(service.head(), head);
    }

    void answersOnTheThreadThatAsked()
    {
        AuditService service(file(), m_clock);
        QThread runner;
        QObject onRunner;
        onRunner.moveToThread(&runner);
        runner.start();
        std::atomic<QThread *> answeredOn = nullptr;
        QMetaObject::invokeMethod(&onRunner, [&] {
            QVERIFY(service.appendNow(outcomes(0, 1)).has_value());
            service.append(outcomes(1, 1), &onRunner, [&](const auto &written) {
                QVERIFY(written.has_value());
                answeredOn = QThread::currentThread();
            });
        });
        QTRY_COMPARE(answeredOn.load(), &runner);
        runner.quit();
        runner.wait();
        QCOMPARE(fetched(service, 0, 10).value().size(), 2);
    }

    void aContextThatDiedIsNotCalledAndTheEntryIsWrittenAllTheSame()
    {
        AuditService service(file(), m_clock);
        bool wasCalled = false;
        {
            const QObject gone;
            service.append(outcomes(0, 1), const_cast<QObject *>(&gone), [&](const auto &) { wasCalled = true; });
        }
        QCOMPARE(service.appendNow(outcomes(1, 1)).value().first().number, 2);
        QCOMPARE(fetched(service, 0, 10).value().size(), 2);
        QVERIFY(!wasCalled);
    }

    void writesWhatWasAskedForBeforeItEnds()
    {
        {
            AuditService service(file(), m_clock);
            for (int n = 0; n < 20; ++n)
                service.append(outcomes(n, 1), this, [](const auto &) {});
        }
        QCOMPARE(verifyAudit(file()).value().entries, 20);
    }

    void saysWhyItCanNotWriteAndThatItCanAgain()
    {
        AuditService service(file(), m_clock);
        QVERIFY(service.appendNow(outcomes(0, 1)).has_value());
        {
            const NoRoom full(5000);
            QVERIFY(!service.appendNow(outcomes(1, 300)).has_value());
            QTRY_VERIFY(!service.problem().isEmpty());
        }
        QVERIFY(service.appendNow(outcomes(1, 1)).has_value());
        QTRY_VERIFY(service.problem().isEmpty());
        QCOMPARE(verified(service).value().entries, 2);
    }

    void triesAgainToOpenAFileThatCouldNotBeOpened()
    {
        QVERIFY(QDir().mkdir(file())); // in the way
        AuditService service(file(), m_clock);
        QVERIFY(!service.appendNow(outcomes(0, 1)).has_value());
        QTRY_VERIFY(!service.problem().isEmpty());
        QVERIFY(QDir().rmdir(file()));
        QVERIFY(service.appendNow(outcomes(0, 1)).has_value());
        QTRY_VERIFY(service.problem().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestAuditService)
#include "TestAuditService.moc"
