// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/HeadersTab.h"

#include "models/core/Format.h"
#include "models/payload/TextView.h"
#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/common/PlainTable.h"
#include "ui/message/TextPane.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {
constexpr qsizetype shownOfValue = 300;
}

void HeaderModel::setHeaders(const QVector<LetterHeader> &headers)
{
    beginResetModel();
    m_headers = headers;
    m_masks.clear();
    filter();
    endResetModel();
}

void HeaderModel::setSensitiveNames(const QStringList &patterns)
{
    beginResetModel();
    m_names = payload::SensitiveNames(patterns);
    m_masks.clear();
    filter();
    endResetModel();
}

void HeaderModel::setFilter(const QString &words)
{
    beginResetModel();
    m_filter = words;
    filter();
    endResetModel();
}

void HeaderModel::filter()
{
    m_rows.clear();
    for (int number = 0; number < m_headers.size(); ++number) {
        if (m_filter.isEmpty() || m_headers[number].name.contains(m_filter, Qt::CaseInsensitive) || valueText(number).contains(m_filter, Qt::CaseInsensitive))
            m_rows.push_back(number);
    }
}

const payload::MaskList &HeaderModel::masksOf(int number) const
{
    auto known = m_masks.find(number);
    if (known == m_masks.end())
        known = m_masks.insert(number, payload::masksOfHeader(m_headers[number].name.toUtf8(), m_headers[number].text.toUtf8(), m_names));
    return *known;
}

QStringList HeaderModel::revealNumber(int number)
{
    payload::MaskList masks = masksOf(number);
    QStringList names;
    for (qsizetype mask = 0; mask < qsizetype(masks.masks().size()); ++mask) {
        if (masks.reveal(mask))
            names << QStringLiteral("header %1").arg(payload::visible(m_headers[number].name));
    }
    names.removeDuplicates();
    if (names.isEmpty())
        return names;
    m_masks[number] = masks;
    return names;
}

QStringList HeaderModel::reveal(int row)
{
    const QStringList names = revealNumber(m_rows[size_t(row)]);
    emit dataChanged(index(row, ValueColumn), index(row, ValueColumn));
    return names;
}

QStringList HeaderModel::revealAll()
{
    QStringList names;
    for (int number = 0; number < m_headers.size(); ++number)
        names += revealNumber(number);
    if (!m_rows.empty())
        emit dataChanged(index(0, ValueColumn), index(rowCount() - 1, ValueColumn));
    return names;
}

QString HeaderModel::valueText(int number) const
{
    const QByteArray value = m_headers[number].text.toUtf8();
    return payload::excerpt(value, {0, value.size()}, shownOfValue, masksOf(number).hidden());
}

int HeaderModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int HeaderModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant HeaderModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || role != Qt::DisplayRole)
        return {};
    const int number = m_rows[size_t(index.row())];
    switch (index.column()) {
    case NameColumn: return payload::visible(m_headers[number].name);
    case ValueColumn: return valueText(number);
    default: return m_headers[number].kind.isEmpty() ? noFigure() : payload::visible(m_headers[number].kind);
    }
}

QVariant HeaderModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == NameColumn ? QStringLiteral("Name") : section == ValueColumn ? QStringLiteral("Value") : QStringLiteral("Kind");
}

