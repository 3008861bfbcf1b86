// SPDX-License-Identifier: GPL-3.0-or-later
#include "LetterSamples.h"
#include "models/deadletters/LetterView.h"
#include "models/filter/Completion.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;

class TestLetterFilter : public QObject
{
    Q_OBJECT

    QVector<FailureClass> m_classes;

    static std::vector<quint32> shownBy(const LetterTable &table, const QString &text, const PayloadLookup &payloads = samplePayload)
    {
        LetterView view(table);
        view.setFilter(letterFilter(text), {sampleNow()}, payloads);
        view.filterSome();
        return view.shown();
    }

private slots:
    void initTestCase()
    {
        m_classes = builtInRules().classes;
        m_classes[0].owner = QStringLiteral("payments");
        m_classes[2].owner = QStringLiteral("checkout");
        m_classes[2].state = FailureClass::State::Fixed;
    }

    void theTableAnswersAsASingleLetterDoes_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"", "class:malformed", "class:OWN", "version:>=2", "version:10 OR version:v3", "-version:*", "handler:<1.10", "queue:orders", "queue:*orders", "error:*failed",
                                 "age:>5h", "-age:*", "died:<-3h", "published:2025-11-30", "expires:*", "seen:>-10h", "size:500..900", "deliveries:>2", "deliveries:0", "-deliveries:*", "status:>=500",
                                 "-status:*", "key:k-1", "key:!=k-1", "id:m-*7", "id:*\xE4\xB8\xAD*", "content-type:application/json", "redrives:>0", "owner:checkout", "-owner:*", "state:fixed",
                                 "verdict:permanent", "folded:\"order # failed\"", "timed", "checkout", "order.id:A-17", "order.lines.0.sku:S-1", "total:<40.6", "order.lines.1:* OR size:<100", "\"A-1\"",
                                 "class:malformed (version:2 OR redrives:2) -order.id:A-4", "failure-class:unknown http:>1"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void theTableAnswersAsASingleLetterDoes()
    {
        QFETCH(QString, text);
        QRandomGenerator random(3);
        const auto rows = randomRows(random, 0, 400);
        LetterTable table;
        table.setClasses(m_classes);
        table.append(rows);
        const filter::Matcher matcher(letterFilter(text), {sampleNow()});
        std::vector<quint32> wanted;
        for (const DeadLetterRow &row : rows) {
            if (matcher.matches(LetterSource(row, samplePayload(row.number), m_classes, sampleNow())))
                wanted.push_back(quint32(row.number));
        }
        QVERIFY2(!wanted.empty(), "a filter that finds nothing proves nothing");
        QVERIFY(text.isEmpty() || wanted.size() < 400);
        QCOMPARE(shownBy(table, text), wanted);
    }

    void aPlaceWithEqualNamesHoldsEachOfThem()
    {
        const DeadLetterRow row;
        const auto matches = [&](const char *text) { return filter::Matcher(letterFilter(QString::fromLatin1(text)), {sampleNow()}).matches(LetterSource(row, "{\"a\":1,\"a\":{\"b\":null},\"c\":[true,2]}", {}, sampleNow())); };
        QVERIFY(matches("a:1"));
        QVERIFY(matches("a.b:null"));
        QVERIFY(matches("a:*"));
        QVERIFY(matches("c.0:true"));
        QVERIFY(matches("c.1:2"));
        QVERIFY(!matches("c.2:*"));
        QVERIFY(!matches("a.b.c:*"));
    }

    void whatIsAppendedIsFilteredToo()
    {
        QRandomGenerator random(5);
        LetterTable table;
        LetterView view(table);
        view.setFilter(letterFilter(QStringLiteral("class:malformed key:k*")), {sampleNow()});
        QVERIFY(view.filterSome());
        for (int page = 0; page < 20; ++page) {
            table.append(randomRows(random, LetterNumber(table.count()), 37));
            QVERIFY(!view.isDone());
            QVERIFY(view.filterSome());
            QCOMPARE(view.shown(), shownBy(table, QStringLiteral("class:malformed key:k*")));
        }
    }

    void goesOnFromWhereItStopped()
    {
        QRandomGenerator random(6);
        LetterTable table;
        table.append(randomRows(random, 0, 1000));
        LetterView view(table);
        view.setFilter(letterFilter(QStringLiteral("total:<500")), {sampleNow()}, samplePayload);
        QVERIFY(view.needsPayloads());
        for (std::size_t examined = 100; examined < 1000; examined += 100) {
            QVERIFY(!view.filterSome({100}));
            QCOMPARE(view.examined(), examined);
            QCOMPARE(view.shown().size(), std::min<std::size_t>(examined, 500));
        }
        QVERIFY(view.filterSome({100}));
    }

