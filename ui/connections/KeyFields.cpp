// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/KeyFields.h"

#include "ui/common/Labels.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

KeyFields::KeyFields(const QString &name, QWidget *parent)
    : QWidget(parent), m_edit(new QLineEdit), m_keychain(new QRadioButton(QStringLiteral("Keep it in the system's keychain"))),
      m_thisRun(new QRadioButton(QStringLiteral("For this run only"))), m_remove(new QPushButton(QStringLiteral("Remove"))), m_state(secondaryLabel({}))
{
    m_edit->setObjectName(name);
    m_edit->setEchoMode(QLineEdit::Password);
    m_keychain->setObjectName(name + QStringLiteral("Keychain"));
    m_keychain->setChecked(true);
    m_thisRun->setObjectName(name + QStringLiteral("ThisRun"));
    m_thisRun->setToolTip(plainToolTip(QStringLiteral("Held in memory; it is asked for again at the next start")));
    m_remove->setObjectName(name + QStringLiteral("Remove"));
    m_remove->setAutoDefault(false);
    m_remove->setCheckable(true);
    m_state->setObjectName(name + QStringLiteral("State"));
    m_state->setWordWrap(true);
    setFocusProxy(m_edit);

    auto *line = new QHBoxLayout;
    line->setSpacing(space::s);
    line->addWidget(m_edit, 1);
    line->addWidget(m_remove);
    auto *places = new QHBoxLayout;
    places->setSpacing(space::m);
    places->addWidget(m_keychain);
    places->addWidget(m_thisRun);
    places->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    layout->addLayout(line);
    layout->addWidget(m_state);
    layout->addLayout(places);

    connect(m_edit, &QLineEdit::textChanged, this, [this] {
        if (!m_edit->text().isEmpty())
            m_remove->setChecked(false);
        refresh();
        emit edited();
    });
    connect(m_remove, &QPushButton::toggled, this, [this](bool removing) {
        m_removing = removing;
        if (removing)
            m_edit->clear();
        refresh();
        emit edited();
    });
    connect(m_keychain, &QRadioButton::toggled, this, &KeyFields::edited);
}

void KeyFields::setPlace(KeyPlace place, const QString &variable, bool variableIsSet)
{
    m_place = place;
    m_variable = variable;
    m_variableIsSet = variableIsSet;
    refresh();
}

void KeyFields::setKind(const QString &label, KeyForm form)
{
    m_form = form;
    m_edit->setAccessibleName(label);
}

void KeyFields::setGivenFor(const QString &origin)
{
    m_givenFor = origin;
    refresh();
}

QString KeyFields::placeSentence() const
{
    if (!m_givenFor.isEmpty())
        return QStringLiteral("The one that is kept was given for %1 and is not sent to another server. Type it again to use it here.").arg(m_givenFor);
    switch (m_place) {
    case KeyPlace::Keychain: return QStringLiteral("One is saved in the keychain.");
    case KeyPlace::KeychainSilent: return QStringLiteral("One was saved, but the keychain does not give it out now: it is locked, missing or slow.");
    case KeyPlace::ThisRun: return QStringLiteral("One is held for this run only.");
    case KeyPlace::Unknown: return QStringLiteral("Whether one is saved is not known: the record of saved keys can't be read.");
    case KeyPlace::None: break;
    }
    if (m_variable.isEmpty())
        return {};
    return m_variableIsSet ? QStringLiteral("The environment variable %1 gives it.").arg(m_variable)
                           : QStringLiteral("The environment variable %1 would give it, but is not set.").arg(m_variable);
}

void KeyFields::refresh()
{
    const bool isTyped = !m_edit->text().isEmpty();
    m_edit->setPlaceholderText(m_place == KeyPlace::None ? QString() : QStringLiteral("type to replace it"));
    m_remove->setVisible(m_place != KeyPlace::None && m_place != KeyPlace::Unknown);
    m_keychain->setEnabled(isTyped);
    m_thisRun->setEnabled(isTyped);
    const QString sentence = m_removing ? QStringLiteral("It will be removed when you save.") : placeSentence();
    m_state->setText(sentence);
    m_state->setVisible(!sentence.isEmpty());
}

Result<Secret> KeyFields::typed() const
{
    return keyFromTyped(Secret(m_edit->text().toUtf8()), m_form);
}

KeyChange KeyFields::change() const
{
    KeyChange change;
    if (m_removing) {
        change.what = KeyChange::What::Remove;
    } else if (!m_edit->text().isEmpty()) {
        change.what = m_keychain->isChecked() ? KeyChange::What::UseKeychain : KeyChange::What::UseThisRunOnly;
        if (Result<Secret> key = typed())
            change.key = *std::move(key);
    }
    return change;
}

QString KeyFields::fault() const
{
    if (m_edit->text().isEmpty())
        return {};
    const Result<Secret> key = typed();
    return key ? QString() : toSentence(key.error());
}

bool KeyFields::hasKey() const
{
    return !m_edit->text().isEmpty() || (m_place != KeyPlace::None && !m_removing) || m_variableIsSet;
}

} // namespace holdwatch::ui
