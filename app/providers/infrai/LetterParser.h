// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/json/Cut.h"
#include "app/json/Value.h"
#include "app/providers/infrai/LetterMap.h"
#include "models/deadletters/DeadLetter.h"

namespace holdwatch::providers::infrai {

/// One page of queue.dlq.list.
struct LetterListing
{
    QVector<DeadLetter> letters;     ///< in the server's order
    std::optional<QString> nextCursor; ///< empty: the end; unset: the answer does not say whether there is more
    std::optional<qint64> total;
};

/// `data` was parsed from `cut.rest`, `body` is the text that was cut. Malformed when there is no list, or an
/// element that is no object; a single field that is absent or of another type is not reported. `origin` is the
/// queue that was asked for. Pure.
Result<LetterListing> readLetters(const json::Value &data, const QByteArray &body, const json::Cut &cut, const LetterMap &map, const QueueId &deadSet, const QString &origin);

} // namespace holdwatch::providers::infrai
