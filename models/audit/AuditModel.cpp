// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/audit/AuditModel.h"

#include "models/audit/AuditSentence.h"
#include "models/payload/TextView.h"

#include <algorithm>

namespace holdwatch {

namespace {

QString oneLine(const QString &text)
{
    return payload::visible(text.simplified());
}

bool isNewer(const AuditEntry &a, const AuditEntry &b)
{
    return a.number > b.number;
}

} // namespace

QString toWords(AuditModel::Standing standing)
{
    switch (standing) {
    case AuditModel::Standing::Unchecked: return QStringLiteral("not checked yet");
    case AuditModel::Standing::Signed: return QStringLiteral("holds, signed");
    case AuditModel::Standing::Holds: return QStringLiteral("holds");
    case AuditModel::Standing::Broken: return QStringLiteral("broken");
    case AuditModel::Standing::Behind: return QStringLiteral("behind the break");
    }
    return {};
}

int AuditModel::rowOf(qint64 number) const
{
    const auto at = std::lower_bound(m_entries.cbegin(), m_entries.cend(), number, [](const Row &row, qint64 wanted) { return row.entry.number > wanted; });
    return int(at - m_entries.cbegin());
}

void AuditModel::add(QVector<AuditEntry> entries)
{
    std::stable_sort(entries.begin(), entries.end(), isNewer);
    entries.erase(std::remove_if(entries.begin(), entries.end(), [this](const AuditEntry &entry) { return replaceHeld(entry); }), entries.end());
    // Neighbours go in together: a page is one piece of news, and so is a step of a run.
    for (qsizetype from = 0; from < entries.size();) {
        const int row = rowOf(entries[from].number);
        qsizetype end = from + 1;
        while (end < entries.size() && rowOf(entries[end].number) == row && entries[end].number != entries[end - 1].number)
            ++end;
        insert(row, entries.mid(from, end - from));
        from = end;
        while (from < entries.size() && entries[from].number == entries[from - 1].number)
            ++from;
    }
}

bool AuditModel::replaceHeld(const AuditEntry &entry)
{
    const int row = rowOf(entry.number);
    if (row >= m_entries.size() || entryAt(row).number != entry.number)
        return false;
    if (entryAt(row) != entry) {
        m_entries[row] = {entry, sentenceOf(entry)};
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
    return true;
}

void AuditModel::insert(int row, const QVector<AuditEntry> &entries)
{
    beginInsertRows({}, row, row + int(entries.size()) - 1);
    QVector<Row> rows;
    rows.reserve(entries.size());
    for (const AuditEntry &entry : entries)
        rows.append({entry, sentenceOf(entry)});
    m_entries.insert(row, rows.size(), Row());
    std::move(rows.begin(), rows.end(), m_entries.begin() + row);
    endInsertRows();
}

void AuditModel::setCheck(const std::optional<AuditCheck> &check)
{
    if (m_check == check)
        return;
    m_check = check;
    if (!m_entries.isEmpty())
        emit dataChanged(index(0, StandingColumn), index(rowCount() - 1, StandingColumn));
}

void AuditModel::setZone(Zone zone)
{
    if (m_zone == zone)
        return;
    m_zone = zone;
    if (!m_entries.isEmpty())
        emit dataChanged(index(0, TimeColumn), index(rowCount() - 1, TimeColumn));
}

AuditModel::Standing AuditModel::standingAt(int row) const
{
    const qint64 number = entryAt(row).number;
    if (!m_check || number > m_check->entries)
        return Standing::Unchecked;
    if (m_check->brokenAt && number >= *m_check->brokenAt)
        return number == *m_check->brokenAt ? Standing::Broken : Standing::Behind;
    return number <= m_check->vouchedUpTo ? Standing::Signed : Standing::Holds;
}

int AuditModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

int AuditModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant AuditModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return text(index.row(), index.column());
    case Qt::ToolTipRole: return toolTip(index.row(), index.column());
    case Qt::TextAlignmentRole: return index.column() == NumberColumn ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case StandingRole: return int(standingAt(index.row()));
    default: return {};
    }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NumberColumn: return QStringLiteral("No.");
    case TimeColumn: return QStringLiteral("Time");
    case WhatColumn: return QStringLiteral("What");
    case WhoColumn: return QStringLiteral("Who");
    case PlanColumn: return QStringLiteral("Redrive");
    case StandingColumn: return QStringLiteral("Checked");
    default: return {};
    }
}

QString AuditModel::text(int row, int column) const
{
    const AuditEntry &entry = entryAt(row);
    switch (column) {
    case NumberColumn: return formatCount(entry.number);
    case TimeColumn: return formatDateTime(entry.at, m_zone);
    case WhatColumn: return sentenceAt(row);
    case WhoColumn: return oneLine(entry.what.by);
    case PlanColumn: return entry.what.plan.isEmpty() ? noFigure() : oneLine(entry.what.plan.text());
    case StandingColumn: return toWords(standingAt(row));
    default: return {};
    }
}

QString AuditModel::toolTip(int row, int column) const
{
    const AuditEntry &entry = entryAt(row);
    if (column == TimeColumn)
        return toIso(entry.at) + QStringLiteral(" (") + zoneName(m_zone, entry.at) + QStringLiteral(" is shown)");
    if (column == PlanColumn && entry.what.plan.isEmpty())
        return QStringLiteral("About no single redrive");
    return text(row, column);
}

} // namespace holdwatch
