// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/Metrics.h"

#include <QLabel>

namespace holdwatch::ui {

/// A label that takes whatever text it is given as text, never as HTML.
QLabel *plainLabel(const QString &text, Type type = Type::Body, QFont::Weight weight = QFont::Normal, QWidget *parent = nullptr);

/// The same in the theme's secondary ink, following changes of the theme.
QLabel *secondaryLabel(const QString &text, Type type = Type::Small, QWidget *parent = nullptr);

/// `text` for a tooltip, so that nothing in it is taken as HTML.
QString plainToolTip(const QString &text);

/// One line that elides at its end instead of asking for width; the whole text becomes its tooltip.
class ElidedLabel : public QWidget
{
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget *parent = nullptr);
    void setText(const QString &text);
    const QString &text() const { return m_text; }
    void setSecondary(bool secondary);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
    bool m_secondary = false;
};

} // namespace holdwatch::ui
