// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/ChartPainter.h"

#include <QChartView>

class QLineSeries;
class QValueAxis;

namespace holdwatch::ui {

/// The Qt Charts side of TimeChart: series on two fixed, invisible axes in a plot area we place. No
/// mouse event reaches Qt Charts, because its press handler dereferences null where no item lies
/// under the cursor (QTBUG-118669); the wheel and the drag belong to the time axis.
class ChartCanvas final : public QChartView
{
    Q_OBJECT
public:
    explicit ChartCanvas(QWidget *parent);

    void setTitle(const ChartTitle &title);
    void setWithTimeLabels(bool with);
    void setPicture(ChartPicture picture, QStringList valueLabels);
    void setTime(const ChartTime &time);
    void setCrosshair(std::optional<UtcTime> at);

    const ChartGeometry &geometryOfPlot() const { return m_geometry; }
    const ChartTitle &title() const { return m_title; }

signals:
    void hovered(std::optional<holdwatch::UtcTime> at);
    void dragged(double share);   ///< of the plot's width, positive towards the future
    void zoomed(double factor, holdwatch::UtcTime anchor);
    void resetWanted();

protected:
    void drawBackground(QPainter *painter, const QRectF &area) override;
    void drawForeground(QPainter *painter, const QRectF &area) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void leaveEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    QLineSeries *addLine();
    void applyColors();
    void placePlot();
    QString markerTextAt(const QPoint &position) const;

    QValueAxis *m_timeAxis;
    QValueAxis *m_valueAxis;
    QLineSeries *m_secondLine; // under the first
    QLineSeries *m_line;
    QLineSeries *m_projection;

    ChartTitle m_title;
    ChartPicture m_picture;
    QStringList m_valueLabels;
    ChartTime m_time;
    ChartGeometry m_geometry;
    std::optional<UtcTime> m_crosshair;
    std::optional<double> m_dragFrom;
    bool m_withTimeLabels = false;
};

} // namespace holdwatch::ui
