// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/Contract.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace holdwatch::providers::infrai {

namespace {

struct Documented
{
    Call call;
    const char *id;
    const char *method;
    const char *path;
};

const std::array<Documented, 5> documented{{
    {Call::List, "queue.list", "GET", "/v1/queue/list"},
    {Call::Stats, "queue.stats", "GET", "/v1/queue/stats/{queue}"},
    {Call::DeadLetterList, "queue.dlq.list", "GET", "/v1/queue/dlq/list/{queue}"},
    {Call::Redrive, "queue.dlq.redrive", "POST", "/v1/queue/dlq/redrive/{queue}"},
    {Call::WhoAmI, "account.whoami", "GET", "/v1/account/whoami"},
}};

const Documented &documentedOf(Call call)
{
    return *std::find_if(documented.begin(), documented.end(), [call](const Documented &each) { return each.call == call; });
}

const QRegularExpression &placeholder()
{
    static const QRegularExpression braces(QStringLiteral("\\{[A-Za-z0-9_]+\\}"));
    return braces;
}

/// Placeholders may be called anything.
QString shapeOf(QString path)
{
    return path.replace(placeholder(), QStringLiteral("{}"));
}

qsizetype placeholdersIn(const QString &path)
{
    return path.count(placeholder());
}

const IndexEntry *findEntry(const QVector<IndexEntry> &index, const auto &matches)
{
    const auto found = std::find_if(index.begin(), index.end(), matches);
    return found == index.end() ? nullptr : &*found;
}

QString shown(const IndexEntry &entry)
{
    return QString::fromLatin1(entry.method.left(10)) + QLatin1Char(' ') + entry.path.left(120);
}

void refuse(Routes &routes, const Documented &wanted, const QString &why)
{
    const QString sentence = QStringLiteral("%1 %2").arg(QLatin1String(wanted.id), why);
    routes.refused[wanted.call] = sentence;
    routes.drift << sentence;
}

void follow(Routes &routes, const Documented &wanted, const IndexEntry &entry)
{
    routes.usable[wanted.call] = {entry.id, entry.path, entry.priceUsd};
    if (entry.available == false)
        routes.drift << QStringLiteral("%1 is published as not available right now; it is tried nevertheless.").arg(QLatin1String(wanted.id));
}

/// The documented method and path are not there; what is there under its name?
void followElsewhere(Routes &routes, const Documented &wanted, const QVector<IndexEntry> &index)
{
    const QString shape = shapeOf(QLatin1String(wanted.path));
    const IndexEntry *entry = findEntry(index, [&](const IndexEntry &each) { return each.id == QLatin1String(wanted.id); });
    if (!entry)
        entry = findEntry(index, [&](const IndexEntry &each) { return shapeOf(each.path) == shape; });
    if (!entry) {
        refuse(routes, wanted, QStringLiteral("(%1 %2) is not in the server's discovery.").arg(QLatin1String(wanted.method), QLatin1String(wanted.path)));
    } else if (entry->method != wanted.method) {
        refuse(routes, wanted, QStringLiteral("is published as %1; it should be a %2, so it is not called.").arg(shown(*entry), QLatin1String(wanted.method)));
    } else if (!staysInQueueApi(entry->path)) {
        refuse(routes, wanted, QStringLiteral("is published as %1, which leads out of /v1/queue/; it is not called.").arg(shown(*entry)));
    } else if (placeholdersIn(entry->path) != placeholdersIn(QLatin1String(wanted.path))) {
        refuse(routes, wanted, QStringLiteral("is published as %1, which takes other parameters than documented; it is not called.").arg(shown(*entry)));
    } else {
        follow(routes, wanted, *entry);
        routes.drift << QStringLiteral("%1 has moved from %2 to %3; it is followed.").arg(QLatin1String(wanted.id), QLatin1String(wanted.path), entry->path.left(120));
    }
}

void chooseWhoAmI(Routes &routes, const Documented &wanted, const QVector<IndexEntry> &index)
{
    // Not a queue call, so only the documented one is ever used; an index need not list it.
    routes.usable[Call::WhoAmI] = {QLatin1String(wanted.id), QLatin1String(wanted.path), 0.0};
    const IndexEntry *entry = findEntry(index, [&](const IndexEntry &each) { return each.id == QLatin1String(wanted.id); });
    if (!entry || (entry->method == wanted.method && entry->path == QLatin1String(wanted.path)))
        return;
    routes.usable.remove(Call::WhoAmI);
    refuse(routes, wanted, QStringLiteral("is published as %1; only GET %2 is called outside /v1/queue/.").arg(shown(*entry), QLatin1String(wanted.path)));
}

} // namespace

Routes documentedRoutes()
{
    Routes routes;
    for (const Documented &each : documented)
        routes.usable[each.call] = {QLatin1String(each.id), QLatin1String(each.path), std::nullopt};
    return routes;
}

Routes chooseRoutes(const QVector<IndexEntry> &index)
{
    Routes routes;
    routes.discovered = true;
    for (const Documented &wanted : documented) {
        if (wanted.call == Call::WhoAmI) {
            chooseWhoAmI(routes, wanted, index);
            continue;
        }
        const QString shape = shapeOf(QLatin1String(wanted.path));
        const IndexEntry *entry
            = findEntry(index, [&](const IndexEntry &each) { return each.method == wanted.method && shapeOf(each.path) == shape; });
        if (entry)
            follow(routes, wanted, *entry);
        else
            followElsewhere(routes, wanted, index);
    }
    return routes;
}

bool staysInQueueApi(const QString &path)
{
    static const QRegularExpression plain(QStringLiteral("^/v1/queue(/([A-Za-z0-9_-]+|\\{[A-Za-z0-9_]+\\}))+\\z"));
    return path.size() <= 200 && plain.match(path).hasMatch();
}

QString idOf(Call call)
{
    return QLatin1String(documentedOf(call).id);
}

QByteArray methodOf(Call call)
{
    return documentedOf(call).method;
}

} // namespace holdwatch::providers::infrai
