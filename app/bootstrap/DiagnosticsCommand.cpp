// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/DiagnosticsCommand.h"

#include "app/bootstrap/Diagnostics.h"
#include "app/bootstrap/Logging.h"
#include "app/bootstrap/Usage.h"
#include "app/operations/KeySource.h"
#include "app/storage/Profile.h"
#include "app/storage/config/ConnectionFile.h"

#include <QCommandLineParser>

#include <cstdio>

namespace holdwatch::bootstrap {

namespace {

/// Old log lines were cleaned of them when they were written; once more costs nothing.
void knowKeysOf(const QString &profile, Redactor &redactor)
{
    operations::RunKeys keys;
    keys.setObserver([&redactor](const Secret &key) { redactor.know(key); });
    for (const ConnectionConfig &connection : storage::ConnectionFile(storage::Profile::connectionsFileIn(profile)).read().connections)
        (void)keys.keyFor(connection);
}

} // namespace

int runDiagnostics(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.addOptions({{QStringLiteral("no-hosts"), QString()}, {QStringLiteral("no-log"), QString()}, {QStringLiteral("profile"), QString(), QStringLiteral("DIR")}});
    if (!parser.parse(QStringList(QStringLiteral("diagnostics")) + arguments) || !parser.positionalArguments().isEmpty()) {
        const QString what = parser.errorText().isEmpty() ? QStringLiteral("“%1” is not understood").arg(parser.positionalArguments().constFirst()) : parser.errorText();
        std::fprintf(stderr, "holdwatch diagnostics: %s\nSee holdwatch --help.\n", qUtf8Printable(what));
        return exitCodeForTrouble;
    }
    const QString profile = parser.isSet(QStringLiteral("profile")) ? parser.value(QStringLiteral("profile")) : storage::Profile::defaultDirectory();
    Redactor redactor;
    knowKeysOf(profile, redactor);
    const Logging logging(QString(), redactor);
    const SystemClock clock;
    const Diagnostics diagnostics(profile, redactor, clock);
    const QByteArray text = diagnostics.text({parser.isSet(QStringLiteral("no-hosts")), parser.isSet(QStringLiteral("no-log"))}).toUtf8();
    std::fwrite(text.constData(), 1, size_t(text.size()), stdout);
    std::fflush(stdout);
    return 0;
}

} // namespace holdwatch::bootstrap
