// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/redrive/PlanFile.h"

#include "app/storage/redrive/PlanFields.h"
#include "app/storage/redrive/SignatureCheck.h"

#include <QRegularExpression>

namespace holdwatch::storage {

namespace {

constexpr qsizetype bytesAnItem = 320; // what to reserve; measured on ordinary plans

Error named(const Error &fault)
{
    Error error = fault;
    error.what = QStringLiteral("The plan can't be read: %1").arg(fault.what);
    return error;
}

/// What the shape of a plan must be for anybody to work with it.
QString faultOf(const RedrivePlan &plan)
{
    if (!isPlanId(plan.id.text()))
        return QStringLiteral("Its id is none.");
    if (plan.adopts && !isPlanId(plan.adopts->text()))
        return QStringLiteral("The id of the run it adopts is none.");
    if (!plan.requester.publicKey.isEmpty() && plan.requester.publicKey.size() != signing::publicKeySize)
        return QStringLiteral("The requester's key has the wrong length.");
    for (qsizetype i = 0; i < plan.items.size(); ++i) {
        if (plan.items.at(i).ordinal != int(i))
            return QStringLiteral("Its messages are not in their order.");
        if (plan.items.at(i).digest.size() != 32)
            return QStringLiteral("A message's digest has the wrong length.");
        if (plan.items.at(i).size < 0)
            return QStringLiteral("A message's size is below nothing.");
    }
    return {};
}

Result<SignedPlan> notTheirs()
{
    return failure(Error::Kind::Invalid, QStringLiteral("A plan is signed by who asks for it, and by nobody else."));
}

} // namespace

const QString SignedPlan::payloadType = QStringLiteral("application/vnd.holdwatch.redrive-plan+json");

Result<QByteArray> canonicalForm(const RedrivePlan &plan)
{
    auto bytes = toCanonical(plan, 8192 + plan.items.size() * bytesAnItem);
    if (!bytes)
        return bytes;
    const auto back = readPlan(*bytes);
    if (!back)
        return failure(back.error());
    if (!(*back == plan))
        return failure(Error::Kind::Malformed, QStringLiteral("The plan can't be written so that it comes back as it is."));
    return bytes;
}

Result<RedrivePlan> readPlan(const QByteArray &canonical)
{
    if (canonical.size() > mostPlanBytes)
        return failure(Error::Kind::TooLarge, QStringLiteral("The plan is larger than a plan may be."));
    auto plan = fromCanonical<RedrivePlan>(canonical);
    if (!plan)
        return failure(named(plan.error()));
    for (qsizetype i = 0; i < plan->items.size(); ++i)
        plan->items[i].ordinal = int(i);
    const QString fault = faultOf(*plan);
    if (!fault.isEmpty())
        return failure(named(failure(Error::Kind::Malformed, fault).value()));
    return plan;
}

QByteArray planDigest(const QByteArray &canonical)
{
    return signing::sha256(canonical);
}

bool isPlanId(QStringView text)
{
    static const QRegularExpression shape(QStringLiteral("\\Ard-[0-9]{8}-[0-9]{6}-[0-9a-f]{4}\\z"));
    return shape.match(text.toString()).hasMatch();
}

PlanId newPlanId(UtcTime now)
{
    const QString moment = toQDateTime(now).toString(QStringLiteral("yyyyMMdd-HHmmss"));
    return PlanId(QStringLiteral("rd-%1-%2").arg(moment, signing::randomId().left(4)));
}

bool isStatementId(QStringView text)
{
    static const QRegularExpression shape(QStringLiteral("\\A[0-9a-f]{32}\\z"));
    return shape.match(text.toString()).hasMatch();
}

Result<SignedPlan> SignedPlan::sign(const RedrivePlan &plan, const signing::SigningKey &key)
{
    if (plan.requester.publicKey != key.publicKey())
        return notTheirs();
    const auto bytes = canonicalForm(plan);
    if (!bytes)
        return failure(bytes.error());
    return SignedPlan({plan, planDigest(*bytes), signing::Envelope::signedBy(key, payloadType, *bytes), {}});
}

Result<SignedPlan> SignedPlan::withoutSignature(const RedrivePlan &plan)
{
    if (!plan.requester.publicKey.isEmpty())
        return notTheirs();
    const auto bytes = canonicalForm(plan);
    if (!bytes)
        return failure(bytes.error());
    return SignedPlan({plan, planDigest(*bytes), signing::Envelope{*bytes, payloadType, {}, {}}, {}});
}

Result<SignedPlan> SignedPlan::open(const signing::Envelope &envelope)
{
    if (envelope.payloadType != payloadType)
        return failure(Error::Kind::Malformed, QStringLiteral("This document is no plan."));
    auto plan = readPlan(envelope.payload);
    if (!plan)
        return failure(plan.error());
    const QString problem = signatureProblemOf(envelope, plan->requester.publicKey);
    return SignedPlan({std::move(*plan), planDigest(envelope.payload), envelope, problem});
}

} // namespace holdwatch::storage
