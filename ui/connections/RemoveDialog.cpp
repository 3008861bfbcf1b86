// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/RemoveDialog.h"

#include "ui/common/DialogFrame.h"
#include "ui/common/Labels.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

RemoveDialog::RemoveDialog(const ConnectionConfig &connection, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("removeDialog"));
    setWindowTitle(QStringLiteral("Remove a connection"));
    auto *frame = new DialogFrame(this);
    frame->setEnvironment(connection.environment, connection.name);
    auto *consequence = plainLabel(QStringLiteral("Holdwatch stops watching %1 and removes its keys from the keychain. Its open alerts close; its history stays on this desktop. "
                                                  "Nothing changes on the server.").arg(connection.name));
    consequence->setWordWrap(true);
    consequence->setMinimumWidth(380);
    auto *cancel = new QPushButton(QStringLiteral("Keep it"));
    cancel->setObjectName(QStringLiteral("keepConnection"));
    auto *remove = new QPushButton(QStringLiteral("Remove %1").arg(QString(connection.name).replace(QLatin1Char('&'), QLatin1String("&&"))));
    remove->setObjectName(QStringLiteral("confirmRemove"));
    for (QPushButton *button : {cancel, remove})
        button->setAutoDefault(false);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(remove);
    frame->body()->addWidget(consequence);
    frame->body()->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(remove, &QPushButton::clicked, this, &QDialog::accept);
    cancel->setFocus();
}

} // namespace holdwatch::ui
