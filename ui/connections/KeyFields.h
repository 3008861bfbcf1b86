// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/ConnectionsPort.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace holdwatch::ui {

/// Where one key comes from and a field to type a new one. What is typed is never shown, not even on
/// request, and leaves only through `change()`.
class KeyFields final : public QWidget
{
    Q_OBJECT
public:
    /// `name` begins the object names of its parts ("readKey").
    explicit KeyFields(const QString &name, QWidget *parent = nullptr);

    /// `variable` empty: no environment variable has a say.
    void setPlace(KeyPlace place, const QString &variable, bool variableIsSet);
    void setGivenFor(const QString &origin); ///< a kept key belongs there and is not sent where the connection leads; empty: it may be
    void setKind(const QString &label, KeyForm form); ///< "Password"

    /// Keep, unless something was typed or removal was asked for. Does not clear the field: a save may fail.
    KeyChange change() const;
    QString fault() const; ///< of what is typed; empty while nothing is
    bool hasKey() const;   ///< typed here, saved somewhere, or given by the environment

signals:
    void edited();

private:
    void refresh();
    QString placeSentence() const;
    Result<Secret> typed() const;

    QLineEdit *m_edit;
    QRadioButton *m_keychain;
    QRadioButton *m_thisRun;
    QPushButton *m_remove;
    QLabel *m_state;
    KeyPlace m_place = KeyPlace::None;
    QString m_variable;
    QString m_givenFor;
    KeyForm m_form = KeyForm::Token;
    bool m_variableIsSet = false;
    bool m_removing = false;
};

} // namespace holdwatch::ui
