// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deadletters/KeepingDialog.h"

#include "ui/common/Labels.h"
#include "ui/common/Theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace holdwatch::ui {

namespace {

constexpr int longestDays = 90;
constexpr int textWidth = 440;
constexpr Millis day = std::chrono::hours(24);

} // namespace

KeepingDialog::KeepingDialog(DeadLetterPort &port, QWidget *parent)
    : QDialog(parent), m_port(port), m_keeps(new QCheckBox(QStringLiteral("&Keep what was read on this disk for"))), m_days(new QSpinBox), m_consequence(secondaryLabel({}, Type::Body)),
      m_problem(plainLabel({})), m_erase(new QPushButton(QStringLiteral("&Erase all now"))), m_save(new QPushButton(QStringLiteral("&Save")))
{
    setObjectName(QStringLiteral("keepingDialog"));
    setWindowTitle(QStringLiteral("Payloads on this disk"));
    m_keeps->setObjectName(QStringLiteral("keepPayloads"));
    m_days->setObjectName(QStringLiteral("keepDays"));
    m_days->setRange(1, longestDays);
    m_days->setSuffix(QStringLiteral(" days"));
    m_days->setAccessibleName(QStringLiteral("Days that payloads are kept"));
    m_problem->setObjectName(QStringLiteral("keepingProblem"));
    m_erase->setObjectName(QStringLiteral("erasePayloads"));
    m_erase->setAutoDefault(false);
    m_save->setObjectName(QStringLiteral("savePolicy"));
    const PayloadPolicy policy = port.payloadPolicy();
    m_keeps->setChecked(policy.isKept);
    m_days->setValue(int(std::clamp<qint64>((policy.keepFor + day - Millis(1)) / day, 1, longestDays)));
    QPalette red = palette();
    red.setColor(QPalette::WindowText, Theme::of(this).danger);
    m_problem->setPalette(red);
    for (QLabel *label : {m_consequence, m_problem}) {
        label->setWordWrap(true);
        label->setFixedWidth(textWidth);
    }
    auto *cancel = new QPushButton(QStringLiteral("Cancel"));
    cancel->setAutoDefault(false);
    auto *keep = new QHBoxLayout;
    keep->addWidget(m_keeps);
    keep->addWidget(m_days);
    keep->addStretch();
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_erase);
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(space::l, space::l, space::l, space::m);
    layout->setSpacing(space::m);
    layout->addLayout(keep);
    layout->addWidget(m_consequence);
    layout->addWidget(m_problem);
    layout->addLayout(buttons);
    m_problem->hide();
    connect(m_keeps, &QCheckBox::toggled, this, &KeepingDialog::refresh);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &KeepingDialog::save);
    connect(m_erase, &QPushButton::clicked, this, &KeepingDialog::erase);
    refresh();
}

void KeepingDialog::refresh()
{
    m_days->setEnabled(m_keeps->isChecked());
    m_consequence->setText(m_keeps->isChecked()
                               ? QStringLiteral("In a file for you alone (0600), so that a look need not be made twice. What is older is erased at once. When each letter was seen, and its class, is kept longer.")
                               : QStringLiteral("Payloads stay in memory until Holdwatch ends; what is on the disk is erased at once. Seeing them again needs another look."));
}

void KeepingDialog::save()
{
    PayloadPolicy policy;
    policy.isKept = m_keeps->isChecked();
    policy.keepFor = day * m_days->value();
    m_port.savePayloadPolicy(policy, this, [this, policy](const Result<void> &answer) {
        tell(answer, policy.isKept ? QStringLiteral("Payloads are kept for %1 days.").arg(m_days->value()) : QStringLiteral("Payloads are kept on no disk."));
    });
}

void KeepingDialog::erase()
{
    m_port.erasePayloads(std::nullopt, this, [this](const Result<void> &answer) { tell(answer, QStringLiteral("All payloads were erased from this disk.")); });
}

void KeepingDialog::tell(const Result<void> &answer, const QString &sentence)
{
    m_problem->setVisible(!answer);
    if (!answer) {
        m_problem->setText(toSentence(answer.error()));
        return;
    }
    emit saved(sentence);
    accept();
}

} // namespace holdwatch::ui
