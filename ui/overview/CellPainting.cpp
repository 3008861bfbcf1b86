// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/CellPainting.h"

#include "ui/common/Metrics.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace holdwatch::ui {

namespace {

constexpr int barHeight = 8;

struct Bar
{
    QRectF track;
    Millis window;

    qreal at(Millis age) const
    {
        const double fraction = double(age.count()) / double(std::max<qint64>(1, window.count()));
        return track.left() + track.width() * std::clamp(fraction, 0.0, 1.0);
    }
};

std::optional<Millis> shownAge(const QueueStatus &status)
{
    return status.sample.oldestAge.has() ? status.sample.oldestAge.optional() : status.assessment.age;
}

void paintFill(QPainter &painter, const Bar &bar, const QueueStatus &status, Millis age, const VerdictColors &colors)
{
    QRectF filled = bar.track;
    filled.setRight(std::max(bar.at(age), bar.track.left() + (age.count() > 0 ? 2 : 0)));
    if (filled.width() <= 0)
        return;
    const bool bounded = status.sample.oldestAge.obtained() == Obtained::AtMost;
    painter.setPen(QPen(colors.outline, 1));
    painter.setBrush(bounded ? QBrush(colors.outline, Qt::BDiagPattern) : QBrush(colors.fill));
    painter.drawRoundedRect(filled.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
}

void paintProjection(QPainter &painter, const Bar &bar, const QueueStatus &status, Millis age, const VerdictColors &colors)
{
    const double slope = slopeAhead(status.assessment).value_or(0);
    if (slope <= 0)
        return;
    const qreal from = bar.at(age) + 2;
    const qreal to = bar.at(age + fromSeconds(slope * toSeconds(status.tolerance.effectiveLookAhead())));
    if (to - from < 3)
        return;
    painter.setPen(QPen(colors.outline, 2, Qt::CustomDashLine, Qt::FlatCap));
    QPen dots = painter.pen();
    dots.setDashPattern({1, 1.5});
    painter.setPen(dots);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.drawLine(QPointF(from, bar.track.center().y()), QPointF(to, bar.track.center().y()));
    painter.setRenderHint(QPainter::Antialiasing);
}

} // namespace

void paintBulletBar(QPainter &painter, const QRect &area, const QueueStatus &status, const Theme &theme)
{
    if (area.width() < 16)
        return;
    const Bar bar{QRectF(area.left(), area.center().y() + 1 - barHeight / 2, area.width(), barHeight), status.tolerance.rulingWindow()};
    const VerdictColors &colors = theme.of(status.assessment.verdict);
    const std::optional<Millis> age = shownAge(status);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(age ? theme.line : theme.faint, 1, age ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(age ? theme.raised : QColor(Qt::transparent));
    painter.drawRoundedRect(bar.track.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    if (age) {
        paintProjection(painter, bar, status, *age, colors);
        paintFill(painter, bar, status, *age, colors);
    }
    const qreal tick = std::round(bar.at(bar.window - status.tolerance.effectiveReactionTime()));
    painter.fillRect(QRectF(tick, bar.track.top() - 3, 1.5, barHeight + 6), age ? theme.secondary : theme.faint);
    painter.restore();
}

void paintSparkline(QPainter &painter, const QRect &area, const QVector<float> &values, const QColor &ink)
{
    float low = 0, high = 0;
    for (const float value : values) {
        if (!std::isnan(value))
            high = std::max(high, value);
    }
    low = high;
    for (const float value : values) {
        if (!std::isnan(value))
            low = std::min(low, value);
    }
    // A flat line is drawn flat: small ripples on a big figure must not look like waves.
    const float range = std::max({high - low, high * 0.2f, 1.0f});
    // It floats in the middle of what is left, but nothing waiting lies on the ground.
    const float base = std::max(0.0f, low - (range - (high - low)) / 2);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1.25, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const qreal step = values.size() > 1 ? qreal(area.width()) / qreal(values.size() - 1) : 0;
    QPolygonF stretch;
    const auto flush = [&] {
        if (stretch.size() == 1)
            painter.drawPoint(stretch.first());
        else if (!stretch.isEmpty())
            painter.drawPolyline(stretch);
        stretch.clear();
    };
    for (int i = 0; i < values.size(); ++i) {
        const float value = values.at(i);
        if (std::isnan(value))
            flush();
        else
            stretch << QPointF(area.left() + i * step, area.bottom() - (value - base) / range * (area.height() - 1));
    }
    flush();
    painter.restore();
}

} // namespace holdwatch::ui
