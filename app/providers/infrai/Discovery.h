// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/json/Value.h"
#include "app/providers/infrai/Contract.h"
#include "app/providers/infrai/Schema.h"

#include <QHash>

namespace holdwatch::providers::infrai {

struct Index
{
    QString generatedAt;
    QVector<IndexEntry> entries;
};

/// The discovery index. Malformed if it holds no capability at all; an entry that can't be read is left out.
Result<Index> readIndex(const json::Value &body);

/// What a capability's detail document says.
struct Detail
{
    std::optional<Schema> answer;   ///< of the data inside the envelope
    QString whyNoSchema;            ///< set where `answer` is not
    QStringList parameters;         ///< names that params publishes
    QHash<QString, qint64> mostOf;  ///< parameter → its published maximum
    std::optional<Schema> params;   ///< as they are published
    QStringList required;           ///< of the params
    QStringList choices;            ///< what the server says it decided where documents are silent; bounded, untrusted
    QString disagreement;           ///< where the detail and the index contradict each other; empty: they agree
};

/// The response schema has no documented place: known places are tried, then the only other object that
/// looks like one and is not about the request.
Detail readDetail(const json::Value &body, Call call, const Route &route);

} // namespace holdwatch::providers::infrai
