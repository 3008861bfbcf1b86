// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/AuditCommand.h"

#include "app/bootstrap/Usage.h"
#include "app/signing/SigningKey.h"
#include "app/storage/Profile.h"
#include "app/storage/audit/AuditLines.h"
#include "app/storage/audit/AuditReading.h"
#include "app/storage/audit/AuditVerify.h"
#include "models/audit/AuditSentence.h"
#include "models/redrive/PlainName.h"

#include <nlohmann/json.hpp>

#include <QCommandLineParser>

#include <cstdio>

namespace holdwatch::bootstrap {

namespace {

constexpr int exitCodeForBroken = 1;
constexpr int hashBytes = 32;

tl::unexpected<Error> wrongUse(const QString &what)
{
    return failure(Error::Kind::Configuration, what, QStringLiteral("See “holdwatch --help”."));
}

int trouble(const Error &error)
{
    std::fprintf(stderr, "holdwatch audit: %s\n", qUtf8Printable(toSentence(error)));
    return exitCodeForTrouble;
}

void print(const QString &line)
{
    std::printf("%s\n", qUtf8Printable(line));
}

/// "5af0…" or "1204:5af0…", as a check prints it.
Result<AuditHead> headFrom(const QString &text)
{
    const qsizetype colon = text.indexOf(QLatin1Char(':'));
    AuditHead head;
    bool isNumber = colon < 0;
    if (colon >= 0)
        head.number = text.first(colon).toLongLong(&isNumber);
    const QByteArray hex = text.mid(colon + 1).toLatin1().toLower();
    head.hash = QByteArray::fromHex(hex);
    if (!isNumber || head.number < 0 || head.hash.size() != hashBytes || head.hash.toHex() != hex)
        return wrongUse(QStringLiteral("--head takes a hash of 64 hex digits, or an entry's number, a colon and its hash."));
    return head;
}

nlohmann::ordered_json toJson(const AuditCheck &check, const QString &file)
{
    auto signers = nlohmann::ordered_json::array();
    for (const QByteArray &key : check.signers)
        signers.push_back({{"fingerprint", fingerprint(key).toStdString()}, {"public_key", key.toHex().toStdString()}});
    nlohmann::ordered_json document{{"schema", 1}, {"file", file.toStdString()}, {"holds", check.holds()}, {"entries", check.entries}};
    document["broken_at"] = check.brokenAt ? nlohmann::ordered_json(*check.brokenAt) : nlohmann::ordered_json(nullptr);
    document["problem"] = check.holds() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(check.problem.toStdString());
    document["head"] = check.head.toHex().toStdString();
    document["signed_entries"] = check.signedEntries;
    document["vouched_up_to"] = check.vouchedUpTo;
    document["signers"] = signers;
    document["times_back"] = check.timesBack;
    return document;
}

void printCheck(const AuditCheck &check)
{
    print(sentenceOf(check));
    if (!check.holds())
        print(QStringLiteral("A record is never repaired: keep it as it is, and find out who changed it."));
    else if (check.entries > 0)
        print(QStringLiteral("Last entry %1:%2").arg(check.entries).arg(QString::fromLatin1(check.head.toHex())));
    for (const QByteArray &key : check.signers)
        print(QStringLiteral("Signed by the key %1").arg(fingerprint(key)));
}

int verify(const QCommandLineParser &parser)
{
    const QString file = parser.positionalArguments().constFirst();
    std::optional<AuditHead> head;
    if (parser.isSet(QStringLiteral("head"))) {
        const auto given = headFrom(parser.value(QStringLiteral("head")));
        if (!given)
            return trouble(given.error());
        head = *given;
    }
    const auto check = storage::verifyAudit(file, head, &signing::verify);
    if (!check)
        return trouble(check.error());
    if (parser.isSet(QStringLiteral("json")))
        print(QString::fromStdString(toJson(*check, file).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)));
    else
        printCheck(*check);
    return check->holds() ? 0 : exitCodeForBroken;
}

QString recordIn(const QCommandLineParser &parser)
{
    return storage::Profile::auditFileIn(parser.isSet(QStringLiteral("profile")) ? parser.value(QStringLiteral("profile")) : storage::Profile::defaultDirectory());
}

int exportTo(const QCommandLineParser &parser)
{
    const QString path = parser.positionalArguments().constFirst();
    const auto entries = storage::exportAudit(recordIn(parser), path);
    if (!entries)
        return trouble(entries.error());
    print(QStringLiteral("%1 entries written to %2.").arg(*entries).arg(path));
    return 0;
}

/// As a person reads it, oldest first: the newest of all, or all of one redrive.
Result<QVector<AuditEntry>> wanted(const QCommandLineParser &parser, int limit)
{
    auto reading = storage::AuditReading::open(recordIn(parser));
    if (!reading)
        return failure(reading.error());
    QVector<AuditEntry> entries;
    if (!parser.isSet(QStringLiteral("plan"))) {
        auto newest = storage::readNewest((*reading)->database(), 0, limit);
        if (newest)
            std::reverse(newest->begin(), newest->end());
        return newest;
    }
    const PlanId plan(parser.value(QStringLiteral("plan")));
    auto done = storage::readEntries((*reading)->database(), plan, [&entries](const AuditEntry &entry) {
        entries.append(entry);
        return true;
    });
    if (!done)
        return failure(done.error());
    return entries;
}

int list(const QCommandLineParser &parser)
{
    bool isNumber = true;
    const int limit = parser.isSet(QStringLiteral("limit")) ? parser.value(QStringLiteral("limit")).toInt(&isNumber) : 100;
    if (!isNumber || limit < 1)
        return trouble(wrongUse(QStringLiteral("--limit takes a number of entries from 1 on.")).value());
    const auto entries = wanted(parser, limit);
    if (!entries)
        return trouble(entries.error());
    for (const AuditEntry &entry : *entries) {
        if (parser.isSet(QStringLiteral("json")))
            print(QString::fromUtf8(storage::toLine(entry)));
        else
            print(QStringLiteral("%1  %2  %3  %4  %5").arg(entry.number, 6).arg(toIso(entry.at), plainName(entry.what.plan.text()), plainName(entry.what.by), sentenceOf(entry)));
    }
    return 0;
}

struct Command
{
    const char *word;
    int arguments;
    const char *argument;
    QStringList flags;   ///< options without a value
    QStringList options; ///< with one
    int (*run)(const QCommandLineParser &);
};

const QVector<Command> &commands()
{
    static const QVector<Command> all{
        {"verify", 1, "one file", {QStringLiteral("json")}, {QStringLiteral("head")}, &verify},
        {"export", 1, "the path of a new file", {}, {QStringLiteral("profile")}, &exportTo},
        {"list", 0, "no name", {QStringLiteral("json")}, {QStringLiteral("plan"), QStringLiteral("limit"), QStringLiteral("profile")}, &list},
    };
    return all;
}

} // namespace

int runAudit(const QStringList &arguments)
{
    for (const Command &command : commands()) {
        if (arguments.value(0) != QLatin1String(command.word))
            continue;
        QCommandLineParser parser;
        for (const QString &flag : command.flags)
            parser.addOption({flag, QString()});
        for (const QString &option : command.options)
            parser.addOption({option, QString(), QStringLiteral("value")});
        if (!parser.parse(arguments))
            return trouble(wrongUse(parser.errorText()).value());
        if (parser.positionalArguments().size() != command.arguments)
            return trouble(wrongUse(QStringLiteral("audit %1 takes %2.").arg(QString::fromLatin1(command.word), QString::fromLatin1(command.argument))).value());
        return command.run(parser);
    }
    return trouble(wrongUse(QStringLiteral("audit takes verify, export or list.")).value());
}

} // namespace holdwatch::bootstrap
