// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/RunRecord.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace holdwatch::operations {

namespace {

using Stage = RunState::Stage;
using StopCause = RunState::StopCause;

QVector<int> ordinalsIn(const QJsonObject &data)
{
    QVector<int> ordinals;
    for (const QJsonValue &each : data.value(QStringLiteral("ordinals")).toArray())
        ordinals.append(each.toInt(-1));
    return ordinals;
}

std::optional<UtcTime> timeIn(const QJsonObject &data, const QString &name)
{
    const QDateTime time = QDateTime::fromString(data.value(name).toString(), Qt::ISODateWithMs);
    return time.isValid() ? std::optional(fromQDateTime(time)) : std::nullopt;
}

/// Takes one entry after the other; what it has made is right at any moment.
class Reader
{
public:
    explicit Reader(const RedrivePlan &plan) : m_plan(plan)
    {
        m_history.book = RunBook(plan);
        m_history.state.plan = plan.id;
    }

    Result<void> take(const AuditEntry &entry)
    {
        const QJsonObject data = QJsonDocument::fromJson(entry.what.data).object();
        const QString &kind = entry.what.kind;
        const auto is = [&](const char *word) { return kind == QLatin1String(word); };
        if (is("approval-spent"))
            return takeSpent(data);
        if (is("run-started") || is("run-continued"))
            return takeStart(entry.at);
        if (is("intent"))
            return takeIntent(entry, data);
        if (is("outcome"))
            return takeOutcome(entry, data);
        if (is("returned"))
            return m_history.book.returned(data.value(QStringLiteral("ordinal")).toInt(-1), entry.at, data.value(QStringLiteral("how")).toString()) ? Result<void>() : senseless(entry);
        if (is("reconciled"))
            return data.contains(QStringLiteral("moved")) ? takeReconciledCount(entry, data) : takeReconciled(entry, data);
        if (is("stopped"))
            return takeStop(entry.at, data);
        if (is("after-watch")) {
            m_history.book.close(entry.at);
            return {};
        }
        if (is("closed"))
            return takeClosed(entry.at, data);
        if (is("statement") && data.value(QStringLiteral("kind")).toString() == toWord(Statement::Kind::Review) && data.value(QStringLiteral("problem")).toString().isEmpty())
            m_isReviewed = true;
        return {};
    }

    RunHistory end(UtcTime lastAt)
    {
        if (m_isRunning) {
            m_history.wasBrokenOff = true;
            m_history.book.breakOff(lastAt);
            m_history.state.stage = Stage::Stopped;
            m_history.state.cause = StopCause::Restarted;
            m_history.state.text = QStringLiteral("Holdwatch ended in the middle of this run. Nothing was sent since.");
            m_history.state.endedAt = lastAt;
        }
        m_history.state.counts = m_history.book.counts();
        m_history.state.movedByCount = m_history.book.movedByCount();
        m_history.state.isReviewDue = m_plan.breakGlass && m_wasStarted && !m_isReviewed;
        return m_history;
    }

private:
    static tl::unexpected<Error> senseless(const AuditEntry &entry)
    {
        Error error;
        error.kind = Error::Kind::Malformed;
        error.what = QStringLiteral("Entry %1 (%2) of the record makes no sense for this plan.").arg(entry.number).arg(entry.what.kind);
        error.kept = QStringLiteral("Nothing is done with this redrive.");
        error.where = QString::number(entry.number);
        return failure(std::move(error));
    }

    Result<void> takeSpent(const QJsonObject &data)
    {
        for (const QJsonValue &each : data.value(QStringLiteral("ids")).toArray())
            m_history.spent.insert(each.toString());
        m_history.deadline = timeIn(data, QStringLiteral("deadline")).value_or(UtcTime{});
        return {};
    }

    Result<void> takeStart(UtcTime at)
    {
        if (m_isRunning)
            m_history.book.breakOff(at); // the run before had ended without a word
        m_isRunning = true;
        m_wasStarted = true;
        if (!m_history.state.startedAt)
            m_history.state.startedAt = at;
        m_history.state.endedAt.reset();
        m_history.state.stage = Stage::Canary;
        m_history.state.cause = StopCause::None;
        return {};
    }

