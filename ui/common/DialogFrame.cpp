// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/DialogFrame.h"

#include "ui/common/Labels.h"
#include "ui/common/Theme.h"

#include <QDialog>
#include <QScreen>
#include <QVBoxLayout>

namespace holdwatch::ui {

DialogFrame::DialogFrame(QDialog *dialog)
    : QWidget(dialog), m_frame(new EnvironmentFrame), m_word(plainLabel({}, Type::Small, QFont::Bold)), m_body(new QVBoxLayout)
{
    m_word->setObjectName(QStringLiteral("dialogEnvironment"));
    m_word->hide();
    auto *inside = new QVBoxLayout(m_frame);
    inside->setContentsMargins(space::l, space::m, space::l, space::m);
    inside->setSpacing(space::s);
    inside->addWidget(m_word);
    inside->addLayout(m_body, 1);
    m_body->setSpacing(space::m);
    auto *around = new QVBoxLayout(this);
    around->setContentsMargins(0, 0, 0, 0);
    around->addWidget(m_frame);
    auto *whole = new QVBoxLayout(dialog);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(this);
}

void DialogFrame::setEnvironment(Environment environment, const QString &connectionName)
{
    const bool production = environment == Environment::Production;
    m_frame->setProduction(production);
    QPalette ink = palette();
    ink.setColor(QPalette::WindowText, Theme::of(this).production);
    m_word->setPalette(ink);
    m_word->setText(connectionName.isEmpty() ? QStringLiteral("PRODUCTION") : QStringLiteral("PRODUCTION \u00B7 %1").arg(connectionName));
    m_word->setVisible(production);
}

void resizeWithin(QDialog &dialog, const QSize &wanted)
{
    constexpr QSize around(16, 48); // title bar and a rim of the window behind
    const QWidget *parent = dialog.parentWidget();
    const QSize room = parent ? parent->window()->size() : dialog.screen()->availableGeometry().size();
    dialog.resize(wanted.boundedTo(room - around).expandedTo(dialog.minimumSizeHint()));
}

} // namespace holdwatch::ui
