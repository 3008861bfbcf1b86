// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/RedriveListModel.h"

#include "models/core/Format.h"
#include "models/redrive/PlainName.h"

#include <QSet>

#include <algorithm>

namespace holdwatch {

namespace {

bool standsBefore(const RedriveRecord &a, const RedriveRecord &b)
{
    return a.plan.createdAt != b.plan.createdAt ? a.plan.createdAt > b.plan.createdAt : b.plan.id < a.plan.id;
}

QString joined(std::initializer_list<QString> texts)
{
    QStringList parts;
    for (const QString &text : texts) {
        if (const QString plain = plainName(text, 500); !plain.isEmpty())
            parts << plain;
    }
    return parts.join(QLatin1Char('\n'));
}

} // namespace

RedriveListModel::RedriveListModel(const Clock &clock, QObject *parent) : QAbstractTableModel(parent), m_clock(clock) {}

void RedriveListModel::setRedrives(const QVector<RedriveRecord> &all)
{
    QSet<PlanId> kept;
    for (const RedriveRecord &record : all)
        kept.insert(record.plan.id);
    for (int row = int(m_rows.size()) - 1; row >= 0; --row) {
        if (!kept.contains(m_rows.at(row).plan.id))
            remove(m_rows.at(row).plan.id);
    }
    for (const RedriveRecord &record : all)
        update(record);
}

void RedriveListModel::update(const RedriveRecord &record)
{
    int row = rowOf(record.plan.id);
    if (row >= 0 && m_rows.at(row).plan.createdAt != record.plan.createdAt) {
        remove(record.plan.id);
        row = -1;
    }
    if (row < 0) {
        const auto place = std::lower_bound(m_rows.cbegin(), m_rows.cend(), record, standsBefore);
        row = int(place - m_rows.cbegin());
        beginInsertRows({}, row, row);
        m_rows.insert(row, record);
        reindex();
        endInsertRows();
    } else if (m_rows.at(row) != record) {
        m_rows[row] = record;
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

void RedriveListModel::updateRun(const PlanId &plan, const RunState &run)
{
    const int row = rowOf(plan);
    if (row < 0 || m_rows.at(row).run == run)
        return;
    m_rows[row].run = run;
    emit dataChanged(index(row, StateColumn), index(row, NextColumn));
}

void RedriveListModel::remove(const PlanId &plan)
{
    const int row = rowOf(plan);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_rows.remove(row);
    reindex();
    endRemoveRows();
}

const RedriveRecord *RedriveListModel::find(const PlanId &plan) const
{
    const int row = rowOf(plan);
    return row < 0 ? nullptr : &m_rows.at(row);
}

int RedriveListModel::rowOf(const PlanId &plan) const
{
    return m_rowOf.value(plan, -1);
}

int RedriveListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int RedriveListModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant RedriveListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const RedriveRecord &record = m_rows.at(index.row());
    if (role == Qt::ToolTipRole)
        return toolTip(record, index.column());
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    const QString cell = text(record, index.column());
    return cell.isEmpty() ? noFigure() : cell;
}

QVariant RedriveListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TitleColumn: return QStringLiteral("Redrive");
    case ConnectionColumn: return QStringLiteral("Connection");
    case StateColumn: return QStringLiteral("State");
    case CountsColumn: return QStringLiteral("Messages");
    case NextColumn: return QStringLiteral("Needed next");
    default: return {};
    }
}

QString RedriveListModel::text(const RedriveRecord &record, int column) const
{
    switch (column) {
    case TitleColumn: return titleOf(record.plan);
    case ConnectionColumn: return plainName(record.plan.connectionName);
    case StateColumn: return toWord(standingOf(record, m_clock.now()));
    case CountsColumn: return countsText(record);
    case NextColumn: return nextText(record, m_clock.now());
    default: return {};
    }
}

QString RedriveListModel::toolTip(const RedriveRecord &record, int column) const
{
    const RedrivePlan &plan = record.plan;
    switch (column) {
    case TitleColumn: return joined({text(record, column), plan.reason, plan.reference, plan.id.text()});
    case ConnectionColumn: return joined({QStringLiteral("%1, %2").arg(plan.connectionName, toWord(plan.environment)), plan.origin});
    case StateColumn: return joined({text(record, column), record.run.text, record.signatureProblem});
    default: return text(record, column);
    }
}

void RedriveListModel::reindex()
{
    m_rowOf.clear();
    for (int row = 0; row < m_rows.size(); ++row)
        m_rowOf.insert(m_rows.at(row).plan.id, row);
}

} // namespace holdwatch
