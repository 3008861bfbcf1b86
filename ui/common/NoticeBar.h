// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace holdwatch::ui {

class ElidedLabel;

/// One line at a page's content for what is only partly right: an icon, a sentence, at most one button.
/// Hidden while there is nothing to say.
class NoticeBar final : public QWidget
{
    Q_OBJECT
public:
    explicit NoticeBar(QWidget *parent = nullptr);
    void say(const QString &iconName, const QString &text, const QString &action = {});
    QString text() const;

signals:
    void actionTriggered();

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void colour();

    QString m_iconName;
    QLabel *m_icon;
    ElidedLabel *m_text;
    QPushButton *m_action;
};

} // namespace holdwatch::ui
