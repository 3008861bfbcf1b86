// SPDX-License-Identifier: GPL-3.0-or-later
// Publishes to the queue file it is given until it is killed; prints an id once it is acknowledged.
#include "app/practice/QueueEngine.h"
#include "app/practice/SqliteStore.h"

#include <QCoreApplication>

#include <cstdio>

using namespace holdwatch;
using namespace holdwatch::practice;

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const auto store = SqliteStore::open(arguments.value(1));
    if (!store)
        return 1;
    const SystemClock clock;
    QueueEngine engine(**store, clock);
    for (int n = 0;; ++n) {
        const auto id = engine.publish(arguments.value(2), {QByteArray::number(n)}, QString::number(n));
        if (!id)
            return 1;
        std::puts(qPrintable(id->text()));
        std::fflush(stdout);
    }
}
