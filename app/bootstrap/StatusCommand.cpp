// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/StatusCommand.h"

#include "app/bootstrap/StatusRun.h"
#include "app/storage/Profile.h"

#include <QCommandLineParser>

namespace holdwatch::bootstrap {

namespace {

tl::unexpected<Error> wrongUse(const QString &what)
{
    return failure(Error::Kind::Configuration, what, QStringLiteral("See “holdwatch --help”."));
}

} // namespace

Result<StatusOptions> parseStatusOptions(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("practice"), QString()});
    parser.addOption({QStringLiteral("json"), QString()});
    for (const char *withValue : {"connection", "for", "profile"})
        parser.addOption({QString::fromLatin1(withValue), QString(), QStringLiteral("value")});
    if (!parser.parse(QStringList(QStringLiteral("status")) + arguments))
        return wrongUse(parser.errorText());
    if (!parser.positionalArguments().isEmpty())
        return wrongUse(QStringLiteral("“%1” is not an option of status.").arg(parser.positionalArguments().constFirst()));

    StatusOptions options;
    options.practice = parser.isSet(QStringLiteral("practice"));
    options.connection = parser.value(QStringLiteral("connection"));
    options.json = parser.isSet(QStringLiteral("json"));
    options.profile = parser.isSet(QStringLiteral("profile")) ? parser.value(QStringLiteral("profile")) : storage::Profile::defaultDirectory();
    if (options.practice && !options.connection.isEmpty())
        return wrongUse(QStringLiteral("--practice and --connection exclude each other."));
    if (parser.isSet(QStringLiteral("for"))) {
        options.duration = parseDuration(parser.value(QStringLiteral("for")));
        if (!options.duration || *options.duration < Seconds(1))
            return wrongUse(QStringLiteral("--for takes a duration of a second or more, such as 90s or 5m."));
    }
    return options;
}

int runStatus(const StatusOptions &options)
{
    StatusRun run(options);
    return run.execute();
}

} // namespace holdwatch::bootstrap
