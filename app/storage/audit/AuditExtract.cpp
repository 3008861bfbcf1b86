// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/AuditExtract.h"

#include "app/storage/audit/AuditLines.h"
#include "app/storage/audit/AuditVerify.h"

#include <QFile>

namespace holdwatch::storage {

Result<QVector<AuditEntry>> extractEntries(const QString &exported, const PlanId &plan)
{
    const Result<AuditCheck> checked = verifyAudit(exported);
    if (!checked)
        return failure(checked.error());
    if (!checked->holds())
        return failure(Error::Kind::Malformed, QStringLiteral("The record beside the plan does not hold: %1").arg(checked->problem), QStringLiteral("Ask for it anew."));
    QFile file(exported);
    if (!file.open(QIODevice::ReadOnly))
        return failure(Error::Kind::Storage, QStringLiteral("The record beside the plan could not be read: %1.").arg(file.errorString()));
    QVector<AuditEntry> entries;
    file.readLine(longestLine); // the header
    while (!file.atEnd()) {
        const Result<AuditEntry> entry = entryFromLine(file.readLine(longestLine).chopped(1));
        if (!entry)
            return failure(entry.error());
        if (entry->what.plan == plan)
            entries.append(*entry);
    }
    return entries;
}

} // namespace holdwatch::storage
