// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/QueuePage.h"

#include "models/alerts/AlertLogModel.h"
#include "models/connections/ConnectionModel.h"
#include "models/queue/QueueTableModel.h"
#include "models/series/Downsample.h"
#include "ui/charts/ChartStack.h"
#include "ui/common/Labels.h"
#include "ui/queue/HistoryFeed.h"
#include "ui/queue/QueueHeader.h"
#include "ui/queue/QueueToolRow.h"
#include "ui/queue/SourcePanel.h"
#include "ui/queue/ToleranceDialog.h"

#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <array>

namespace holdwatch::ui {

namespace {

constexpr std::array<QueueChart, queueChartCount> chartOrder{QueueChart::Age, QueueChart::Depth, QueueChart::Retries, QueueChart::DeadLetters};

/// The lowest chart also carries the time labels, so it gets a little more for the same plot.
int stretchOf(QueueChart chart)
{
    return chart == QueueChart::Age ? 20 : chart == QueueChart::DeadLetters ? 12 : 10;
}

QTimeZone timeZoneOf(Zone zone)
{
    return zone == Zone::Utc ? QTimeZone::utc() : QTimeZone::systemTimeZone();
}

template<typename Label>
Label *named(Label *label, const char *objectName)
{
    label->setObjectName(QLatin1String(objectName));
    return label;
}

/// "reservation-expiry.json": a queue's name may hold what a file's name must not.
QString fileNameFor(const QueueId &queue)
{
    QString name;
    for (const QChar letter : queue.name)
        name += letter.isLetterOrNumber() || letter == QLatin1Char('-') || letter == QLatin1Char('.') ? letter : QLatin1Char('_');
    return name + QStringLiteral(".json");
}

} // namespace

PageInfo QueuePage::info()
{
    return {QStringLiteral("queue"), QStringLiteral("Queue"), QStringLiteral("queue")};
}

QueuePage::QueuePage(PageContext context, QWidget *parent)
    : Page(info(), parent), m_context(context), m_scales(queueChartCount), m_feed(new HistoryFeed(context.monitor, this))
{
    m_empty = named(plainLabel(QStringLiteral("No queue to show yet.\nAs soon as a connection has answered, its queues are here and on the overview.")), "queueEmpty");
    m_empty->setAlignment(Qt::AlignCenter);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeContent());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(&context.queues, &QueueTableModel::queueChanged, this, [this](const QueueId &changed) {
        chooseQueueIfNone();
        if (m_queue == changed) {
            applyStatus();
            refetch(); // the charts are drawn once, when the history with this sample is here
        }
    });
    connect(&context.connections, &ConnectionModel::changed, this, &QueuePage::applyStatus);
    connect(m_feed, &HistoryFeed::arrived, this, &QueuePage::applyHistory);
    connect(m_feed, &HistoryFeed::failed, this, &QueuePage::applyError);
}

QWidget *QueuePage::makeContent()
{
    auto *content = new QWidget(m_stack);
    m_header = new QueueHeader(content);
    m_banner = named(new ElidedLabel(content), "queueBanner");
    m_banner->hide();
    m_tools = new QueueToolRow(content);
    makeCharts(content);
    connect(m_tools, &QueueToolRow::spanChosen, m_charts, &ChartStack::showLast);
    connect(m_tools, &QueueToolRow::nowWanted, m_charts, &ChartStack::goLive);
    connect(m_tools, &QueueToolRow::toleranceWanted, this, &QueuePage::editTolerance);
    connect(m_tools, &QueueToolRow::exportWanted, this, &QueuePage::exportShown);
    m_source = new SourcePanel(content);
    connect(m_source, &SourcePanel::unfolded, this, &QueuePage::applyStatus);

    m_readout = named(plainLabel({}, Type::Body, QFont::Normal, content), "readout");
    m_zone = named(secondaryLabel({}, Type::Body, content), "zone");
    auto *footer = new QHBoxLayout;
    footer->addWidget(m_readout, 1);
    footer->addWidget(m_banner, 1); // in the place of the hint: above the charts it would move them
    footer->addWidget(m_zone);

    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(space::l, space::m, space::l, space::s);
    layout->setSpacing(space::s);
    layout->addWidget(m_header);
    layout->addWidget(m_tools);
    layout->addWidget(m_charts, 1);
    layout->addLayout(footer);
    layout->addWidget(m_source);
    return content;
}

