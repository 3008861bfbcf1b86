// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/CommandLine.h"

#include <QByteArray>

#include <cstdio>

namespace holdwatch::bootstrap {

int run(int argc, char **argv)
{
    if (argc > 1 && qstrcmp(argv[1], "--version") == 0) {
        std::puts("holdwatch " HOLDWATCH_VERSION);
        return 0;
    }
    return 2;
}

} // namespace holdwatch::bootstrap
