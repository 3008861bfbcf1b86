// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/audit/AuditData.h"
#include "models/audit/AuditSentence.h"

#include <QTest>

using namespace holdwatch;

class TestAuditSentence : public QObject
{
    Q_OBJECT

    static QString said(const char *kind, const char *data)
    {
        AuditEntry entry;
        entry.what = {QString::fromLatin1(kind), PlanId(), QString(), QByteArray(data)};
        return sentenceOf(entry);
    }

private slots:
    void everyKindIsSaidInPlainWords_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("data");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *kind, const char *data, const char *sentence) {
            QTest::addRow("%s: %s", kind, sentence) << QString::fromUtf8(kind) << QString::fromUtf8(data) << QString::fromUtf8(sentence);
        };
        row("identity-made", "{\"name\":\"Ada\",\"fingerprint\":\"k7f2-93ac\"}", "Identity made: Ada k7f2-93ac.");
        row("maintainer-pinned", "{\"fingerprint\":\"11aa-22bb\"}", "The maintainer's key 11aa-22bb was pinned.");
        row("roster-taken", "{\"number\":4}", "Roster 4 was taken over.");
        row("plan-signed", "{\"most\":1,\"dead_set\":\"orders.dlq\",\"connection\":\"Shop\",\"rule\":\"class:malformed\"}",
            "Plan signed: at most 1 message from orders.dlq on Shop, chosen by “class:malformed”.");
        row("plan-signed", "{\"most\":2,\"dead_set\":\"d\",\"connection\":\"c\",\"break_glass\":\"INC-4\",\"adopts\":\"rd-1\"}",
            "Plan signed: at most 2 messages from d on c, as break-glass for INC-4, taking over rd-1.");
        row("plan-opened", "{\"requester\":\"Ada\",\"problem\":\"\"}", "Plan of Ada opened.");
        row("plan-opened", "{\"requester\":\"Ada\",\"problem\":\"not in the roster.\"}", "Plan of Ada opened; its signature does not count: not in the roster.");
        row("approval-asked", "{\"names\":[\"Bob\",\"Cy\"]}", "Asked for approval: Bob, Cy.");
        row("statement", "{\"kind\":\"approve\",\"by\":\"Bob\",\"reason\":\"\",\"problem\":\"\"}", "Approved by Bob.");
        row("statement", "{\"kind\":\"refuse\",\"by\":\"Bob\",\"reason\":\"wrong queue\"}", "Refused by Bob: wrong queue.");
        row("statement", "{\"kind\":\"approve\",\"by\":\"Ada\",\"problem\":\"by the requester\"}", "Approved by Ada; this does not count: by the requester.");
        row("approval-spent", "{\"by\":[\"Bob\"],\"deadline\":\"2026-11-30T18:00:00.000Z\"}", "The approval of Bob was spent on this run, good until 2026-11-30T18:00:00.000Z.");
        row("approval-spent", "{\"by\":[],\"deadline\":\"x\"}", "The right to run was spent on this run, good until x.");
        row("run-started", "{\"counts\":{\"planned\":20},\"target\":\"orders\"}", "The run started: 20 messages planned, to orders.");
        row("run-continued", "{\"counts\":{\"waiting\":12}}", "The run went on: 12 messages wait.");
        row("claim", "{\"held\":2,\"missing\":1,\"looks\":3}", "Looked and held 2 messages; 1 no longer there.");
        row("intent", "{\"step\":0,\"ordinals\":[3]}", "About to send message 4 as canaries.");
        row("intent", "{\"step\":2,\"ordinals\":[0,1,2,6,8,9]}", "About to send messages 1 to 3, 7, 9 to 10 in step 2.");
        row("intent", "{\"step\":1,\"at_most\":20,\"idempotency_key\":\"k\"}", "About to ask for at most 20 messages in step 1.");
        row("outcome", "{\"ordinal\":3,\"outcome\":\"moved\"}", "Message 4 was moved.");
        row("outcome", "{\"ordinal\":3,\"outcome\":\"unknown\",\"detail\":\"the answer was lost.\"}", "Message 4 is unknown: it may have moved: the answer was lost.");
        row("outcome", "{\"step\":1,\"outcome\":\"moved\",\"moved\":19,\"remaining\":1}", "The system says that 19 messages moved, 1 remain.");
        row("outcome", "{\"step\":1,\"outcome\":\"unknown\",\"moved\":null,\"remaining\":null}", "A step by count is unknown: it may have moved.");
        row("signals", "{\"verdict\":\"healthy\",\"age_s\":61.5,\"dead_depth\":3}", "Seen before the step: the target is healthy, age 1:01, 3 in the dead-letter queue.");
        row("signals", "{\"verdict\":null,\"age_s\":null}", "Seen before the step: the target can't be read.");
        row("returned", "{\"ordinal\":0,\"how\":\"same key and digest\"}", "Message 1 is back in the dead-letter queue: same key and digest.");
        row("paused", "{\"text\":\"\"}", "Paused.");
        row("resumed", "{\"text\":\"by Ada\"}", "Resumed: by Ada.");
        row("stopped", "{\"cause\":\"returned\",\"text\":\"One message came back.\"}", "Stopped: One message came back.");
        row("stopped", "{\"cause\":\"person\",\"text\":\"\"}", "Stopped: person.");
        row("reconciled", "{\"ordinal\":4,\"found\":\"moved\",\"source\":\"ledger\",\"by\":\"\",\"note\":\"\"}", "Message 5 was cleared up by the consumer's ledger: it was moved.");
        row("reconciled", "{\"ordinal\":4,\"found\":\"skipped\",\"source\":\"word\",\"by\":\"Ada\",\"note\":\"saw it there\"}",
            "Message 5 was cleared up by the word of Ada: it was skipped; nothing was sent: saw it there.");
        row("unproven-accepted", "{\"ordinal\":0}", "Message 1, a canary, was accepted without proof.");
        row("after-watch", "{\"text\":\"All 3 moved.\"}", "Nothing more is sent; the queues are watched: All 3 moved.");
        row("closed", "{\"verdict\":\"3 moved, none came back\",\"cause\":\"none\"}", "Closed: 3 moved, none came back.");
        row("report-written", "{\"format\":\"pdf\",\"sha256\":\"00\"}", "Report written as PDF.");
        row("later-kind", "{\"x\":1}", "An entry of the kind “later-kind”.");
    }
    void everyKindIsSaidInPlainWords()
    {
        QFETCH(QString, kind);
        QFETCH(QString, data);
        QFETCH(QString, sentence);
        QCOMPARE(said(kind.toUtf8().constData(), data.toUtf8().constData()), sentence);
    }

    void oddDataNeverBreaksASentence()
    {
        for (const char *data : {"", "[]", "null", "{", "{\"ordinal\":\"x\",\"outcome\":7}", "{\"ordinal\":1e400}", "{\"counts\":[[[[[]]]]]}", "\xff\xfe"}) {
            for (const char *kind : {"plan-signed", "plan-opened", "statement", "approval-spent", "run-started", "claim", "intent", "outcome", "signals", "reconciled", "stopped", "closed"})
                QVERIFY2(said(kind, data).endsWith(QLatin1Char('.')), kind);
        }
    }

    void staysOnOneLineAndTurnsNothingAround()
    {
        const QString text = said("stopped", "{\"text\":\"a\\nb\\u202ec\\u0007 <img src=x>\"}");
        QCOMPARE(text, QStringLiteral("Stopped: a bc <img src=x>."));
        QVERIFY(said("stopped", QByteArray("{\"text\":\"" + QByteArray(5000, 'x') + "\"}").constData()).size() < 500);
    }

    void dataIsReadAsNamesAndValues()
    {
        const AuditData data(R"({"step":2,"ordinals":[1,2],"counts":{"planned":3,"left":{"a":1}},"none":null,"is":true})");
        const QVector<AuditField> expected{{QStringLiteral("step"), QStringLiteral("2")}, {QStringLiteral("ordinals"), QStringLiteral("1, 2")},
                                           {QStringLiteral("counts"), QStringLiteral("planned 3, left {\"a\":1}")}, {QStringLiteral("none"), QString()},
                                           {QStringLiteral("is"), QStringLiteral("yes")}};
        QCOMPARE(data.fields(), expected);
    }

    void aCheckIsSaidOnOneLine()
    {
        AuditCheck check;
        QCOMPARE(sentenceOf(check), QStringLiteral("Nothing has been recorded yet."));
        check.entries = 3;
        QCOMPARE(sentenceOf(check), QStringLiteral("3 entries, the chain holds; signatures were not checked."));
        check.areSignaturesChecked = true;
        QCOMPARE(sentenceOf(check), QStringLiteral("3 entries, the chain holds; nobody signed."));
        check.vouchedUpTo = 2;
        check.timesBack = 1;
        QCOMPARE(sentenceOf(check), QStringLiteral("3 entries, the chain holds; signed up to entry 2. A clock was set back once."));
        check.brokenAt = 2;
        check.problem = QStringLiteral("It was changed.");
        QCOMPARE(sentenceOf(check), QStringLiteral("Broken at entry 2 of 3 entries. It was changed."));
    }
};

QTEST_GUILESS_MAIN(TestAuditSentence)
#include "TestAuditSentence.moc"
