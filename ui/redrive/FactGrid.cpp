// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/FactGrid.h"

#include "ui/common/Labels.h"

#include <QGridLayout>

namespace holdwatch::ui {

namespace {
constexpr int nameWidth = 132; // as in forms
}

FactGrid::FactGrid(QWidget *parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(space::m);
    m_grid->setVerticalSpacing(space::xs);
    m_grid->setColumnMinimumWidth(0, nameWidth);
    m_grid->setColumnStretch(1, 1);
}

void FactGrid::set(const QString &name, const QString &value)
{
    auto row = m_rows.find(name);
    if (row == m_rows.end()) {
        row = m_rows.insert(name, {secondaryLabel(name, Type::Body, this), plainLabel({}, Type::Body, QFont::Normal, this)});
        row->value->setWordWrap(true);
        row->value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        row->value->setAccessibleName(name);
        const int line = m_grid->rowCount();
        m_grid->addWidget(row->name, line, 0, Qt::AlignTop | Qt::AlignLeft);
        m_grid->addWidget(row->value, line, 1);
    }
    row->value->setText(value);
    row->name->setVisible(!value.isEmpty());
    row->value->setVisible(!value.isEmpty());
}

void FactGrid::addWidget(const QString &name, QWidget *editor)
{
    const int line = m_grid->rowCount();
    m_grid->addWidget(secondaryLabel(name, Type::Body, this), line, 0, Qt::AlignVCenter | Qt::AlignLeft);
    m_grid->addWidget(editor, line, 1);
    editor->setAccessibleName(name);
}

QString FactGrid::value(const QString &name) const
{
    const auto row = m_rows.constFind(name);
    return row == m_rows.cend() ? QString() : row->value->text();
}

} // namespace holdwatch::ui
