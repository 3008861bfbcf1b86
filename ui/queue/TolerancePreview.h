// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/ports/MonitorPort.h"
#include "ui/charts/TimeChart.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QListWidget;

namespace holdwatch::ui {

/// What a tolerance would have raised over the last 24 hours: a sentence, a list, and marks on the
/// recorded age, before anything is saved. Only the newest question's answer is shown.
class TolerancePreview : public QWidget
{
    Q_OBJECT
public:
    static constexpr Millis span = std::chrono::hours(24);

    TolerancePreview(MonitorPort &monitor, const Clock &clock, const QueueStatus &status, Zone zone, QWidget *parent = nullptr);

    void ask(const Tolerance &tolerance); ///< coalesced: asked for once typing pauses
    void cannotAsk(const QString &why);   ///< the draft has a fault: the last answer no longer holds

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void askNow();
    void showAnswer(const Result<QVector<Assessment>> &answer);
    void fetchAge();
    void draw();
    QString lineFor(const Assessment &change) const;

    MonitorPort &m_monitor;
    UtcTime m_now{};
    Zone m_zone;
    QueueStatus m_status; ///< with the tolerance that is being tried
    HistorySlice m_history;
    QVector<Assessment> m_changes;
    int m_question = 0;
    QTimer m_pause;
    QLabel *m_sentence;
    TimeChart *m_chart;
    QListWidget *m_list;
};

} // namespace holdwatch::ui
