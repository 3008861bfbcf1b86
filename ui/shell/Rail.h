// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/Page.h"

#include <QAbstractButton>

class QButtonGroup;
class QVBoxLayout;

namespace holdwatch::ui {

/// One page in the rail: icon above its title, a mark at the left edge when it is the one shown.
class RailButton final : public QAbstractButton
{
    Q_OBJECT
public:
    RailButton(const QString &iconName, const QString &title, QWidget *parent = nullptr);
    void setBadge(int count); ///< a small number at the icon; 0 shows none
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_badge = 0;
};

/// The pages, down the left edge.
class Rail final : public QWidget
{
    Q_OBJECT
public:
    explicit Rail(QWidget *parent = nullptr);

    void addPage(const PageInfo &info, int number);
    void setCurrent(const QString &key);
    void setBadge(const QString &key, int count);

signals:
    void pageChosen(const QString &key);
    void helpRequested();
    void themeRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    RailButton *addTool(const QString &name, const QString &iconName, const QString &title);

    QVBoxLayout *m_pages;
    QButtonGroup *m_group;
    QHash<QString, RailButton *> m_buttons;
    RailButton *m_theme = nullptr;
    RailButton *m_last = nullptr; ///< of the pages, for the order of the Tab key
};

} // namespace holdwatch::ui
