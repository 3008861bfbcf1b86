// SPDX-License-Identifier: GPL-3.0-or-later
#include "LetterSamples.h"
#include "models/deadletters/FoldedError.h"
#include "models/deadletters/LetterGroups.h"
#include "models/deadletters/LetterView.h"

#include <QMap>
#include <QSet>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestLetterGroups : public QObject
{
    Q_OBJECT

    static QString nameOf(const DeadLetterRow &row, const Grouping &by)
    {
        return QStringList{row.failureClass, row.version, by.byHandler ? row.handlerVersion : QString(), by.byQueue ? row.originQueue : QString(), by.byError ? foldedError(row.error) : QString()}.join(QLatin1Char('|'));
    }
    static QString nameOf(const LetterGroup &group) { return QStringList{group.failureClass, group.version, group.handler, group.queue, group.folded}.join(QLatin1Char('|')); }
    static qint64 millis(const std::optional<UtcTime> &time) { return time ? toEpochMillis(*time) : LetterTable::noTime; }

    /// What a person would count by hand.
    static void compareWithNaive(const LetterGroups &groups, const QVector<DeadLetterRow> &rows)
    {
        QMap<QString, QVector<DeadLetterRow>> naive;
        QStringList order;
        for (const DeadLetterRow &row : rows) {
            const QString name = nameOf(row, groups.grouping());
            if (!naive.contains(name))
                order.append(name);
            naive[name].append(row);
        }
        QCOMPARE(groups.total(), qint64(rows.size()));
        QCOMPARE(groups.groups().size(), std::size_t(naive.size()));
        for (std::size_t i = 0; i < groups.groups().size(); ++i) {
            const LetterGroup &group = groups.groups()[i];
            QCOMPARE(nameOf(group), order.at(qsizetype(i)));
            compareGroup(group, naive.value(nameOf(group)));
            compareArrivals(groups.scale(), group, naive.value(nameOf(group)));
            std::vector<quint32> members;
            for (const DeadLetterRow &row : naive.value(nameOf(group)))
                members.push_back(quint32(row.number));
            QCOMPARE(groups.rowsOf(quint32(i)), members);
        }
    }
    static void compareGroup(const LetterGroup &group, const QVector<DeadLetterRow> &rows)
    {
        QSet<QString> keys;
        qint64 redriven = 0, redrives = 0, withoutKey = 0, withoutDeath = 0;
        qint64 first = LetterTable::noTime, last = LetterTable::noTime, expiry = LetterTable::noTime;
        for (const DeadLetterRow &row : rows) {
            if (!row.key.isEmpty())
                keys.insert(row.key);
            withoutKey += row.key.isEmpty();
            withoutDeath += !row.diedAt;
            redriven += row.redrives > 0;
            redrives += row.redrives;
            if (row.diedAt && (first == LetterTable::noTime || millis(row.diedAt) < first))
                first = millis(row.diedAt);
            last = std::max(last, millis(row.diedAt));
            if (row.expiresAt && (expiry == LetterTable::noTime || millis(row.expiresAt) < expiry))
                expiry = millis(row.expiresAt);
        }
        QCOMPARE(group.count, qint64(rows.size()));
        QCOMPARE(group.distinctKeys, qint64(keys.size()));
        QCOMPARE(group.withoutKey, withoutKey);
        QCOMPARE(group.withoutDeath, withoutDeath);
        QCOMPARE(group.redriven, redriven);
        QCOMPARE(group.redrives, redrives);
        QCOMPARE(group.firstDied, first);
        QCOMPARE(group.lastDied, last);
        QCOMPARE(group.nearestExpiry, expiry);
    }
    static void compareArrivals(const ArrivalScale &scale, const LetterGroup &group, const QVector<DeadLetterRow> &rows)
    {
        ArrivalCounts wanted{};
        for (const DeadLetterRow &row : rows) {
            for (int bucket = 0; row.diedAt && bucket < ArrivalScale::buckets; ++bucket)
                wanted[std::size_t(bucket)] += millis(row.diedAt) >= scale.start(bucket) && millis(row.diedAt) < scale.start(bucket) + scale.width();
        }
        QCOMPARE(group.arrivals, wanted);
    }

private slots:
    void countsAsAPersonWould_data()
    {
        QTest::addColumn<int>("bits");
        for (int bits = 0; bits < 8; ++bits)
            QTest::addRow("by %d", bits) << bits;
    }
    void countsAsAPersonWould()
    {
        QFETCH(int, bits);
        QRandomGenerator random(quint32(bits + 1));
        QVector<DeadLetterRow> rows;
        LetterTable table;
        LetterGroups groups(table);
        groups.setGrouping({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0});
        for (int page = 0; page < 6; ++page) {
            const auto more = randomRows(random, rows.size(), 150);
            table.append(more);
            rows += more;
            QVERIFY(!groups.catchUp());
            compareWithNaive(groups, rows);
        }
        for (int step = 0; step < 3; ++step) {
            const int at = random.bounded(int(rows.size()));
            rows[at] = randomRow(random, at);
            table.change({rows.at(at)});
            QVERIFY(groups.catchUp());
            compareWithNaive(groups, rows);
        }
        groups.setGrouping({});
        groups.catchUp();
        compareWithNaive(groups, rows);
    }

    void theScaleOfArrivalsGrowsBothWaysAndLosesNothing()
    {
        QRandomGenerator random(9);
        ArrivalScale scale;
        ArrivalCounts counts{};
        QVector<qint64> times;
        for (int i = 0; i < 300; ++i) {
            const qint64 time = (random.bounded(2) ? 1 : -1) * random.bounded(1 << std::min(30, 1 + i / 10));
            times.append(time);
            const ArrivalScale before = scale;
            if (scale.include(time))
                counts = carriedOver(counts, before, scale);
            ++counts[std::size_t(scale.bucketOf(time))];
            ArrivalCounts wanted{};
            for (const qint64 each : times) {
                for (int bucket = 0; bucket < ArrivalScale::buckets; ++bucket)
                    wanted[std::size_t(bucket)] += each >= scale.start(bucket) && each < scale.start(bucket) + scale.width();
            }
            QCOMPARE(counts, wanted);
        }
        QVERIFY(scale.width() > 60'000);
    }

    void lettersPastTheirUseAreCountedFromPublishingElseFromDeath()
    {
        LetterTable table;
        QVector<FailureClass> classes = builtInRules().classes;
        for (FailureClass &each : classes) {
            if (each.id == QLatin1String("malformed"))
                each.usefulFor = std::chrono::hours(1);
        }
        table.setClasses(classes);
        const auto letter = [](LetterNumber number, const char *failureClass, std::optional<int> published, std::optional<int> died) {
            DeadLetterRow row;
            row.number = number;
            row.failureClass = QString::fromLatin1(failureClass);
            if (published)
                row.publishedAt = sampleNow() - Minutes(*published);
            if (died)
                row.diedAt = sampleNow() - Minutes(*died);
            return row;
        };
        table.append({letter(0, "malformed", 61, 1), letter(1, "malformed", 59, 1), letter(2, "malformed", {}, 61), letter(3, "malformed", {}, {}), letter(4, "unknown", 500, 500)});
        LetterGroups groups(table);
        groups.catchUp();
        QCOMPARE(groups.pastUseful(sampleNow()), (std::vector<std::optional<qint64>>{2, std::nullopt}));
        QCOMPARE(groups.pastUseful(sampleNow() + Minutes(5)), (std::vector<std::optional<qint64>>{3, std::nullopt}));
    }

    void aGroupsFilterShowsThatGroup()
    {
        QRandomGenerator random(12);
        QVector<DeadLetterRow> rows = randomRows(random, 0, 600);
        for (DeadLetterRow &row : rows) {
            if (row.version == QLatin1String("2.0"))
                row.version = QStringLiteral("4"); // 2 and 2.0 are equal to a filter
        }
        LetterTable table;
        table.append(rows);
        LetterGroups groups(table);
        groups.setGrouping({true, true, true});
        groups.catchUp();
        LetterView view(table);
        for (quint32 i = 0; i < groups.groups().size(); ++i) {
            view.setFilter(*groups.filterFor(groups.groups()[i]), {sampleNow()});
            view.filterSome();
            QCOMPARE(view.shown(), groups.rowsOf(i));
            const auto text = filter::toText(*groups.filterFor(groups.groups()[i]));
            QCOMPARE(letterFilter(text), *groups.filterFor(groups.groups()[i]));
        }
        view.setFilter(letterFilter(QStringLiteral("class:malformed")), {sampleNow()});
        view.filterSome();
        const auto shown = groups.shownOf(view.shown());
        for (std::size_t i = 0; i < shown.size(); ++i)
            QCOMPARE(shown[i], groups.groups()[i].failureClass == QLatin1String("malformed") ? groups.groups()[i].count : 0);
    }

    void errorsWithoutEndMakeNoGroupsWithoutEnd()
    {
        LetterTable table;
        QVector<DeadLetterRow> rows(qsizetype(LetterGroups::mostErrors) + 500);
        for (int i = 0; i < rows.size(); ++i) {
            rows[i].number = i;
            rows[i].failureClass = QStringLiteral("unknown");
            for (int rest = i + 1; rest > 0; rest /= 26)
                rows[i].error += QChar(u'a' + rest % 26);
        }
        table.append(rows);
        LetterGroups groups(table);
        groups.setGrouping({false, false, true});
        groups.catchUp();
        QCOMPARE(groups.groups().size(), LetterGroups::mostErrors + 1);
        QCOMPARE(groups.groups().back().count, qint64(500));
        QVERIFY(!groups.filterFor(groups.groups().back()));
    }
};

QTEST_GUILESS_MAIN(TestLetterGroups)
#include "TestLetterGroups.moc"
