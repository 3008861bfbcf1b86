// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/PeopleDialog.h"

#include "ui/common/Labels.h"
#include "ui/common/Operator.h"
#include "ui/redrive/PlanText.h"
#include "ui/redrive/SectionFrame.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

constexpr int keyBytes = 32;

QVBoxLayout *columnIn(QWidget *box)
{
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    return layout;
}

QLabel *printLabel(const QString &name, Type type)
{
    auto *label = plainLabel({}, type, QFont::DemiBold);
    label->setFont(typeFont(QFontDatabase::systemFont(QFontDatabase::FixedFont), type, QFont::DemiBold));
    label->setObjectName(name);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel *wrapped(const QString &text)
{
    auto *label = secondaryLabel(text, Type::Body);
    label->setWordWrap(true);
    return label;
}

QByteArray keyFrom(const QString &text)
{
    const auto decoded = QByteArray::fromBase64Encoding(text.trimmed().toLatin1(), QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    return decoded && (*decoded).size() == keyBytes ? *decoded : QByteArray();
}

QPushButton *button(const char *name, const QString &text)
{
    auto *made = new QPushButton(text);
    made->setObjectName(QString::fromLatin1(name));
    made->setAutoDefault(false);
    return made;
}

} // namespace

PeopleDialog::PeopleDialog(RedrivePort &port, const Clock &clock, Zone zone, QWidget *parent)
    : QDialog(parent), m_port(port), m_clock(clock), m_zone(zone), m_answer(new MarkedText)
{
    setObjectName(QStringLiteral("peopleDialog"));
    setWindowTitle(QStringLiteral("Identity and roster"));
    auto *close = button("closePeople", QStringLiteral("Close"));
    auto *last = new QHBoxLayout;
    last->addStretch(1);
    last->addWidget(close);
    m_answer->setObjectName(QStringLiteral("peopleAnswer"));
    m_answer->setMinimumHeight(2 * fontMetrics().lineSpacing());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(space::l, space::l, space::l, space::m);
    layout->setSpacing(space::l);
    layout->addWidget(makeIdentity());
    layout->addWidget(makePin());
    layout->addWidget(makeRoster());
    layout->addStretch(1);
    layout->addWidget(m_answer);
    layout->addLayout(last);
    resize(600, 640);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(&port, &RedrivePort::peopleChanged, this, &PeopleDialog::refresh);
    refresh();
}

QWidget *PeopleDialog::makeIdentity()
{
    auto *box = new QWidget;
    auto *layout = columnIn(box);
    m_name = plainLabel({}, Type::Body, QFont::DemiBold);
    m_name->setObjectName(QStringLiteral("identityName"));
    m_print = printLabel(QStringLiteral("identityPrint"), Type::Title);
    m_keychain = new MarkedText;
    m_keychain->setObjectName(QStringLiteral("keychainState"));
    auto *known = new QWidget;
    auto *knownLayout = columnIn(known);
    knownLayout->addWidget(m_name);
    knownLayout->addWidget(m_print);
    auto *exporting = button("exportIdentity", QStringLiteral("Save the public half\u2026"));
    knownLayout->addWidget(exporting, 0, Qt::AlignLeft);
    auto *fresh = new QWidget;
    auto *freshLayout = columnIn(fresh);
    freshLayout->addWidget(wrapped(QStringLiteral("A key pair of your own signs what you ask and approve. The secret half stays in this desktop's keychain.")));
    m_newName = new QLineEdit(operatorName());
    m_newName->setObjectName(QStringLiteral("newName"));
    m_newName->setAccessibleName(QStringLiteral("Your name, as in the roster"));
    m_newName->setPlaceholderText(QStringLiteral("Your name, as in the roster"));
    m_make = button("makeIdentity", QStringLiteral("Make an identity"));
    auto *line = new QHBoxLayout;
    line->addWidget(m_newName, 1);
    line->addWidget(m_make);
    freshLayout->addLayout(line);
    m_identity = new QStackedWidget;
    m_identity->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_identity->addWidget(known);
    m_identity->addWidget(fresh);
    layout->addWidget(plainLabel(QStringLiteral("You"), Type::Title, QFont::DemiBold));
    layout->addWidget(m_keychain);
    layout->addWidget(m_identity);
    connect(m_newName, &QLineEdit::textChanged, this, &PeopleDialog::refresh);
    connect(m_make, &QPushButton::clicked, this, &PeopleDialog::makeIdentityNow);
    connect(exporting, &QPushButton::clicked, this, &PeopleDialog::exportIdentity);
    return box;
}

QWidget *PeopleDialog::makePin()
{
    auto *box = new QWidget;
    auto *layout = columnIn(box);
    m_pinned = printLabel(QStringLiteral("pinnedPrint"), Type::Body);
    m_key = new QLineEdit;
    m_key->setObjectName(QStringLiteral("maintainerKey"));
    m_key->setAccessibleName(QStringLiteral("Public key of the maintainer, base64"));
    m_key->setPlaceholderText(QStringLiteral("Public key of the maintainer, base64"));
    m_keyPrint = printLabel(QStringLiteral("typedPrint"), Type::Title);
    m_isCompared = new QCheckBox(QStringLiteral("I have compared this fingerprint with the &maintainer, by voice or in person"));
    m_isCompared->setObjectName(QStringLiteral("comparedByVoice"));
    m_pin = button("pinMaintainer", QStringLiteral("Pin this key"));
    auto *line = new QHBoxLayout;
    line->addWidget(m_key, 1);
    line->addWidget(m_pin);
    layout->addWidget(plainLabel(QStringLiteral("Whose roster is trusted"), Type::Title, QFont::DemiBold));
    layout->addWidget(wrapped(QStringLiteral("One maintainer signs the list of those who may ask and approve. The key is kept outside this profile, so that a profile that was copied or restored can't bring its own.")));
    layout->addWidget(m_pinned);
    layout->addLayout(line);
    layout->addWidget(m_keyPrint);
    layout->addWidget(m_isCompared);
    connect(m_key, &QLineEdit::textChanged, this, [this] {
        m_isCompared->setChecked(false);
        refreshPin();
    });
    connect(m_isCompared, &QCheckBox::toggled, this, &PeopleDialog::refreshPin);
    connect(m_pin, &QPushButton::clicked, this, &PeopleDialog::pin);
    return box;
}

QWidget *PeopleDialog::makeRoster()
{
    auto *box = new QWidget;
    auto *layout = columnIn(box);
    m_roster = wrapped({});
    m_roster->setObjectName(QStringLiteral("rosterState"));
    m_entries = new QVBoxLayout;
    m_entries->setSpacing(2);
    auto *take = button("takeRoster", QStringLiteral("Take a roster file\u2026"));
    layout->addWidget(plainLabel(QStringLiteral("Roster"), Type::Title, QFont::DemiBold));
    layout->addWidget(m_roster);
    layout->addLayout(m_entries);
    layout->addWidget(take, 0, Qt::AlignLeft);
    connect(take, &QPushButton::clicked, this, &PeopleDialog::takeRoster);
    return box;
}

void PeopleDialog::refresh()
{
    using Keychain = OperatorState::Keychain;
    const OperatorState people = m_port.people();
    m_identity->setCurrentIndex(people.self ? 0 : 1);
    m_name->setText(people.self ? people.self->name : QString());
    m_print->setText(people.self ? fingerprint(people.self->publicKey) : QString());
    m_keychain->say(people.keychain == Keychain::Available ? Mark::Fine : people.keychain == Keychain::Asking ? Mark::Waiting : Mark::Refused,
                    people.keychain == Keychain::Available ? QStringLiteral("The keychain of this desktop is open.")
                    : people.keychain == Keychain::Asking  ? QStringLiteral("Asking the keychain of this desktop\u2026")
                                                           : QStringLiteral("The keychain of this desktop is not available: nothing can be signed here until it is. Unlock it, or start it and look again."));
    m_make->setEnabled(people.keychain == Keychain::Available && !m_newName->text().trimmed().isEmpty());
    m_pinned->setText(people.maintainerKey.isEmpty() ? QStringLiteral("No key is pinned.") : QStringLiteral("%1, pinned by %2").arg(fingerprint(people.maintainerKey), people.pinnedBy));
    refreshPin();
    refreshRoster(people);
}

void PeopleDialog::refreshPin()
{
    const QByteArray key = keyFrom(m_key->text());
    const bool isTyped = !m_key->text().trimmed().isEmpty();
    m_keyPrint->setText(!isTyped ? QString() : key.isEmpty() ? QStringLiteral("not a public key") : fingerprint(key));
    m_isCompared->setEnabled(!key.isEmpty());
    m_pin->setEnabled(!key.isEmpty() && m_isCompared->isChecked());
}

void PeopleDialog::refreshRoster(const OperatorState &people)
{
    while (QLayoutItem *item = m_entries->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (!people.roster) {
        m_roster->setText(people.maintainerKey.isEmpty() ? QStringLiteral("None. Pin the maintainer's key first, then take the file that was signed with it.")
                                                         : QStringLiteral("None yet. Without one, nobody can approve on production."));
    } else {
        m_roster->setText(QStringLiteral("Number %1, issued %2.%3").arg(QString::number(people.roster->number), momentText(people.roster->issuedAt, m_clock.now(), m_zone),
                                                                        people.roster->expiresAt ? QStringLiteral(" Valid until %1.").arg(formatDateTime(*people.roster->expiresAt, m_zone)) : QString()));
        for (const Roster::Entry &entry : people.roster->entries) {
            const bool isSelf = people.self && entry.who.publicKey == people.self->publicKey;
            auto *row = new MarkedText;
            row->setObjectName(QStringLiteral("rosterEntry"));
            row->say(entry.mayApprove ? Mark::Fine : Mark::Skipped,
                     QStringLiteral("%1%2 \u00B7 %3").arg(personText(entry.who), isSelf ? QStringLiteral(" (you)") : QString(), entry.mayApprove ? QStringLiteral("may approve") : QStringLiteral("may ask only")));
            m_entries->addWidget(row);
        }
    }
    for (const QString &problem : people.problems) {
        auto *row = new MarkedText;
        row->setObjectName(QStringLiteral("peopleProblem"));
        row->say(Mark::Warned, problem);
        m_entries->addWidget(row);
    }
}

void PeopleDialog::say(const Result<void> &answer, const QString &done)
{
    m_answer->say(answer ? Mark::Fine : Mark::Refused, answer ? done : toSentence(answer.error()));
}

void PeopleDialog::makeIdentityNow()
{
    m_make->setEnabled(false);
    m_port.createIdentity(m_newName->text().trimmed(), this, [this](const Result<Operator> &made) {
        refresh();
        if (made)
            say({}, QStringLiteral("Made. Give the public half to your maintainer and read out the fingerprint."));
        else
            say(failure(made.error()), {});
    });
}

void PeopleDialog::exportIdentity()
{
    const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Save the public half"), QStringLiteral("holdwatch-identity.json"));
    if (!path.isEmpty())
        say(m_port.exportIdentity(path), QStringLiteral("Saved. There is no secret in it."));
}

void PeopleDialog::pin()
{
    m_pin->setEnabled(false);
    m_port.pinMaintainer(m_key->text().trimmed(), this, [this](const Result<void> &answer) {
        if (answer)
            m_key->clear();
        refresh();
        say(answer, QStringLiteral("Pinned."));
    });
}

void PeopleDialog::takeRoster()
{
    const QString path = QFileDialog::getOpenFileName(this, QStringLiteral("Take a roster file"), {}, QStringLiteral("Roster (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    const Result<void> answer = m_port.takeRoster(path);
    refresh();
    say(answer, QStringLiteral("Taken: its signature by the pinned key holds."));
}

} // namespace holdwatch::ui
