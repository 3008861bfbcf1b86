// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/signing/Envelope.h"
#include "models/redrive/Approval.h"

namespace holdwatch::storage {

/// A statement together with the bytes it was signed as. Immutable, any thread. Like a plan's (PlanFile.h), its file is read
/// strictly: only what was written exactly so is a statement.
class SignedStatement
{
public:
    static const QString payloadType; ///< "application/vnd.holdwatch.redrive-statement+json"
    static constexpr qint64 mostBytes = 512 * 1024;

    /// Refused (Invalid) unless `key` is that of `by`.
    static Result<SignedStatement> sign(const Statement &statement, const signing::SigningKey &key);
    /// Where nobody has an identity. Refused (Invalid) when `by` has a key.
    static Result<SignedStatement> withoutSignature(const Statement &statement);
    static Result<SignedStatement> open(const signing::Envelope &envelope);

    const Statement &statement() const { return m_statement; }
    const signing::Envelope &envelope() const { return m_envelope; }
    /// Why the signature of `by` does not hold. Empty: it holds, or there is none because they have no key.
    const QString &signatureProblem() const { return m_signatureProblem; }

private:
    SignedStatement(Statement statement, signing::Envelope envelope, QString problem)
        : m_statement(std::move(statement)), m_envelope(std::move(envelope)), m_signatureProblem(std::move(problem))
    {
    }

    Statement m_statement;
    signing::Envelope m_envelope;
    QString m_signatureProblem;
};

} // namespace holdwatch::storage