void QueuePage::makeCharts(QWidget *parent)
{
    m_charts = new ChartStack(m_context.clock, parent);
    m_charts->setObjectName(QStringLiteral("charts"));
    m_charts->setAccessibleName(QStringLiteral("Charts over time"));
    for (const QueueChart chart : chartOrder)
        m_charts->addChart(wordsOf(chart), stretchOf(chart));
    connect(m_charts, &ChartStack::viewChanged, this, [this] {
        m_tools->show(m_charts->view());
        drawCharts();
        refetch();
    });
    m_tools->show(m_charts->view());
    connect(m_charts, &ChartStack::crosshairMoved, this, &QueuePage::updateReadout);
}

void QueuePage::showQueue(const QueueId &queue)
{
    if (m_queue == queue)
        return;
    m_queue = queue;
    m_history.reset();
    m_scales.fill({});
    m_feed->forget();
    m_charts->goLive();
    say(QStringLiteral("Reading the history of this queue …"));
    applyStatus();
    refetch();
}

void QueuePage::chooseQueueIfNone()
{
    if (m_queue)
        return;
    const QueueStatus *worst = nullptr;
    for (int row = 0; row < m_context.queues.rowCount(); ++row) {
        const QueueStatus &candidate = m_context.queues.statusAt(row);
        const bool inScope = m_scope.covers(candidate.queue.id.connection, candidate.environment) && !candidate.queue.isDeadLetterQueue;
        if (inScope && (!worst || severityOf(candidate.assessment.verdict) > severityOf(worst->assessment.verdict)))
            worst = &candidate;
    }
    if (worst)
        showQueue(worst->queue.id);
}

const QueueStatus *QueuePage::status() const
{
    return m_queue ? m_context.queues.find(*m_queue) : nullptr;
}

void QueuePage::applyStatus()
{
    const QueueStatus *now = status();
    m_stack->setCurrentIndex(now ? 1 : 0);
    if (!now)
        return;
    m_header->show(*now, m_context.clock.now());
    m_source->show(*now, m_context.connections.find(now->queue.id.connection), m_scope.zone);
}

void QueuePage::refetch()
{
    if (!m_queue || !isVisible() || m_charts->columns() < 2)
        return;
    const TimeRange shown = m_charts->range();
    // A little more than is shown, so that the line reaches both edges and a pan finds something at once.
    const Millis margin = shown.width() / 20;
    m_feed->request({*m_queue, shown.from - margin, std::min(shown.until + margin, m_context.clock.now()), m_charts->columns()});
}

void QueuePage::applyHistory(const HistorySlice &slice)
{
    m_history = slice;
    QString banner;
    if (slice.inMemoryOnly)
        banner = QStringLiteral("History can't be written to disk right now. Monitoring goes on; what you see is kept in memory until Holdwatch ends.");
    else if (slice.buckets.isEmpty() && slice.watchedSince)
        banner = QStringLiteral("Nothing was recorded in this stretch of time. This desktop has watched the queue since %1 %2.")
                     .arg(formatDateTime(*slice.watchedSince, m_scope.zone), zoneName(m_scope.zone, *slice.watchedSince));
    else if (slice.buckets.isEmpty())
        banner = QStringLiteral("Nothing recorded yet. The first samples appear here within a poll or two.");
    say(banner);
    drawCharts();
}

void QueuePage::applyError(const Error &error)
{
    say(QStringLiteral("The history could not be read. %1").arg(toSentence(error)));
    drawCharts();
}

void QueuePage::drawCharts()
{
    const QueueStatus *now = status();
    if (!now || !m_history || m_charts->columns() < 2)
        return;
    PictureSource source{*now, *m_history, m_charts->range(), m_context.clock.now(), m_charts->columns(), {}, logInSight()};
    for (int i = 0; i < queueChartCount; ++i) {
        source.scale = m_scales[i];
        const ChartPicture picture = pictureOf(chartOrder[size_t(i)], source);
        m_scales[i] = picture.scale;
        m_charts->charts()[i]->show(picture);
    }
    updateReadout();
}

