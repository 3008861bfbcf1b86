// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/filter/Letters.h"

#include <QTest>

#include <cstdlib>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#define COUNTS_ALLOCATIONS 1

namespace {
int g_allocations = 0;
}

extern "C" {
void *__libc_malloc(std::size_t size);
void *malloc(std::size_t size)
{
    ++g_allocations;
    return __libc_malloc(size);
}
}
#endif

using namespace holdwatch;
using namespace holdwatch::filter;

class TestAllocations : public QObject
{
    Q_OBJECT
private slots:
    void askingARowAllocatesNothing()
    {
#ifdef COUNTS_ALLOCATIONS
        Letter letter;
        letter.failureClass = QStringLiteral("Malformed");
        letter.version = QStringLiteral("v10.2-rc1");
        letter.queues = QStringList{QStringLiteral("orders"), QStringLiteral("shop/holds")};
        letter.age = Millis(5400'000);
        letter.seen = noon().now;
        letter.attempts = QStringLiteral("123456789012345678901234567890.5");
        letter.body = QStringLiteral("Connection timed out");
        const Matcher matcher(parsed(QStringLiteral("class:(x OR MAL*ed) version:>=3 version:!=4 age:>1h age:1h..2h seen:>-2h seen:today attempts:>4.5 attempts:1..1e40 "
                                                    "-owner:* queue:shop* -queue:*mail* (timed*OUT OR nothing)")),
            noon());
        const int before = g_allocations;
        const bool answer = matcher.matches(letter);
        const int after = g_allocations;
        QVERIFY(answer);
        QCOMPARE(after - before, 0);
        const QString counted(100, QLatin1Char('x')); // so the counter does count
        QVERIFY(g_allocations > after && !counted.isEmpty());
#else
        QSKIP("Allocations can't be counted in this build.");
#endif
    }
};

QTEST_GUILESS_MAIN(TestAllocations)
#include "TestAllocations.moc"
