// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/QueueHeader.h"

#include "models/core/Format.h"
#include "models/queue/QueueCells.h"
#include "ui/common/Labels.h"
#include "ui/common/VerdictBadge.h"

#include <QHBoxLayout>

namespace holdwatch::ui {

namespace {

QString projectedText(const Assessment &assessment)
{
    if (!assessment.projectedBreach)
        return wordForNoProjection(assessment);
    const QString when = QStringLiteral("~ %1").arg(formatEstimate(*assessment.projectedBreach));
    return assessment.confidence ? QStringLiteral("%1, %2 % sure").arg(when).arg(qRound(*assessment.confidence * 100)) : when;
}

QString earliestText(const Assessment &assessment)
{
    if (!assessment.earliestBreach)
        return assessment.age ? QStringLiteral("unknown") : noFigure();
    return *assessment.earliestBreach <= Millis::zero() ? QStringLiteral("now") : formatDuration(*assessment.earliestBreach);
}

QString kindText(const QueueStatus &status)
{
    QStringList parts{status.connectionName, toWord(status.environment), status.queue.kind};
    parts.removeAll({});
    parts.removeDuplicates();
    return parts.join(QStringLiteral(" · "));
}

} // namespace

QueueHeader::QueueHeader(QWidget *parent)
    : QWidget(parent)
{
    m_verdict = new VerdictBadge(this);
    m_verdict->setFont(typeFont(font(), Type::Body, QFont::DemiBold));
    m_name = plainLabel({}, Type::Title, QFont::DemiBold, this);
    m_name->setObjectName(QStringLiteral("queueName"));
    m_connection = secondaryLabel({}, Type::Body, this);
    m_reason = plainLabel({}, Type::Body, QFont::Normal, this);
    m_reason->setObjectName(QStringLiteral("queueReason"));
    m_reason->setWordWrap(true);
    m_reason->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_reason->setMinimumHeight(2 * m_reason->fontMetrics().lineSpacing()); // a longer sentence moves no chart
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto *title = new QHBoxLayout;
    title->setSpacing(space::m);
    title->addWidget(m_name);
    title->addWidget(m_verdict);
    title->addWidget(m_connection);
    title->addStretch();

    auto *figures = new QHBoxLayout;
    figures->setSpacing(space::xl);
    m_age = addFigure(QStringLiteral("Age in hold window"), QStringLiteral("figureAge"), QStringLiteral("00:00 of 00:00"), figures);
    m_headroom = addFigure(QStringLiteral("Headroom"), QStringLiteral("figureHeadroom"), QStringLiteral("−00:00"), figures);
    m_earliest = addFigure(QStringLiteral("Earliest possible breach"), QStringLiteral("figureEarliest"), QStringLiteral("unknown"), figures);
    m_projected = addFigure(QStringLiteral("Projected breach"), QStringLiteral("figureProjected"), QStringLiteral("~ 10 min, 100 % sure"), figures);
    m_drain = addFigure(QStringLiteral("Time to drain"), QStringLiteral("figureDrain"), QStringLiteral("2 h 10 min"), figures);
    m_sampled = addFigure(QStringLiteral("Last sample"), QStringLiteral("figureSampled"), QStringLiteral("00 s ago"), figures);
    figures->addStretch();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::s);
    layout->addLayout(title);
    layout->addLayout(figures);
    layout->addWidget(m_reason);
}

QLabel *QueueHeader::addFigure(const QString &caption, const QString &objectName, const QString &widest, QHBoxLayout *row)
{
    auto *value = plainLabel({}, Type::Title, QFont::Normal, this);
    value->setObjectName(objectName);
    value->setAccessibleName(caption);
    value->setMinimumWidth(value->fontMetrics().horizontalAdvance(widest)); // so that figures stay in place
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(secondaryLabel(caption, Type::Small, this));
    column->addWidget(value);
    row->addLayout(column);
    return value;
}

void QueueHeader::show(const QueueStatus &status, UtcTime now)
{
    const Assessment &assessment = status.assessment;
    m_verdict->setVerdict(assessment.verdict);
    m_name->setText(status.queue.displayName.isEmpty() ? status.queue.id.name : status.queue.displayName);
    m_connection->setText(kindText(status));
    m_reason->setText(QStringList(QStringList{assessment.reason} + status.notes + status.queue.findings).join(QStringLiteral(" · ")));

    const QString window = formatDuration(status.tolerance.rulingWindow());
    m_age->setText(QStringLiteral("%1 of %2").arg(formatMetric(status.sample.oldestAge, formatDuration), window));
    m_age->setToolTip(plainToolTip(cellToolTip(status, QueueCell::Age, now)));
    m_headroom->setText(assessment.headroom ? formatDuration(*assessment.headroom) : noFigure());
    m_earliest->setText(earliestText(assessment));
    m_projected->setText(assessment.age ? projectedText(assessment) : noFigure());
    m_drain->setText(cellText(status, QueueCell::Drain, now));
    const auto ago = sampleAge(status, now);
    m_sampled->setText(ago ? QStringLiteral("%1 ago").arg(formatAgo(*ago)) : noFigure());
}

} // namespace holdwatch::ui
