// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/ChainCheck.h"

#include "app/storage/audit/AuditHash.h"

namespace holdwatch::storage {

ChainCheck::ChainCheck(std::optional<AuditHead> expected, SignatureCheck signature)
    : m_expected(std::move(expected)), m_signature(std::move(signature))
{
    m_before.hash = noEntryBefore();
    m_result.areSignaturesChecked = static_cast<bool>(m_signature);
}

void ChainCheck::take(const AuditEntry &entry, bool isExact)
{
    ++m_result.entries;
    m_result.head = entry.hash;
    if (!m_result.holds())
        return;
    const QString problem = isExact ? problemOf(entry) : QStringLiteral("It holds something that is not what Holdwatch wrote.");
    if (!problem.isEmpty()) {
        fault(nextNumber(), problem);
        return;
    }
    checkSignature(entry);
    compareWithExpected(entry);
    if (m_before.number > 0 && entry.at < m_timeBefore)
        ++m_result.timesBack;
    m_timeBefore = entry.at;
    m_before = {entry.number, entry.hash};
}

QString ChainCheck::problemOf(const AuditEntry &entry) const
{
    if (entry.number > nextNumber())
        return QStringLiteral("It is missing: entry %1 follows entry %2.").arg(entry.number).arg(m_before.number);
    if (entry.number < nextNumber())
        return QStringLiteral("In its place stands another entry %1.").arg(entry.number);
    if (entry.previous != m_before.hash)
        return m_before.number == 0 ? QStringLiteral("It is not the first of a record.") : QStringLiteral("It does not follow the entry before it.");
    if (entry.hash != hashOf(entry))
        return QStringLiteral("It was changed: its hash does not fit what it says.");
    return {};
}

void ChainCheck::checkSignature(const AuditEntry &entry)
{
    if (entry.signer.isEmpty() && entry.signature.isEmpty())
        return;
    if (entry.signer.isEmpty() || entry.signature.isEmpty() || (m_signature && !m_signature(entry.signer, entry.hash, entry.signature))) {
        fault(entry.number, QStringLiteral("Its signature does not hold."));
        return;
    }
    ++m_result.signedEntries;
    if (m_signature)
        m_result.vouchedUpTo = entry.number;
    if (!m_signers.contains(entry.signer)) {
        m_signers.insert(entry.signer);
        m_result.signers.append(entry.signer);
    }
}

void ChainCheck::compareWithExpected(const AuditEntry &entry)
{
    if (!m_expected)
        return;
    if (entry.hash == m_expected->hash && (m_expected->number == 0 || m_expected->number == entry.number))
        m_wasExpectedFound = true;
    else if (entry.number == m_expected->number)
        fault(entry.number, QStringLiteral("It is not the entry that was remembered outside the record: the record was written anew."));
}

void ChainCheck::fault(qint64 number, const QString &problem)
{
    if (!m_result.holds())
        return;
    m_result.brokenAt = number;
    m_result.problem = problem;
}

AuditCheck ChainCheck::finish()
{
    if (m_expected && !m_wasExpectedFound && m_result.holds()) {
        fault(nextNumber(), m_expected->number > 0
                  ? QStringLiteral("It is missing: the record ends before entry %1, which was remembered outside it.").arg(m_expected->number)
                  : QStringLiteral("The entry that was remembered outside the record is not in it: its end was cut off, or it was written anew."));
    }
    return m_result;
}

} // namespace holdwatch::storage
