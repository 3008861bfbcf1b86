// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/QueueToolRow.h"

#include "ui/common/Icon.h"
#include "ui/common/Metrics.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

#include <array>

namespace holdwatch::ui {

namespace {

struct RangeChoice
{
    const char *title;
    Minutes span;
};

constexpr std::array<RangeChoice, 5> choices{{
    {"15 min", Minutes(15)},
    {"1 h", Minutes(60)},
    {"6 h", Minutes(6 * 60)},
    {"24 h", Minutes(24 * 60)},
    {"7 d", Minutes(7 * 24 * 60)},
}};

} // namespace

QueueToolRow::QueueToolRow(QWidget *parent)
    : QWidget(parent), m_ranges(new QButtonGroup(this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space::xs);
    for (int i = 0; i < static_cast<int>(choices.size()); ++i) {
        auto *button = new QToolButton(this);
        button->setText(QString::fromLatin1(choices[size_t(i)].title));
        button->setObjectName(QStringLiteral("range%1").arg(choices[size_t(i)].span.count()));
        button->setAccessibleName(QStringLiteral("Show the last %1").arg(button->text()));
        button->setCheckable(true);
        m_ranges->addButton(button, i);
        row->addWidget(button);
    }
    m_now = addButton({}, QStringLiteral("Back to now"), QStringLiteral("backToNow"));
    m_now->setToolTip(QStringLiteral("Home"));
    row->addSpacing(space::s);
    row->addWidget(m_now);
    row->addStretch();
    auto *tolerance = addButton(QStringLiteral("tolerance"), QStringLiteral("Tolerance…"), QStringLiteral("editTolerance"));
    auto *exporting = addButton(QStringLiteral("export"), QStringLiteral("Export history…"), QStringLiteral("exportHistory"));
    exporting->setToolTip(QStringLiteral("Ctrl+E"));
    row->addWidget(tolerance);
    row->addWidget(exporting);

    connect(m_ranges, &QButtonGroup::idClicked, this, [this](int choice) { emit spanChosen(choices[size_t(choice)].span); });
    connect(m_now, &QPushButton::clicked, this, &QueueToolRow::nowWanted);
    connect(tolerance, &QPushButton::clicked, this, &QueueToolRow::toleranceWanted);
    connect(exporting, &QPushButton::clicked, this, &QueueToolRow::exportWanted);
}

QPushButton *QueueToolRow::addButton(const QString &iconName, const QString &text, const QString &objectName)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(objectName);
    if (!iconName.isEmpty())
        button->setIcon(icon(iconName));
    return button;
}

void QueueToolRow::show(const TimeView &view)
{
    // An exclusive group would not let the last button go, and a zoomed view belongs to none of them.
    m_ranges->setExclusive(false);
    for (QAbstractButton *button : m_ranges->buttons())
        button->setChecked(view.span() == choices[size_t(m_ranges->id(button))].span);
    m_ranges->setExclusive(true);
    m_now->setEnabled(!view.isLive());
}

} // namespace holdwatch::ui
