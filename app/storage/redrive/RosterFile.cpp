// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/redrive/RosterFile.h"

#include "app/storage/redrive/PlanFields.h"
#include "models/redrive/PlainName.h"

#include <QCryptographicHash>

#include <algorithm>

namespace holdwatch::storage {

template<typename Archive>
void describe(Archive &archive, Described<Archive, Roster::Entry> &entry)
{
    archive.field("may_approve", entry.mayApprove);
    archive.field("who", entry.who);
}

template<typename Archive>
void describe(Archive &archive, Described<Archive, Roster> &roster)
{
    archive.list("entries", roster.entries, SignedRoster::mostEntries);
    archive.field("expires_at", roster.expiresAt);
    archive.field("issued_at", roster.issuedAt);
    archive.field("number", roster.number);
    describeSchema(archive);
}

namespace {

struct Identity
{
    Operator who;
};

template<typename Archive>
void describe(Archive &archive, Described<Archive, Identity> &identity)
{
    archive.field("key", identity.who.publicKey);
    archive.field("name", identity.who.name);
    describeSchema(archive);
}

const QString identityType = QStringLiteral("application/vnd.holdwatch.operator+json");

QString faultOf(const Roster &roster)
{
    if (roster.number < 1)
        return QStringLiteral("Its number must be 1 or more.");
    for (qsizetype i = 0; i < roster.entries.size(); ++i) {
        const Operator &who = roster.entries.at(i).who;
        if (const QString fault = faultOfOperatorName(who.name); !fault.isEmpty())
            return fault;
        if (who.publicKey.size() != signing::publicKeySize)
            return QStringLiteral("The key of %1 has the wrong length.").arg(who.name);
        const auto isSame = [&who](const Roster::Entry &other) { return isSamePerson(who, other.who); };
        if (std::any_of(roster.entries.cbegin(), roster.entries.cbegin() + i, isSame))
            return QStringLiteral("%1 stands in it twice, by name or by key.").arg(who.name);
    }
    return {};
}

} // namespace

QString faultOfOperatorName(const QString &name)
{
    constexpr qsizetype longest = 100;
    if (name.isEmpty())
        return QStringLiteral("A person needs a name.");
    if (name.size() > longest)
        return QStringLiteral("A person's name has at most %1 characters.").arg(longest);
    if (plainName(name) != name)
        return QStringLiteral("A person's name is written on one line, without hidden characters or surplus spaces.");
    return {};
}

const QString SignedRoster::payloadType = QStringLiteral("application/vnd.holdwatch.roster+json");

SignedRoster::SignedRoster(Roster roster, signing::Envelope envelope)
    : m_roster(std::move(roster)), m_envelope(std::move(envelope)),
      m_digest(QString::fromLatin1(QCryptographicHash::hash(m_envelope.payload, QCryptographicHash::Sha256).toHex()))
{
}

Result<SignedRoster> SignedRoster::sign(const Roster &roster, const signing::SigningKey &maintainer)
{
    const auto bytes = toCanonical(roster);
    if (!bytes)
        return failure(bytes.error());
    return open(signing::Envelope::signedBy(maintainer, payloadType, *bytes).toJson(), maintainer.publicKey());
}

Result<SignedRoster> SignedRoster::open(const QByteArray &json, const QByteArray &maintainerKey)
{
    const auto envelope = signing::Envelope::parse(json, mostBytes);
    if (!envelope)
        return failure(envelope.error());
    // Before anything in it is read: what another key signed is of no interest.
    if (!envelope->holds(maintainerKey, payloadType))
        return failure(Error::Kind::Forbidden, QStringLiteral("This roster was not signed by the maintainer whose key is pinned here."));
    auto roster = fromCanonical<Roster>(envelope->payload);
    if (!roster)
        return failure(Error::Kind::Malformed, QStringLiteral("The roster can't be read: %1").arg(roster.error().what));
    if (const QString fault = faultOf(*roster); !fault.isEmpty())
        return failure(Error::Kind::Invalid, QStringLiteral("The roster can't be used: %1").arg(fault));
    return SignedRoster(std::move(*roster), *envelope);
}

QByteArray IdentityFile::toJson(const QString &name, const signing::SigningKey &key)
{
    const auto bytes = toCanonical(Identity{{name, key.publicKey()}});
    return bytes ? signing::Envelope::signedBy(key, identityType, *bytes).toJson() : QByteArray();
}

Result<Operator> IdentityFile::parse(const QByteArray &json)
{
    constexpr qint64 most = 16 * 1024;
    const auto envelope = signing::Envelope::parse(json, most);
    if (!envelope)
        return failure(envelope.error());
    if (envelope->payloadType != identityType)
        return failure(Error::Kind::Malformed, QStringLiteral("This file is no operator's identity."));
    const auto identity = fromCanonical<Identity>(envelope->payload);
    if (!identity)
        return failure(identity.error());
    if (!envelope->holds(identity->who.publicKey, identityType))
        return failure(Error::Kind::Forbidden, QStringLiteral("The identity's own signature does not hold."));
    if (const QString fault = faultOfOperatorName(identity->who.name); !fault.isEmpty())
        return failure(Error::Kind::Malformed, fault);
    return identity->who;
}

} // namespace holdwatch::storage
