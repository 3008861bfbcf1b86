// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/DeadLetterModel.h"
#include "models/deadletters/LetterGroupModel.h"
#include "models/deadletters/LetterRowMaker.h"
#include "models/deadletters/LetterSelection.h"
#include "models/filter/Parser.h"

#include <QFile>
#include <QGuiApplication>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QUuid>

#include <cstdio>
#include <cstring>
#include <ctime>

using namespace holdwatch;

namespace {

constexpr qint64 epoch = 1'764'500'000'000;
constexpr int page = 500;

double residentMegabytes()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return line.mid(6).trimmed().split(' ').first().toDouble() * 1024 / 1e6;
    }
    return 0;
}

/// Processor time of this thread: what else runs on the machine does not count.
double millisecondsNow()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

double millisecondsOf(const std::function<void()> &work)
{
    const double before = millisecondsNow();
    work();
    return millisecondsNow() - before;
}

void say(const char *what, double milliseconds)
{
    std::printf("  %-58s %10.1f ms\n", what, milliseconds);
    std::fflush(stdout);
}

quint32 scrambled(qint64 i)
{
    return quint32(quint64(i) * 0x9E3779B97F4A7C15ull >> 32);
}

/// Ids, keys and errors differ in each; classes, versions, queues and content types come from few.
DeadLetterRow rowOf(qint64 i)
{
    static const QStringList classes{QStringLiteral("transient-dependency"), QStringLiteral("rate-limit"), QStringLiteral("malformed"), QStringLiteral("unsupported-version"),
                                     QStringLiteral("permanent-rejection"), QStringLiteral("unknown")};
    const quint32 chance = scrambled(i);
    DeadLetterRow row;
    row.number = i;
    row.id = MessageId(QUuid(chance, quint16(i), quint16(i >> 16), 1, 2, 3, 4, 5, 6, 7, 8).toString(QUuid::WithoutBraces));
    row.key = QStringLiteral("reserve-inventory:A-%1:%2").arg(i / 2).arg(chance % 3);
    row.keyPlace = QStringLiteral("/idempotency_key");
    row.version = QString::number(1 + chance % 4);
    row.versionPlace = QStringLiteral("/schema_version");
    row.handlerVersion = QStringLiteral("2.%1.0").arg(chance / 7 % 5);
    row.failureClass = classes.at(chance / 11 % 6);
    row.originQueue = QStringLiteral("queue-%1").arg(chance / 13 % 8);
    row.error = QStringLiteral("Order A-%1 failed at 2025-11-30T10:%2:03Z: connection to inventory-db-%3:5432 timed out after %4 ms (attempt %5)")
                    .arg(i).arg(10 + chance % 50).arg(chance % 9).arg(chance % 30000).arg(chance % 7);
    row.contentType = QStringLiteral("application/json");
    row.size = 1000 + chance % 60;
    row.deliveries = 3 + int(chance % 5);
    row.httpStatus = chance % 3 ? 0 : 503;
    row.publishedAt = fromEpochMillis(epoch - qint64(chance % 864'000'000));
    row.diedAt = *row.publishedAt + Minutes(30);
    row.expiresAt = *row.publishedAt + std::chrono::hours(24 * 14);
    row.firstSeenAt = fromEpochMillis(epoch);
    row.digest = QByteArray(32, char(1 + chance % 200));
    std::memcpy(row.digest.data(), &i, sizeof i);
    return row;
}

QByteArray payloadOf(LetterNumber number)
{
    const QByteArray head = R"({"idempotency_key":"reserve-inventory:A-)" + QByteArray::number(number / 2) + R"(:1","schema_version":)" + QByteArray::number(1 + scrambled(number) % 4)
        + R"(,"order":{"id":"A-)" + QByteArray::number(number) + R"(","total":12.50,"lines":[{"sku":"S-1","count":2},{"sku":"S-2","count":1}]},"note":")";
    return head + QByteArray(std::max<qsizetype>(0, 1000 - head.size()), 'x') + "\"}";
}

filter::Expression parsed(const char *text)
{
    return *filter::parse(QString::fromLatin1(text), letterCatalogue());
}

class FixedClock final : public Clock
{
public:
    UtcTime now() const override { return fromEpochMillis(epoch); }
    Millis monotonic() const override { return Millis(0); }
};

double filterOnce(DeadLetterModel &model, const char *text)
{
    const filter::Expression expression = parsed(text);
    return millisecondsOf([&] {
        model.setFilter(expression, {fromEpochMillis(epoch)}, [](LetterNumber number) { return std::optional(payloadOf(number)); });
        model.filterSome();
    });
}

void append(DeadLetterModel &model, LetterGroupModel *groups, qint64 from, qint64 until)
{
    double longest = 0, all = 0;
    for (qint64 i = from; i < until; i += page) {
        QVector<DeadLetterRow> rows;
        rows.reserve(page);
        for (qint64 each = i; each < std::min(i + page, until); ++each)
            rows.append(rowOf(each));
        const double took = millisecondsOf([&] {
            model.append(rows);
            if (groups)
                groups->refresh();
        });
        longest = std::max(longest, took);
        all += took;
    }
    say("append in pages of 500 with groups kept up to date, all", all);
    say("  the longest page", longest);
}

