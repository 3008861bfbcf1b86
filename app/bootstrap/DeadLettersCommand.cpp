// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/DeadLettersCommand.h"

#include "app/bootstrap/DeadLettersRun.h"
#include "app/storage/Profile.h"
#include "models/deadletters/LetterFields.h"
#include "models/filter/Parser.h"

#include <QCommandLineParser>
#include <QHash>

#include <cstdio>
#include <utility>

namespace holdwatch::bootstrap {

namespace {

tl::unexpected<Error> wrongUse(const QString &what)
{
    return failure(Error::Kind::Configuration, what, QStringLiteral("See “holdwatch --help”."));
}

const QHash<QString, ExportFormat> &exportFormats()
{
    static const QHash<QString, ExportFormat> formats{{QStringLiteral("jsonl"), ExportFormat::JsonLines}, {QStringLiteral("html"), ExportFormat::Html},
                                                      {QStringLiteral("pdf"), ExportFormat::Pdf}, {QStringLiteral("csv"), ExportFormat::Csv}, {QStringLiteral("preserve"), ExportFormat::ExactBytes}};
    return formats;
}

/// Takes "--export FORMAT PATH" out of the words: the option with two values.
Result<std::optional<ExportOrder>> takeExport(QStringList &words)
{
    const qsizetype at = words.indexOf(QStringLiteral("--export"));
    if (at < 0)
        return std::nullopt;
    const QString format = words.value(at + 1);
    const QString path = words.value(at + 2);
    if (!exportFormats().contains(format) || path.isEmpty() || path.startsWith(QLatin1String("--")))
        return wrongUse(QStringLiteral("--export takes a format (jsonl, html, pdf, csv or preserve) and a path."));
    words.remove(at, 3);
    ExportOrder order;
    order.format = exportFormats().value(format);
    order.path = path;
    return order;
}

Result<filter::Expression> parseWhere(const QString &text)
{
    const filter::Parsed parsed = filter::parse(text, letterCatalogue());
    if (parsed)
        return *parsed;
    const filter::Fault &fault = parsed.error();
    const QString caret = QString(fault.offset, QLatin1Char(' ')) + QString(std::max<qsizetype>(1, fault.length), QLatin1Char('^'));
    return failure(Error::Kind::Configuration, QStringLiteral("The filter is not understood: %1\n  %2\n  %3\n").arg(fault.sentence, text, caret));
}

} // namespace

Result<DeadLettersOptions> parseDeadLettersOptions(const QStringList &arguments)
{
    QStringList words = arguments;
    auto exports = takeExport(words);
    if (!exports)
        return failure(exports.error());
    QCommandLineParser parser;
    for (const char *alone : {"groups", "json", "yes"})
        parser.addOption({QString::fromLatin1(alone), QString()});
    for (const char *withValue : {"connection", "where", "limit", "reason", "profile"})
        parser.addOption({QString::fromLatin1(withValue), QString(), QStringLiteral("value")});
    if (!parser.parse(QStringList(QStringLiteral("deadletters")) + words))
        return wrongUse(parser.errorText());
    if (parser.positionalArguments().size() != 1)
        return wrongUse(QStringLiteral("deadletters takes the name of one queue."));

    DeadLettersOptions options;
    options.queue = parser.positionalArguments().constFirst();
    options.connection = parser.value(QStringLiteral("connection"));
    options.groups = parser.isSet(QStringLiteral("groups"));
    options.json = parser.isSet(QStringLiteral("json"));
    options.yes = parser.isSet(QStringLiteral("yes"));
    options.reason = parser.value(QStringLiteral("reason"));
    options.exports = *std::move(exports);
    options.profile = parser.isSet(QStringLiteral("profile")) ? parser.value(QStringLiteral("profile")) : storage::Profile::defaultDirectory();
    if (parser.isSet(QStringLiteral("limit"))) {
        bool isNumber = false;
        options.limit = parser.value(QStringLiteral("limit")).toLongLong(&isNumber);
        if (!isNumber || options.limit < 1)
            return wrongUse(QStringLiteral("--limit takes a number of letters from 1 on."));
    }
    auto where = parseWhere(parser.value(QStringLiteral("where")));
    if (!where)
        return failure(where.error());
    options.where = *std::move(where);
    return options;
}

int runDeadLetters(const QStringList &arguments)
{
    auto options = parseDeadLettersOptions(arguments);
    if (!options) {
        std::fprintf(stderr, "holdwatch deadletters: %s\n", qUtf8Printable(toSentence(options.error())));
        return DeadLettersRun::exitTrouble;
    }
    DeadLettersRun run(*std::move(options));
    return run.execute();
}

} // namespace holdwatch::bootstrap
