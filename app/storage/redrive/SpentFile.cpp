// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/redrive/SpentFile.h"

#include "app/storage/redrive/Fields.h"

namespace holdwatch::storage {

template<typename Archive>
void describe(Archive &archive, Described<Archive, SpentMark> &mark)
{
    archive.field("at", mark.at);
    archive.unlessDefault("break_glass", mark.isBreakGlass);
    archive.field("deadline", mark.deadline);
    archive.field("digest", mark.planDigest);
    archive.field("expires_at", mark.planExpiresAt);
    archive.field("installation", mark.installation);
    archive.field("plan", mark.plan);
    archive.unlessDefault("reviewed", mark.isReviewed);
    archive.field("statements", mark.statements);
}

template<typename Archive>
void describe(Archive &archive, Described<Archive, SpentList> &list)
{
    archive.field("latest", list.latest);
    archive.field("marks", list.marks);
    describeSchema(archive);
}

QByteArray toBytes(const SpentList &list)
{
    return toCanonical(list).value_or(QByteArray());
}

Result<SpentList> spentListFrom(const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return SpentList();
    auto list = fromCanonical<SpentList>(bytes);
    if (list)
        return list;
    return failure(Error::Kind::Storage, QStringLiteral("The list of approvals that were used up can't be read: %1").arg(list.error().what));
}

} // namespace holdwatch::storage
