// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"
#include "models/core/Result.h"

#include <QDialog>

#include <functional>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace holdwatch::ui {

/// A small question with one consequence, where wanted with a reason, that does what was agreed to before it closes. No
/// button is the default. If it fails, it says so and stays with everything that was typed.
class ReasonDialog final : public QDialog
{
    Q_OBJECT
public:
    struct Words
    {
        QString name;        ///< objectName: "refuseDialog"
        QString title;
        QString consequence; ///< one sentence
        QString ask;         ///< for the reason; empty: none is asked for
        QString yes;
        QString no = QStringLiteral("Cancel");
        QString failed;      ///< "Nothing was refused."
    };
    using Done = std::function<void(Result<void>)>;
    /// Called once a click; `context` is the dialog.
    using Act = std::function<void(const QString &reason, QObject *context, Done done)>;

    ReasonDialog(const Words &words, Environment environment, const QString &connectionName, Act act, QWidget *parent = nullptr);

    /// One more thing to say, above the reason. Takes `field` over.
    void addField(const QString &label, QWidget *field);

private:
    void refresh();
    void run();

    Act m_act;
    QString m_failed;
    bool m_isRunning = false;
    QPlainTextEdit *m_reason = nullptr;
    QVBoxLayout *m_fields;
    QLabel *m_problem;
    QPushButton *m_yes;
};

} // namespace holdwatch::ui
