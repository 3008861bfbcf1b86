// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditEntry.h"

#include <QSet>

#include <functional>

namespace holdwatch::storage {

using SignatureCheck = std::function<bool(const QByteArray &publicKey, const QByteArray &message, const QByteArray &signature)>;

/// Holds a record's entries against one another, one by one from the first. Everything behind the first fault is only counted.
class ChainCheck
{
public:
    /// `expected`: an entry that was remembered elsewhere has to be among them. Without `signature` they are not checked.
    explicit ChainCheck(std::optional<AuditHead> expected = std::nullopt, SignatureCheck signature = {});

    void take(const AuditEntry &entry, bool isExact = true);
    void fault(qint64 number, const QString &problem); ///< found by whoever reads the file; the first one counts
    qint64 nextNumber() const { return m_before.number + 1; }

    AuditCheck finish();

private:
    QString problemOf(const AuditEntry &entry) const;
    void checkSignature(const AuditEntry &entry);
    void compareWithExpected(const AuditEntry &entry);

    std::optional<AuditHead> m_expected;
    SignatureCheck m_signature;
    AuditCheck m_result;
    AuditHead m_before;
    UtcTime m_timeBefore{};
    QSet<QByteArray> m_signers;
    bool m_wasExpectedFound = false;
};

} // namespace holdwatch::storage
