// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/Parser.h"

#include "app/json/Parse.h"

namespace holdwatch::providers::rabbitmq {

namespace {

using json::Value;

// A field of an unexpected type is as good as absent: one odd queue must not cost the whole page.
std::optional<qint64> integerIn(const std::optional<Value> &object, const QString &key)
{
    const auto value = object ? object->find(key) : std::nullopt;
    const auto number = value ? value->integer() : Result<qint64>(0);
    return value && number && *number >= 0 ? std::optional(*number) : std::nullopt;
}

std::optional<QString> textIn(const std::optional<Value> &object, const QString &key)
{
    const auto value = object ? object->find(key) : std::nullopt;
    const auto text = value ? value->text() : Result<QString>(QString());
    return value && text ? std::optional(*text) : std::nullopt;
}

bool flagIn(const Value &object, const QString &key)
{
    const auto value = object.find(key);
    return value && value->boolean().value_or(false);
}

std::optional<double> rateIn(const std::optional<Value> &statistics, const QString &counter)
{
    const auto details = statistics ? statistics->find(counter + QStringLiteral("_details")) : std::nullopt;
    const auto rate = details ? details->find(QStringLiteral("rate")) : std::nullopt;
    const auto number = rate ? rate->number() : Result<double>(0);
    return rate && number && *number >= 0 ? std::optional(*number) : std::nullopt;
}

template<typename T>
std::optional<T> plus(std::optional<T> a, std::optional<T> b)
{
    return a && b ? std::optional<T>(*a + *b) : a ? a : b;
}

void readStatistics(QueueRow &row, const std::optional<Value> &statistics)
{
    const auto total = [&](const char *name) { return integerIn(statistics, QLatin1String(name)); };
    const auto rate = [&](const char *name) { return rateIn(statistics, QLatin1String(name)); };
    row.publishTotal = total("publish");
    row.publishPerSecond = rate("publish");
    row.completedTotal = plus(total("ack"), plus(total("deliver_no_ack"), total("get_no_ack")));
    row.completedPerSecond = plus(rate("ack"), plus(rate("deliver_no_ack"), rate("get_no_ack")));
    row.redeliveredTotal = total("redeliver");
    row.redeliveredPerSecond = rate("redeliver");
}

void readHeadTimestamp(QueueRow &row, const Value &item)
{
    const QString key = QStringLiteral("head_message_timestamp");
    const auto value = item.find(key);
    if (!value)
        return;
    const auto seconds = integerIn(item, key);
    row.headTimestamp = seconds ? QueueRow::HeadTimestamp::Present : QueueRow::HeadTimestamp::Null;
    row.headTimestampSeconds = seconds.value_or(0);
}

void readDeadLettering(QueueRow &row, const Value &item)
{
    const auto arguments = item.find(QStringLiteral("arguments"));
    const auto policy = item.find(QStringLiteral("effective_policy_definition"));
    const auto setting = [&](const QString &key) {
        const auto own = textIn(arguments, QStringLiteral("x-") + key);
        return own ? own : textIn(policy, key);
    };
    row.deadLetterExchange = setting(QStringLiteral("dead-letter-exchange"));
    row.deadLetterRoutingKey = setting(QStringLiteral("dead-letter-routing-key"));
    const QString limit = QStringLiteral("delivery-limit");
    const auto own = integerIn(arguments, QStringLiteral("x-") + limit);
    row.deliveryLimit = own ? own : integerIn(policy, limit);
}

Result<QueueRow> rowFrom(const Value &item)
{
    const auto name = item.at(QStringLiteral("name")).and_then(&Value::text);
    if (!name)
        return failure(name.error());
    QueueRow row;
    row.name = *name;
    row.vhost = textIn(item, QStringLiteral("vhost")).value_or(QStringLiteral("/"));
    row.type = textIn(item, QStringLiteral("type")).value_or(QString());
    row.state = textIn(item, QStringLiteral("state")).value_or(QString());
    row.ready = integerIn(item, QStringLiteral("messages_ready"));
    row.unacknowledged = integerIn(item, QStringLiteral("messages_unacknowledged"));
    row.consumers = integerIn(item, QStringLiteral("consumers"));
    readHeadTimestamp(row, item);
    readDeadLettering(row, item);
    readStatistics(row, item.find(QStringLiteral("message_stats")));
    return row;
}

template<typename Row, typename Read>
Result<QVector<Row>> rowsOf(const Value &list, Read read)
{
    const auto items = list.items();
    if (!items)
        return failure(items.error());
    QVector<Row> rows;
    rows.reserve(items->size());
    for (const Value &item : *items) {
        Result<Row> row = read(item);
        if (!row)
            return failure(row.error());
        rows << *row;
    }
    return rows;
}

} // namespace

Result<Overview> parseOverview(const QByteArray &body)
{
    return json::parse(body).and_then([](const Value &root) -> Result<Overview> {
        const auto version = root.at(QStringLiteral("rabbitmq_version")).and_then(&Value::text);
        if (!version)
            return failure(version.error());
        Overview overview;
        overview.version = *version;
        overview.statisticsDisabled = flagIn(root, QStringLiteral("disable_stats"));
        overview.ratesDisabled = textIn(root, QStringLiteral("rates_mode")) == QStringLiteral("none");
        return overview;
    });
}

QStringList parseTags(const QByteArray &whoamiBody)
{
    const auto root = json::parse(whoamiBody);
    const auto tags = root ? root->find(QStringLiteral("tags")) : std::nullopt;
    if (!tags)
        return {};
    // A list since 3.9; before it was one text with commas.
    QStringList words;
    if (const auto items = tags->items()) {
        for (const Value &item : *items)
            words << item.text().value_or(QString());
    } else {
        words = tags->text().value_or(QString()).split(QLatin1Char(','));
    }
    for (QString &word : words)
        word = word.trimmed();
    words.removeAll(QString());
    return words;
}

Result<QVector<PermissionRow>> parsePermissions(const QByteArray &body)
{
    return json::parse(body).and_then([](const Value &root) -> Result<QVector<PermissionRow>> {
        return rowsOf<PermissionRow>(root, [](const Value &row) { return PermissionRow{textIn(row, QStringLiteral("vhost")).value_or(QString()), textIn(row, QStringLiteral("write")).value_or(QString()), textIn(row, QStringLiteral("read")).value_or(QString())}; });
    });
}

Result<QueuePage> parseQueuePage(const QByteArray &body)
{
    return json::parse(body).and_then([](const Value &root) -> Result<QueuePage> {
        QueuePage page;
        // Without paging the API answers a bare array; an old or proxied server may do so anyway.
        const auto list = root.isArray() ? Result<Value>(root) : root.at(QStringLiteral("items"));
        if (!list)
            return failure(list.error());
        auto rows = rowsOf<QueueRow>(*list, rowFrom);
        if (!rows)
            return failure(rows.error());
        page.rows = std::move(*rows);
        page.page = static_cast<int>(integerIn(root, QStringLiteral("page")).value_or(1));
        page.pageCount = static_cast<int>(std::min<qint64>(integerIn(root, QStringLiteral("page_count")).value_or(1), 1000));
        page.totalCount = integerIn(root, QStringLiteral("total_count")).value_or(page.rows.size());
        return page;
    });
}

Result<QVector<ExchangeRow>> parseExchanges(const QByteArray &body)
{
    return json::parse(body).and_then([](const Value &root) {
        return rowsOf<ExchangeRow>(root, [](const Value &item) -> Result<ExchangeRow> {
            const auto name = item.at(QStringLiteral("name")).and_then(&Value::text);
            if (!name)
                return failure(name.error());
            return ExchangeRow{textIn(item, QStringLiteral("vhost")).value_or(QStringLiteral("/")), *name, textIn(item, QStringLiteral("type")).value_or(QString())};
        });
    });
}

Result<QVector<BindingRow>> parseBindings(const QByteArray &body)
{
    return json::parse(body).and_then([](const Value &root) {
        return rowsOf<BindingRow>(root, [](const Value &item) -> Result<BindingRow> {
            const auto destination = item.at(QStringLiteral("destination")).and_then(&Value::text);
            if (!destination)
                return failure(destination.error());
            return BindingRow{textIn(item, QStringLiteral("vhost")).value_or(QStringLiteral("/")), textIn(item, QStringLiteral("source")).value_or(QString()), *destination,
                              textIn(item, QStringLiteral("destination_type")) != QStringLiteral("exchange"), textIn(item, QStringLiteral("routing_key")).value_or(QString())};
        });
    });
}

QString explanationOf(const QByteArray &body)
{
    const auto root = json::parse(body);
    if (!root)
        return {};
    const auto error = textIn(*root, QStringLiteral("error"));
    const auto reason = textIn(*root, QStringLiteral("reason"));
    QStringList parts;
    for (const auto &part : {error, reason}) {
        if (part && !part->isEmpty())
            parts << *part;
    }
    return parts.join(QStringLiteral(": "));
}

} // namespace holdwatch::providers::rabbitmq
