// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/SourcePanel.h"

#include "models/connections/ConnectionModel.h"
#include "ui/common/Icon.h"
#include "ui/common/Labels.h"

#include <QDesktopServices>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace holdwatch::ui {

namespace {

enum Column { MetricColumn, ValueColumn, ObtainedColumn, MeaningColumn, TakenColumn, ColumnCount };

constexpr int bodyHeight = 190;

/// One figure of a sample, whatever its type, ready to be written down.
struct Row
{
    QString word; ///< MetricMeaning::metric
    QString title;
    QString value;
    Obtained obtained;
    QString note;
    std::optional<UtcTime> asOf;
};

template<typename T, typename Format>
Row rowOf(const char *word, const char *title, const Metric<T> &metric, Format format)
{
    return {QString::fromLatin1(word), QString::fromLatin1(title), formatMetric(metric, format), metric.obtained(), metric.note(), metric.asOf()};
}

QVector<Row> rowsOf(const QueueSample &sample)
{
    return {
        rowOf("oldest_age", "Oldest message age", sample.oldestAge, formatDuration),
        rowOf("depth", "Depth", sample.depth, formatCount),
        rowOf("in_flight", "In flight", sample.inFlight, formatCount),
        rowOf("delayed", "Delayed", sample.delayed, formatCount),
        rowOf("arrivals", "Arrivals per minute", sample.arrivalsPerMinute, formatRate),
        rowOf("completions", "Completions per minute", sample.completionsPerMinute, formatRate),
        rowOf("consumers", "Consumers", sample.consumers, formatCount),
        rowOf("retries", "Retries per minute", sample.retriesPerMinute, formatRate),
        rowOf("dead_letters", "Dead letters", sample.deadLetters, formatCount),
    };
}

QString meaningOf(const Row &row, const ConnectionStatus *connection)
{
    QStringList parts;
    if (connection) {
        const auto found = std::find_if(connection->meanings.begin(), connection->meanings.end(),
                                        [&](const MetricMeaning &meaning) { return meaning.metric == row.word; });
        if (found != connection->meanings.end()) {
            parts << found->meaning;
            if (!found->source.isEmpty())
                parts << QStringLiteral("from %1").arg(found->source);
        }
    }
    if (!row.note.isEmpty())
        parts << row.note;
    return parts.join(QStringLiteral(" · "));
}

QString costLine(const ConnectionStatus &connection)
{
    QString text = QStringLiteral("%1 requests/min over the connection").arg(formatRate(connection.requestsPerMinute));
    if (connection.costPerHourUsd)
        text += QStringLiteral(", ") + formatCostPerHour(*connection.costPerHourUsd);
    if (!connection.pollingCost.isEmpty())
        text += QStringLiteral(" (%1)").arg(connection.pollingCost);
    return text;
}

QString factsOf(const QueueStatus &status, const ConnectionStatus *connection, Zone zone)
{
    QStringList facts;
    facts << QStringLiteral("Source: %1").arg(connection && !connection->system.isEmpty() ? connection->system : status.provider);
    if (connection)
        facts << QStringLiteral("Cost: %1").arg(costLine(*connection));
    facts << QStringLiteral("Owner: %1").arg(status.tolerance.owner.isEmpty() ? QStringLiteral("nobody named") : status.tolerance.owner);
    if (status.watchedSince)
        facts << QStringLiteral("Watched by this desktop since %1 %2").arg(formatDateTime(*status.watchedSince, zone), zoneName(zone, *status.watchedSince));
    if (connection)
        facts += connection->drift;
    return facts.join(QLatin1Char('\n'));
}

} // namespace

QUrl safeLink(const QString &text)
{
    const QUrl link(text.trimmed(), QUrl::StrictMode);
    const bool web = link.scheme() == QLatin1String("https") || link.scheme() == QLatin1String("http");
    return web && link.isValid() && !link.host().isEmpty() ? link : QUrl();
}

SourcePanel::SourcePanel(QWidget *parent)
    : QWidget(parent)
{
    m_toggle = new QToolButton(this);
    m_toggle->setObjectName(QStringLiteral("sourceToggle"));
    m_toggle->setText(QStringLiteral("What this source says"));
    m_toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toggle->setAutoRaise(true);
    m_toggle->setCheckable(true);
    m_body = new QWidget(this);
    m_body->setFixedHeight(bodyHeight);

    m_table = new QTableWidget(0, ColumnCount, m_body);
    m_table->setObjectName(QStringLiteral("sourceTable"));
    m_table->setAccessibleName(QStringLiteral("How each figure is obtained"));
    m_table->setHorizontalHeaderLabels({QStringLiteral("Figure"), QStringLiteral("Now"), QStringLiteral("Obtained"), QStringLiteral("Meaning"), QStringLiteral("Taken")});
    m_table->verticalHeader()->hide();
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(MeaningColumn, QHeaderView::Stretch);

    m_facts = plainLabel({}, Type::Body, QFont::Normal, m_body);
    m_facts->setObjectName(QStringLiteral("sourceFacts"));
    m_facts->setWordWrap(true);
    m_facts->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_runbook = new QPushButton(icon(QStringLiteral("external")), QStringLiteral("Open runbook"), m_body);
    m_runbook->setObjectName(QStringLiteral("openRunbook"));

    auto *side = new QVBoxLayout;
    side->addWidget(m_facts, 1);
    side->addWidget(m_runbook, 0, Qt::AlignLeft);
    auto *body = new QHBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(space::l);
    body->addWidget(m_table, 3);
    body->addLayout(side, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::xs);
    layout->addWidget(m_toggle);
    layout->addWidget(m_body);

    connect(m_toggle, &QToolButton::toggled, this, &SourcePanel::fold);
    connect(m_runbook, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(safeLink(m_runbookLink)); });
    fold(false);
}

bool SourcePanel::isUnfolded() const
{
    return m_toggle->isChecked();
}

void SourcePanel::fold(bool open)
{
    m_toggle->setIcon(icon(open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
    m_body->setVisible(open);
    if (open)
        emit unfolded();
}

void SourcePanel::show(const QueueStatus &status, const ConnectionStatus *connection, Zone zone)
{
    if (!isUnfolded())
        return;
    fillTable(status, connection, zone);
    m_facts->setText(factsOf(status, connection, zone));
    m_runbookLink = status.tolerance.runbook;
    m_runbook->setVisible(!safeLink(m_runbookLink).isEmpty());
    m_runbook->setToolTip(plainToolTip(safeLink(m_runbookLink).toDisplayString()));
}

void SourcePanel::fillTable(const QueueStatus &status, const ConnectionStatus *connection, Zone zone)
{
    const QVector<Row> rows = rowsOf(status.sample);
    m_table->setRowCount(static_cast<int>(rows.size()));
    for (int i = 0; i < rows.size(); ++i) {
        const Row &row = rows[i];
        const UtcTime taken = row.asOf.value_or(status.sample.takenAt);
        setCell(i, MetricColumn, row.title);
        setCell(i, ValueColumn, row.value);
        setCell(i, ObtainedColumn, toWord(row.obtained));
        setCell(i, MeaningColumn, meaningOf(row, connection));
        setCell(i, TakenColumn, row.obtained == Obtained::NotReported ? noFigure() : formatTimeOfDay(taken, zone));
    }
}

void SourcePanel::setCell(int row, int column, const QString &text)
{
    if (!m_table->item(row, column))
        m_table->setItem(row, column, new QTableWidgetItem);
    m_table->item(row, column)->setText(text);
}

} // namespace holdwatch::ui