void groupAndFilter(DeadLetterModel &model)
{
    LetterGroups groups(model.table());
    for (const auto &[name, grouping] : {std::pair{"group anew by class and version", Grouping{}}, {"  and handler and queue", Grouping{true, true, false}}, {"  and folded error", Grouping{true, true, true}}})
        say(name, millisecondsOf([&] {
                groups.setGrouping(grouping);
                groups.catchUp();
            }));
    for (const char *text : {"class:malformed version:>=3", "class:malformed version:>=3 age:>1h", "deliveries:>4 status:503 -queue:queue-1", "key:reserve-inventory:A-17:1", "error:*\"timed out\"*", ""})
        say((QByteArray("filter ") + (*text ? text : "(none)")).constData(), filterOnce(model, text));
    const double both = filterOnce(model, "class:malformed version:>=3 age:>1h") + millisecondsOf([&] {
                            groups.setGrouping({});
                            groups.catchUp();
                            groups.shownOf(model.shown());
                        });
    say("group + filter", both);
    filterOnce(model, "");
    LetterSelection selection;
    say("select all shown", millisecondsOf([&] { selection.add(model.table(), model.shown()); }));
}

void sortAndSearch(DeadLetterModel &model)
{
    for (const LetterCell cell : {LetterCell::Died, LetterCell::Class, LetterCell::Version, LetterCell::Size, LetterCell::Error, LetterCell::Key, LetterCell::Id})
        say(("sort by " + cellTitle(cell).toLower().toLatin1()).constData(), millisecondsOf([&] { model.sort(int(cell), Qt::DescendingOrder); }));
    model.sort(-1);
    const filter::Expression path = parsed("order.id:\"A-17\"");
    say("filter order.id:\"A-17\", until the first slice is shown", millisecondsOf([&] {
            model.setFilter(path, {fromEpochMillis(epoch)}, [](LetterNumber number) { return std::optional(payloadOf(number)); });
        }));
    say("  until all payloads are read", millisecondsOf([&] { model.filterSome(); }));
    filterOnce(model, "");
}

void measureOurs(qint64 count)
{
    const FixedClock clock;
    std::printf("%lld rows in the compact table\n", static_cast<long long>(count));
    const double before = residentMegabytes();
    DeadLetterModel model(clock);
    model.setClasses(builtInRules().classes);
    LetterGroupModel groups(model.table(), clock);
    append(model, &groups, 0, count);
    std::printf("  %-58s %10.1f MB\n", "memory with item models and groups (VmRSS)", residentMegabytes() - before);
    groupAndFilter(model);
    sortAndSearch(model);
    std::printf("  %-58s %10.1f MB\n", "memory after all of it", residentMegabytes() - before);
}

void measureRowMaker()
{
    const LetterRowMaker maker(builtInRules(), QStringLiteral("rabbitmq"), {fromEpochMillis(epoch)});
    QVector<DeadLetter> letters;
    for (int i = 0; i < 2000; ++i) {
        DeadLetter letter;
        letter.payload = payloadOf(i);
        letter.payloadSize = letter.payload.size();
        letter.error = rowOf(i).error;
        letters.append(letter);
    }
    const double all = millisecondsOf([&] {
        for (int i = 0; i < letters.size(); ++i)
            maker.row(letters.at(i), i);
    });
    DeadLetterRow row;
    const double classes = millisecondsOf([&] {
        for (const DeadLetter &letter : letters)
            maker.matcher().classify(letter, row);
    });
    std::printf("a row from a letter of 1 KB: %.1f us, of which its class %.1f us\n", all * 1000 / double(letters.size()), classes * 1000 / double(letters.size()));
}

/// What one writes first: everything in one item model, a proxy that filters and sorts it.
void measureNaive(int count)
{
    std::printf("%d rows in QStandardItemModel and QSortFilterProxyModel\n", count);
    const FixedClock clock;
    const double before = residentMegabytes();
    QStandardItemModel model(0, letterCellCount);
    QSortFilterProxyModel proxy;
    proxy.setSourceModel(&model);
    say("append", millisecondsOf([&] {
            for (int i = 0; i < count; ++i) {
                const DeadLetterRow row = rowOf(i);
                QList<QStandardItem *> items;
                for (int cell = 0; cell < letterCellCount; ++cell)
                    items.append(new QStandardItem(cellText(row, LetterCell(cell), {}, clock.now(), Zone::Utc)));
                model.appendRow(items);
            }
        }));
    std::printf("  %-58s %10.1f MB\n", "memory", residentMegabytes() - before);
    QHash<QString, int> groups;
    const double grouping = millisecondsOf([&] {
        for (int i = 0; i < count; ++i)
            ++groups[model.item(i, int(LetterCell::Class))->text() + QLatin1Char('/') + model.item(i, int(LetterCell::Version))->text()];
    });
    say("group by class and version, counts alone", grouping);
    proxy.setFilterKeyColumn(int(LetterCell::Class));
    const double filtering = millisecondsOf([&] { proxy.setFilterFixedString(QStringLiteral("malformed")); });
    say("filter by class alone", filtering);
    say("group + filter", grouping + filtering);
    proxy.setFilterFixedString({});
    say("sort by died", millisecondsOf([&] { proxy.sort(int(LetterCell::Died), Qt::DescendingOrder); }));
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    const qint64 count = argc > 1 ? QByteArray(argv[1]).toLongLong() : 1'000'000;
    measureRowMaker();
    measureOurs(count);
    measureNaive(int(std::min<qint64>(100'000, count)));
    return 0;
}
