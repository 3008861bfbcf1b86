// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/OperatorCommand.h"

#include "app/bootstrap/Logging.h"
#include "app/bootstrap/Usage.h"
#include "app/secrets/KeyKeeper.h"
#include "app/storage/DurableFile.h"
#include "app/storage/Profile.h"

#include <QCommandLineParser>
#include <QEventLoop>

#include <cstdio>

namespace holdwatch::bootstrap {

namespace {

using operations::OperatorKeeper;

template<typename T>
Result<T> waitFor(const std::function<void(QObject *, std::function<void(Result<T>)>)> &call)
{
    QEventLoop loop;
    std::optional<Result<T>> answer;
    call(&loop, [&](Result<T> result) {
        answer.emplace(std::move(result));
        loop.quit();
    });
    if (!answer)
        loop.exec();
    return std::move(*answer);
}

QString person(const Operator &who)
{
    return QStringLiteral("%1, key %2").arg(who.name, fingerprint(who.publicKey));
}

QString keychainWord(OperatorState::Keychain keychain)
{
    switch (keychain) {
    case OperatorState::Keychain::Asking: return QStringLiteral("asked, no answer yet");
    case OperatorState::Keychain::Available: return QStringLiteral("available");
    case OperatorState::Keychain::Unavailable: return QStringLiteral("unavailable");
    }
    return {};
}

QString rosterText(const OperatorState &state)
{
    if (!state.roster)
        return QStringLiteral("roster: none that counts\n");
    const QString expiry = state.roster->expiresAt ? QStringLiteral(", until %1").arg(toIso(*state.roster->expiresAt)) : QString();
    QString text = QStringLiteral("roster: number %1, issued %2%3\n").arg(state.roster->number).arg(toIso(state.roster->issuedAt), expiry);
    for (const Roster::Entry &entry : state.roster->entries)
        text += QStringLiteral("  %1%2\n").arg(person(entry.who), entry.mayApprove ? QString() : QStringLiteral(", may ask only"));
    return text;
}

QString show(const OperatorState &state)
{
    QString text = QStringLiteral("installation: %1\n").arg(state.installation.text());
    text += QStringLiteral("identity: %1\n").arg(state.self ? person(*state.self) : QStringLiteral("none"));
    text += QStringLiteral("keychain: %1\n").arg(keychainWord(state.keychain));
    text += QStringLiteral("maintainer: %1\n").arg(state.maintainerKey.isEmpty() ? QStringLiteral("none pinned") : QStringLiteral("%1, pinned by %2").arg(fingerprint(state.maintainerKey), state.pinnedBy));
    text += rosterText(state);
    for (const QString &problem : state.problems)
        text += QStringLiteral("problem: %1\n").arg(problem);
    return text;
}

Result<QString> create(const QString &name, OperatorKeeper &people)
{
    const auto made = waitFor<Operator>([&](QObject *context, auto done) { people.createIdentity(name, context, done); });
    return made ? Result<QString>(QStringLiteral("%1\n").arg(person(*made))) : Result<QString>(failure(made.error()));
}

Result<QString> exportTo(const QString &path, const OperatorKeeper &people)
{
    const auto written = people.exportIdentity(path);
    return written ? Result<QString>(QStringLiteral("%1 holds the public identity of %2. Send it to the maintainer.\n").arg(path, person(*people.state().self))) : Result<QString>(failure(written.error()));
}

Result<QString> pin(const QString &path, OperatorKeeper &people)
{
    constexpr qint64 most = 1024;
    const auto bytes = storage::readBounded(path, most);
    if (!bytes)
        return failure(bytes.error());
    const QString text = QString::fromLatin1(*bytes);
    const auto pinned = waitFor<void>([&](QObject *context, auto done) { people.pinMaintainer(text, context, done); });
    if (!pinned)
        return failure(pinned.error());
    return QStringLiteral("The maintainer's key %1 is pinned. Compare this with the maintainer by voice.\n").arg(fingerprint(people.state().maintainerKey));
}

Result<QString> takeRoster(const QString &path, OperatorKeeper &people)
{
    const auto taken = people.takeRoster(path);
    if (!taken)
        return failure(taken.error());
    // Its number is noted in the keychain behind our back; ask once, so that this program does not end before.
    (void)waitFor<void>([&](QObject *context, auto done) { people.refresh(context, done); });
    return rosterText(people.state());
}

Result<QString> showNow(OperatorKeeper &people)
{
    (void)waitFor<void>([&](QObject *context, auto done) { people.refresh(context, done); });
    return show(people.state());
}

int trouble(const Error &error)
{
    std::fprintf(stderr, "holdwatch operator: %s\n", qUtf8Printable(toSentence(error)));
    return exitCodeForTrouble;
}

/// Reading files and keychain takes no lock; writing into the profile does.
bool isReadingOnly(const QStringList &words)
{
    return words.value(0) == QLatin1String("show") || words.value(0) == QLatin1String("export");
}

int runIn(const QString &profile, const QStringList &words)
{
    const SystemClock clock;
    Redactor redactor;
    const Logging logging(QString(), redactor);
    const auto keys = secrets::KeyKeeper::overKeychain(storage::Profile::keysFileIn(profile), clock);
    const auto installation = keys->settledInstallation();
    if (!installation)
        return trouble(installation.error());
    OperatorKeeper people(keys->keychain(), profile, InstallationId(*installation), clock, storage::administratorPinFiles());
    people.start();
    if (people.state().keychain == OperatorState::Keychain::Asking)
        (void)waitFor<void>([&](QObject *context, auto done) { people.refresh(context, done); });
    const auto text = operate(words, people);
    if (!text)
        return trouble(text.error());
    std::fputs(qUtf8Printable(*text), stdout);
    return 0;
}

} // namespace

Result<QString> operate(const QStringList &words, OperatorKeeper &people)
{
    const QString what = words.value(0);
    if (what == QLatin1String("create") && words.size() == 2)
        return create(words.at(1), people);
    if (what == QLatin1String("show") && words.size() == 1)
        return showNow(people);
    if (what == QLatin1String("export") && words.size() == 2)
        return exportTo(words.at(1), people);
    if (what == QLatin1String("pin") && words.size() == 2)
        return pin(words.at(1), people);
    if (what == QLatin1String("roster") && words.value(1) == QLatin1String("take") && words.size() == 3)
        return takeRoster(words.at(2), people);
    return failure(Error::Kind::Configuration, QStringLiteral("“%1” is not understood.").arg(words.join(QLatin1Char(' '))), QStringLiteral("See “holdwatch --help”."));
}

int runOperator(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("profile"), QString(), QStringLiteral("DIR")});
    if (!parser.parse(QStringList(QStringLiteral("operator")) + arguments))
        return trouble(failure(Error::Kind::Configuration, parser.errorText() + QLatin1Char('.'), QStringLiteral("See “holdwatch --help”.")).value());
    const QString folder = parser.isSet(QStringLiteral("profile")) ? parser.value(QStringLiteral("profile")) : storage::Profile::defaultDirectory();
    const QStringList words = parser.positionalArguments();
    if (isReadingOnly(words))
        return runIn(folder, words);
    const auto profile = storage::Profile::open(folder);
    return profile ? runIn((*profile)->directory(), words) : trouble(profile.error());
}

} // namespace holdwatch::bootstrap
