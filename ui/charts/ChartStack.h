// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"
#include "models/series/TimeView.h"
#include "ui/charts/TimeChart.h"

#include <QTimeZone>
#include <QTimer>
#include <QWidget>

class QVBoxLayout;

namespace holdwatch::ui {

/// Charts above one another on one time axis, with one crosshair. Owns which stretch of time is shown
/// (pan, zoom, live) and tells when it changed; the pictures come from outside.
/// Keys: ← → pan · + − zoom · Home live · Shift+← → crosshair · Esc takes the crosshair away.
class ChartStack : public QWidget
{
    Q_OBJECT
public:
    explicit ChartStack(const Clock &clock, QWidget *parent = nullptr);

    TimeChart *addChart(const TimeChart::Words &words, int stretch);
    const QVector<TimeChart *> &charts() const { return m_charts; }

    void setZone(const QTimeZone &zone);
    const QTimeZone &zone() const { return m_zone; }

    void showLast(Millis span);
    void goLive();
    const TimeView &view() const { return m_view; }
    TimeRange range() const;
    int columns() const; ///< of the plots, in pixels
    std::optional<UtcTime> crosshair() const { return m_crosshair; }
    bool clearCrosshair(); ///< false: there was none

signals:
    void viewChanged();      ///< another stretch of time is shown: other data are wanted
    void crosshairMoved();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void pan(double share);
    void zoom(double factor, std::optional<UtcTime> anchor);
    void placeCrosshair(std::optional<UtcTime> at);
    void stepCrosshair(int direction);
    void applyTime();
    void afterChange();

    const Clock &m_clock;
    TimeView m_view;
    QTimeZone m_zone = QTimeZone::utc();
    QVBoxLayout *m_layout;
    QVector<TimeChart *> m_charts;
    std::optional<UtcTime> m_crosshair;
    bool m_ringed = false; ///< the focus came by keyboard
    QTimer m_advance; ///< moves a live view on while it is visible
};

} // namespace holdwatch::ui
