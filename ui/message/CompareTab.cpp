// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/CompareTab.h"

#include "models/core/Format.h"
#include "models/payload/Masking.h"
#include "models/payload/TextView.h"
#include "ui/common/Labels.h"
#include "ui/common/PlainDelegate.h"
#include "ui/common/PlainTable.h"
#include "ui/common/Theme.h"
#include "ui/message/PaneColors.h"

#include <QHeaderView>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace holdwatch::ui {

using payload::Diff;
using payload::DiffRow;

namespace {

QString wordOf(DiffRow::Kind kind)
{
    switch (kind) {
    case DiffRow::Kind::Same: return QStringLiteral("same");
    case DiffRow::Kind::Changed: return QStringLiteral("changed");
    case DiffRow::Kind::Removed: return QStringLiteral("only here");
    case DiffRow::Kind::Added: return QStringLiteral("only there");
    case DiffRow::Kind::Reordered: return QStringLiteral("other order");
    case DiffRow::Kind::Skipped: return {};
    }
    return {};
}

QString whereOf(const DiffRow &row, Diff::Basis basis)
{
    if (basis == Diff::Basis::Json)
        return row.pointer.isEmpty() ? QStringLiteral("(whole text)") : payload::visible(row.pointer.left(400));
    const qsizetype line = row.leftLine >= 0 ? row.leftLine : row.rightLine;
    return line < 0 ? QString() : QStringLiteral("line %1").arg(formatCount(line + 1));
}

QString summaryOf(const Diff &diff)
{
    if (diff.isSame())
        return QStringLiteral("No difference. ") + diff.remark;
    QStringList parts;
    const auto add = [&parts](qsizetype count, const QString &word) {
        if (count > 0)
            parts << QStringLiteral("%1 %2").arg(formatCount(count), word);
    };
    add(diff.changed, QStringLiteral("changed"));
    add(diff.removed, QStringLiteral("only here"));
    add(diff.added, QStringLiteral("only there"));
    add(diff.reordered, QStringLiteral("in another order"));
    QString text = parts.join(QStringLiteral(", ")) + QLatin1Char('.');
    if (diff.leftOut > 0)
        text += QStringLiteral(" %1 rows are not listed.").arg(formatCount(diff.leftOut));
    return diff.remark.isEmpty() ? text : text + QLatin1Char(' ') + diff.remark;
}

/// Plain rows; what only one side has stands on a quiet ground, in the fixed-width font.
class DiffDelegate final : public PlainDelegate
{
public:
    using PlainDelegate::PlainDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::of(option.palette);
        const auto kind = static_cast<const DiffModel *>(index.model())->diff().rows[size_t(index.row())].kind;
        painter->save();
        paintGround(*painter, option, index.column() == 0, option.state & QStyle::State_MouseOver);
        const bool isText = index.column() == DiffModel::LeftColumn || index.column() == DiffModel::RightColumn;
        const QString text = index.data().toString();
        if (isText && !text.isEmpty() && kind != DiffRow::Kind::Same && kind != DiffRow::Kind::Skipped && !(option.state & QStyle::State_Selected)) {
            const bool isRight = index.column() == DiffModel::RightColumn;
            const QColor ground = theme.dark ? QColor(isRight ? 0x1F3A2B : 0x42261F) : QColor(isRight ? 0xE3F3E6 : 0xFCE9E2);
            painter->fillRect(option.rect.adjusted(0, 0, 0, -1), ground);
        }
        painter->setFont(isText || index.column() == DiffModel::WhereColumn ? paneFont() : option.font);
        painter->setPen(kind == DiffRow::Kind::Same || kind == DiffRow::Kind::Skipped || !isText ? theme.secondary : theme.text);
        if (index.column() == DiffModel::ChangeColumn && kind != DiffRow::Kind::Same)
            painter->setPen(theme.text);
        const QRect area = option.rect.adjusted(index.column() == 0 ? space::m : cellPadding, 0, -cellPadding, -1);
        painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, painter->fontMetrics().elidedText(text, Qt::ElideRight, area.width()));
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return {80, 26}; }
};

} // namespace

