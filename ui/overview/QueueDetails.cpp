// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/QueueDetails.h"

#include "models/alerts/OpenAlertsModel.h"
#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/common/VerdictBadge.h"

#include <QDesktopServices>
#include <QGridLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

QString breachText(const Assessment &assessment)
{
    if (assessment.verdict == Verdict::Breached)
        return wordForNoProjection(assessment);
    if (!assessment.earliestBreach)
        return QStringLiteral("earliest unknown");
    const QString earliest = QStringLiteral("earliest ") + (assessment.earliestBreach->count() <= 0 ? QStringLiteral("now") : QStringLiteral("in ") + formatDuration(*assessment.earliestBreach));
    if (!assessment.projectedBreach)
        return assessment.verdict == Verdict::Stale ? earliest : QStringLiteral("%1, %2").arg(earliest, wordForNoProjection(assessment));
    QString projected = QStringLiteral("%1, projected in about %2").arg(earliest, formatEstimate(*assessment.projectedBreach));
    if (assessment.confidence)
        projected += QStringLiteral(" (%1 % sure)").arg(qRound(*assessment.confidence * 100));
    return projected;
}

QString backlogText(const QueueStatus &status)
{
    return QStringLiteral("%1 ready, %2 in flight, %3 delayed; %4 consumers")
        .arg(formatMetric(status.sample.depth, formatCount), formatMetric(status.sample.inFlight, formatCount),
             formatMetric(status.sample.delayed, formatCount), formatMetric(status.sample.consumers, formatCount));
}

bool isWebLink(const QUrl &url)
{
    return url.isValid() && (url.scheme() == QLatin1String("https") || url.scheme() == QLatin1String("http"));
}

} // namespace

QueueDetails::QueueDetails(QWidget *parent)
    : QWidget(parent), m_badge(new VerdictBadge), m_name(new ElidedLabel), m_reason(plainLabel({})), m_notes(secondaryLabel({})),
      m_alert(secondaryLabel({}, Type::Small)), m_acknowledge(new QPushButton(QStringLiteral("Acknowledge"))),
      m_runbook(new QToolButton)
{
    setObjectName(QStringLiteral("queueDetails"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(space::m, space::s, space::s, space::s);
    layout->setSpacing(space::xs);
    buildHeader(*layout);
    m_reason->setObjectName(QStringLiteral("detailsReason"));
    m_reason->setWordWrap(true);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notes->setWordWrap(true);
    m_notes->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    layout->addWidget(makeBody(), 1);
}

QWidget *QueueDetails::makeBody()
{
    auto *body = new QWidget;
    auto *layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, space::s, space::xs);
    layout->setSpacing(space::xs);
    layout->addWidget(m_reason);
    layout->addWidget(m_notes);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(space::s);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    m_breach = addFact(*grid, 0, 0, QStringLiteral("Breach"));
    m_backlog = addFact(*grid, 1, 0, QStringLiteral("Backlog"));
    m_owner = addFact(*grid, 2, 0, QStringLiteral("Owner"));
    layout->addLayout(grid);
    layout->addStretch(1);
    // A long sentence in a low panel is scrolled to, never squeezed into its neighbours.
    auto *scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("detailsBody"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(body);
    return scroll;
}

void QueueDetails::buildHeader(QVBoxLayout &layout)
{
    auto *header = new QHBoxLayout;
    header->setSpacing(space::s);
    m_name->setFont(typeFont(font(), Type::Body, QFont::DemiBold));
    m_acknowledge->setObjectName(QStringLiteral("acknowledgeButton"));
    m_runbook->setObjectName(QStringLiteral("runbookButton"));
    m_runbook->setIcon(icon(QStringLiteral("external")));
    m_runbook->setAutoRaise(true);
    m_runbook->setAccessibleName(QStringLiteral("Runbook"));
    auto *open = new QPushButton(QStringLiteral("Open"));
    open->setObjectName(QStringLiteral("openQueueButton"));
    open->setFixedWidth(64);
    open->setToolTip(QStringLiteral("Open the queue's page (Enter)"));
    auto *close = new QToolButton;
    close->setIcon(icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setObjectName(QStringLiteral("closeDetailsButton"));
    close->setAccessibleName(QStringLiteral("Close details"));
    close->setToolTip(QStringLiteral("Close details (Esc)"));
    header->addWidget(m_badge);
    header->addWidget(m_name, 1);
    header->addWidget(m_alert);
    header->addWidget(m_acknowledge);
    header->addWidget(m_runbook);
    header->addWidget(open);
    header->addWidget(close);
    layout.addLayout(header);
    connect(open, &QPushButton::clicked, this, &QueueDetails::openRequested);
    connect(close, &QToolButton::clicked, this, &QueueDetails::closeRequested);
    connect(m_acknowledge, &QPushButton::clicked, this, [this] { emit acknowledgeRequested(m_alertId); });
    connect(m_runbook, &QToolButton::clicked, this, [this] { QDesktopServices::openUrl(QUrl(m_runbookLink)); });
}

QLabel *QueueDetails::addFact(QGridLayout &grid, int row, int column, const QString &name)
{
    QLabel *value = plainLabel({}, Type::Small);
    QLabel *label = secondaryLabel(name);
    value->setAccessibleName(name);
    value->setWordWrap(true);
    grid.addWidget(label, row, column, Qt::AlignTop);
    grid.addWidget(value, row, column + 1);
    return value;
}

void QueueDetails::setStatus(const QueueStatus &status, const Alert *alert, Zone zone, UtcTime now)
{
    m_badge->setVerdict(status.assessment.verdict);
    m_name->setText(status.queue.displayName);
    m_reason->setText(status.assessment.reason.isEmpty() ? QStringLiteral("No sample has been judged yet.") : status.assessment.reason);
    const QStringList notes = status.notes + status.queue.findings;
    m_notes->setText(notes.join(QStringLiteral(" \u00B7 ")));
    m_notes->setVisible(!notes.isEmpty());
    showFacts(status, zone, now);
    showAlert(alert, zone, now);
}

void QueueDetails::showFacts(const QueueStatus &status, Zone zone, UtcTime now)
{
    m_breach->setText(breachText(status.assessment));
    m_backlog->setText(backlogText(status));
    const QString owner = status.tolerance.owner.isEmpty() ? QStringLiteral("nobody named yet; set one in the tolerance") : status.tolerance.owner;
    const QString watched = status.watchedSince ? QStringLiteral("watched here since %1 (%2)").arg(formatDateTime(*status.watchedSince, zone), formatEstimate(now - *status.watchedSince))
                                                : QStringLiteral("watched here from now on");
    m_owner->setText(owner + QStringLiteral(" \u00B7 ") + watched);
    m_runbookLink = status.tolerance.runbook;
    m_runbook->setVisible(isWebLink(QUrl(m_runbookLink)));
    m_runbook->setToolTip(plainToolTip(QStringLiteral("Open the runbook\n") + m_runbookLink));
}

void QueueDetails::showAlert(const Alert *alert, Zone zone, UtcTime now)
{
    m_alertId = alert ? alert->id : AlertId();
    m_acknowledge->setVisible(alert && alert->acknowledgedBy.isEmpty());
    m_alert->setVisible(alert && (!alert->acknowledgedBy.isEmpty() || alert->mutedUntil));
    if (alert)
        m_alert->setText(OpenAlertsModel::stateOf(*alert, zone, now));
}

} // namespace holdwatch::ui
