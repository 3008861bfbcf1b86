// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/Completion.h"
#include "tests/unit/filter/Letters.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::filter;

namespace {

Completions completeAt(const QString &marked)
{
    QString text = marked;
    const qsizetype cursor = text.indexOf(QLatin1Char('|'));
    text.remove(cursor, 1);
    return complete(text, cursor, letterCatalogue());
}

QString inserts(const Completions &completions)
{
    QStringList found;
    for (const Completion &completion : completions.items)
        found += completion.insert;
    return found.join(QLatin1Char(','));
}

} // namespace

class TestCompletion : public QObject
{
    Q_OBJECT
private slots:
    /// `replaced` is what the choice takes the place of.
    void offersWhatCanStandAtTheCursor_data()
    {
        QTest::addColumn<QString>("marked");
        QTest::addColumn<QString>("offered");
        QTest::addColumn<QString>("replaced");
        const auto row = [](const char *marked, const char *offered, const char *replaced) {
            QTest::addRow("%s", marked) << QString::fromUtf8(marked) << QString::fromUtf8(offered) << QString::fromUtf8(replaced);
        };
        const char *all = "class:,version:,age:,seen:,attempts:,owner:,queue:,NOT,(";
        row("|", all, "");
        row("(|", all, "");
        row("-|", all, "");
        row("a OR |", all, "");
        row("a |", "class:,version:,age:,seen:,attempts:,owner:,queue:,OR,NOT,(", "");
        row("c|", "class:", "c");
        row("CL|", "class:", "CL");
        row("cl|ass:malformed", "class:", "class:");
        row("a -(at|", "attempts:", "at");
        row("v|", "version:", "v");
        row("ten|", "", "ten");
        row("temp|", "attempts:", "temp");
        row("a o|", "owner:,version:,OR", "o");
        row("a |b", "class:,version:,age:,seen:,attempts:,owner:,queue:,OR,NOT,(", "b");
        row("class:|", "malformed,\"rate limit\",unknown,*,!=", "");
        row("class:m|", "malformed", "m");
        row("class:m|al x", "malformed", "mal");
        row("class:\"r|", "\"rate limit\"", "\"r");
        row("class:\"ra|te\" x", "\"rate limit\"", "\"rate\"");
        row("class:!=|", "malformed,\"rate limit\",unknown", "");
        row("class:|malformed", "malformed,\"rate limit\",unknown", "malformed");
        row("class:(|", "malformed,\"rate limit\",unknown,*,!=", "");
        row("class:(malformed |", "OR,)", "");
        row("class:(malformed O|", "OR", "O");
        row("class:(malformed OR u|", "unknown", "u");
        row("class:(malformed OR unknown) |", "class:,version:,age:,seen:,attempts:,owner:,queue:,OR,NOT,(", "");
        row("owner:ch|", "ch-team,checkout", "ch");
        row("age:|", "5m,1h,1d,*,!=,>,>=,<,<=", "");
        row("age:>|", "5m,1h,1d", "");
        row("age:>1|", "1h,1d", "1");
        row("age:1h..|", "5m,1h,1d", "");
        row("seen:>=t|", "today", "t");
        row("seen:>-|", "-1h,-1d", "-");
        row("order.id:|", "*,!=,>,>=,<,<=", "");
        row("order.id:x|", "", "x");
        row("\"class\":m|", "", "m");
        row("\"free te|", "", "\"free te");
        row("class:(a (|", "", "");
        row("((((|", all, "");
        row("a) b |", "class:,version:,age:,seen:,attempts:,owner:,queue:,OR,NOT,(", "");
    }
    void offersWhatCanStandAtTheCursor()
    {
        QFETCH(QString, marked);
        const Completions found = completeAt(marked);
        QTEST(inserts(found), "offered");
        QString text = marked;
        text.remove(QLatin1Char('|'));
        QTEST(text.mid(found.offset, found.length), "replaced");
    }

    void aFieldComesWithItsDescription()
    {
        const Completions found = completeAt(QStringLiteral("ag|"));
        QCOMPARE(found.items.first().description, QStringLiteral("Time since it died"));
        QVERIFY(found.items.first().kind == Completion::Kind::Field);
    }

    void everyCursorOfAnyTextGetsARangeInsideIt()
    {
        const QString text = QStringLiteral("class:(\"a\\\"b\" OR *) -age:1h..2h \"x y\".0:>=3 (a OR b) \"open");
        for (qsizetype cursor = -3; cursor < text.size() + 3; ++cursor) {
            const Completions found = complete(text, cursor, letterCatalogue());
            const qsizetype inside = std::clamp<qsizetype>(cursor, 0, text.size());
            QVERIFY(found.offset >= 0 && found.offset <= inside);
            QVERIFY(found.offset + found.length >= inside && found.offset + found.length <= text.size());
        }
    }

    void aLongListIsCut()
    {
        FieldCatalogue catalogue;
        FieldInfo field;
        field.name = QStringLiteral("queue");
        field.values = [](const QString &) {
            QStringList values;
            for (int i = 0; i < 1000; ++i)
                values += QStringLiteral("q%1").arg(i);
            return values;
        };
        catalogue.add(field);
        QCOMPARE(complete(u"queue:q", 7, catalogue).items.size(), 50);
    }
};

QTEST_GUILESS_MAIN(TestCompletion)
#include "TestCompletion.moc"
