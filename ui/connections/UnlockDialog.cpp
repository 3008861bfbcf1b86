// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/UnlockDialog.h"

#include "models/access/WriteAccess.h"
#include "ui/common/DialogFrame.h"
#include "ui/common/Labels.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

QString rightsSentence(const Right &write)
{
    switch (write.answer) {
    case Right::Answer::No: return QStringLiteral("Its key may not write there, so there is nothing to unlock. %1").arg(write.reason);
    case Right::Answer::Yes: return QStringLiteral("Its key may write there. %1").arg(write.reason);
    case Right::Answer::Unknown: break;
    }
    return QStringLiteral("Whether its key may write there is unknown until it is refused. %1").arg(write.reason).trimmed();
}

} // namespace

UnlockDialog::UnlockDialog(QVector<ConnectionStatus> connections, QWidget *parent)
    : QDialog(parent), m_connections(std::move(connections)), m_frame(new DialogFrame(this)), m_which(new QComboBox), m_consequence(plainLabel({})),
      m_rights(secondaryLabel({}, Type::Body)), m_ask(plainLabel({})), m_name(new QLineEdit), m_unlock(new QPushButton)
{
    setObjectName(QStringLiteral("unlockDialog"));
    setWindowTitle(QStringLiteral("Unlock for writing"));
    for (const ConnectionStatus &status : std::as_const(m_connections))
        m_which->addItem(QStringLiteral("%1 (%2)").arg(status.name, toWord(status.environment)));
    m_which->setObjectName(QStringLiteral("unlockConnection"));
    m_which->setAccessibleName(QStringLiteral("Connection"));
    m_which->setVisible(m_connections.size() > 1);
    m_name->setObjectName(QStringLiteral("unlockName"));
    m_unlock->setObjectName(QStringLiteral("confirmUnlock"));
    auto *cancel = new QPushButton(QStringLiteral("Stay read-only"));
    cancel->setObjectName(QStringLiteral("stayReadOnly"));
    for (QPushButton *button : {cancel, m_unlock})
        button->setAutoDefault(false);
    for (QLabel *label : {m_consequence, m_rights, m_ask}) {
        label->setWordWrap(true);
        label->setMinimumWidth(400);
    }
    // No buddy: it would take the "&" of a name for a mnemonic, and the name has to be typed as it is.
    m_name->setAccessibleName(QStringLiteral("Name of the connection"));
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_unlock);
    for (QWidget *part : std::initializer_list<QWidget *>{m_which, m_consequence, m_rights, m_ask, m_name})
        m_frame->body()->addWidget(part);
    m_frame->body()->addLayout(buttons);
    connect(m_which, &QComboBox::currentIndexChanged, this, [this] {
        m_name->clear();
        refresh();
    });
    connect(m_name, &QLineEdit::textChanged, this, &UnlockDialog::refresh);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_unlock, &QPushButton::clicked, this, &QDialog::accept);
    refresh();
}

const ConnectionStatus &UnlockDialog::current() const
{
    return m_connections.at(m_which->currentIndex());
}

ConnectionId UnlockDialog::chosen() const
{
    return current().id;
}

void UnlockDialog::refresh()
{
    const ConnectionStatus &status = current();
    const bool mayWrite = status.rights.write.answer != Right::Answer::No;
    const bool production = status.environment == Environment::Production;
    m_frame->setEnvironment(status.environment, status.name);
    m_consequence->setText(QStringLiteral("For %1 minutes an approved redrive may be started on %2. Unlocking itself sends nothing, and does not replace an approval. "
                                          "A redrive that runs when the time is up goes on.")
                               .arg(WriteAccess::unlockedFor / Minutes(1)).arg(status.name));
    m_consequence->setVisible(mayWrite);
    m_rights->setText(rightsSentence(status.rights.write));
    m_ask->setText(QStringLiteral("Type the name of the connection, %1, to unlock it:").arg(status.name));
    m_ask->setVisible(mayWrite && production);
    m_name->setVisible(mayWrite && production);
    m_unlock->setText(QStringLiteral("Unlock for 15 minutes"));
    m_unlock->setEnabled(mayWrite && (!production || m_name->text() == status.name));
}

} // namespace holdwatch::ui
