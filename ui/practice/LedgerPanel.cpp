// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/practice/LedgerPanel.h"

#include "models/core/Format.h"
#include "ui/common/Metrics.h"
#include "ui/common/Theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>

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
    m_verdict = new QLabel(this);
    m_verdict->setObjectName(QStringLiteral("ledgerVerdict"));
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setWordWrap(true);
    grid->setRowMinimumHeight(2, space::s);
    grid->addWidget(m_verdict, 3, 0, 1, 5);
    applyTheme();
}

LedgerPanel::Figure LedgerPanel::addFigure(const QString &caption, const QString &objectName, int column)
{
    const Figure figure{new QLabel(noFigure(), this), new QLabel(caption, this)};
    figure.value->setObjectName(objectName);
    figure.value->setTextFormat(Qt::PlainText);
    figure.value->setAccessibleName(caption);
    figure.value->setFont(typeFont(font(), Type::Display));
    figure.value->setMinimumWidth(figure.value->fontMetrics().horizontalAdvance(formatCount(100'000)));
    figure.caption->setFont(typeFont(font(), Type::Small));
    auto *grid = static_cast<QGridLayout *>(layout());
    grid->addWidget(figure.caption, 0, column);
    grid->addWidget(figure.value, 1, column);
    return figure;
}

void LedgerPanel::show(const PracticeState &state)
{
    m_holds.value->setText(formatCount(state.holdsCreated));
    m_effects.value->setText(formatCount(state.effects));
    m_duplicates.value->setText(formatCount(state.duplicatesAbsorbed));
    m_seconds.value->setText(formatCount(state.secondEffects));
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
    const Theme &theme = Theme::of(this);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.secondary);
    for (const Figure &figure : {m_holds, m_effects, m_duplicates, m_seconds})
        figure.caption->setPalette(quiet);
    QPalette loud = palette();
    loud.setColor(QPalette::WindowText, m_broken ? theme.danger : theme.text);
    m_seconds.value->setPalette(loud);
    m_verdict->setPalette(m_broken ? loud : quiet);
}

} // namespace holdwatch::ui
