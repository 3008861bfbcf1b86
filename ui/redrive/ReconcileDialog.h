// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/ports/RedrivePort.h"

#include <QAbstractTableModel>
#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace holdwatch::ui {

class MarkedText;
class PlainTable;

/// The messages of a run whose answer was lost, as rows.
class UnknownModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { NumberColumn, KeyColumn, IdColumn, SinceColumn, DetailColumn, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setUnknown(const RedrivePlan &plan, const QVector<ItemResult> &results, Zone zone);
    int ordinalAt(int row) const { return m_results.at(row).ordinal; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVector<PlanItem> m_items; ///< beside m_results
    QVector<ItemResult> m_results;
    Zone m_zone = Zone::Utc;
};

/// Clears up lost answers: by asking the system again, by the consumer's ledger, or by a person's word. Sends nothing, ever:
/// there is no way from here to a second attempt.
class ReconcileDialog final : public QDialog
{
    Q_OBJECT
public:
    /// All arguments outlive the dialog.
    ReconcileDialog(RedrivePort &port, const PlanId &plan, const QString &who, Zone zone, QWidget *parent = nullptr);

private:
    QWidget *makeWord();
    void reload();
    void refresh();
    void ask();
    void giveWord();
    void say(bool isFine, const QString &sentence);

    RedrivePort &m_port;
    PlanId m_plan;
    QString m_who;
    Zone m_zone;
    bool m_isRunning = false;
    UnknownModel m_unknown;
    PlainTable *m_table;
    QPushButton *m_ask;
    QRadioButton *m_moved;
    QRadioButton *m_stayed;
    QRadioButton *m_byLedger;
    QRadioButton *m_byWord;
    QLineEdit *m_note;
    QPushButton *m_take;
    MarkedText *m_answer;
};

} // namespace holdwatch::ui
