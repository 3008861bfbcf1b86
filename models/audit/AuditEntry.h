// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/Run.h"

#include <QMetaType>

namespace holdwatch {

/// What is written down, before it has a place in the chain.
struct AuditDraft
{
    QString kind;    ///< "plan-signed", "approval-given", "approval-spent", "run-started", "intent", "outcome", "stopped", … see app/storage/audit/README.md
    PlanId plan;     ///< empty: about no redrive
    QString by;      ///< name and fingerprint of who acted; "Holdwatch" for what it did by itself
    QByteArray data; ///< canonical JSON object, bounded to 64 KB; never a payload, never a secret

    bool operator==(const AuditDraft &) const = default;
};

/// One entry of the record. The hash covers everything before `hash`, and `previous` ties it to the entry before.
struct AuditEntry
{
    qint64 number = 0; ///< from 1, without a gap
    UtcTime at{};
    AuditDraft what;
    QByteArray previous; ///< 32 bytes; of the first entry zeros
    QByteArray hash;     ///< SHA-256
    QByteArray signer;   ///< public key; empty: not signed
    QByteArray signature;

    bool operator==(const AuditEntry &) const = default;
};

/// What checking a record found. A broken chain is shown, never repaired.
struct AuditCheck
{
    qint64 entries = 0;
    qint64 signedEntries = 0;
    QVector<QByteArray> signers;
    QByteArray head;      ///< hash of the last entry
    std::optional<qint64> brokenAt; ///< number of the first entry that does not hold
    QString problem;      ///< why; empty: all of it holds

    bool holds() const { return problem.isEmpty(); }
    bool operator==(const AuditCheck &) const = default;
};

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::AuditEntry)
Q_DECLARE_METATYPE(holdwatch::AuditCheck)
