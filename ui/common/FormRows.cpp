// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/FormRows.h"

#include "ui/common/Labels.h"
#include "ui/common/Theme.h"

#include <QEvent>
#include <QFormLayout>
#include <QLineEdit>

#include <algorithm>

namespace holdwatch::ui {

namespace {

constexpr int labelWidth = 132;

QVBoxLayout *makeColumn()
{
    auto *column = new QVBoxLayout;
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    return column;
}

} // namespace

FormRows::FormRows(QWidget *parent) : QWidget(parent), m_layout(new QFormLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(space::m);
    m_layout->setVerticalSpacing(space::s);
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_layout->setRowWrapPolicy(QFormLayout::DontWrapRows);
    m_layout->setLabelAlignment(Qt::AlignLeft);
}

void FormRows::add(const QString &field, const QString &label, QWidget *editor, const QString &hint)
{
    Row row;
    row.editor = editor;
    row.label = plainLabel(label, Type::Body, QFont::Normal, this);
    // A row of several widgets takes no focus itself, and a shortcut to it would go nowhere.
    row.label->setBuddy(editor->focusProxy() ? editor->focusProxy() : editor);
    row.label->setMinimumWidth(labelWidth);
    // Beside the first line of an editor that has several.
    row.label->setFixedHeight(QLineEdit().sizeHint().height());
    row.fault = plainLabel({}, Type::Small, QFont::Normal, this);
    row.fault->setObjectName(field + QStringLiteral("Fault"));
    row.fault->setWordWrap(true);
    row.fault->hide();
    if (!hint.isEmpty())
        editor->setToolTip(plainToolTip(hint));
    editor->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    editor->setAccessibleDescription(hint);
    row.column = makeColumn();
    row.column->addWidget(editor);
    row.column->addWidget(row.fault);
    m_layout->addRow(row.label, row.column);
    m_rows.insert(field, row);
    if (!m_titles.isEmpty())
        m_titles.last().second << field;
    colour();
}

QLineEdit *FormRows::addLine(const QString &field, const QString &label, const QString &hint, const QString &placeholder)
{
    auto *edit = new QLineEdit(this);
    edit->setObjectName(field);
    edit->setPlaceholderText(placeholder);
    add(field, label, edit, hint);
    return edit;
}

void FormRows::addTitle(const QString &title)
{
    auto *label = plainLabel(title, Type::Body, QFont::DemiBold, this);
    label->setContentsMargins(0, m_layout->rowCount() > 0 ? space::m : 0, 0, 0);
    m_layout->addRow(label);
    m_titles.append(std::pair<QLabel *, QStringList>(label, {}));
}

void FormRows::refreshTitles()
{
    for (const auto &[title, fields] : std::as_const(m_titles)) {
        const bool isAnyShown = std::any_of(fields.cbegin(), fields.cend(), [this](const QString &field) { return m_rows.value(field).visible; });
        m_layout->setRowVisible(title, isAnyShown);
    }
}

void FormRows::addNote(QWidget *note)
{
    m_layout->addRow(new QWidget(this), note);
}

void FormRows::setLabel(const QString &field, const QString &label)
{
    m_rows[field].label->setText(label);
}

void FormRows::setRowVisible(const QString &field, bool visible)
{
    Row &row = m_rows[field];
    row.visible = visible;
    m_layout->setRowVisible(row.column, visible);
    row.fault->setVisible(visible && !row.fault->text().isEmpty());
    refreshTitles();
}

QStringList FormRows::showFaults(const QHash<QString, QString> &sentences)
{
    for (auto row = m_rows.begin(); row != m_rows.end(); ++row) {
        const QString sentence = row->visible ? sentences.value(row.key()) : QString();
        row->fault->setText(sentence);
        row->fault->setVisible(!sentence.isEmpty());
    }
    QStringList homeless;
    for (auto it = sentences.cbegin(); it != sentences.cend(); ++it) {
        const auto row = m_rows.constFind(it.key());
        if (row == m_rows.cend() || !row->visible)
            homeless << it.value();
    }
    return homeless;
}

QWidget *FormRows::editorOf(const QString &field) const
{
    return m_rows.value(field).editor;
}

void FormRows::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colour();
}

void FormRows::colour()
{
    QPalette red = palette();
    red.setColor(QPalette::WindowText, Theme::of(this).danger);
    for (const Row &row : std::as_const(m_rows))
        row.fault->setPalette(red);
}

} // namespace holdwatch::ui
