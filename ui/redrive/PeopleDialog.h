// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/ports/RedrivePort.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace holdwatch::ui {

class FactGrid;
class MarkedText;

/// Who one is here, whose key the roster is trusted by, and who is in it. Fingerprints stand large enough to be read out
/// over the phone.
class PeopleDialog final : public QDialog
{
    Q_OBJECT
public:
    PeopleDialog(RedrivePort &port, const Clock &clock, Zone zone, QWidget *parent = nullptr); ///< both outlive it

private:
    QWidget *makeIdentity();
    QWidget *makePin();
    QWidget *makeRoster();
    void refresh();
    void refreshPin();
    void refreshRoster(const OperatorState &people);
    void makeIdentityNow();
    void exportIdentity();
    void pin();
    void takeRoster();
    void say(const Result<void> &answer, const QString &done);

    RedrivePort &m_port;
    const Clock &m_clock;
    Zone m_zone;
    QLabel *m_name;
    QLabel *m_print;
    QStackedWidget *m_identity;
    QLineEdit *m_newName;
    QPushButton *m_make;
    MarkedText *m_keychain;
    QLabel *m_pinned;
    QLineEdit *m_key;
    QLabel *m_keyPrint;
    QCheckBox *m_isCompared;
    QPushButton *m_pin;
    QLabel *m_roster;
    QVBoxLayout *m_entries;
    MarkedText *m_answer;
};

} // namespace holdwatch::ui
