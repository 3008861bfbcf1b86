// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/signing/Envelope.h"
#include "models/redrive/RedrivePlan.h"

#include <memory>

namespace holdwatch::storage {

constexpr qint64 mostPlanBytes = 64 * 1024 * 1024; ///< of the canonical form

/// The bytes that are signed: JSON with sorted keys, no whitespace, whole numbers only, what is unset left out. An item's
/// ordinal is its place. Malformed or TooLarge: a plan that could not be read back as it is.
Result<QByteArray> canonicalForm(const RedrivePlan &plan);
/// Malformed or TooLarge for anything but what canonicalForm gives. Fit to be shown; decides nothing about rules or signatures.
Result<RedrivePlan> readPlan(const QByteArray &canonical);
QByteArray planDigest(const QByteArray &canonical); ///< SHA-256, 32 bytes

/// "rd-20261130-140312-7f3a": the only shape a plan's id may have, as it becomes a folder's name.
bool isPlanId(QStringView text);
PlanId newPlanId(UtcTime now);
/// What a statement is named by: 32 small hex digits.
bool isStatementId(QStringView text);

/// A plan together with the bytes it was signed as. Immutable, cheap to copy, any thread. There is no other way to
/// have one than to sign a plan or to open a file, so plan, bytes, digest and signature always belong together.
class SignedPlan
{
public:
    static const QString payloadType; ///< "application/vnd.holdwatch.redrive-plan+json"

    /// Refused (Invalid) unless `key` is the requester's.
    static Result<SignedPlan> sign(const RedrivePlan &plan, const signing::SigningKey &key);
    /// Where nobody has an identity. Refused (Invalid) for a requester with a key.
    static Result<SignedPlan> withoutSignature(const RedrivePlan &plan);
    static Result<SignedPlan> open(const signing::Envelope &envelope);

    const RedrivePlan &plan() const { return m_content->plan; }
    const QByteArray &digest() const { return m_content->digest; }
    const signing::Envelope &envelope() const { return m_content->envelope; }
    /// Why the requester's signature does not hold. Empty: it holds, or there is none because the requester has no key.
    const QString &signatureProblem() const { return m_content->signatureProblem; }

private:
    struct Content
    {
        RedrivePlan plan;
        QByteArray digest;
        signing::Envelope envelope;
        QString signatureProblem;
    };
    explicit SignedPlan(Content content) : m_content(std::make_shared<const Content>(std::move(content))) {}
    std::shared_ptr<const Content> m_content;
};

} // namespace holdwatch::storage
