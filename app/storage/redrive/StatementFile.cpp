// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/redrive/StatementFile.h"

#include "app/storage/redrive/PlanFields.h"
#include "app/storage/redrive/PlanFile.h"
#include "app/storage/redrive/SignatureCheck.h"

namespace holdwatch::storage {

template<typename Archive>
void describe(Archive &archive, Described<Archive, Statement> &statement)
{
    archive.field("at", statement.at);
    archive.field("by", statement.by);
    archive.field("evidence", statement.evidence);
    archive.field("expires_at", statement.expiresAt);
    archive.field("id", statement.id);
    archive.field("installation", statement.installation);
    archive.word("kind", statement.kind, [](Statement::Kind each) { return toWord(each); }, statementKindFromWord);
    archive.unlessDefault("phrase", statement.phrase);
    archive.field("plan", statement.plan);
    archive.field("plan_digest", statement.planDigest);
    archive.field("reason", statement.reason);
    archive.unlessDefault("roster_digest", statement.rosterDigest);
    describeSchema(archive);
}

namespace {

Result<Statement> readStatement(const QByteArray &canonical)
{
    auto statement = fromCanonical<Statement>(canonical);
    const auto unreadable = [](const QString &why) { return failure(Error::Kind::Malformed, QStringLiteral("The statement can't be read: %1").arg(why)); };
    if (!statement)
        return unreadable(statement.error().what);
    if (!isStatementId(statement->id) || !isPlanId(statement->plan.text()))
        return unreadable(QStringLiteral("Its id is none."));
    if (statement->planDigest.size() != 32 || (!statement->by.publicKey.isEmpty() && statement->by.publicKey.size() != signing::publicKeySize))
        return unreadable(QStringLiteral("A key or digest has the wrong length."));
    return statement;
}

/// Reads back what it writes, so nobody signs what nobody could open.
Result<QByteArray> canonicalForm(const Statement &statement)
{
    auto bytes = toCanonical(statement);
    if (!bytes)
        return bytes;
    const auto back = readStatement(*bytes);
    return back ? bytes : Result<QByteArray>(failure(back.error()));
}

} // namespace

const QString SignedStatement::payloadType = QStringLiteral("application/vnd.holdwatch.redrive-statement+json");

Result<SignedStatement> SignedStatement::sign(const Statement &statement, const signing::SigningKey &key)
{
    if (statement.by.publicKey != key.publicKey())
        return failure(Error::Kind::Invalid, QStringLiteral("A statement is signed by who makes it, and by nobody else."));
    const auto bytes = canonicalForm(statement);
    if (!bytes)
        return failure(bytes.error());
    return SignedStatement(statement, signing::Envelope::signedBy(key, payloadType, *bytes), {});
}

Result<SignedStatement> SignedStatement::withoutSignature(const Statement &statement)
{
    if (!statement.by.publicKey.isEmpty())
        return failure(Error::Kind::Invalid, QStringLiteral("Who has a key signs a statement with it."));
    const auto bytes = canonicalForm(statement);
    if (!bytes)
        return failure(bytes.error());
    return SignedStatement(statement, signing::Envelope{*bytes, payloadType, {}, {}}, {});
}

Result<SignedStatement> SignedStatement::open(const signing::Envelope &envelope)
{
    if (envelope.payloadType != payloadType || envelope.payload.size() > mostBytes)
        return failure(Error::Kind::Malformed, QStringLiteral("This document is no statement about a plan."));
    auto statement = readStatement(envelope.payload);
    if (!statement)
        return failure(statement.error());
    const QString problem = signatureProblemOf(envelope, statement->by.publicKey);
    return SignedStatement(std::move(*statement), envelope, problem);
}

} // namespace holdwatch::storage
