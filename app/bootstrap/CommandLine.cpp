// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/CommandLine.h"

#include "app/bootstrap/AuditCommand.h"
#include "app/bootstrap/DeadLettersCommand.h"
#include "app/bootstrap/DiagnosticsCommand.h"
#include "app/bootstrap/Hardening.h"
#include "app/bootstrap/Logging.h"
#include "app/bootstrap/OperatorCommand.h"
#include "app/bootstrap/PracticeCommand.h"
#include "app/bootstrap/RedriveCommand.h"
#include "app/bootstrap/ReplayCommand.h"
#include "app/bootstrap/RosterCommand.h"
#include "app/bootstrap/StatusCommand.h"
#include "app/bootstrap/Usage.h"
#include "app/bootstrap/WindowCommand.h"

#include <QCoreApplication>
#include <QGuiApplication>

#include <cstdio>
#include <memory>

namespace holdwatch::bootstrap {

namespace {

int printStatus(const QStringList &arguments)
{
    const auto options = parseStatusOptions(arguments);
    if (options)
        return runStatus(*options);
    std::fprintf(stderr, "holdwatch status: %s\n", qUtf8Printable(toSentence(options.error())));
    return exitCodeForTrouble;
}

bool isAsked(const QStringList &words, const QString &shortForm, const QString &longForm)
{
    return words.value(1) == shortForm || words.value(1) == longForm || words.value(1) == longForm.mid(2);
}

/// "holdwatch status --help" too. The practice command has a page of its own.
bool isHelpWanted(const QStringList &words)
{
    const bool anywhere = words.contains(QStringLiteral("--help")) || words.contains(QStringLiteral("-h"));
    return isAsked(words, QStringLiteral("-h"), QStringLiteral("--help")) || (anywhere && words.value(1) != QLatin1String("practice"));
}

} // namespace

int run(int argc, char **argv)
{
    hardenProcess();
    QCoreApplication::setApplicationName(QStringLiteral("holdwatch"));
    QCoreApplication::setApplicationVersion(QStringLiteral(HOLDWATCH_VERSION));
    QStringList words;
    for (int i = 0; i < argc; ++i)
        words << QString::fromLocal8Bit(argv[i]);

    const auto levels = takeLogLevels(words);
    if (!levels) {
        std::fprintf(stderr, "holdwatch: %s\n", qUtf8Printable(toSentence(levels.error())));
        return exitCodeForTrouble;
    }
    Logging::setLevels(*levels);

    if (isAsked(words, QStringLiteral("-v"), QStringLiteral("--version"))) {
        std::puts("holdwatch " HOLDWATCH_VERSION);
        return 0;
    }
    if (isHelpWanted(words)) {
        std::fputs(usage(), stdout);
        return 0;
    }
    if (words.value(1) == QLatin1String("status")) {
        const QCoreApplication application(argc, argv);
        return printStatus(words.mid(2));
    }
    if (words.value(1) == QLatin1String("deadletters")) {
        // Pages need fonts, fonts a graphical program; none of it needs a screen.
        const bool drawsPages = words.value(words.indexOf(QLatin1String("--export")) + 1) == QLatin1String("pdf");
        if (drawsPages)
            qputenv("QT_QPA_PLATFORM", "offscreen");
        const std::unique_ptr<QCoreApplication> application(drawsPages ? new QGuiApplication(argc, argv) : new QCoreApplication(argc, argv));
        return runDeadLetters(words.mid(2));
    }
    if (words.value(1) == QLatin1String("audit")) {
        const QCoreApplication application(argc, argv);
        return runAudit(words.mid(2));
    }
    if (words.value(1) == QLatin1String("practice")) {
        const QCoreApplication application(argc, argv);
        return runPractice(words.mid(2));
    }
    if (words.value(1) == QLatin1String("redrive"))
        return runRedrive(argc, argv, words.mid(2));
    if (words.value(1) == QLatin1String("replay")) {
        const QCoreApplication application(argc, argv);
        return runReplay(words.mid(2));
    }
    if (words.value(1) == QLatin1String("operator")) {
        const QCoreApplication application(argc, argv);
        return runOperator(words.mid(2));
    }
    if (words.value(1) == QLatin1String("roster"))
        return runRoster(words.mid(2));
    if (words.value(1) == QLatin1String("diagnostics")) {
        const QCoreApplication application(argc, argv);
        return runDiagnostics(words.mid(2));
    }
    if (words.size() > 1 && !words[1].startsWith(QLatin1String("--"))) {
        std::fprintf(stderr, "holdwatch: “%s” is not understood.\n\n%s", qUtf8Printable(words[1]), usage());
        return exitCodeForTrouble;
    }
    const auto options = parseWindowOptions(words.mid(1));
    if (options)
        return runWindow(argc, argv, *options);
    std::fprintf(stderr, "holdwatch: %s\n", qUtf8Printable(toSentence(options.error())));
    return exitCodeForTrouble;
}

} // namespace holdwatch::bootstrap
