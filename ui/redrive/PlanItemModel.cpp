// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/PlanItemModel.h"

#include "models/core/Format.h"
#include "ui/common/PlainDelegate.h"
#include "ui/common/PlainTable.h"
#include "ui/common/Metrics.h"
#include "ui/redrive/Marks.h"

#include <QHeaderView>
#include <QPainter>

namespace holdwatch::ui {

namespace {

constexpr int compactRow = 26;
constexpr int markSize = 11;

Mark markOf(const QString &found)
{
    return found == QLatin1String("equal") ? Mark::Fine : found == QLatin1String("different") ? Mark::Refused : Mark::Skipped;
}

class EvidenceDelegate final : public PlainDelegate
{
public:
    using PlainDelegate::PlainDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        if (index.column() != PlanItemModel::EvidenceColumn)
            return PlainDelegate::paint(painter, option, index);
        const Theme &theme = Theme::of(option.palette);
        paintGround(*painter, option, true, option.state & QStyle::State_MouseOver);
        const QString found = index.data(Qt::UserRole).toString();
        painter->save();
        painter->setFont(option.font);
        const QRect area = option.rect.adjusted(space::s, 0, -cellPadding, -1);
        if (found.isEmpty()) {
            painter->setPen(theme.secondary);
            painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, index.data().toString());
        } else {
            const Mark mark = markOf(found);
            paintMark(*painter, QRectF(area.left(), area.center().y() - markSize / 2.0, markSize, markSize), mark, theme);
            painter->setPen(colorsOf(mark, theme).text);
            painter->drawText(area.adjusted(markSize + 6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, found);
        }
        painter->restore();
    }
};

} // namespace

void PlanItemModel::setItems(const QVector<PlanItem> &items, UtcTime now)
{
    m_now = now;
    if (items == m_items) {
        if (!items.isEmpty())
            emit dataChanged(index(0, AgeColumn), index(int(items.size()) - 1, ExpiryColumn));
        return;
    }
    beginResetModel();
    m_items = items;
    m_evidence.clear();
    endResetModel();
}

void PlanItemModel::setEvidence(const QVector<EvidenceRow> &rows)
{
    m_evidence.clear();
    for (const EvidenceRow &row : rows)
        m_evidence.insert(row.ordinal, row.found);
    if (!m_items.isEmpty())
        emit dataChanged(index(0, EvidenceColumn), index(int(m_items.size()) - 1, EvidenceColumn));
}

int PlanItemModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_items.size());
}

int PlanItemModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString PlanItemModel::text(const PlanItem &item, int column) const
{
    switch (column) {
    case EvidenceColumn: return QString::number(item.ordinal + 1);
    case KeyColumn: return item.key.isEmpty() ? QStringLiteral("no key") : item.key;
    case ClassColumn: return item.failureClass;
    case VersionColumn: return item.version.isEmpty() ? noFigure() : item.version;
    case AgeColumn: return item.publishedAt ? formatDuration(m_now - *item.publishedAt) : noFigure();
    case ExpiryColumn: return item.expiresAt ? (*item.expiresAt <= m_now ? QStringLiteral("expired") : formatDuration(*item.expiresAt - m_now)) : noFigure();
    case RedrivesColumn: return QString::number(item.earlierRedrives);
    case SizeColumn: return formatCount(item.size);
    case DigestColumn: return QString::fromLatin1(item.digest.toHex().left(8));
    default: return {};
    }
}

QVariant PlanItemModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const PlanItem &item = m_items.at(index.row());
    const int column = index.column();
    if (role == Qt::DisplayRole)
        return text(item, column);
    if (role == Qt::UserRole && column == EvidenceColumn) {
        const auto found = m_evidence.constFind(item.ordinal);
        return found == m_evidence.cend() ? QString() : toWord(*found);
    }
    if (role == Qt::TextAlignmentRole)
        return int((column >= VersionColumn && column <= SizeColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return QStringLiteral("%1\nid %2\nkey %3\ndigest %4\nfrom %5").arg(QString::number(item.ordinal + 1), item.id.text(), item.key, QString::fromLatin1(item.digest.toHex()), item.originQueue);
    return {};
}

QVariant PlanItemModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section >= VersionColumn && section <= SizeColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const QString titles[] = {hasEvidence() ? QStringLiteral("you read") : QStringLiteral("#"), QStringLiteral("idempotency key"), QStringLiteral("class"), QStringLiteral("version"), QStringLiteral("age"),
                              QStringLiteral("expires in"), QStringLiteral("redriven"), QStringLiteral("bytes"), QStringLiteral("digest")};
    return titles[section];
}

QString toWord(EvidenceRow::Found found)
{
    switch (found) {
    case EvidenceRow::Found::Equal: return QStringLiteral("equal");
    case EvidenceRow::Found::Different: return QStringLiteral("different");
    case EvidenceRow::Found::Missing: break;
    }
    return QStringLiteral("missing");
}

QString evidenceText(const QVector<EvidenceRow> &rows, qsizetype planned)
{
    qsizetype equal = 0, different = 0, missing = 0;
    for (const EvidenceRow &row : rows)
        ++(row.found == EvidenceRow::Found::Equal ? equal : row.found == EvidenceRow::Found::Different ? different : missing);
    QString text = QStringLiteral("compared %1 of %2 with the queue: ").arg(formatCount(rows.size()), formatCount(planned));
    if (different + missing == 0)
        return text + QStringLiteral("all equal");
    return text + QStringLiteral("%1 equal, %2 different, %3 missing").arg(formatCount(equal), formatCount(different), formatCount(missing));
}

PlainTable *makePlanItemTable(PlanItemModel &model)
{
    auto *table = new PlainTable(QStringLiteral("planItems"), QStringLiteral("Messages of the plan"));
    table->setModel(&model);
    table->setItemDelegate(new EvidenceDelegate(table));
    table->verticalHeader()->setMinimumSectionSize(compactRow);
    table->verticalHeader()->setDefaultSectionSize(compactRow);
    const int widths[] = {44, 190, 140, 60, 78, 84, 66, 60, 84};
    for (int column = 0; column < PlanItemModel::ColumnCount; ++column)
        table->horizontalHeader()->resizeSection(column, widths[column]);
    table->horizontalHeader()->setSectionResizeMode(PlanItemModel::KeyColumn, QHeaderView::Stretch);
    table->horizontalHeader()->setMinimumSectionSize(48);
    return table;
}

} // namespace holdwatch::ui
