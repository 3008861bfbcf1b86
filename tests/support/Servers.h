// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

/// Where a server that a test needs is not there: a skip that says why, or, where every server was
/// installed on purpose, a failure. Used in initTestCase().
#define HOLDWATCH_NEED_SERVER(whyMissing)                                                                   \
    do {                                                                                                    \
        const QString missing = (whyMissing);                                                               \
        if (!missing.isEmpty() && qEnvironmentVariableIsSet("HOLDWATCH_REQUIRE_SERVERS"))                   \
            QFAIL(qPrintable(missing));                                                                     \
        if (!missing.isEmpty())                                                                             \
            QSKIP(qPrintable(missing));                                                                     \
    } while (false)
