// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/HowMuchSection.h"

#include "ui/common/FormRows.h"
#include "ui/common/Labels.h"
#include "ui/redrive/CapacityEditor.h"
#include "ui/redrive/FactGrid.h"
#include "ui/redrive/PlanText.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include <array>

namespace holdwatch::ui {

namespace {

/// The durations of the form and where each belongs.
struct DurationField
{
    const char *name;
    const char *label;
    const char *hint;
    Millis RedriveBounds::*place;
    bool mayBeZero;
};

constexpr DurationField durations[] = {
    {"canaryWatch", "Canary &watch", "At least as long as the consumer's whole retry schedule: 2m, 90s", &RedriveBounds::canaryWatch, false},
    {"stepWatch", "&Between steps", "Between two steps it looks whether anything is back: 15s", &RedriveBounds::stepWatch, true},
    {"afterWatch", "A&fter-watch", "How long it watches what comes back once all were attempted: 10m", &RedriveBounds::afterWatch, false},
    {"deadline", "De&adline", "From the start; after it nothing more is sent: 4h", &RedriveBounds::deadline, false},
};

std::optional<int> wholeNumber(const QString &text, int least)
{
    bool isNumber = false;
    const int value = text.trimmed().toInt(&isNumber);
    return isNumber && value >= least ? std::optional(value) : std::nullopt;
}

std::optional<QVector<int>> stepsOf(const QString &text)
{
    QVector<int> steps;
    const QStringList words = text.split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (const QString &word : words) {
        const auto step = wholeNumber(word, 1);
        if (!step)
            return std::nullopt;
        steps << *step;
    }
    return steps.isEmpty() ? std::nullopt : std::optional(steps);
}

/// Messages a minute as typed, in messages in 1000 s; a plan holds whole numbers only.
std::optional<qint64> milliPerSecond(const QString &text)
{
    bool isNumber = false;
    const double perMinute = QString(text).replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&isNumber);
    const auto milli = qint64(perMinute * 1000.0 / 60.0 + 0.5);
    return isNumber && perMinute > 0 && perMinute < 1e9 && milli > 0 ? std::optional(milli) : std::nullopt;
}

QString perMinuteText(qint64 milli)
{
    return QString::number(double(milli) * 0.06, 'g', 6);
}

} // namespace

HowMuchSection::HowMuchSection(bool isDraft, QWidget *parent) : PlanSection(QStringLiteral("howMuchSection"), QStringLiteral("How much"), parent), m_facts(new FactGrid)
{
    if (isDraft)
        buildEditors();
    body()->addWidget(m_facts);
}

void HowMuchSection::buildEditors()
{
    m_capacity = new CapacityEditor;
    body()->addWidget(subTitle(QStringLiteral("What the downstream has room for")));
    body()->addWidget(m_capacity);
    m_columns = new QHBoxLayout;
    m_columns->setSpacing(space::xl);
    m_columns->addWidget(makeSteps(), 1);
    m_columns->addWidget(makeStops(), 1);
    body()->addLayout(m_columns);
    connect(m_capacity, &CapacityEditor::edited, this, &PlanSection::edited);
}

QWidget *HowMuchSection::makeSteps()
{
    m_steps = new FormRows;
    m_steps->addTitle(QStringLiteral("Bounds and steps"));
    m_most = m_steps->addLine(QStringLiteral("maxMessages"), QStringLiteral("At &most"), QStringLiteral("Never more messages than this, whatever happens"));
    m_rate = m_steps->addLine(QStringLiteral("rate"), QStringLiteral("A m&inute"), QStringLiteral("Messages a minute, never faster"));
    m_stepList = m_steps->addLine(QStringLiteral("steps"), QStringLiteral("S&teps"), QStringLiteral("How many at once, after the canaries; the last one repeats"));
    for (size_t i = 1; i < std::size(durations); ++i)
        m_steps->addLine(QString::fromLatin1(durations[i].name), QString::fromLatin1(durations[i].label), QString::fromLatin1(durations[i].hint));
    for (QLineEdit *line : m_steps->findChildren<QLineEdit *>()) {
        connect(line, &QLineEdit::textEdited, this, [this] {
            showFaults();
            emit edited();
        });
    }
    auto *top = new QWidget;
    auto *layout = new QVBoxLayout(top);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_steps);
    layout->addStretch(1);
    return top;
}

