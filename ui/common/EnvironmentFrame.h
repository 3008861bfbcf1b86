// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace holdwatch::ui {

/// The window's content with a 2 px frame around it while a production connection is in sight. The word
/// stands in the status strip beside it: never colour alone.
class EnvironmentFrame final : public QWidget
{
    Q_OBJECT
public:
    explicit EnvironmentFrame(QWidget *parent = nullptr);
    void setProduction(bool production);
    bool isProduction() const { return m_production; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    bool m_production = false;
};

} // namespace holdwatch::ui
