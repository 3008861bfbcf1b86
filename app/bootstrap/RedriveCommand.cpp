// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/RedriveCommand.h"

#include "app/bootstrap/RedriveRun.h"
#include "app/bootstrap/StopSignals.h"

#include <QGuiApplication>

#include <cstdio>

namespace holdwatch::bootstrap {

int runRedrive(int argc, char **argv, const QStringList &arguments)
{
    const auto complain = [](const Error &error) {
        std::fprintf(stderr, "holdwatch redrive: %s\n", qUtf8Printable(toSentence(error)));
        return int(RedriveRun::Trouble);
    };
    auto words = parseRedriveWords(arguments);
    if (!words)
        return complain(words.error());
    const bool isPdf = words->value(QStringLiteral("format")) == QLatin1String("pdf");
    if (isPdf && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const std::unique_ptr<QCoreApplication> application(isPdf ? new QGuiApplication(argc, argv) : new QCoreApplication(argc, argv));
    auto session = Session::open(words->profile);
    if (!session)
        return complain(session.error());
    (*session)->start();
    RedriveRun run(**session, *std::move(words));
    const StopSignals stopSignals([&run] { run.interrupt(); });
    return run.execute();
}

} // namespace holdwatch::bootstrap
