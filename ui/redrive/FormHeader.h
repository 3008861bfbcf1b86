// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/RedrivePlan.h"

#include <QWidget>

class QHBoxLayout;

namespace holdwatch::ui {

/// The first line of a plan's form: what it is about, and the word of its environment; room for what belongs at its end.
class FormHeader final : public QWidget
{
    Q_OBJECT
public:
    explicit FormHeader(QWidget *parent = nullptr);

    void show(const RedrivePlan &plan);
    QString title() const { return m_title; }
    QString environment() const { return m_word; } ///< "PRODUCTION \u00B7 infrai-eu"
    void addTrailing(QWidget *widget);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QHBoxLayout *m_row;
    QString m_title;
    QString m_word;
    bool m_isProduction = false;
};

} // namespace holdwatch::ui