QVector<AlertLogEntry> QueuePage::logInSight() const
{
    QVector<AlertLogEntry> entries;
    const TimeRange shown = m_charts->range();
    for (int row = 0; row < m_context.alertLog.rowCount(); ++row) {
        const AlertLogEntry &entry = m_context.alertLog.entryAt(row);
        if (entry.queue == *m_queue && shown.contains(entry.at))
            entries.append(entry);
    }
    return entries;
}

void QueuePage::updateReadout()
{
    const QueueStatus *now = status();
    if (!now)
        return;
    const auto at = m_charts->crosshair();
    const HistoryBucket *bucket = at && m_history ? bucketAt(*m_history, *at) : nullptr;
    QStringList parts;
    for (int i = 0; i < queueChartCount; ++i) {
        const QueueChart chart = chartOrder[size_t(i)];
        const QString value = at ? valueAt(chart, bucket) : valueNow(chart, now->sample);
        m_charts->charts()[i]->setValueText(value);
        parts << QStringLiteral("%1 %2").arg(wordsOf(chart).title.toLower(), value);
    }
    const QTimeZone &zone = m_charts->zone();
    if (at) {
        const QString values = bucket ? parts.join(QStringLiteral("  ·  ")) : QStringLiteral("no sample");
        m_readout->setText(QStringLiteral("%1   %2").arg(momentText(*at, zone, m_context.clock.now()), values));
    } else {
        m_readout->setText(QStringLiteral("Point at a chart, or press Shift+← →, to read the values of a moment."));
    }
    showFooter();
    m_zone->setText(QStringLiteral("Times in %1").arg(zoneText(zone, m_context.clock.now())));
}

void QueuePage::say(const QString &banner)
{
    m_banner->setText(banner);
    m_banner->setAccessibleName(banner);
    showFooter();
}

void QueuePage::showFooter()
{
    const bool isRead = m_charts->crosshair().has_value();
    m_banner->setVisible(!m_banner->text().isEmpty() && !isRead);
    m_readout->setVisible(m_banner->isHidden());
}

QVector<ShortcutHint> QueuePage::shortcuts() const
{
    return {{QStringLiteral("← →"), QStringLiteral("Earlier, later")},
            {QStringLiteral("+ −"), QStringLiteral("Zoom")},
            {QStringLiteral("Home"), QStringLiteral("Back to now")},
            {QStringLiteral("Shift+← →"), QStringLiteral("Move the crosshair")}};
}

void QueuePage::setScope(const ViewScope &scope)
{
    const bool otherWindow = scope.window != m_scope.window;
    m_scope = scope;
    m_charts->setZone(timeZoneOf(scope.zone));
    if (otherWindow)
        m_charts->showLast(scope.window);
    applyStatus();
    drawCharts();
}

bool QueuePage::stepBack()
{
    return m_charts->clearCrosshair();
}

void QueuePage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    chooseQueueIfNone();
    applyStatus();
    drawCharts();
    refetch();
}

void QueuePage::exportShown()
{
    if (!m_queue)
        return;
    const QString suggested = QDir::home().filePath(fileNameFor(*m_queue));
    const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Export history"), suggested, QStringLiteral("Replay file (*.json)"));
    if (!path.isEmpty())
        exportTo(path);
}

void QueuePage::exportTo(const QString &path)
{
    const QString shown = QDir::toNativeSeparators(path);
    m_context.monitor.exportHistory(*m_queue, path, this, [this, shown](const Result<void> &answer) {
        if (answer)
            emit noteRaised(QStringLiteral("History written to %1. \"holdwatch replay\" reads it.").arg(shown));
        else
            say(QStringLiteral("The history was not exported. %1").arg(toSentence(answer.error())));
    });
}

void QueuePage::editTolerance()
{
    if (const QueueStatus *now = status()) {
        ToleranceDialog dialog(m_context.monitor, m_context.clock, *now, m_scope.zone, this);
        connect(&dialog, &ToleranceDialog::saved, this, &Page::noteRaised);
        dialog.exec();
    }
}

} // namespace holdwatch::ui
