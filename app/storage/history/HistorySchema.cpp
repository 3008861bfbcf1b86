// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/history/HistorySchema.h"

#include <QVariant>

namespace holdwatch::storage {

namespace {

QStringList figureNames()
{
    return {QStringLiteral("depth"), QStringLiteral("in_flight"), QStringLiteral("delayed"), QStringLiteral("consumers"),
            QStringLiteral("dead_letters"), QStringLiteral("arrivals_total"), QStringLiteral("completions_total"),
            QStringLiteral("retries_total"), QStringLiteral("arrivals_per_minute"), QStringLiteral("completions_per_minute"),
            QStringLiteral("retries_per_minute"), QStringLiteral("oldest_age_ms"), QStringLiteral("oldest_dead_letter_age_ms")};
}

QStringList rolledNames()
{
    QStringList names;
    for (const QString &figure : {QStringLiteral("age_s"), QStringLiteral("depth"), QStringLiteral("in_flight"),
                                  QStringLiteral("retries_per_minute"), QStringLiteral("dead_letters")}) {
        for (const QString &part : {QStringLiteral("min"), QStringLiteral("max"), QStringLiteral("last")})
            names << figure + QLatin1Char('_') + part;
    }
    return names;
}

QString declared(const QStringList &names, const QString &type)
{
    return names.join(type + QStringLiteral(", ")) + type;
}

QString createRollup(const QString &table, const QString &key, const QString &primary)
{
    return QStringLiteral("CREATE TABLE %1 (%2, samples INTEGER NOT NULL, last_at INTEGER NOT NULL, worst INTEGER, %3, "
                          "PRIMARY KEY (%4)) WITHOUT ROWID")
        .arg(table, key, declared(rolledNames(), QStringLiteral(" REAL")), primary);
}

QStringList firstVersion()
{
    QStringList sql{
        QStringLiteral("CREATE TABLE queue (id INTEGER PRIMARY KEY, connection TEXT NOT NULL, name TEXT NOT NULL, "
                       "first_at INTEGER NOT NULL, UNIQUE (connection, name))"),
        // By minute first: all queues' newest rows lie side by side, so a flush writes few pages and the
        // oldest go in one piece, while a queue's rows of one minute still share a page.
        QStringLiteral("CREATE TABLE sample (minute INTEGER NOT NULL, queue INTEGER NOT NULL, at INTEGER NOT NULL, "
                       "verdict INTEGER NOT NULL, flags INTEGER NOT NULL, %1, PRIMARY KEY (minute, queue, at)) WITHOUT ROWID")
            .arg(declared(figureNames(), QStringLiteral(" REAL"))),
        createRollup(QStringLiteral("rollup_open"), QStringLiteral("level INTEGER NOT NULL, queue INTEGER NOT NULL, start INTEGER NOT NULL"),
                     QStringLiteral("level, queue")),
        QStringLiteral("CREATE TABLE dropped (level INTEGER PRIMARY KEY, before INTEGER NOT NULL)"),
        QStringLiteral("CREATE TABLE alert (id TEXT PRIMARY KEY, connection TEXT NOT NULL, queue TEXT NOT NULL, connection_name TEXT NOT NULL, "
                       "queue_name TEXT NOT NULL, cause TEXT NOT NULL, verdict TEXT NOT NULL, reason TEXT NOT NULL, opened_at INTEGER NOT NULL, "
                       "changed_at INTEGER NOT NULL, closed_at INTEGER, owner TEXT NOT NULL, runbook TEXT NOT NULL, acknowledged_by TEXT NOT NULL, "
                       "acknowledged_at INTEGER, muted_until INTEGER)"),
        QStringLiteral("CREATE UNIQUE INDEX alert_open ON alert (connection, queue, cause) WHERE closed_at IS NULL"),
        QStringLiteral("CREATE TABLE alert_log (sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, connection TEXT NOT NULL, "
                       "queue TEXT NOT NULL, connection_name TEXT NOT NULL, from_verdict TEXT, to_verdict TEXT NOT NULL, cause TEXT NOT NULL, "
                       "text TEXT NOT NULL)"),
        QStringLiteral("CREATE INDEX alert_log_queue ON alert_log (connection, queue, sequence)"),
        QStringLiteral("CREATE TABLE maintenance (id INTEGER PRIMARY KEY, connection TEXT NOT NULL, queue_glob TEXT NOT NULL, "
                       "from_at INTEGER NOT NULL, until_at INTEGER NOT NULL, reason TEXT NOT NULL, who TEXT NOT NULL)"),
    };
    for (const Level level : rollupLevels)
        sql << createRollup(tableOf(level), QStringLiteral("queue INTEGER NOT NULL, start INTEGER NOT NULL"), QStringLiteral("queue, start"));
    return sql;
}

} // namespace

MigrationSteps historySchema()
{
    return {firstVersion()};
}

QString tableOf(Level level)
{
    switch (level) {
    case Level::Raw: break;
    case Level::Minute: return QStringLiteral("rollup_minute");
    case Level::QuarterHour: return QStringLiteral("rollup_quarter_hour");
    case Level::TwoHours: return QStringLiteral("rollup_two_hours");
    }
    return QStringLiteral("sample");
}

QString sampleColumns()
{
    static const QString columns = QStringLiteral("verdict, flags, ") + figureNames().join(QStringLiteral(", "));
    return columns;
}

QString rollupColumns()
{
    static const QString columns = QStringLiteral("samples, last_at, worst, ") + rolledNames().join(QStringLiteral(", "));
    return columns;
}

QString placeholders(int keys, const QString &columns)
{
    QStringList marks;
    marks.fill(QStringLiteral("?"), keys + columns.count(QLatin1Char(',')) + 1);
    return marks.join(QStringLiteral(", "));
}

void bindSample(QSqlQuery &query, int first, const SampleRow &row)
{
    query.bindValue(first, verdictCode(row.verdict));
    query.bindValue(first + 1, qint64(row.flags));
    for (int i = 0; i < figureCount; ++i) {
        const auto value = row.value(Figure(i));
        query.bindValue(first + 2 + i, value ? QVariant(*value) : QVariant(QMetaType(QMetaType::Double)));
    }
}

SampleRow readSample(const QSqlQuery &query, int first)
{
    SampleRow row;
    row.verdict = verdictOfCode(query.value(first).toInt());
    row.flags = query.value(first + 1).toULongLong();
    for (int i = 0; i < figureCount; ++i) {
        if (query.isNull(first + 2 + i))
            row.forget(Figure(i));
        else
            row.values[size_t(i)] = query.value(first + 2 + i).toDouble();
    }
    return row;
}

void bindRollup(QSqlQuery &query, int first, const Rollup &rollup)
{
    const QVariant null(QMetaType(QMetaType::Double));
    query.bindValue(first, rollup.samples);
    query.bindValue(first + 1, rollup.lastAt);
    query.bindValue(first + 2, rollup.worst ? QVariant(*rollup.worst) : null);
    for (size_t i = 0; i < rollup.ranges.size(); ++i) {
        const int at = first + 3 + int(i) * 3;
        const auto &range = rollup.ranges[i];
        query.bindValue(at, range ? QVariant(range->min) : null);
        query.bindValue(at + 1, range ? QVariant(range->max) : null);
        query.bindValue(at + 2, range ? QVariant(range->last) : null);
    }
}

Rollup readRollup(const QSqlQuery &query, int first)
{
    Rollup rollup;
    rollup.samples = query.value(first).toInt();
    rollup.lastAt = query.value(first + 1).toLongLong();
    if (!query.isNull(first + 2))
        rollup.worst = query.value(first + 2).toInt();
    for (size_t i = 0; i < rollup.ranges.size(); ++i) {
        const int at = first + 3 + int(i) * 3;
        if (!query.isNull(at))
            rollup.ranges[i] = BucketRange{query.value(at).toDouble(), query.value(at + 1).toDouble(), query.value(at + 2).toDouble()};
    }
    return rollup;
}

} // namespace holdwatch::storage
