// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/TabularText.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace holdwatch::ui {

namespace {

/// Most interface fonts have equal digits already; for those the text is drawn in one piece.
struct DigitMeasure
{
    explicit DigitMeasure(const QFont &font) : metrics(font)
    {
        qreal narrowest = 1e9;
        for (char digit = '0'; digit <= '9'; ++digit) {
            const qreal advance = metrics.horizontalAdvance(QLatin1Char(digit));
            widest = std::max(widest, advance);
            narrowest = std::min(narrowest, advance);
        }
        equal = widest - narrowest < 0.01;
    }

    qreal advance(QChar c) const { return c.isDigit() ? widest : metrics.horizontalAdvance(c); }
    qreal advance(const QString &text) const
    {
        if (equal)
            return metrics.horizontalAdvance(text);
        qreal sum = 0;
        for (const QChar c : text)
            sum += advance(c);
        return sum;
    }

    QFontMetricsF metrics;
    qreal widest = 0;
    bool equal = true;
};

const DigitMeasure &measureFor(const QFont &font)
{
    // A screen uses few fonts at once; the last one asked for is nearly always the next.
    thread_local QFont lastFont = font;
    thread_local DigitMeasure last(font);
    if (lastFont != font) {
        lastFont = font;
        last = DigitMeasure(font);
    }
    return last;
}

} // namespace

void drawTabular(QPainter &painter, const QRect &area, Qt::Alignment alignment, const QString &text)
{
    const DigitMeasure &measure = measureFor(painter.font());
    if (measure.equal) {
        painter.drawText(area, int(alignment | Qt::AlignVCenter | Qt::TextSingleLine), text);
        return;
    }
    const qreal width = measure.advance(text);
    qreal x = area.left();
    if (alignment & Qt::AlignRight)
        x = area.left() + area.width() - width;
    else if (alignment & Qt::AlignHCenter)
        x = area.left() + (area.width() - width) / 2;
    const qreal baseline = area.top() + (area.height() + measure.metrics.ascent() - measure.metrics.descent()) / 2;
    for (const QChar c : text) {
        const qreal own = measure.metrics.horizontalAdvance(c);
        const qreal cell = measure.advance(c);
        painter.drawText(QPointF(x + (cell - own) / 2, baseline), QString(c));
        x += cell;
    }
}

int tabularWidth(const QFont &font, const QString &text)
{
    return int(std::ceil(measureFor(font).advance(text)));
}

} // namespace holdwatch::ui
