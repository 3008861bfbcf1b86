// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/ChartPainter.h"

#include "ui/common/Metrics.h"
#include "ui/common/VerdictBadge.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace holdwatch::ui {

namespace {

constexpr int fillAlpha = 28;  // 11 % of 255
constexpr int fanAlpha = 46;
constexpr double markerSize = 11;

QColor withAlpha(QColor color, int alpha)
{
    color.setAlpha(alpha);
    return color;
}

// A one-pixel line is sharp only in the middle of a pixel.
double crisp(double pixel)
{
    return std::floor(pixel) + 0.5;
}

} // namespace

ChartPainter::ChartPainter(QPainter &painter, const ChartGeometry &geometry, const Theme &theme, const QFont &font)
    : m_painter(painter), m_geometry(geometry), m_theme(theme), m_colors(ChartColors::of(theme)), m_font(typeFont(font, Type::Small)),
      m_strong(typeFont(font, Type::Small, QFont::DemiBold))
{
    m_painter.setFont(m_font);
}

void ChartPainter::bands(const QVector<ChartBand> &bands)
{
    const QRectF &plot = m_geometry.plot;
    for (const ChartBand &band : bands) {
        const double upper = qMax(plot.top(), m_geometry.y(band.until));
        const double lower = qMin(plot.bottom(), m_geometry.y(band.from));
        if (lower > upper)
            m_painter.fillRect(QRectF(plot.left(), upper, plot.width(), lower - upper), withAlpha(m_theme.of(band.verdict).fill, m_colors.bandAlpha));
    }
}

void ChartPainter::gaps(const QVector<TimeRange> &gaps)
{
    for (const TimeRange &gap : gaps) {
        const double left = m_geometry.x(gap.from);
        const QRectF area(left, m_geometry.plot.top(), m_geometry.x(gap.until) - left, m_geometry.plot.height());
        m_painter.fillRect(area & m_geometry.plot, QBrush(withAlpha(m_theme.secondary, 70), Qt::BDiagPattern));
    }
}

