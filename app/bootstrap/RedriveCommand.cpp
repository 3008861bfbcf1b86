// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/RedriveCommand.h"

#include "app/bootstrap/RedriveRun.h"
#include "app/bootstrap/StopSignals.h"

#include <cstdio>

namespace holdwatch::bootstrap {

int runRedrive(const QStringList &arguments)
{
    const auto complain = [](const Error &error) {
        std::fprintf(stderr, "holdwatch redrive: %s\n", qUtf8Printable(toSentence(error)));
        return int(RedriveRun::Trouble);
    };
    auto words = parseRedriveWords(arguments);
    if (!words)
        return complain(words.error());
    auto session = Session::open(words->profile);
    if (!session)
        return complain(session.error());
    (*session)->start();
    RedriveRun run(**session, *std::move(words));
    const StopSignals stopSignals([&run] { run.interrupt(); });
    return run.execute();
}

} // namespace holdwatch::bootstrap
