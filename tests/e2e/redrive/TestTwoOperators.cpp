// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/redrive/Desk.h"
#include "tests/e2e/redrive/DeskKeyring.h"
#include "tests/support/AmqpJudge.h"
#include "tests/support/Servers.h"
#include "tests/support/secrets/RealKeyring.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTest>

using namespace holdwatch::test;

namespace {

constexpr int patience = 300'000; // ms

QString word(const char *text)
{
    return QString::fromLatin1(text);
}

} // namespace

/// Two people, each with a profile and a keychain of their own, and a dead-letter queue of production; by command, with files
/// handed to and fro.
class TestTwoOperators : public QObject
{
    Q_OBJECT

    RabbitBroker m_broker;
    AmqpJudge m_judge;
    Desk m_ada{word("ada")};
    Desk m_bo{word("bo")};
    DeskKeyring m_adasKeyring;
    DeskKeyring m_bosKeyring;
    QTemporaryDir m_mail; ///< what they send each other

    QString mail(const QString &name) const { return m_mail.filePath(name); }
    static void isFine(const Ended &ended) { QVERIFY2(ended.code == 0, ended.all().constData()); }
    static void isRefused(const Ended &ended, const char *because)
    {
        QVERIFY2(ended.code == 3, ended.all().constData());
        QVERIFY2(ended.err.contains(because), ended.all().constData());
    }

