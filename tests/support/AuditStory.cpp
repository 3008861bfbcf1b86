// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/AuditStory.h"

#include <QCryptographicHash>

#include <algorithm>

namespace holdwatch::test {

namespace {

const PlanId plan(QStringLiteral("rd-20261130-140312-7f3a"));
const QString ada = QStringLiteral("Ada Lovelace 5c1e-93ac-51be-0d4e");
const QString bob = QStringLiteral("Bob Okafor 07aa-2b41-e9c0-77d3");
const QString program = QStringLiteral("Holdwatch");

class Story
{
public:
    explicit Story(UtcTime from) : m_at(from) {}

    void add(const char *kind, const QString &by, const QByteArray &data, Millis later = Seconds(1), const PlanId &about = plan)
    {
        m_at += later;
        AuditEntry entry;
        entry.number = m_entries.size() + 1;
        entry.at = m_at;
        entry.what = {QString::fromLatin1(kind), about, by, data};
        entry.previous = m_entries.isEmpty() ? QByteArray(32, '\0') : m_entries.last().hash;
        entry.hash = QCryptographicHash::hash(entry.previous + data + QByteArray::number(entry.number), QCryptographicHash::Sha256);
        entry.signer = QCryptographicHash::hash("key of Ada", QCryptographicHash::Sha256);
        entry.signature = QCryptographicHash::hash(entry.hash, QCryptographicHash::Sha512);
        m_entries << entry;
    }
    QVector<AuditEntry> newestFirst() const { return {m_entries.crbegin(), m_entries.crend()}; }

private:
    UtcTime m_at;
    QVector<AuditEntry> m_entries;
};

} // namespace

QVector<AuditEntry> auditStory(UtcTime now, int outcomes)
{
    const QByteArray count = QByteArray::number(outcomes);
    Story story(now - std::chrono::hours(2));
    story.add("identity-made", ada, R"({"fingerprint":"5c1e-93ac-51be-0d4e","name":"Ada Lovelace"})", Seconds(1), PlanId());
    story.add("maintainer-pinned", ada, R"({"fingerprint":"90b2-6d1f-8a07-c4e5"})", Minutes(1), PlanId());
    story.add("roster-taken", ada, R"({"digest":"8f1d","number":4})", Minutes(1), PlanId());
    story.add("plan-signed", ada, R"({"adopts":"","break_glass":"","connection":"Orders EU","dead_set":"shop/orders.dlq","digest":"5af0c3d2e1b4a5968778695a4b3c2d1e0f1e2d3c4b5a69788796a5b4c3d2e1f0","environment":"production","kind":"selected","most":)"
                  + count + R"(,"origin":"https://rabbit.example.com:15671","reason":"Schema 3 is understood since 2.14.1","reference":"PR 41","rule":"class:malformed version:3","target":"shop/orders"})",
              Minutes(7));
    story.add("approval-asked", ada, R"({"names":["Bob Okafor"]})");
    story.add("statement", bob, R"({"by":"Bob Okafor","digest":"5af0c3","evidence":["signed evidence","read 3 of 12 from the queue, digests equal"],"fingerprint":"07aa-2b41-e9c0-77d3","id":"b1","kind":"approve","problem":"","reason":"","roster":"8f1d"})",
              Minutes(12));
    story.add("approval-spent", ada, R"({"by":["Bob Okafor"],"deadline":"2026-11-30T18:00:00.000Z","digest":"5af0c3","ids":["b1"]})", Minutes(1));
    story.add("run-started", ada, R"({"changes":[],"consumers":4,"counts":{"planned":)" + count + R"(,"waiting":)" + count + R"(},"dead_depth":)" + count + R"(,"not_kept":[],"target":"shop/orders"})", Millis(20));
    for (int ordinal = 0; ordinal < outcomes; ++ordinal) {
        const QByteArray number = QByteArray::number(ordinal);
        if (ordinal % 20 == 0) {
            story.add("signals", program, R"({"age_s":41.5,"consumers":4,"dead_depth":)" + QByteArray::number(outcomes - ordinal) + R"(,"sampled_at":"2026-11-30T14:20:00.000Z","second_effects":0,"verdict":"healthy"})", Seconds(15));
            story.add("intent", program, R"({"ordinals":[)" + number + R"(],"step":)" + QByteArray::number(ordinal / 20) + '}', Millis(2));
        }
        if (ordinal % 33 == 32)
            story.add("outcome", program, R"({"detail":"the connection closed before the confirm came","ordinal":)" + number + R"(,"outcome":"unknown"})", Millis(30));
        else
            story.add("outcome", program, R"({"detail":"confirmed by the broker","ordinal":)" + number + R"(,"outcome":"moved"})", Millis(30));
    }
    story.add("stopped", program, R"({"cause":"returned","counts":{"planned":)" + count + R"(},"text":"One redriven message is back in the dead-letter queue."})");
    return story.newestFirst();
}

AuditCheck auditCheckOf(const QVector<AuditEntry> &newestFirst)
{
    AuditCheck check;
    check.entries = check.signedEntries = check.vouchedUpTo = newestFirst.size();
    check.areSignaturesChecked = true;
    if (!newestFirst.isEmpty()) {
        check.head = newestFirst.first().hash;
        check.signers = {newestFirst.first().signer};
    }
    return check;
}

} // namespace holdwatch::test
