// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/Theme.h"

#include <QWidget>

class QPainter;

namespace holdwatch::ui {

/// Room that the shape and the gap after it take before the word.
constexpr int verdictInset = 20;

/// Draws the verdict's own shape (disc, triangle, diamond, square, arrow down, ring, dash) centred in
/// `box`; the shapes are paths, so no font has to have them. The word must stand beside it.
void paintVerdictShape(QPainter &painter, const QRectF &box, Verdict verdict, const Theme &theme);

/// Shape and word, left-aligned and vertically centred; `font` is the painter's. Elides the word.
void paintVerdict(QPainter &painter, const QRect &area, Verdict verdict, const Theme &theme);

/// The same as a widget, with an accessible name.
class VerdictBadge final : public QWidget
{
    Q_OBJECT
public:
    explicit VerdictBadge(QWidget *parent = nullptr);
    void setVerdict(Verdict verdict);
    Verdict verdict() const { return m_verdict; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Verdict m_verdict = Verdict::NotReported;
};

} // namespace holdwatch::ui