void ChartPainter::grid(const QVector<TimeTick> &ticks, const ValueScale &scale)
{
    const QRectF &plot = m_geometry.plot;
    m_painter.setPen(QPen(m_theme.line, 1));
    for (const double value : scale.ticks()) {
        const double y = crisp(m_geometry.y(value));
        m_painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
    for (const TimeTick &tick : ticks) {
        m_painter.setPen(QPen(tick.major ? m_theme.faint : m_theme.line, 1));
        const double x = crisp(m_geometry.x(tick.at));
        m_painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    }
    m_painter.setPen(QPen(m_theme.faint, 1));
    m_painter.drawLine(QPointF(plot.left(), crisp(plot.bottom())), QPointF(plot.right(), crisp(plot.bottom())));
}

void ChartPainter::fillUnder(const QVector<QPointF> &line)
{
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(withAlpha(m_colors.line, fillAlpha));
    const double base = m_geometry.plot.bottom();
    QPolygonF area;
    const auto flush = [&] {
        if (area.size() > 1) {
            area.append(QPointF(area.constLast().x(), base));
            area.prepend(QPointF(area.constFirst().x(), base));
            m_painter.drawPolygon(area);
        }
        area.clear();
    };
    for (const QPointF &value : line) {
        if (std::isnan(value.y()))
            flush();
        else
            area.append(m_geometry.point(value));
    }
    flush();
}

void ChartPainter::fan(const ChartProjection &projection)
{
    if (projection.upper.isEmpty())
        return;
    QPolygonF area;
    for (const QPointF &value : projection.upper)
        area.append(m_geometry.point(value));
    for (auto it = projection.lower.rbegin(); it != projection.lower.rend(); ++it)
        area.append(m_geometry.point(*it));
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(withAlpha(m_colors.line, fanAlpha));
    m_painter.drawPolygon(area);
}

void ChartPainter::rules(const QVector<ChartRule> &rules)
{
    for (const ChartRule &rule : rules) {
        const bool limit = rule.kind == ChartRule::Kind::Limit;
        m_painter.setPen(QPen(limit ? m_theme.of(Verdict::Breached).outline : m_theme.of(Verdict::Approaching).outline, limit ? 1.5 : 1, limit ? Qt::SolidLine : Qt::DashLine));
        const double y = crisp(m_geometry.y(rule.value));
        m_painter.drawLine(QPointF(m_geometry.plot.left(), y), QPointF(m_geometry.plot.right(), y));
    }
}

void ChartPainter::now(UtcTime now)
{
    if (!m_geometry.time.contains(now))
        return;
    m_painter.setPen(QPen(m_theme.faint, 1, Qt::DotLine));
    const double x = crisp(m_geometry.x(now));
    m_painter.drawLine(QPointF(x, m_geometry.plot.top()), QPointF(x, m_geometry.plot.bottom()));
}

void ChartPainter::ruleLabels(const QVector<ChartRule> &rules)
{
    const double height = QFontMetricsF(m_font).height();
    for (const ChartRule &rule : rules) {
        const double y = m_geometry.y(rule.value);
        const QRectF above(m_geometry.plot.left() + 6, y - height - 1, m_geometry.plot.width() - 12, height);
        const QRectF box = above.top() < m_geometry.plot.top() ? above.translated(0, height + 2) : above;
        text(box, Qt::AlignLeft | Qt::AlignVCenter, rule.label, rule.kind == ChartRule::Kind::Limit ? m_theme.of(Verdict::Breached).text : m_theme.of(Verdict::Approaching).text);
    }
}

void ChartPainter::valueLabels(const QStringList &labels, const ValueScale &scale)
{
    const double height = QFontMetricsF(m_font).height();
    for (int i = 0; i < labels.size(); ++i) {
        const QRectF box(0, m_geometry.y(i * scale.step) - height / 2, m_geometry.plot.left() - 8, height);
        text(box, Qt::AlignRight | Qt::AlignVCenter, labels[i], m_theme.secondary);
    }
}

void ChartPainter::timeLabels(const QVector<TimeTick> &ticks)
{
    const QFontMetricsF metrics(m_font);
    const double right = m_geometry.plot.right() + ChartGeometry::rightMargin;
    for (const TimeTick &tick : ticks) {
        const double width = metrics.horizontalAdvance(tick.label) + 2;
        const double left = qBound(0.0, m_geometry.x(tick.at) - width / 2, right - width);
        text(QRectF(left, m_geometry.plot.bottom() + 4, width, metrics.height()), Qt::AlignCenter, tick.label, tick.major ? m_theme.text : m_theme.secondary);
    }
}

void ChartPainter::title(const ChartTitle &title)
{
    const QFontMetricsF metrics(m_font);
    const QRectF row(m_geometry.plot.left(), 0, m_geometry.plot.width(), ChartGeometry::titleHeight - 4);
    m_painter.setFont(m_strong);
    text(row, Qt::AlignLeft | Qt::AlignVCenter, title.text, m_theme.text);
    m_painter.setFont(m_font);
    text(row, Qt::AlignRight | Qt::AlignVCenter, title.value, m_theme.text);
    if (title.secondLineName.isEmpty())
        return;
    double left = row.left() + QFontMetricsF(m_strong).horizontalAdvance(title.text) + 16;
    const auto entry = [&](const QString &name, const QColor &color) {
        m_painter.fillRect(QRectF(left, row.center().y() - 1, 12, 2), color);
        const double width = metrics.horizontalAdvance(name) + 2;
        text(QRectF(left + 16, row.top(), width, row.height()), Qt::AlignLeft | Qt::AlignVCenter, name, m_theme.secondary);
        left += 16 + width + 12;
    };
    entry(title.lineName, m_colors.line);
    entry(title.secondLineName, m_colors.secondLine);
}

void ChartPainter::markers(const QVector<ChartMarker> &markers)
{
    for (const ChartMarker &marker : markers) {
        if (!m_geometry.time.contains(marker.at))
            continue;
        const double x = m_geometry.x(marker.at);
        m_painter.setPen(QPen(withAlpha(m_theme.of(marker.verdict).outline, 150), 1, Qt::DotLine));
        m_painter.drawLine(QPointF(crisp(x), m_geometry.plot.top() + markerSize), QPointF(crisp(x), m_geometry.plot.bottom()));
        paintVerdictShape(m_painter, {x - markerSize / 2, m_geometry.plot.top(), markerSize, markerSize}, marker.verdict, m_theme);
    }
}

void ChartPainter::note(const QString &words)
{
    if (!words.isEmpty())
        text(m_geometry.plot.adjusted(24, 2, -24, -2), Qt::AlignCenter | Qt::TextWordWrap, words, m_theme.secondary);
}

void ChartPainter::crosshair(UtcTime at)
{
    if (!m_geometry.time.contains(at))
        return;
    m_painter.setPen(QPen(m_theme.text, 1));
    const double x = crisp(m_geometry.x(at));
    m_painter.drawLine(QPointF(x, m_geometry.plot.top()), QPointF(x, m_geometry.plot.bottom()));
}

void ChartPainter::text(const QRectF &box, int flags, const QString &words, const QColor &color)
{
    m_painter.setPen(color);
    m_painter.drawText(box, flags, words);
}

} // namespace holdwatch::ui
