// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/ChartPicture.h"

#include <QWidget>

namespace holdwatch::ui {

class ChartCanvas;

/// One chart over time: a line or two, a dotted projection in its fan, bands, rules, gaps and markers.
/// The only class behind which Qt Charts is used. It knows no queue and asks for no data: `show` replaces
/// the whole picture at once, so a refresh costs what is visible, not what is recorded.
class TimeChart : public QWidget
{
    Q_OBJECT
public:
    struct Words
    {
        QString title;
        QString lineName;       ///< both names only where there are two lines
        QString secondLineName;
        ScaleKind kind = ScaleKind::Count;
    };

    explicit TimeChart(const Words &words, QWidget *parent = nullptr);

    const Words &words() const { return m_words; }
    void setWithTimeLabels(bool with); ///< only the lowest of a stack has them

    void show(const ChartPicture &picture);
    void setTime(const ChartTime &time);
    void setValueText(const QString &text); ///< right of the title: the value now, or under the crosshair
    void setCrosshair(std::optional<UtcTime> at);

    int plotWidth() const; ///< pixel columns: how much detail is worth fetching
    QString valueText() const;
    const ChartPicture &picture() const { return m_picture; }

signals:
    void hovered(std::optional<holdwatch::UtcTime> at);
    void dragged(double share); ///< of the plot's width, positive towards the future
    void zoomed(double factor, holdwatch::UtcTime anchor);
    void resetWanted();

private:
    Words m_words;
    ChartPicture m_picture;
    ChartCanvas *m_canvas;
};

/// How an axis or a readout prints a value: "7:34", "812", "3.1".
QString valueLabel(double value, ScaleKind kind);

} // namespace holdwatch::ui
