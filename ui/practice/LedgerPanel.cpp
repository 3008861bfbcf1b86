// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/practice/LedgerPanel.h"

#include "models/core/Format.h"
#include "ui/common/Labels.h"
#include "ui/common/Theme.h"

#include <QEvent>
#include <QGridLayout>

namespace holdwatch::ui {

LedgerPanel::LedgerPanel(QWidget *parent)
    : QWidget(parent)
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(space::xl);
    grid->setVerticalSpacing(0);
    m_holds = addFigure(QStringLiteral("Holds created"), QStringLiteral("ledgerHolds"), 0);
    m_effects = addFigure(QStringLiteral("Effects committed"), QStringLiteral("ledgerEffects"), 1);
    m_duplicates = addFigure(QStringLiteral("Duplicates absorbed"), QStringLiteral("ledgerDuplicates"), 2);
    m_seconds = addFigure(QStringLiteral("Second effects"), QStringLiteral("ledgerSeconds"), 3);
    grid->setColumnStretch(4, 1);
    m_verdict = plainLabel({}, Type::Body, QFont::Normal, this);
    m_verdict->setObjectName(QStringLiteral("ledgerVerdict"));
    m_verdict->setWordWrap(true);
    grid->setRowMinimumHeight(2, space::s);
    grid->addWidget(m_verdict, 3, 0, 1, 5);
    applyTheme();
}

QLabel *LedgerPanel::addFigure(const QString &caption, const QString &objectName, int column)
{
    auto *value = plainLabel(noFigure(), Type::Display, QFont::Normal, this);
    value->setObjectName(objectName);
    value->setAccessibleName(caption);
    value->setMinimumWidth(value->fontMetrics().horizontalAdvance(formatCount(100'000)));
    auto *grid = static_cast<QGridLayout *>(layout());
    grid->addWidget(secondaryLabel(caption, Type::Small, this), 0, column);
    grid->addWidget(value, 1, column);
    return value;
}

void LedgerPanel::show(const PracticeState &state)
{
    m_holds->setText(formatCount(state.holdsCreated));
    m_effects->setText(formatCount(state.effects));
    m_duplicates->setText(formatCount(state.duplicatesAbsorbed));
    m_seconds->setText(formatCount(state.secondEffects));
    m_broken = state.secondEffects > 0;
    m_verdict->setText(m_broken ? QStringLiteral("A command took effect twice. The consumer is broken: its key and its change are not in one transaction.")
                                : QStringLiteral("No command took effect twice. Deliveries repeat; the consumer claims each command's key in the same transaction as its change, and a "
                                                 "repeat finds the key and does nothing."));
    applyTheme();
}

void LedgerPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
}

void LedgerPanel::applyTheme()
{
    QPalette loud = palette();
    loud.setColor(QPalette::WindowText, m_broken ? Theme::of(this).danger : Theme::of(this).text);
    m_seconds->setPalette(loud);
    m_verdict->setPalette(loud);
}

} // namespace holdwatch::ui
