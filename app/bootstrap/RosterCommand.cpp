// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/RosterCommand.h"

#include "app/bootstrap/Usage.h"
#include "app/storage/DurableFile.h"
#include "app/storage/redrive/PinFile.h"
#include "app/storage/redrive/RosterFile.h"

#include <QCommandLineParser>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>

namespace holdwatch::bootstrap {

namespace {

constexpr qint64 mostKeyBytes = 1024;
constexpr qint64 mostIdentityBytes = 16 * 1024;

tl::unexpected<Error> wrongUse(const QString &what)
{
    return failure(Error::Kind::Configuration, what, QStringLiteral("See “holdwatch --help”."));
}

Result<QString> makeKey(const QString &path)
{
    const QString publicPath = path + QStringLiteral(".pub");
    for (const QString &each : {path, publicPath}) {
        if (QFileInfo::exists(each))
            return failure(Error::Kind::Conflict, QStringLiteral("%1 is there already; a key is never replaced.").arg(each));
    }
    const auto key = signing::SigningKey::generate();
    if (!key)
        return failure(key.error());
    // writeDurably makes it 0600 before the first byte.
    const auto secret = storage::writeDurably(path, key->secret().expose().toBase64() + '\n');
    const auto open = secret ? storage::writeDurably(publicPath, storage::publicKeyText(key->publicKey()).toLatin1() + '\n') : secret;
    if (!open)
        return failure(open.error());
    return QStringLiteral("%1 holds the secret key: keep it offline. Hand out %2; its fingerprint is %3.\n").arg(path, publicPath, fingerprint(key->publicKey()));
}

Result<signing::SigningKey> readKey(const QString &path)
{
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    if (QFileInfo(path).permissions() & others)
        return failure(Error::Kind::Configuration, QStringLiteral("Others may read %1, so it can't be trusted any more.").arg(path), QStringLiteral("If nobody did: chmod 600 it."));
    auto bytes = storage::readBounded(path, mostKeyBytes);
    if (!bytes)
        return failure(bytes.error());
    Secret text(std::move(*bytes));
    Secret seed(QByteArray::fromBase64(text.expose()));
    auto key = signing::SigningKey::fromSecret(seed);
    return key ? std::move(key) : Result<signing::SigningKey>(failure(Error::Kind::Malformed, QStringLiteral("%1 is no maintainer's key file.").arg(path)));
}

Result<Roster> rosterOf(const QCommandLineParser &parser, UtcTime now)
{
    Roster roster;
    bool isNumber = false;
    roster.number = parser.value(QStringLiteral("number")).toLongLong(&isNumber);
    if (!isNumber || roster.number < 1)
        return wrongUse(QStringLiteral("--number takes a number from 1 on, larger than that of the roster before."));
    roster.issuedAt = now;
    if (parser.isSet(QStringLiteral("expires"))) {
        const auto span = parseDuration(parser.value(QStringLiteral("expires")));
        if (!span || *span <= Millis(0))
            return wrongUse(QStringLiteral("--expires takes a duration such as 90d."));
        roster.expiresAt = now + *span;
    }
    for (const QString &path : parser.positionalArguments().mid(1)) {
        const auto bytes = storage::readBounded(path, mostIdentityBytes);
        const auto who = bytes ? storage::IdentityFile::parse(*bytes) : Result<Operator>(failure(bytes.error()));
        if (!who)
            return failure(who.error().kind, QStringLiteral("%1: %2").arg(path, who.error().what));
        roster.entries.append({*who, true});
    }
    for (const QString &name : parser.values(QStringLiteral("ask-only"))) {
        const auto found = std::find_if(roster.entries.begin(), roster.entries.end(), [&name](const Roster::Entry &entry) { return entry.who.name == name; });
        if (found == roster.entries.end())
            return wrongUse(QStringLiteral("--ask-only names %1, who is not among the identities.").arg(name));
        found->mayApprove = false;
    }
    return roster;
}

Result<QString> sign(const QCommandLineParser &parser, UtcTime now)
{
    const QString out = parser.value(QStringLiteral("out"));
    if (out.isEmpty() || !parser.isSet(QStringLiteral("key")) || parser.positionalArguments().size() < 2)
        return wrongUse(QStringLiteral("roster sign takes --key, --number, --out and at least one identity."));
    const auto roster = rosterOf(parser, now);
    if (!roster)
        return failure(roster.error());
    const auto key = readKey(parser.value(QStringLiteral("key")));
    if (!key)
        return failure(key.error());
    const auto made = storage::SignedRoster::sign(*roster, *key);
    if (!made)
        return failure(made.error());
    const auto written = storage::writeDurably(out, made->toJson());
    if (!written)
        return failure(written.error());
    QString text = QStringLiteral("%1 is roster number %2, signed by %3:\n").arg(out).arg(roster->number).arg(fingerprint(key->publicKey()));
    for (const Roster::Entry &entry : roster->entries)
        text += QStringLiteral("  %1, key %2%3\n").arg(entry.who.name, fingerprint(entry.who.publicKey), entry.mayApprove ? QString() : QStringLiteral(", may ask only"));
    return text;
}

} // namespace

Result<QString> maintainRoster(const QStringList &arguments, UtcTime now)
{
    QCommandLineParser parser;
    for (const char *option : {"key", "number", "out", "expires", "ask-only"})
        parser.addOption({QString::fromLatin1(option), QString(), QStringLiteral("value")});
    if (!parser.parse(QStringList(QStringLiteral("roster")) + arguments))
        return wrongUse(parser.errorText() + QLatin1Char('.'));
    const QStringList words = parser.positionalArguments();
    if (words.value(0) == QLatin1String("key") && words.size() == 2)
        return makeKey(words.at(1));
    if (words.value(0) == QLatin1String("sign"))
        return sign(parser, now);
    return wrongUse(QStringLiteral("roster takes “key” or “sign”."));
}

int runRoster(const QStringList &arguments)
{
    const auto text = maintainRoster(arguments, SystemClock().now());
    if (!text) {
        std::fprintf(stderr, "holdwatch roster: %s\n", qUtf8Printable(toSentence(text.error())));
        return exitCodeForTrouble;
    }
    std::fputs(qUtf8Printable(*text), stdout);
    return 0;
}

} // namespace holdwatch::bootstrap