void DiffModel::setDiff(Diff diff)
{
    beginResetModel();
    m_diff = std::move(diff);
    endResetModel();
}

int DiffModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_diff.rows.size());
}

int DiffModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DiffModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const DiffRow &row = m_diff.rows[size_t(index.row())];
    switch (index.column()) {
    case ChangeColumn: return wordOf(row.kind);
    case WhereColumn: return whereOf(row, m_diff.basis);
    case LeftColumn: return row.left;
    case RightColumn: return row.right;
    default: return row.note;
    }
}

QVariant DiffModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QString titles[] = {QStringLiteral("Change"), QStringLiteral("Where"), QStringLiteral("This message"), QStringLiteral("The other"), QStringLiteral("Note")};
    return titles[section];
}

CompareTab::CompareTab(QWidget *parent)
    : QWidget(parent), m_model(new DiffModel(this)), m_table(new PlainTable(QStringLiteral("compareTable"), QStringLiteral("Differences to the other message"))),
      m_title(plainLabel({}, Type::Body, QFont::DemiBold)), m_summary(secondaryLabel({}, Type::Body)), m_work(this)
{
    setObjectName(QStringLiteral("compareTab"));
    m_title->setObjectName(QStringLiteral("compareTitle"));
    m_summary->setObjectName(QStringLiteral("compareSummary"));
    m_title->setWordWrap(true);
    m_summary->setWordWrap(true);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new DiffDelegate(m_table));
    m_table->verticalHeader()->setDefaultSectionSize(26);
    QHeaderView *header = m_table->horizontalHeader();
    header->resizeSection(DiffModel::ChangeColumn, 96);
    header->resizeSection(DiffModel::NoteColumn, 170);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, space::s, 0, 0);
    layout->setSpacing(2);
    for (QLabel *label : {m_title, m_summary}) {
        label->setContentsMargins(space::m, 0, space::m, 0);
        layout->addWidget(label);
    }
    layout->addSpacing(space::xs);
    layout->addWidget(m_table, 1);
}

void CompareTab::compare(const QByteArray &left, const QByteArray &right, const QString &rightTitle, const QStringList &sensitive)
{
    m_work.restart();
    m_model->setDiff({});
    m_title->setText(QStringLiteral("Compared with %1").arg(payload::visible(rightTitle)));
    m_summary->setText(QStringLiteral("Comparing…"));
    m_work.run([left, right, sensitive] {
        const payload::SensitiveNames names(sensitive);
        return payload::diffOf({left, payload::masksOf(left, names).hidden()}, {right, payload::masksOf(right, names).hidden()});
    }, [this](Diff diff) { take(std::move(diff)); });
}

void CompareTab::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    // The two values share what is left, but never less than can be read; beyond that the table scrolls.
    QHeaderView *header = m_table->horizontalHeader();
    const bool isNarrow = width() < 640;
    header->resizeSection(DiffModel::WhereColumn, isNarrow ? 104 : 160);
    const int taken = header->sectionSize(DiffModel::ChangeColumn) + header->sectionSize(DiffModel::WhereColumn) + (isNarrow ? 0 : header->sectionSize(DiffModel::NoteColumn));
    for (const int column : {int(DiffModel::LeftColumn), int(DiffModel::RightColumn)})
        header->resizeSection(column, std::max(104, (width() - taken - space::m) / 2));
}

void CompareTab::forget()
{
    m_work.restart();
    m_model->setDiff({});
}

void CompareTab::take(Diff diff)
{
    m_summary->setText(summaryOf(diff));
    m_model->setDiff(std::move(diff));
    emit compared();
}

QString CompareTab::summary() const
{
    return m_summary->text();
}

} // namespace holdwatch::ui
