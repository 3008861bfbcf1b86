// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/RedrivePort.h"

#include <QAbstractTableModel>
#include <QHash>

namespace holdwatch::ui {

class PlainTable;

/// The frozen list of a plan, as a table; beside each message what this person read from the queue.
class PlanItemModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { EvidenceColumn, KeyColumn, ClassColumn, VersionColumn, AgeColumn, ExpiryColumn, RedrivesColumn, SizeColumn, DigestColumn, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setItems(const QVector<PlanItem> &items, UtcTime now); ///< forgets the evidence where the items are others
    void setEvidence(const QVector<EvidenceRow> &rows);
    bool hasEvidence() const { return !m_evidence.isEmpty(); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const PlanItem &item, int column) const;

    QVector<PlanItem> m_items;
    UtcTime m_now{};
    QHash<int, EvidenceRow::Found> m_evidence;
};

QString toWord(EvidenceRow::Found found); ///< "equal", "different", "missing"

/// "Compared 12 of 12 with the queue: all equal." and what a statement says of it.
QString evidenceText(const QVector<EvidenceRow> &rows, qsizetype planned);

PlainTable *makePlanItemTable(PlanItemModel &model);

} // namespace holdwatch::ui
