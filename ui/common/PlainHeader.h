// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace holdwatch::ui {

/// A quiet column header: small secondary type, no lines between sections, the sort mark beside the title.
class PlainHeader final : public QHeaderView
{
    Q_OBJECT
public:
    explicit PlainHeader(QWidget *parent = nullptr);
    void setFirstInset(int inset) { m_firstInset = inset; } ///< left inset of the visually first section

protected:
    void paintSection(QPainter *painter, const QRect &rect, int section) const override;
    QSize sizeHint() const override;

private:
    int m_firstInset;
};

} // namespace holdwatch::ui
