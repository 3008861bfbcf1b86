// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace holdwatch::ui {

/// What a page shows when it has nothing to show: an icon, what is the case, what to do next, and at
/// most one button that does it. Text is plain, whatever it contains.
class EmptyState final : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyState(QWidget *parent = nullptr);

    void say(const QString &iconName, const QString &title, const QString &text, const QString &action = {});
    QString title() const;

signals:
    void actionTriggered();

protected:
    void changeEvent(QEvent *event) override;

private:
    void colour();

    QString m_iconName;
    QLabel *m_icon;
    QLabel *m_title;
    QLabel *m_text;
    QPushButton *m_action;
};

} // namespace holdwatch::ui
