// SPDX-License-Identifier: GPL-3.0-or-later
// A compiled filter over 1,000,000 rows, against a lambda written by hand that does the same check on the same rows.
#include "models/filter/Matcher.h"
#include "models/filter/Parser.h"
#include "models/filter/VersionOrder.h"

#include <QElapsedTimer>
#include <QTextStream>

#include <algorithm>
#include <array>
#include <vector>

using namespace holdwatch;
using namespace holdwatch::filter;

namespace {

enum Field : FieldId { Class, Version, Age, Attempts, Owner, Queue, Seen };

struct Row
{
    const QString *failureClass; // of a few that are kept once, as a snapshot does
    const QString *owner;
    const QString *queue;
    const QByteArray *body;
    const QString *version;
    qint64 attempts;
    Millis age;
    UtcTime seen;
};

class RowSource final : public FilterSource
{
public:
    void moveTo(const Row &row) { m_row = &row; }

    bool anyValue(FieldId field, const ValueTest &test) const override
    {
        switch (field) {
        case Class: return test(FieldValue::text(*m_row->failureClass));
        case Version: return test(FieldValue::text(*m_row->version));
        case Age: return test(FieldValue::duration(m_row->age));
        case Attempts: return test(FieldValue::whole(m_row->attempts));
        case Owner: return !m_row->owner->isNull() && test(FieldValue::text(*m_row->owner));
        case Queue: return test(FieldValue::text(*m_row->queue));
        case Seen: return test(FieldValue::time(m_row->seen));
        default: return false;
        }
    }
    bool anyValueAt(const FieldPath &, const ValueTest &) const override { return false; }
    bool anyTextContains(const TextPattern &pattern) const override { return pattern.foundInUtf8(*m_row->body); }

private:
    const Row *m_row = nullptr;
};

FieldCatalogue catalogue()
{
    FieldCatalogue catalogue;
    const auto add = [&catalogue](FieldId id, const char *name, FieldType type) {
        FieldInfo field;
        field.id = id;
        field.name = QString::fromLatin1(name);
        field.type = type;
        catalogue.add(field);
    };
    add(Class, "class", FieldType::Text);
    add(Version, "version", FieldType::Version);
    add(Age, "age", FieldType::Duration);
    add(Attempts, "attempts", FieldType::Number);
    add(Owner, "owner", FieldType::Text);
    add(Queue, "queue", FieldType::Text);
    add(Seen, "seen", FieldType::Time);
    return catalogue;
}

const QStringList classes{QStringLiteral("malformed"), QStringLiteral("rate limit"), QStringLiteral("unknown"), QStringLiteral("transient"), QStringLiteral("Malformed")};
const QStringList owners{QString(), QStringLiteral("checkout"), QStringLiteral("billing")};
const QStringList queues{QStringLiteral("orders"), QStringLiteral("shop/holds"), QStringLiteral("mail")};
const QStringList versions{QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3"), QStringLiteral("10")};

std::vector<QByteArray> manyBodies()
{
    std::vector<QByteArray> bodies;
    for (int i = 0; i < 997; ++i) {
        QByteArray body = QByteArrayLiteral(R"({"order":{"id":"A-17","note":"Grüße, hold until nine"},"error":)").repeated(14);
        body += i % 10 == 0 ? "\"Timed Out\"}" : "\"refused\"}";
        bodies.push_back(body);
    }
    return bodies;
}

std::vector<Row> manyRows(const std::vector<QByteArray> &bodies, UtcTime now)
{
    std::vector<Row> rows;
    rows.reserve(1'000'000);
    quint32 state = 12345;
    const auto next = [&state] { return state = state * 1664525 + 1013904223, state >> 8; };
    for (int i = 0; i < 1'000'000; ++i) {
        const Millis age(static_cast<qint64>(next() % 7200'000));
        rows.push_back({&classes[next() % classes.size()], &owners[next() % owners.size()], &queues[next() % queues.size()], &bodies[next() % bodies.size()],
            &versions[next() % versions.size()], static_cast<qint64>(next() % 8), age, now - age});
    }
    return rows;
}

/// What one writes to search bytes by hand, ASCII case ignored.
bool containsByHand(const QByteArray &body, const QByteArray &lowerCase)
{
    const auto same = [](char have, char want) { return (have >= 'A' && have <= 'Z' ? char(have + 32) : have) == want; };
    return std::search(body.begin(), body.end(), lowerCase.begin(), lowerCase.end(), same) != body.end();
}

struct Passes
{
    std::array<double, 7> millis{};
    int found = 0;

    template<typename Check>
    void run(std::size_t pass, const std::vector<Row> &rows, Check check)
    {
        QElapsedTimer timer;
        timer.start();
        found = static_cast<int>(std::count_if(rows.begin(), rows.end(), check));
        millis[pass] = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    }
    double median() const
    {
        auto sorted = millis;
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }
};

class Bench
{
public:
    explicit Bench(const std::vector<Row> &rows, const Moment &moment) : m_rows(rows), m_moment(moment) {}

    template<typename Check>
    void compare(const QString &filter, Check byHand)
    {
        const Matcher matcher(*parse(filter, catalogue()), m_moment);
        RowSource source;
        Passes compiled;
        Passes hand;
        for (std::size_t pass = 0; pass < compiled.millis.size(); ++pass) { // in turn, so that both meet the same machine
            compiled.run(pass, m_rows, [&](const Row &row) { return source.moveTo(row), matcher.matches(source); });
            hand.run(pass, m_rows, byHand);
        }
        print(filter, compiled, hand);
    }

private:
    static void print(const QString &filter, const Passes &compiled, const Passes &hand)
    {
        const QString odds = compiled.found == hand.found ? QString() : QStringLiteral("  BUT %1 BY HAND").arg(hand.found);
        QTextStream(stdout) << QStringLiteral("%1 ms  %2 ms by hand  ratio %3  %4 rows%5  ")
                                   .arg(compiled.median(), 7, 'f', 1).arg(hand.median(), 7, 'f', 1).arg(compiled.median() / hand.median(), 5, 'f', 2).arg(compiled.found, 7).arg(odds)
                            << filter << Qt::endl;
    }

    const std::vector<Row> &m_rows;
    Moment m_moment;
};

bool is(const QString *text, QLatin1String other)
{
    return text->compare(other, Qt::CaseInsensitive) == 0;
}

} // namespace

int main()
{
    const Moment moment{fromEpochMillis(1'796'040'000'000), QTimeZone::utc()};
    const auto bodies = manyBodies();
    const auto rows = manyRows(bodies, moment.now);
    Bench bench(rows, moment);
    bench.compare(QStringLiteral("class:malformed"), [](const Row &row) { return is(row.failureClass, QLatin1String("malformed")); });
    bench.compare(QStringLiteral("class:malformed version:>=3 age:>1h"), [](const Row &row) {
        return is(row.failureClass, QLatin1String("malformed")) && compareVersions(*row.version, u"3") >= 0 && row.age > Millis(3600'000);
    });
    bench.compare(QStringLiteral("class:(malformed OR \"rate limit\") attempts:>3 -owner:checkout"), [](const Row &row) {
        return (is(row.failureClass, QLatin1String("malformed")) || is(row.failureClass, QLatin1String("rate limit"))) && row.attempts > 3 && !is(row.owner, QLatin1String("checkout"));
    });
    bench.compare(QStringLiteral("class:mal* OR queue:*hold*"), [](const Row &row) {
        return row.failureClass->startsWith(QLatin1String("mal"), Qt::CaseInsensitive) || row.queue->contains(QLatin1String("hold"), Qt::CaseInsensitive);
    });
    bench.compare(QStringLiteral("attempts:2..4 seen:>-30m"), [now = moment.now](const Row &row) {
        return row.attempts >= 2 && row.attempts <= 4 && row.seen > now - Millis(1800'000);
    });
    bench.compare(QStringLiteral("class:unknown \"timed out\""), [](const Row &row) {
        return is(row.failureClass, QLatin1String("unknown")) && containsByHand(*row.body, QByteArrayLiteral("timed out"));
    });
    bench.compare(QStringLiteral("\"timed out\""), [](const Row &row) { return containsByHand(*row.body, QByteArrayLiteral("timed out")); });
    return 0;
}
