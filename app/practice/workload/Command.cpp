// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/practice/workload/Command.h"

#include <nlohmann/json.hpp>

namespace holdwatch::practice {
namespace {

using Json = nlohmann::ordered_json;

tl::unexpected<Error> malformed(const QString &what)
{
    return failure(Error::Kind::Malformed, QStringLiteral("malformed payload: %1").arg(what));
}

std::optional<Work> workFromCommand(const QString &name)
{
    for (const Work work : allWork) {
        if (factsOf(work).command == name)
            return work;
    }
    return std::nullopt;
}

std::optional<qint64> integerIn(const Json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer())
        return std::nullopt;
    return found->get<qint64>();
}

QString textIn(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? QString::fromStdString(found->get<std::string>()) : QString();
}

/// The object that names the subject: the payload itself up to version 2, nested from version 3 on.
const Json *subjectOf(const Json &payload, qint64 version)
{
    if (version < newestSchema)
        return &payload;
    const auto nested = payload.find("subject");
    return nested != payload.end() && nested->is_object() ? &*nested : nullptr;
}

Result<Command> readParsed(const Json &payload, int newestKnown)
{
    if (!payload.is_object())
        return malformed(QStringLiteral("it is not an object"));
    const auto version = integerIn(payload, "schema_version");
    if (!version || *version < 1)
        return malformed(QStringLiteral("it has no schema_version"));
    if (*version > newestKnown) {
        return failure(Error::Kind::Unsupported,
                       QStringLiteral("unsupported schema version %1: this consumer knows up to %2").arg(*version).arg(newestKnown));
    }
    const auto work = workFromCommand(textIn(payload, "command"));
    if (!work)
        return malformed(QStringLiteral("its command is not known here"));
    const Json *subject = subjectOf(payload, *version);
    const auto id = subject ? integerIn(*subject, "id") : std::nullopt;
    const auto revision = subject ? integerIn(*subject, "revision") : std::nullopt;
    if (!id || !revision)
        return malformed(QStringLiteral("it does not say which %1").arg(factsOf(*work).noun));

    const Command command{*work, *id, static_cast<int>(*revision), static_cast<int>(*version)};
    if (command.idempotencyKey() != textIn(payload, "idempotency_key"))
        return malformed(QStringLiteral("its idempotency_key does not belong to its %1").arg(factsOf(*work).noun));
    return command;
}

} // namespace

const WorkFacts &factsOf(Work work)
{
    static const std::array<WorkFacts, allWork.size()> facts{{
        {QStringLiteral("expire-reservation"), QStringLiteral("reservation-expiry"), QStringLiteral("hold"), QStringLiteral("holds"),
         QStringLiteral("held"), QStringLiteral("expired")},
        {QStringLiteral("reserve-inventory"), QStringLiteral("inventory-reservations"), QStringLiteral("order"), QStringLiteral("orders"),
         QStringLiteral("placed"), QStringLiteral("reserved")},
        {QStringLiteral("revoke-access"), QStringLiteral("access-cleanup"), QStringLiteral("grant"), QStringLiteral("grants"),
         QStringLiteral("active"), QStringLiteral("revoked")},
    }};
    return facts[static_cast<size_t>(work)];
}

QString Command::idempotencyKey() const
{
    return QStringLiteral("%1:%2:%3").arg(factsOf(work).command).arg(subject).arg(revision);
}

QByteArray toPayload(const Command &command)
{
    Json payload{{"command", factsOf(command.work).command.toStdString()},
                 {"schema_version", command.schemaVersion},
                 {"idempotency_key", command.idempotencyKey().toStdString()}};
    if (command.schemaVersion < newestSchema) {
        payload["id"] = command.subject;
        payload["revision"] = command.revision;
    } else {
        payload["subject"] = {{"id", command.subject}, {"revision", command.revision}};
    }
    return QByteArray::fromStdString(payload.dump());
}

Result<Command> readCommand(const QByteArray &payload, int newestKnown)
{
    const Json parsed = Json::parse(payload.begin(), payload.end(), nullptr, false);
    if (parsed.is_discarded())
        return malformed(QStringLiteral("it is not JSON"));
    return readParsed(parsed, newestKnown);
}

} // namespace holdwatch::practice