    /// Signed by `who`, and its file in the mail under the plan's id.
    QString planned(const Desk &who, const QString &deadSet, const QStringList &options = {})
    {
        const Ended ended = who.plan(deadSet, options);
        const QString plan = ended.text();
        if (ended.code != 0 || who.redrive({word("export"), plan, word("--out"), mail(plan)}).code != 0)
            qWarning("%s", ended.all().constData());
        return plan;
    }
    /// `other` compares it with the queue, approves, and `who` opens the answer.
    void approvedBy(const Desk &other, const Desk &who, const QString &plan)
    {
        const QString phrase = other.redrive({word("open"), mail(plan), word("--json")}).document()[word("plan")][word("phrase")].toString();
        const Ended approved = other.redrive({word("approve"), plan, word("--compare"), word("--yes"), word("--phrase"), phrase, word("--out"), mail(plan + word(".approved"))});
        isFine(approved);
        QVERIFY2(approved.err.contains(" equal, 0 different, 0 missing"), approved.all().constData());
        isFine(who.redrive({word("open"), mail(plan + word(".approved"))}));
    }
    bool holds() const { return m_ada.recordHolds() && m_bo.recordHolds(); }
    static QStringList glass()
    {
        const QString asked = QDateTime::currentDateTimeUtc().addSecs(-20 * 60).toString(Qt::ISODate);
        return {word("--break-glass"), word("INC-9"), word("--asked"), word("Bo"), word("--asked-at"), asked};
    }

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RabbitBroker::missing());
        HOLDWATCH_NEED_SERVER(AmqpJudge::missing());
        HOLDWATCH_NEED_SERVER(RealKeyring::missing());
        QVERIFY2(m_broker.start(), qPrintable(m_broker.problem()));
        m_judge = AmqpJudge(m_broker.amqpUrl(), m_broker.user(), m_broker.password());
        for (const auto &[desk, keyring] : {std::pair(&m_ada, &m_adasKeyring), {&m_bo, &m_bosKeyring}}) {
            desk->connectTo(m_broker, m_broker.amqpsUrl(), word("production"));
            QVERIFY2(keyring->start(desk->environment()), qPrintable(keyring->problem()));
        }
    }

    void theyGetAnIdentityAndTheMaintainersRoster()
    {
        isFine(m_ada.run({word("operator"), word("create"), word("Ada")}));
        isFine(m_bo.run({word("operator"), word("create"), word("Bo")}));
        isFine(m_ada.run({word("operator"), word("export"), mail(word("ada.identity"))}));
        isFine(m_bo.run({word("operator"), word("export"), mail(word("bo.identity"))}));
        isFine(m_bo.run({word("roster"), word("key"), mail(word("maintainer"))}));
        isFine(m_bo.run({word("roster"), word("sign"), word("--key"), mail(word("maintainer")), word("--number"), word("1"), word("--out"), mail(word("roster")), mail(word("ada.identity")), mail(word("bo.identity"))}));
        for (const Desk *each : {&m_ada, &m_bo}) {
            isFine(each->run({word("operator"), word("pin"), mail(word("maintainer.pub"))}));
            isFine(each->run({word("operator"), word("roster"), word("take"), mail(word("roster"))}));
        }
    }

    void aMixedQueueIsPlannedApprovedStoppedByAReturnFixedAndRedriven()
    {
        QVERIFY(stageDead(m_broker, word("mixed"), 9, {"connection reset by the vendor", "unsupported schema version 3", "rate limit: slow down"}));
        const QString plan = planned(m_ada, word("mixed.dlq"), {word("--canary-watch"), word("20s")});
        QVERIFY(!plan.isEmpty());
        isRefused(m_ada.start(plan), "approved");
        isRefused(m_ada.approve(plan), "");
        isRefused(m_bo.redrive({word("approve"), mail(plan), word("--phrase"), word("redrive 99 on Orders")}), "");
        isRefused(m_ada.start(plan), "approved");
        QCOMPARE(m_judge.count(word("mixed")), 0);
        approvedBy(m_bo, m_ada, plan);
        isRefused(m_bo.start(plan), ""); // it is Ada's installation that may run it

        const auto running = m_ada.startedRun(plan);
        QVERIFY(QTest::qWaitFor([&] { return m_broker.rejectFirst(word("/"), word("mixed")) || running->state() == QProcess::NotRunning; }, patience));
        QVERIFY(QTest::qWaitFor([&] { return running->state() == QProcess::NotRunning; }, patience));
        QCOMPARE(running->exitCode(), 1);
        const QJsonObject stopped = m_ada.shown(plan)[word("run")].toObject();
        QCOMPARE(stopped[word("cause")].toString(), word("returned"));
        QCOMPARE(stopped[word("counts")][word("returned")].toInt(), 1);
        QVERIFY(closes(stopped[word("counts")].toObject()));

        isFine(m_ada.start(plan)); // the consumer is fixed now; what came back stays
        const QJsonObject counts = m_ada.counts(plan);
        QCOMPARE(counts[word("confirmed")].toInt(), 8);
        QCOMPARE(counts[word("returned")].toInt(), 1);
        QVERIFY(closes(counts));
        QCOMPARE(m_judge.count(word("mixed")), 8);
        QCOMPARE(m_judge.count(word("mixed.dlq")), 1);
        isFine(m_ada.redrive({word("report"), plan, word("--format"), word("html"), word("--out"), m_ada.file(word("report.html"))}));
        isRefused(m_ada.start(plan), "");
        QVERIFY(holds());
    }

    void aProfileThatWasPutBackIsRefusedByTheKeychain()
    {
        QVERIFY(stageDead(m_broker, word("restored"), 3));
        const QString plan = planned(m_ada, word("restored.dlq"));
        approvedBy(m_bo, m_ada, plan);
        QTemporaryDir copy;
        const auto copied = [](const QString &from, const QString &to) {
            QProcess cp;
            cp.start(word("cp"), {word("-a"), from + word("/."), to});
            return cp.waitForFinished() && cp.exitCode() == 0;
        };
        QVERIFY(copied(m_ada.profile(), copy.path()));
        isFine(m_ada.start(plan));
        QTemporaryDir after;
        QVERIFY(copied(m_ada.profile(), after.path()));
        QDir(m_ada.profile()).removeRecursively();
        QDir().mkpath(m_ada.profile());
        QVERIFY(copied(copy.path(), m_ada.profile()));
        isRefused(m_ada.start(plan), "");
        QCOMPARE(m_judge.count(word("restored")), 3);
        QDir(m_ada.profile()).removeRecursively();
        QDir().mkpath(m_ada.profile());
        QVERIFY(copied(after.path(), m_ada.profile()));
    }

    void aBrokenGlassIsReviewedBeforeTheNext()
    {
        QVERIFY(stageDead(m_broker, word("glass"), 3));
        const QString plan = planned(m_ada, word("glass.dlq"), glass());
        QVERIFY(!plan.isEmpty());
        isFine(m_ada.approve(plan));
        isFine(m_ada.start(plan));
        QCOMPARE(m_judge.count(word("glass")), 3);
        QVERIFY(m_ada.shown(plan)[word("run")][word("review_due")].toBool());

        QVERIFY(stageDead(m_broker, word("glass"), 2));
        const Ended second = m_ada.plan(word("glass.dlq"), glass());
        isRefused(second, "glass-unreviewed");
        isFine(m_ada.redrive({word("export"), plan, word("--out"), mail(plan + word(".run"))}));
        isRefused(m_ada.redrive({word("review"), plan, word("--reason"), word("It was right.")}), "");
        isFine(m_bo.redrive({word("review"), mail(plan + word(".run")), word("--reason"), word("It was right."), word("--out"), mail(plan + word(".review"))}));
        isFine(m_ada.redrive({word("open"), mail(plan + word(".review"))}));
        QVERIFY(!m_ada.shown(plan)[word("run")][word("review_due")].toBool());
        isFine(m_ada.plan(word("glass.dlq"), glass() + QStringList(word("--dry-run"))));
        QVERIFY(holds());
    }

    void aStoppedRunOfAColleagueIsAdopted()
    {
        QVERIFY(stageDead(m_broker, word("adopted"), 6));
        const QString plan = planned(m_ada, word("adopted.dlq"), {word("--rate"), word("1"), word("--steps"), word("50")});
        approvedBy(m_bo, m_ada, plan);
        const auto running = m_ada.startedRun(plan);
        QByteArray out;
        QVERIFY(QTest::qWaitFor([&] { return (out += running->readAllStandardOutput()).count("\"moved\"") >= 3 || running->state() == QProcess::NotRunning; }, patience));
        running->terminate();
        QVERIFY(QTest::qWaitFor([&] { return running->state() == QProcess::NotRunning; }, patience));
        const int waiting = m_ada.counts(plan)[word("waiting")].toInt();
        QVERIFY2(waiting > 0, out.constData());
        isFine(m_ada.redrive({word("export"), plan, word("--out"), mail(word("stopped"))}));

        const Ended adopted = m_bo.redrive({word("adopt"), mail(word("stopped")), word("--reference"), word("INC-1"), word("--reason"), word("Ada is asleep."), word("--workers"), word("4"), word("--per-worker"), word("6"), word("--arrivals"), word("0"),
                                             word("--retries"), word("0"), word("--reserve"), word("4"), word("--rate"), word("20"), word("--canary-watch"), word("1s"), word("--step-watch"), word("0s"), word("--after-watch"), word("1s"), word("--out"), mail(word("adopting"))});
        isFine(adopted);
        const QString rest = adopted.text();
        QVERIFY(QFile::rename(mail(word("adopting")), mail(rest)));
        QCOMPARE(m_bo.shown(rest)[word("plan")][word("items")].toArray().size(), waiting);
        isRefused(m_bo.start(rest), "approved");
        approvedBy(m_ada, m_bo, rest);
        isFine(m_bo.start(rest));
        QCOMPARE(m_judge.count(word("adopted")), 6);
        QCOMPARE(m_judge.count(word("adopted.dlq")), 0);
        QVERIFY(holds());
    }
};

QTEST_GUILESS_MAIN(TestTwoOperators)
#include "TestTwoOperators.moc"
