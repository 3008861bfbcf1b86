// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/RedrivePort.h"

namespace holdwatch::bootstrap {

// What `holdwatch redrive` prints; README.md describes the documents. Control characters of messages are escaped in texts for people.

QString remarkText(const PlanRemark &remark);   ///< "refused (key-missing): …"
QString evidenceText(const QVector<EvidenceRow> &rows); ///< "read 10 of 12 from the queue: 10 equal, 1 different, 1 missing"
QString stateText(const RunState &state);

QByteArray planText(const RedrivePlan &plan, const QVector<PlanRemark> &remarks);
QByteArray planJson(const RedrivePlan &plan, const QVector<PlanRemark> &remarks);
QByteArray recordsText(const QVector<RedriveRecord> &records);
QByteArray recordsJson(const QVector<RedriveRecord> &records);
QByteArray recordText(const RedriveRecord &record, const QVector<ItemResult> &items);
QByteArray recordJson(const RedriveRecord &record, const QVector<ItemResult> &items);
QByteArray stateJson(const RunState &state); ///< one line
QByteArray itemText(const ItemResult &item);
QByteArray itemJson(const ItemResult &item); ///< one line

} // namespace holdwatch::bootstrap
