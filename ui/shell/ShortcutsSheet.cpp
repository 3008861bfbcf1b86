// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/ShortcutsSheet.h"

#include "ui/common/Labels.h"
#include "ui/common/VerdictBadge.h"
#include "ui/common/VerdictChips.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

QString meaningOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Healthy: return QStringLiteral("Well inside the hold window and not heading for its end");
    case Verdict::Watch: return QStringLiteral("Rising; a breach lies inside the look-ahead, or dead letters grow. No alarm");
    case Verdict::Approaching: return QStringLiteral("What is left is about the time a person needs to react");
    case Verdict::Breached: return QStringLiteral("Waiting work is past its hold window");
    case Verdict::Recovering: return QStringLiteral("Was approaching, now falling steadily");
    case Verdict::Stale: return QStringLiteral("No fresh sample; the last figures are greyed, with their age");
    case Verdict::NotReported: return QStringLiteral("The source gives no age; depth and dead letters are still judged");
    }
    return {};
}

void addKeys(QVBoxLayout &layout, const QString &title, const QVector<ShortcutHint> &hints)
{
    layout.addWidget(plainLabel(title, Type::Body, QFont::DemiBold));
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(space::l);
    grid->setVerticalSpacing(space::xs);
    grid->setColumnMinimumWidth(0, 96);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const ShortcutHint &hint : hints) {
        grid->addWidget(plainLabel(hint.keys, Type::Small, QFont::DemiBold), row, 0);
        grid->addWidget(secondaryLabel(hint.does), row++, 1);
    }
    layout.addLayout(grid);
    layout.addSpacing(space::s);
}

} // namespace

ShortcutsSheet::ShortcutsSheet(const QVector<ShortcutHint> &everywhere, const QString &pageTitle, const QVector<ShortcutHint> &onPage, bool offersDiagnostics,
                               QWidget *parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("shortcutsSheet"));
    setWindowTitle(QStringLiteral("Keys and shapes"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(space::xl, space::l, space::xl, space::l);
    layout->setSpacing(space::s);
    addKeys(*layout, QStringLiteral("Everywhere"), everywhere);
    if (!onPage.isEmpty())
        addKeys(*layout, pageTitle, onPage);
    layout->addWidget(plainLabel(QStringLiteral("Verdicts"), Type::Body, QFont::DemiBold));
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(space::l);
    grid->setVerticalSpacing(space::xs);
    grid->setColumnMinimumWidth(0, 96);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (Verdict verdict : verdictsWorstFirst()) {
        auto *badge = new VerdictBadge;
        badge->setFont(typeFont(font(), Type::Small));
        badge->setVerdict(verdict);
        grid->addWidget(badge, row, 0);
        grid->addWidget(secondaryLabel(meaningOf(verdict)), row++, 1);
    }
    layout->addLayout(grid);
    auto *close = new QPushButton(QStringLiteral("Close"));
    close->setDefault(true);
    auto *buttons = new QHBoxLayout;
    if (offersDiagnostics)
        buttons->addWidget(diagnosticsButton());
    buttons->addStretch();
    buttons->addWidget(close);
    layout->addSpacing(space::s);
    layout->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
}

QPushButton *ShortcutsSheet::diagnosticsButton()
{
    auto *button = new QPushButton(QStringLiteral("Diagnostics…"));
    button->setObjectName(QStringLiteral("openDiagnostics"));
    button->setToolTip(QStringLiteral("A text about this program and its connections, for whoever helps you"));
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this] {
        accept();
        emit diagnosticsRequested();
    });
    return button;
}

} // namespace holdwatch::ui
