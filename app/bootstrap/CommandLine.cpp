// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/CommandLine.h"

#include "app/bootstrap/PracticeCommand.h"
#include "app/bootstrap/ReplayCommand.h"

#include <QByteArray>
#include <QCoreApplication>

#include <cstdio>

namespace holdwatch::bootstrap {

int run(int argc, char **argv)
{
    if (argc > 1 && qstrcmp(argv[1], "--version") == 0) {
        std::puts("holdwatch " HOLDWATCH_VERSION);
        return 0;
    }
    QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == QLatin1String("practice"))
        return runPractice(words.mid(2));
    if (words.value(1) == QLatin1String("replay"))
        return runReplay(words.mid(2));
    return 2;
}

} // namespace holdwatch::bootstrap