HeadersTab::HeadersTab(QWidget *parent)
    : QWidget(parent), m_model(new HeaderModel(this)), m_filter(new QLineEdit), m_count(secondaryLabel({})), m_reveal(new QToolButton), m_revealAll(new QToolButton),
      m_table(new PlainTable(QStringLiteral("headerTable"), QStringLiteral("Headers of the message"))), m_title(secondaryLabel({})),
      m_value(new TextPane(QStringLiteral("headerValue"), QStringLiteral("Value of the selected header")))
{
    setObjectName(QStringLiteral("headersTab"));
    m_filter->setObjectName(QStringLiteral("headerFilter"));
    m_filter->setPlaceholderText(QStringLiteral("Find a header"));
    m_filter->setAccessibleName(QStringLiteral("Find a header"));
    m_filter->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_filter->setClearButtonEnabled(true);
    m_count->setObjectName(QStringLiteral("headerCount"));
    m_reveal->setText(QStringLiteral("Reveal"));
    m_reveal->setObjectName(QStringLiteral("revealHeader"));
    m_revealAll->setText(QStringLiteral("Reveal all"));
    m_revealAll->setObjectName(QStringLiteral("revealAllHeaders"));
    for (QToolButton *button : {m_reveal, m_revealAll}) {
        button->setAutoRaise(true);
        button->setIcon(icon(QStringLiteral("lock")));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setToolTip(QStringLiteral("Each reveal is recorded."));
    }
    m_table->setModel(m_model);
    m_table->horizontalHeader()->resizeSection(HeaderModel::NameColumn, 180);
    m_table->horizontalHeader()->setSectionResizeMode(HeaderModel::ValueColumn, QHeaderView::Stretch);
    m_table->horizontalHeader()->resizeSection(HeaderModel::KindColumn, 80);
    m_title->setContentsMargins(space::s, space::xs, 0, 0);

    auto *tools = new QHBoxLayout;
    tools->setContentsMargins(space::s, space::s, space::s, 0);
    tools->addWidget(m_filter, 1);
    tools->addWidget(m_count);
    tools->addWidget(m_revealAll);
    auto *below = new QWidget;
    auto *detail = new QVBoxLayout(below);
    detail->setContentsMargins(0, 0, 0, 0);
    detail->setSpacing(2);
    auto *titleRow = new QHBoxLayout;
    titleRow->addWidget(m_title, 1);
    titleRow->addWidget(m_reveal);
    detail->addLayout(titleRow);
    detail->addWidget(m_value, 1);
    auto *split = new QSplitter(Qt::Vertical);
    split->addWidget(m_table);
    split->addWidget(below);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    layout->addLayout(tools);
    layout->addWidget(split, 1);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &words) {
        m_model->setFilter(words);
        showCount();
        showCurrent();
    });
    connect(m_table, &PlainTable::currentRowChanged, this, &HeadersTab::showCurrent);
    connect(m_table, &PlainTable::rowActivated, this, [this](int row) { tell(m_model->reveal(row)); });
    connect(m_reveal, &QToolButton::clicked, this, [this] { tell(m_model->reveal(m_table->currentRow())); });
    connect(m_revealAll, &QToolButton::clicked, this, [this] { tell(m_model->revealAll()); });
    connect(m_value, &TextPane::copyRequested, this, &HeadersTab::copyValue);
}

void HeadersTab::show(const DeadLetter &letter)
{
    m_model->setHeaders(letter.headers);
    showCount();
    if (m_model->rowCount() > 0)
        m_table->setCurrentIndex(m_model->index(0, 0));
    showCurrent();
}

void HeadersTab::setSensitiveNames(const QStringList &patterns)
{
    m_model->setSensitiveNames(patterns);
    showCurrent();
}

void HeadersTab::startSearch()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void HeadersTab::showCount()
{
    const int shown = m_model->rowCount();
    const int total = m_model->total();
    if (total == 0)
        m_count->setText(QStringLiteral("No headers"));
    else
        m_count->setText(shown == total ? QStringLiteral("%1 in all").arg(formatCount(total)) : QStringLiteral("%1 of %2").arg(formatCount(shown), formatCount(total)));
}

void HeadersTab::showCurrent()
{
    const int row = m_table->currentRow();
    const bool has = row >= 0 && row < m_model->rowCount();
    const QByteArray value = has ? m_model->header(row).text.toUtf8() : QByteArray();
    const payload::ByteRanges hidden = has ? m_model->masks(row).hidden() : payload::ByteRanges{};
    m_value->setText(rawPaneText(value, hidden, payload::previewBytes));
    QString title = has ? payload::visible(m_model->header(row).name) : QStringLiteral("Select a header to see all of its value.");
    if (has && m_model->header(row).bytes.size() > 0)
        title += QStringLiteral(" · %1 bytes").arg(formatCount(m_model->header(row).bytes.size()));
    if (m_value->paneText().leftOut > 0)
        title += QStringLiteral(" · %1 more bytes are not shown").arg(formatCount(m_value->paneText().leftOut));
    m_title->setText(title);
    m_reveal->setVisible(!hidden.empty());
}

void HeadersTab::tell(const QStringList &names)
{
    showCurrent();
    for (const QString &name : names)
        emit revealed(name);
}

void HeadersTab::copyValue()
{
    const payload::ByteRange chosen = m_value->selection();
    const PaneText::Copied copied = m_value->paneText().copyOf(chosen.isEmpty() ? payload::ByteRange{0, m_value->paneText().text.size()} : chosen);
    QGuiApplication::clipboard()->setText(copied.text);
    emit noteRaised(QStringLiteral("Copied %1 characters.").arg(formatCount(copied.text.size()))
                    + (copied.masked > 0 ? QStringLiteral(" What is masked stands as ●●●.") : QString()));
}

} // namespace holdwatch::ui
