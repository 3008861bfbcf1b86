// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/QueueHeader.h"

#include "models/queue/QueueCells.h"
#include "models/core/Format.h"
#include "ui/common/Metrics.h"
#include "ui/common/Theme.h"
#include "ui/common/VerdictBadge.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

namespace holdwatch::ui {

namespace {

QLabel *plainLabel(const QString &objectName, Type type, QFont::Weight weight, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setObjectName(objectName);
    label->setTextFormat(Qt::PlainText);
    label->setFont(typeFont(label->font(), type, weight));
    return label;
}

QString projectedText(const Assessment &assessment)
{
    if (!assessment.projectedBreach)
        return QStringLiteral("not heading there");
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
    m_name = plainLabel(QStringLiteral("queueName"), Type::Title, QFont::DemiBold, this);
    m_connection = plainLabel(QStringLiteral("queueConnection"), Type::Body, QFont::Normal, this);
    m_reason = plainLabel(QStringLiteral("queueReason"), Type::Body, QFont::Normal, this);
    m_reason->setWordWrap(true);
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
    m_projected = addFigure(QStringLiteral("Projected breach"), QStringLiteral("figureProjected"), QStringLiteral("not heading there"), figures);
    m_drain = addFigure(QStringLiteral("Time to drain"), QStringLiteral("figureDrain"), QStringLiteral("2 h 10 min"), figures);
    m_sampled = addFigure(QStringLiteral("Last sample"), QStringLiteral("figureSampled"), QStringLiteral("00 s ago"), figures);
    figures->addStretch();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::s);
    layout->addLayout(title);
    layout->addLayout(figures);
    layout->addWidget(m_reason);
    applyTheme();
}

QueueHeader::Figure QueueHeader::addFigure(const QString &caption, const QString &objectName, const QString &widest, QHBoxLayout *row)
{
    const Figure figure{plainLabel({}, Type::Small, QFont::Normal, this), plainLabel(objectName, Type::Title, QFont::Normal, this)};
    figure.caption->setText(caption);
    figure.caption->setBuddy(figure.value);
    figure.value->setAccessibleName(caption);
    figure.value->setMinimumWidth(figure.value->fontMetrics().horizontalAdvance(widest)); // so that figures stay in place
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(figure.caption);
    column->addWidget(figure.value);
    row->addLayout(column);
    return figure;
}

void QueueHeader::show(const QueueStatus &status, UtcTime now)
{
    const Assessment &assessment = status.assessment;
    m_verdict->setVerdict(assessment.verdict);
    m_name->setText(status.queue.displayName.isEmpty() ? status.queue.id.name : status.queue.displayName);
    m_connection->setText(kindText(status));
    m_reason->setText(QStringList(QStringList{assessment.reason} + status.notes + status.queue.findings).join(QStringLiteral(" · ")));

    const QString window = formatDuration(status.tolerance.rulingWindow());
    m_age.value->setText(QStringLiteral("%1 of %2").arg(formatMetric(status.sample.oldestAge, formatDuration), window));
    m_age.value->setToolTip(cellToolTip(status, QueueCell::Age, now));
    m_headroom.value->setText(assessment.headroom ? formatDuration(*assessment.headroom) : noFigure());
    m_earliest.value->setText(earliestText(assessment));
    m_projected.value->setText(assessment.age ? projectedText(assessment) : noFigure());
    m_drain.value->setText(cellText(status, QueueCell::Drain, now));
    const auto ago = sampleAge(status, now);
    m_sampled.value->setText(ago ? QStringLiteral("%1 ago").arg(formatAgo(*ago)) : noFigure());
}

void QueueHeader::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
}

void QueueHeader::applyTheme()
{
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, Theme::of(this).secondary);
    m_connection->setPalette(quiet);
    for (const Figure &figure : {m_age, m_headroom, m_earliest, m_projected, m_drain, m_sampled})
        figure.caption->setPalette(quiet);
}

} // namespace holdwatch::ui