    Result<void> takeIntent(const AuditEntry &entry, const QJsonObject &data)
    {
        m_history.state.step = data.value(QStringLiteral("step")).toInt();
        if (data.contains(QStringLiteral("at_most")))
            return m_history.book.intendCount(data.value(QStringLiteral("at_most")).toInt(), entry.at) ? Result<void>() : senseless(entry);
        const QVector<int> ordinals = ordinalsIn(data);
        for (int each : ordinals) {
            if (each < 0 || each >= m_plan.items.size())
                return senseless(entry);
        }
        return m_history.book.intend(ordinals, entry.at) ? Result<void>() : senseless(entry);
    }

    Result<void> takeOutcome(const AuditEntry &entry, const QJsonObject &data)
    {
        const auto outcome = outcomeFromWord(data.value(QStringLiteral("outcome")).toString());
        if (!outcome)
            return senseless(entry);
        if (!data.contains(QStringLiteral("ordinal")))
            return m_history.book.recordCount(*outcome, data.value(QStringLiteral("moved")).toInt(), entry.at) ? Result<void>() : senseless(entry);
        ItemResult result;
        result.ordinal = data.value(QStringLiteral("ordinal")).toInt(-1);
        result.outcome = *outcome;
        result.at = entry.at;
        result.detail = data.value(QStringLiteral("detail")).toString();
        result.lineage = data.value(QStringLiteral("lineage")).toString();
        return m_history.book.record(result) ? Result<void>() : senseless(entry);
    }

    Result<void> takeReconciled(const AuditEntry &entry, const QJsonObject &data)
    {
        Reconciliation found;
        found.ordinal = data.value(QStringLiteral("ordinal")).toInt(-1);
        found.found = outcomeFromWord(data.value(QStringLiteral("found")).toString()).value_or(ItemOutcome::Unknown);
        found.source = reconciliationSourceFromWord(data.value(QStringLiteral("source")).toString()).value_or(Reconciliation::Source::Word);
        found.by = data.value(QStringLiteral("by")).toString();
        found.note = data.value(QStringLiteral("note")).toString();
        // After a crash the unknown of an intent stands nowhere in the record: what follows is told of it.
        if (m_isRunning)
            m_history.book.breakOff(entry.at);
        return m_history.book.reconcile(found, entry.at) ? Result<void>() : senseless(entry);
    }

    Result<void> takeReconciledCount(const AuditEntry &entry, const QJsonObject &data)
    {
        if (m_isRunning)
            m_history.book.breakOff(entry.at);
        return m_history.book.reconcileCount(data.value(QStringLiteral("moved")).toInt(), entry.at) ? Result<void>() : senseless(entry);
    }

    Result<void> takeStop(UtcTime at, const QJsonObject &data)
    {
        m_isRunning = false;
        m_history.book.breakOff(at);
        m_history.state.stage = Stage::Stopped;
        m_history.state.cause = stopCauseFromWord(data.value(QStringLiteral("cause")).toString()).value_or(StopCause::Person);
        m_history.state.text = data.value(QStringLiteral("text")).toString();
        m_history.state.endedAt = at;
        return {};
    }

    Result<void> takeClosed(UtcTime at, const QJsonObject &data)
    {
        m_isRunning = false;
        m_history.book.close(at);
        m_history.isClosed = true;
        m_history.state.stage = Stage::Finished;
        m_history.state.verdict = data.value(QStringLiteral("verdict")).toString();
        m_history.state.endedAt = at;
        return {};
    }

    const RedrivePlan &m_plan;
    RunHistory m_history;
    bool m_isRunning = false;
    bool m_wasStarted = false;
    bool m_isReviewed = false;
};

} // namespace

Result<RunHistory> readRun(const RedrivePlan &plan, const QVector<AuditEntry> &entries)
{
    Reader reader(plan);
    for (const AuditEntry &each : entries) {
        if (const auto taken = reader.take(each); !taken)
            return failure(taken.error());
    }
    return reader.end(entries.isEmpty() ? UtcTime{} : entries.constLast().at);
}

} // namespace holdwatch::operations
