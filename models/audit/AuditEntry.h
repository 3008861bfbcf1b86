// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/Run.h"

#include <QMetaType>

namespace holdwatch {

/// What is written down, before it has a place in the chain.
struct AuditDraft
{
    QString kind;    ///< "plan-signed", "approval-given", "approval-spent", "run-started", "intent", "outcome", "stopped", … see models/redrive/README.md
    PlanId plan;     ///< empty: about no redrive
    QString by;      ///< name and fingerprint of who acted; "Holdwatch" for what it did by itself
    QByteArray data; ///< canonical JSON object, bounded to 64 KB; never a payload, never a secret

    bool operator==(const AuditDraft &) const = default;
};

/// One entry of the record. The hash covers everything before `hash` and the signer's key, and `previous` ties it to the
/// entry before. The signature is over the hash.
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

/// An entry that is remembered outside the record, so that a record cut off or written anew can be told.
struct AuditHead
{
    qint64 number = 0; ///< 0: not known, the hash alone counts
    QByteArray hash;

    bool operator==(const AuditHead &) const = default;
};

/// What checking a record found. A broken chain is shown, never repaired.
struct AuditCheck
{
    qint64 entries = 0;
    qint64 signedEntries = 0; ///< whose signature holds; without a way to check signatures, those that carry one
    bool areSignaturesChecked = false;
    qint64 vouchedUpTo = 0;   ///< last entry with a signature that holds: whoever has no key could have written only what follows
    qint64 timesBack = 0;     ///< entries that are older than the one before them by their own time; a clock was set back
    QVector<QByteArray> signers;
    QByteArray head;      ///< hash of the last entry
    std::optional<qint64> brokenAt; ///< number of the first entry that does not hold
    QString problem;      ///< why; empty: all of it holds

    bool holds() const { return problem.isEmpty(); }
    bool operator==(const AuditCheck &) const = default;
};

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::AuditEntry)
Q_DECLARE_METATYPE(holdwatch::AuditHead)
Q_DECLARE_METATYPE(holdwatch::AuditCheck)
