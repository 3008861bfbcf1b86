// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deadletters/SightingsDialog.h"

#include "ui/common/Labels.h"
#include "ui/common/PlainTable.h"

#include <QHeaderView>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

namespace holdwatch::ui {

SightingsDialog::SightingsDialog(const QString &key, const QVector<KeySighting> &sightings, Zone zone, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("sightingsDialog"));
    setWindowTitle(QStringLiteral("Where a key was met"));
    auto *title = new ElidedLabel;
    title->setText(key);
    title->setFont(typeFont(title->font(), Type::Title, QFont::DemiBold));
    auto *about = secondaryLabel(sightings.isEmpty() ? QStringLiteral("Nothing is known of this key on this desktop.")
                                                     : QStringLiteral("What this desktop has seen. What happened before it watched, or elsewhere, is not in it."),
                                 Type::Body);
    about->setWordWrap(true);
    auto *model = new QStandardItemModel(0, 4, this);
    model->setHorizontalHeaderLabels({QStringLiteral("When"), QStringLiteral("Queue"), QStringLiteral("Message"), QStringLiteral("What")});
    for (const KeySighting &each : sightings)
        model->appendRow({new QStandardItem(formatDateTime(each.at, zone)), new QStandardItem(each.queue.name), new QStandardItem(each.message.text()), new QStandardItem(each.what)});
    auto *table = new PlainTable(QStringLiteral("sightings"), QStringLiteral("Sightings"));
    table->setModel(model);
    table->setColumnWidth(0, 150);
    table->setColumnWidth(1, 160);
    table->setColumnWidth(2, 160);
    table->horizontalHeader()->setStretchLastSection(true);
    table->setVisible(!sightings.isEmpty());
    auto *close = new QPushButton(QStringLiteral("Close"));
    close->setDefault(true);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(space::l, space::l, space::l, space::m);
    layout->setSpacing(space::m);
    layout->addWidget(title);
    layout->addWidget(about);
    layout->addWidget(table, 1);
    layout->addLayout(buttons);
    resize(760, sightings.isEmpty() ? 160 : 360);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
}

} // namespace holdwatch::ui