    void anExpiredDeadlineStopsAfterAFewPayloads()
    {
        QRandomGenerator random(6);
        LetterTable table;
        table.append(randomRows(random, 0, 1000));
        LetterView view(table);
        view.setFilter(letterFilter(QStringLiteral("total:1.5")), {sampleNow()}, samplePayload);
        QVERIFY(!view.filterSome({1000, QDeadlineTimer(0)}));
        QCOMPARE(view.examined(), std::size_t(64));
        QVERIFY(view.filterSome());
        QCOMPARE(view.shown(), std::vector<quint32>{1});
    }

    void payloadsAreReadOnlyWhereTheRowIsNotEnough()
    {
        QRandomGenerator random(7);
        LetterTable table;
        table.append(randomRows(random, 0, 500));
        int read = 0;
        const auto lookup = [&read](LetterNumber number) {
            ++read;
            return std::optional(samplePayload(number));
        };
        const auto malformed = shownBy(table, QStringLiteral("class:malformed"), lookup);
        QCOMPARE(read, 0);
        shownBy(table, QStringLiteral("total:<100 order.id:* class:malformed"), lookup);
        QCOMPARE(read, int(malformed.size()));
    }

    void rowsThatCouldNotBeSeenIntoAreCounted()
    {
        QRandomGenerator random(8);
        LetterTable table;
        table.append(randomRows(random, 0, 90));
        LetterView view(table);
        view.setFilter(letterFilter(QStringLiteral("order.id:*")), {sampleNow()}, [](LetterNumber number) { return number % 3 ? std::optional(samplePayload(number)) : std::nullopt; });
        view.filterSome();
        QCOMPARE(view.blindRows(), qint64(30));
        QCOMPARE(view.shown().size(), std::size_t(60));
        view.setFilter(letterFilter(QStringLiteral("order.id:*")), {sampleNow()});
        view.filterSome();
        QCOMPARE(view.blindRows(), qint64(90));
    }

    void changedRowsComeAndGo()
    {
        QRandomGenerator random(9);
        LetterTable table;
        table.append(randomRows(random, 0, 300));
        LetterView view(table);
        view.setOrder(LetterOrder(LetterCell::Size, Qt::DescendingOrder));
        view.setFilter(letterFilter(QStringLiteral("class:malformed")), {sampleNow()});
        view.filterSome();
        for (int step = 0; step < 100; ++step) {
            QVector<DeadLetterRow> news;
            for (int i = random.bounded(30); i >= 0; --i)
                news.append(randomRow(random, random.bounded(300)));
            view.rowsChanged(table.change(news));
            LetterView fresh(table);
            fresh.setOrder(view.order());
            fresh.setFilter(view.filter(), {sampleNow()});
            fresh.filterSome();
            QCOMPARE(view.shown(), fresh.shown());
        }
    }

    void aFilterForAgesOrRelativeTimesSaysSo()
    {
        const LetterTable table;
        LetterView view(table);
        const auto depends = [&view](const char *text) {
            view.setFilter(letterFilter(QString::fromLatin1(text)), {sampleNow()});
            return view.dependsOnNow();
        };
        QVERIFY(depends("class:x (size:1 OR -age:>1h)"));
        QVERIFY(depends("died:>-1h"));
        QVERIFY(!depends("died:2025-11-30 class:x"));
    }

    void completionsComeFromTheValuesThatAreThere()
    {
        QRandomGenerator random(10);
        LetterTable table;
        table.setClasses(m_classes);
        table.append(randomRows(random, 0, 100));
        const auto catalogue = letterCatalogue(table);
        const auto offered = [&](const QString &text) {
            QStringList all;
            for (const auto &each : filter::complete(text, text.size(), catalogue).items)
                all.append(each.insert);
            return all.join(QLatin1Char(' '));
        };
        QVERIFY(offered(QStringLiteral("queue:sho")).contains(QStringLiteral("shop/orders")));
        QVERIFY(offered(QStringLiteral("owner:che")).contains(QStringLiteral("checkout")));
        QVERIFY(offered(QStringLiteral("idem")).contains(QStringLiteral("key")));
    }
};

QTEST_GUILESS_MAIN(TestLetterFilter)
#include "TestLetterFilter.moc"