QWidget *HowMuchSection::makeStops()
{
    m_stops = new FormRows;
    m_stops->addTitle(QStringLiteral("Canary and stop conditions"));
    m_proof = new QComboBox;
    m_proof->setObjectName(QStringLiteral("canaryProof"));
    m_proof->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_proof->addItem(QStringLiteral("Seen in the ledger"), int(RedriveBounds::CanaryProof::Ledger));
    m_proof->addItem(QStringLiteral("Not seen back"), int(RedriveBounds::CanaryProof::NotSeenBack));
    m_proof->addItem(QStringLiteral("Accepted unproven, by me"), int(RedriveBounds::CanaryProof::AcceptedUnproven));
    m_stops->add(QStringLiteral("canaryProof"), QStringLiteral("&Canary is"), m_proof, QStringLiteral("One message of each class goes first; the rest only after this"));
    m_stops->addLine(QString::fromLatin1(durations[0].name), QString::fromLatin1(durations[0].label), QString::fromLatin1(durations[0].hint));
    m_stops->addLine(QStringLiteral("stopReturned"), QStringLiteral("Stop: &back again"), QStringLiteral("This many redriven messages dead again stop it"));
    m_stops->addLine(QStringLiteral("stopErrors"), QStringLiteral("Stop: e&rrors"), QStringLiteral("This many failed attempts in a row stop it"));
    m_stops->addLine(QStringLiteral("staleAfter"), QStringLiteral("Stop: sta&le after"), QStringLiteral("A figure of the target older than this stops it; that can't be switched off"));
    m_onThrottled = new QCheckBox(QStringLiteral("Stop at a 429"));
    m_onThrottled->setObjectName(QStringLiteral("onThrottled"));
    m_onApproaching = new QCheckBox(QStringLiteral("Stop when the target approaches its window"));
    m_onApproaching->setObjectName(QStringLiteral("onApproaching"));
    for (QLineEdit *line : m_stops->findChildren<QLineEdit *>()) {
        connect(line, &QLineEdit::textEdited, this, [this] {
            showFaults();
            emit edited();
        });
    }
    for (QCheckBox *box : {m_onThrottled, m_onApproaching})
        connect(box, &QCheckBox::toggled, this, &PlanSection::edited);
    connect(m_proof, &QComboBox::activated, this, &PlanSection::edited);
    auto *right = new QWidget;
    auto *layout = new QVBoxLayout(right);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::s);
    layout->addWidget(m_stops);
    layout->addWidget(m_onThrottled);
    layout->addWidget(m_onApproaching);
    layout->addStretch(1);
    return right;
}

