// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace holdwatch::ui {

/// The draft, over the list of what is signed: its title, and that nothing of it is signed.
class DraftCard final : public QPushButton
{
    Q_OBJECT
public:
    explicit DraftCard(QWidget *parent = nullptr);
    void setTitle(const QString &title);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_title;
};

} // namespace holdwatch::ui
