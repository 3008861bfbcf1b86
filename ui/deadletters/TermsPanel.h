// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/Reading.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace holdwatch::ui {

/// What a look at a dead set does there, said before it is made, with the button that makes it. Where a
/// look could destroy a message, it asks for a reason.
class TermsPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit TermsPanel(QWidget *parent = nullptr);

    void ask();  ///< the terms are not known yet
    void show(const QString &deadSet, const LookTerms &terms, const QString &why); ///< `why`: what is to be seen ("not read yet", an error)

signals:
    void lookRequested(const QString &overrideReason); ///< the person has read the sentence

private:
    void refresh();

    LookTerms m_terms;
    QLabel *m_title;
    QLabel *m_why;
    QLabel *m_sentence;
    QLabel *m_left;
    QLineEdit *m_reason;
    QPushButton *m_look;
};

} // namespace holdwatch::ui
