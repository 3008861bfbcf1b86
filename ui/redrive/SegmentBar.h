// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/Run.h"
#include "ui/redrive/Marks.h"

namespace holdwatch::ui {

/// How the messages of a run stand: one bar, and below it the sum in words, which always closes: planned = confirmed +
/// returned + unknown + skipped + failed + left + under way + waiting. Every term has its fixed place, so figures change in
/// place.
class SegmentBar final : public QWidget
{
    Q_OBJECT
public:
    explicit SegmentBar(QWidget *parent = nullptr);

    void setCounts(const RunCounts &counts);
    QString text() const; ///< the sum in words

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Term
    {
        Mark mark;
        int count;
        const char *word;
    };
    QVector<Term> terms() const;
    int cellWidth(const Term &term) const;
    void paintBar(QPainter &painter, const QRectF &area) const;

    RunCounts m_counts;
};

} // namespace holdwatch::ui
