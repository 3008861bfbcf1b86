// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/redrive/Aftermath.h"

#include <QDeadlineTimer>

namespace holdwatch::test {

namespace {

QString word(const char *text)
{
    return QString::fromLatin1(text);
}

/// Message id → what the program says became of it.
QHash<QString, QString> outcomesIn(const QJsonObject &shown)
{
    QHash<QString, QString> outcomes;
    const QJsonArray planned = shown[word("plan")][word("items")].toArray();
    for (const QJsonValue &each : shown[word("items")].toArray())
        outcomes.insert(planned.at(each[word("item")].toInt() - 1)[word("id")].toString(), each[word("outcome")].toString());
    return outcomes;
}

QString asText(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

} // namespace

Aftermath::Aftermath(const Desk &desk, Look look, const QString &plan, int count) : m_desk(desk), m_look(std::move(look)), m_plan(plan), m_count(count)
{
    m_problem = judge();
    if (!m_problem.isEmpty())
        m_problem += word("\n") + QString::fromUtf8(m_desk.run({word("audit"), word("list"), word("--limit"), word("200")}).out);
}

Aftermath::Look Aftermath::through(const AmqpJudge &judge, const QString &queue)
{
    return [judge = AmqpJudge(judge), queue]() mutable {
        Sightings there;
        for (const QString &id : AmqpJudge::ids(judge.peek(queue + word(".dlq"))))
            ++there[id].dead;
        for (const QString &id : AmqpJudge::ids(judge.peek(queue)))
            ++there[id].target;
        return there;
    };
}

Aftermath::Sightings Aftermath::lookUntilAllAreThere() const
{
    const QDeadlineTimer deadline(60'000);
    Sightings there = m_look();
    while (there.size() < m_count && !deadline.hasExpired())
        there = m_look();
    return there;
}

QString Aftermath::judgeMessages(const Sightings &there, const QJsonObject &shown) const
{
    if (there.size() != m_count)
        return word("of %1 messages only %2 are left").arg(m_count).arg(there.size());
    const QHash<QString, QString> outcomes = outcomesIn(shown);
    for (auto each = there.cbegin(); each != there.cend(); ++each) {
        const QString outcome = outcomes.value(each.key());
        const bool isUnknown = outcome == word("unknown");
        const bool isMoved = outcome == word("moved");
        const QString where = word("%1 (%2): %3 times dead, %4 times in the target").arg(each.key(), outcome).arg(each->dead).arg(each->target);
        if (each->dead > 1 || each->target > 1)
            return where;
        if (each->target == 1 && !isMoved && !isUnknown)
            return where + word("; it was sent without being told of");
        if (each->target == 0 && isMoved)
            return where + word("; it was never sent");
        if (each->target == 1 && each->dead == 1 && !isUnknown)
            return where + word("; it is in both and nobody is told");
    }
    return {};
}

/// First what the program can see by itself, then a person's word, who looks with the other client.
QString Aftermath::clearUp(const Sightings &there) const
{
    const Ended looked = m_desk.redrive({word("reconcile"), m_plan});
    if (looked.code != 0 && looked.code != 2)
        return word("reconcile: ") + QString::fromUtf8(looked.all());
    const QJsonObject shown = m_desk.shown(m_plan);
    const QJsonArray planned = shown[word("plan")][word("items")].toArray();
    for (const QJsonValue &each : shown[word("items")].toArray()) {
        if (each[word("outcome")].toString() != word("unknown"))
            continue;
        const int item = each[word("item")].toInt();
        const bool isThere = there.value(planned.at(item - 1)[word("id")].toString()).target > 0;
        const Ended said = m_desk.redrive({word("reconcile"), m_plan, word("--item"), QString::number(item), isThere ? word("--moved") : word("--not-moved"), word("--note"), word("looked with another client")});
        if (said.code != 0)
            return word("reconcile by word: ") + QString::fromUtf8(said.all());
    }
    return {};
}

QString Aftermath::goOn(const Sightings &before) const
{
    const bool isOver = m_desk.shown(m_plan)[word("run")][word("stage")].toString() == word("finished");
    const Ended ended = m_desk.start(m_plan);
    const Sightings there = lookUntilAllAreThere();
    for (auto each = there.cbegin(); each != there.cend(); ++each) {
        if (each->target > 1)
            return word("%1 was sent twice").arg(each.key());
    }
    if (there.size() != m_count)
        return word("afterwards only %1 are left").arg(there.size());
    // Between the mark that the approval is used up and the run's first word nothing can have been sent: it can't go on, and says so.
    const bool wasNothingSent = std::all_of(before.cbegin(), before.cend(), [](const Seen &each) { return each.target == 0; });
    const bool isSpent = ended.code == 3 && ended.err.contains("used up");
    if (isOver ? ended.code != 3 : ended.code != 0 && !(isSpent && wasNothingSent))
        return word("going on: ") + QString::fromUtf8(ended.all());
    return {};
}

QString Aftermath::judge() const
{
    if (!m_desk.recordHolds())
        return word("the record does not hold after the kill");
    const Sightings there = lookUntilAllAreThere();
    const QJsonObject shown = m_desk.shown(m_plan);
    if (!closes(shown[word("run")][word("counts")].toObject()))
        return word("the sum does not close: ") + asText(shown[word("run")].toObject());
    if (const QString problem = judgeMessages(there, shown); !problem.isEmpty())
        return problem;
    if (const QString problem = clearUp(there); !problem.isEmpty())
        return problem;
    if (const QString problem = goOn(there); !problem.isEmpty())
        return problem;
    const QJsonObject counts = m_desk.counts(m_plan);
    if (!closes(counts) || counts[word("unknown")].toInt() != 0)
        return word("at the end: ") + asText(counts);
    return m_desk.recordHolds() ? QString() : word("the record does not hold at the end");
}

} // namespace holdwatch::test
