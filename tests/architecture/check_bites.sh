#!/usr/bin/env bash
# Each line plants one offence in an otherwise clean tree; check.sh must refuse every one of them.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failed=0

plant() { # FILE LINE
    mkdir -p "$tree/app/providers/x" "$tree/ui" "$tree/models" "$tree/tests" "$tree/$(dirname "$1")"
    printf '// SPDX-License-Identifier: GPL-3.0-or-later\n%s\n' "$2" >"$tree/$1"
    if "$here/check.sh" "$tree" >/dev/null; then
        echo "not refused: $1: $2"
        failed=1
    fi
    rm -f "$tree/$1"
    "$here/check.sh" "$tree" >/dev/null || { echo "clean tree refused after $1"; failed=1; }
}

plant models/a.cpp '#include "app/net/HttpClient.h"'
plant ui/a.cpp '#include "app/operations/MonitorService.h"'
plant app/providers/x/a.cpp '#include "app/providers/y/b.h"'
plant app/practice/a.cpp '#include "app/json/Json.h"'
plant app/operations/a.cpp '#include <QNetworkReply>'
plant app/net/a.cpp '#include <QSqlQuery>'
plant app/bootstrap/a.cpp '#include <QHttpServer>'
plant models/b.cpp '#include <zlib.h>'
plant app/net/d.cpp '#include <amqp.h>'
plant app/amqp/a.cpp '#include "app/json/Value.h"'
plant ui/b.cpp '#include <QChartView>'
plant app/operations/b.cpp '#include <qt6keychain/keychain.h>'
plant app/storage/a.cpp 'auto *job = new QKeychain::ReadPasswordJob(service);'
plant app/secrets/a.cpp 'job->setInsecureFallback(true);'
plant app/secrets/b.cpp '#include "app/net/HttpClient.h"'
plant app/net/b.cpp 'reply->ignoreSslErrors();'
plant app/net/c.cpp 'Q_LOGGING_CATEGORY(log, "holdwatch.unheard")'
plant tests/unit/a.cpp 'QTest::qSleep(50);'
exit $failed
