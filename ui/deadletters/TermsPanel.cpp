// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deadletters/TermsPanel.h"

#include "ui/common/Labels.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

constexpr int textWidth = 560;
constexpr int shortestReason = 8;

} // namespace

TermsPanel::TermsPanel(QWidget *parent)
    : QWidget(parent), m_title(plainLabel({}, Type::Title, QFont::DemiBold)), m_why(secondaryLabel({}, Type::Body)), m_sentence(plainLabel({})),
      m_left(plainLabel({}, Type::Body, QFont::DemiBold)), m_reason(new QLineEdit), m_look(new QPushButton)
{
    setObjectName(QStringLiteral("termsPanel"));
    m_sentence->setObjectName(QStringLiteral("lookTerms"));
    m_reason->setObjectName(QStringLiteral("overrideReason"));
    m_reason->setPlaceholderText(QStringLiteral("Why it has to be, for the record"));
    m_reason->setAccessibleName(QStringLiteral("Reason for a risky look"));
    m_look->setObjectName(QStringLiteral("look"));
    auto *column = new QVBoxLayout;
    column->setSpacing(space::m);
    for (QLabel *label : {m_title, m_why, m_sentence, m_left}) {
        label->setWordWrap(true);
        label->setFixedWidth(textWidth);
        column->addWidget(label);
    }
    m_reason->setFixedWidth(textWidth);
    column->addWidget(m_reason);
    auto *button = new QHBoxLayout;
    button->addWidget(m_look);
    button->addStretch();
    column->addLayout(button);
    auto *across = new QHBoxLayout;
    across->addStretch();
    across->addLayout(column);
    across->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addLayout(across);
    layout->addStretch(3);
    connect(m_reason, &QLineEdit::textChanged, this, &TermsPanel::refresh);
    connect(m_look, &QPushButton::clicked, this, [this] { emit lookRequested(m_reason->isVisible() ? m_reason->text().trimmed() : QString()); });
    ask();
}

void TermsPanel::ask()
{
    m_title->setText(QStringLiteral("Asking what a look would do there\u2026"));
    for (QWidget *part : std::initializer_list<QWidget *>{m_why, m_sentence, m_left, m_reason, m_look})
        part->hide();
}

void TermsPanel::show(const QString &deadSet, const LookTerms &terms, const QString &why)
{
    m_terms = terms;
    m_title->setText(deadSet);
    m_why->setText(why);
    m_why->setVisible(!why.isEmpty());
    m_sentence->setText(terms.sentence);
    m_sentence->setVisible(!terms.sentence.isEmpty());
    m_left->setText(terms.looksLeft ? QStringLiteral("Looks left before a message could be lost: %1.").arg(*terms.looksLeft) : QString());
    m_left->setVisible(terms.looksLeft.has_value());
    m_reason->setVisible(terms.effect == LookTerms::Effect::Risky);
    m_look->setVisible(terms.effect != LookTerms::Effect::Refused);
    refresh();
}

void TermsPanel::refresh()
{
    const bool isRisky = m_terms.effect == LookTerms::Effect::Risky;
    m_look->setText(isRisky ? QStringLiteral("Look all the same") : m_terms.effect == LookTerms::Effect::None ? QStringLiteral("Read") : QStringLiteral("Look, knowing this"));
    m_look->setEnabled(!isRisky || m_reason->text().trimmed().size() >= shortestReason);
    m_look->setAutoDefault(!isRisky);
}

} // namespace holdwatch::ui