void HowMuchSection::resizeEvent(QResizeEvent *event)
{
    PlanSection::resizeEvent(event);
    constexpr int twoColumns = 680;
    if (m_columns)
        m_columns->setDirection(width() >= twoColumns ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void HowMuchSection::show(const PlanPicture &picture)
{
    if (m_capacity) {
        const RedriveBounds &bounds = picture.plan.bounds;
        m_self = picture.facts.people.self ? picture.facts.people.self->name : picture.plan.requester.name;
        m_capacity->show(picture.plan.capacity, m_self);
        m_capacity->refreshLive(picture.facts);
        m_most->setText(QString::number(bounds.maxMessages));
        m_rate->setText(perMinuteText(bounds.milliPerSecond));
        QStringList steps;
        for (const int step : bounds.steps)
            steps << QString::number(step);
        m_stepList->setText(steps.join(QStringLiteral(", ")));
        for (const DurationField &field : durations)
            findChild<QLineEdit *>(QString::fromLatin1(field.name))->setText(formatSpan(bounds.*field.place));
        m_proof->setCurrentIndex(m_proof->findData(int(bounds.proof)));
        findChild<QLineEdit *>(QStringLiteral("stopReturned"))->setText(QString::number(bounds.stop.returned));
        findChild<QLineEdit *>(QStringLiteral("stopErrors"))->setText(QString::number(bounds.stop.errors));
        findChild<QLineEdit *>(QStringLiteral("staleAfter"))->setText(formatSpan(bounds.stop.staleAfter));
        const QSignalBlocker quiet(this);
        m_onThrottled->setChecked(bounds.stop.onThrottled);
        m_onApproaching->setChecked(bounds.stop.onApproaching);
    }
    refresh(picture);
}

void HowMuchSection::refreshLive(const PlanFacts &facts)
{
    if (m_capacity)
        m_capacity->refreshLive(facts);
}

void HowMuchSection::refresh(const PlanPicture &picture)
{
    const RedrivePlan &plan = picture.plan;
    head()->setSummary(QStringLiteral("at most %1, %2 at most, %3").arg(formatCount(mostMoved(plan)), rateText(plan.bounds.milliPerSecond), durationText(plan)));
    if (!m_capacity)
        read(picture);
    m_facts->set(QStringLiteral("Takes"), durationText(plan));
    m_facts->set(QStringLiteral("Latest safe start"), latestStartText(plan, picture.now, picture.zone));
}

void HowMuchSection::read(const PlanPicture &picture)
{
    const RedriveBounds &bounds = picture.plan.bounds;
    m_facts->set(QStringLiteral("At most"), QStringLiteral("%1, no faster than %2").arg(formatCount(mostMoved(picture.plan)), rateText(bounds.milliPerSecond)));
    m_facts->set(QStringLiteral("Room downstream"), picture.plan.capacity.text());
    m_facts->set(QStringLiteral("Canary"), canaryText(bounds));
    m_facts->set(QStringLiteral("Steps"), stepsText(bounds));
    m_facts->set(QStringLiteral("Stops by itself"), QStringLiteral("when ") + stopText(bounds.stop));
    m_facts->set(QStringLiteral("Then"), QStringLiteral("watched for %1; nothing is sent later than %2 after the start").arg(formatDuration(bounds.afterWatch), formatSpan(bounds.deadline)));
}

QHash<QString, QString> HowMuchSection::faults() const
{
    QHash<QString, QString> faults;
    const auto text = [this](const char *name) { return findChild<QLineEdit *>(QString::fromLatin1(name))->text(); };
    if (!wholeNumber(m_most->text(), 1))
        faults.insert(QStringLiteral("maxMessages"), QStringLiteral("A whole number from 1."));
    if (!milliPerSecond(m_rate->text()))
        faults.insert(QStringLiteral("rate"), QStringLiteral("A number above 0."));
    if (!stepsOf(m_stepList->text()))
        faults.insert(QStringLiteral("steps"), QStringLiteral("Whole numbers: 1, 2, 5, 20."));
    for (const DurationField &field : durations) {
        const auto span = parseDuration(text(field.name).trimmed());
        if (!span || *span < Millis(0) || (*span == Millis(0) && !field.mayBeZero))
            faults.insert(QString::fromLatin1(field.name), QStringLiteral("A duration like 90s, 15m, 4h."));
    }
    for (const char *name : {"stopReturned", "stopErrors"}) {
        if (!wholeNumber(text(name), 1))
            faults.insert(QString::fromLatin1(name), QStringLiteral("A whole number from 1."));
    }
    const auto stale = parseDuration(text("staleAfter").trimmed());
    if (!stale || *stale <= Millis(0))
        faults.insert(QStringLiteral("staleAfter"), QStringLiteral("A duration like 2m."));
    return faults;
}

void HowMuchSection::showFaults()
{
    const QHash<QString, QString> all = faults();
    m_steps->showFaults(all);
    m_stops->showFaults(all);
}

bool HowMuchSection::hasFault() const
{
    return m_capacity && (m_capacity->hasFault() || !faults().isEmpty());
}

void HowMuchSection::collect(RedrivePlan &plan) const
{
    if (!m_capacity)
        return;
    RedriveBounds &bounds = plan.bounds;
    plan.capacity = m_capacity->sum();
    const auto text = [this](const char *name) { return findChild<QLineEdit *>(QString::fromLatin1(name))->text().trimmed(); };
    bounds.maxMessages = wholeNumber(m_most->text(), 1).value_or(bounds.maxMessages);
    bounds.milliPerSecond = milliPerSecond(m_rate->text()).value_or(bounds.milliPerSecond);
    bounds.steps = stepsOf(m_stepList->text()).value_or(bounds.steps);
    for (const DurationField &field : durations)
        bounds.*field.place = parseDuration(text(field.name)).value_or(bounds.*field.place);
    bounds.proof = RedriveBounds::CanaryProof(m_proof->currentData().toInt());
    bounds.acceptedBy = bounds.proof == RedriveBounds::CanaryProof::AcceptedUnproven ? m_self : QString();
    bounds.stop.returned = wholeNumber(text("stopReturned"), 1).value_or(bounds.stop.returned);
    bounds.stop.errors = wholeNumber(text("stopErrors"), 1).value_or(bounds.stop.errors);
    bounds.stop.staleAfter = parseDuration(text("staleAfter")).value_or(bounds.stop.staleAfter);
    bounds.stop.onThrottled = m_onThrottled->isChecked();
    bounds.stop.onApproaching = m_onApproaching->isChecked();
    plan.latestStart = latestSafeStart(plan);
}

} // namespace holdwatch::ui
