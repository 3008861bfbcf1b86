// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/TolerancePreview.h"

#include "models/core/Format.h"
#include "models/tolerance/ToleranceDraft.h"
#include "ui/common/Labels.h"
#include "ui/queue/QueuePictures.h"

#include <QListWidget>
#include <QResizeEvent>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

constexpr Millis typingPause(200);
constexpr int mostListed = 500;

bool isWorthListing(Verdict verdict)
{
    return verdict != Verdict::Healthy && verdict != Verdict::NotReported;
}

} // namespace

TolerancePreview::TolerancePreview(MonitorPort &monitor, const Clock &clock, const QueueStatus &status, Zone zone, QWidget *parent)
    : QWidget(parent), m_monitor(monitor), m_now(clock.now()), m_zone(zone), m_status(status)
{
    m_sentence = plainLabel({}, Type::Body, QFont::DemiBold, this);
    m_sentence->setObjectName(QStringLiteral("previewSentence"));
    m_sentence->setWordWrap(true);
    m_chart = new TimeChart(wordsOf(QueueChart::Age), this);
    m_chart->setObjectName(QStringLiteral("previewChart"));
    m_chart->setWithTimeLabels(true);
    m_chart->setMinimumHeight(170);
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("previewList"));
    m_list->setAccessibleName(QStringLiteral("What would have been raised"));
    m_list->setWordWrap(true);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::s);
    layout->addWidget(m_sentence);
    layout->addWidget(m_chart, 2);
    layout->addWidget(m_list, 3);

    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPause);
    connect(&m_pause, &QTimer::timeout, this, &TolerancePreview::askNow);
}

void TolerancePreview::ask(const Tolerance &tolerance)
{
    const bool onlyPeopleChanged = m_question > 0 && m_list->isEnabled() && [&] {
        Tolerance before = m_status.tolerance;
        before.owner = tolerance.owner;
        before.runbook = tolerance.runbook;
        return before == tolerance;
    }();
    m_status.tolerance = tolerance;
    if (onlyPeopleChanged)
        return;
    draw();
    m_pause.start();
}

void TolerancePreview::cannotAsk(const QString &why)
{
    m_pause.stop();
    ++m_question;
    m_changes.clear();
    m_list->clear();
    m_list->setEnabled(false);
    m_sentence->setText(why);
    draw();
}

void TolerancePreview::askNow()
{
    m_list->setEnabled(true);
    m_sentence->setText(QStringLiteral("Trying this over the last %1 h …").arg(span / std::chrono::hours(1)));
    const int question = ++m_question;
    m_monitor.previewTolerance(m_status.queue.id, m_status.tolerance, m_now - span, m_now, this, [this, question](const Result<QVector<Assessment>> &answer) {
        if (question == m_question)
            showAnswer(answer);
    });
}

void TolerancePreview::showAnswer(const Result<QVector<Assessment>> &answer)
{
    m_list->clear();
    if (!answer) {
        m_changes.clear();
        m_sentence->setText(QStringLiteral("What it would have raised is not known. %1").arg(toSentence(answer.error())));
        return draw();
    }
    m_changes = *answer;
    const auto watchedFor = m_status.watchedSince ? std::optional<Millis>(m_now - *m_status.watchedSince) : std::nullopt;
    m_sentence->setText(toSentence(raisedBy(m_changes), span, watchedFor));
    int listed = 0;
    for (auto it = m_changes.rbegin(); it != m_changes.rend() && listed < mostListed; ++it) {
        if (!isWorthListing(it->verdict))
            continue;
        m_list->addItem(lineFor(*it));
        ++listed;
    }
    draw();
}

QString TolerancePreview::lineFor(const Assessment &change) const
{
    return QStringLiteral("%1 %2  %3: %4").arg(formatDateTime(change.at, m_zone), zoneName(m_zone, change.at), toWord(change.verdict), change.reason);
}

void TolerancePreview::fetchAge()
{
    m_monitor.fetchHistory({m_status.queue.id, m_now - span, m_now, m_chart->plotWidth()}, this, [this](const Result<HistorySlice> &answer) {
        if (!answer)
            return; // the list still says what would have been raised
        m_history = *answer;
        draw();
    });
}

void TolerancePreview::draw()
{
    const TimeRange range{m_now - span, m_now};
    const int columns = std::max(1, m_chart->plotWidth());
    ChartPicture picture = pictureOf(QueueChart::Age, {m_status, m_history, range, m_now, columns, {}, {}});
    picture.projection = {};
    picture.markers.clear();
    for (const Assessment &change : qAsConst(m_changes)) {
        if (isWorthListing(change.verdict))
            picture.markers.append({change.at, change.verdict, lineFor(change)});
    }
    m_chart->setTime({range, m_now, timeTicks(range, std::max(2, columns / 90), m_zone == Zone::Utc ? QTimeZone::utc() : QTimeZone::systemTimeZone())});
    m_chart->show(picture);
}

void TolerancePreview::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        QMetaObject::invokeMethod(this, &TolerancePreview::fetchAge, Qt::QueuedConnection);
}

} // namespace holdwatch::ui
