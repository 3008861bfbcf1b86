// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/ConfirmKeyDialog.h"

#include "ui/common/DialogFrame.h"
#include "ui/common/Labels.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

ConfirmKeyDialog::ConfirmKeyDialog(const ConnectionConfig &connection, const QString &givenFor, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("confirmKeyDialog"));
    setWindowTitle(QStringLiteral("Send a kept key to another server"));
    auto *frame = new DialogFrame(this);
    frame->setEnvironment(connection.environment, connection.name);
    QUrl now = connection.baseUrl.adjusted(QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment | QUrl::RemoveUserInfo);
    now.setPort(now.port(now.scheme() == QLatin1String("https") ? 443 : 80));
    auto *consequence = plainLabel(QStringLiteral("The key of %1 was given for\n    %2\nand its address now is\n    %3\nIf you confirm, the key is sent there from now on. "
                                                  "If you did not change the address yourself, find out first who did.").arg(connection.name, givenFor, now.toString()));
    consequence->setObjectName(QStringLiteral("confirmKeyText"));
    consequence->setWordWrap(true);
    consequence->setMinimumWidth(380);
    auto *cancel = new QPushButton(QStringLiteral("Don't send it"));
    cancel->setObjectName(QStringLiteral("keepKeyHome"));
    auto *confirm = new QPushButton(QStringLiteral("Send it there"));
    confirm->setObjectName(QStringLiteral("confirmKey"));
    for (QPushButton *button : {cancel, confirm})
        button->setAutoDefault(false);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(confirm);
    frame->body()->addWidget(consequence);
    frame->body()->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(confirm, &QPushButton::clicked, this, &QDialog::accept);
    cancel->setFocus();
}

} // namespace holdwatch::ui
