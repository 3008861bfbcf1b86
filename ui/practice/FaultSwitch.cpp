// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/practice/FaultSwitch.h"

#include "ui/common/Labels.h"

#include <QCheckBox>
#include <QVBoxLayout>

namespace holdwatch::ui {

FaultSwitch::FaultSwitch(const PracticeFault &fault, QWidget *parent)
    : QWidget(parent), m_id(fault.id), m_switch(new QCheckBox(this)), m_description(secondaryLabel({}, Type::Body, this))
{
    m_switch->setObjectName(QStringLiteral("fault-") + fault.id);
    m_description->setWordWrap(true);
    m_description->setIndent(space::xl);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_switch);
    layout->addWidget(m_description);
    show(fault);
    connect(m_switch, &QCheckBox::clicked, this, [this](bool on) { emit wished(m_id, on); });
}

void FaultSwitch::show(const PracticeFault &fault)
{
    m_switch->setText(fault.title);
    m_switch->setChecked(fault.on);
    m_switch->setAccessibleDescription(fault.description);
    m_description->setText(fault.description);
    QFont font = m_switch->font();
    font.setWeight(fault.on ? QFont::DemiBold : QFont::Normal);
    m_switch->setFont(font);
}

} // namespace holdwatch::ui
