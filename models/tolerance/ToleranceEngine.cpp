// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/ToleranceEngine.h"

#include "models/tolerance/AgeReading.h"
#include "models/tolerance/PollRhythm.h"
#include "models/tolerance/ReasonText.h"
#include "models/tolerance/SideWatches.h"
#include "models/tolerance/VerdictMemory.h"

#include <algorithm>
#include <limits>

namespace holdwatch {

namespace {

double orNaN(const Metric<qint64> &metric)
{
    return metric.has() ? static_cast<double>(metric.value()) : std::numeric_limits<double>::quiet_NaN();
}

double dueBacklogOf(const QueueSample &sample)
{
    return orNaN(sample.depth) + (sample.inFlight.has() ? static_cast<double>(sample.inFlight.value()) : 0.0);
}

bool isBound(const Metric<Millis> &age)
{
    return age.obtained() == Obtained::AtMost || age.obtained() == Obtained::AtLeast;
}

/// Nothing due, nothing in flight. Where in flight is not reported, an age says that something is.
bool isEmpty(const QueueSample &sample)
{
    if (!sample.depth.has() || sample.depth.value() != 0)
        return false;
    if (sample.inFlight.has())
        return sample.inFlight.value() == 0;
    return !sample.oldestAge.has() || sample.oldestAge.value() <= Millis(0);
}

} // namespace

struct ToleranceEngine::State
{
    State(Tolerance t, Millis pollPeriod)
        : tolerance(std::move(t)), poll(std::max<Millis>(pollPeriod, Millis(1))), limits(limitsFor(tolerance, poll)), ages(limits)
    {
    }

    void take(const QueueSample &sample);
    void judge(const QueueSample &sample);
    void judgeByAge(const QueueSample &sample);
    void judgeByBound(const QueueSample &sample);
    void judgeWithoutAge(const QueueSample &sample);
    void judgeNothingReady(const QueueSample &sample);
    void addSideFindings(const QueueSample &sample);
    void raise(Verdict verdict, Cause cause, const QString &text);
    std::optional<Millis> earliestBreach(const QueueSample &sample, Millis lag) const;
    void startOver(UtcTime at);

    Tolerance tolerance;
    Millis poll;
    Limits limits;
    AgeRecord ages;
    VerdictMemory memory;
    PollRhythm rhythm;
    ConsumerWatch consumers;
    DeadLetterWatch deadLetters;
    ArrivalWatch arrivals;
    Assessment current;
    std::optional<UtcTime> lastSample;
    std::optional<UtcTime> lastAge;   ///< when an age was last taken, on the source's clock
    std::optional<UtcTime> lastEmpty; ///< when the queue was last seen with nothing due or in flight
    std::optional<qint64> stuckInFlight;
    UtcTime stuckSince{};
};

ToleranceEngine::ToleranceEngine(Tolerance tolerance, Millis pollPeriod)
    : m_state(std::make_unique<State>(std::move(tolerance), pollPeriod))
{
}
ToleranceEngine::~ToleranceEngine() = default;
ToleranceEngine::ToleranceEngine(ToleranceEngine &&) noexcept = default;
ToleranceEngine &ToleranceEngine::operator=(ToleranceEngine &&) noexcept = default;

Assessment ToleranceEngine::observe(const QueueSample &sample)
{
    switch (m_state->rhythm.accept(sample.takenAt, m_state->poll)) {
    case PollRhythm::Arrival::NotNewer:
        return m_state->current;
    case PollRhythm::Arrival::ClockSetBack:
        m_state->startOver(sample.takenAt);
        break;
    case PollRhythm::Arrival::InOrder:
        break;
    }
    m_state->take(sample);
    return m_state->current;
}

Assessment ToleranceEngine::tick(UtcTime now)
{
    const auto due = staleAt();
    State &state = *m_state;
    if (!due || now < *due || state.current.verdict == Verdict::Stale)
        return state.current;
    Assessment stale = state.current;
    stale.at = *due;
    stale.verdict = Verdict::Stale;
    stale.cause = Cause::NoFreshSample;
    stale.reason = reason::ofSilence(*due - *state.lastSample, state.limits, state.current.reason);
    stale.projectedBreach.reset();
    stale.confidence.reset();
    if (stale.earliestBreach) // work goes on ageing while nobody looks
        stale.earliestBreach = std::max(Millis(0), *stale.earliestBreach - (*due - *state.lastSample));
    state.current = stale;
    return state.current;
}

std::optional<UtcTime> ToleranceEngine::staleAt() const
{
    if (!m_state->lastSample)
        return std::nullopt;
    return *m_state->lastSample + m_state->limits.staleAfter;
}

const Assessment &ToleranceEngine::current() const
{
    return m_state->current;
}

const Tolerance &ToleranceEngine::tolerance() const
{
    return m_state->tolerance;
}

void ToleranceEngine::State::startOver(UtcTime at)
{
    ages.clear();
    consumers = {};
    deadLetters = {};
    arrivals = {};
    stuckInFlight.reset();
    if (lastEmpty && *lastEmpty > at)
        lastEmpty.reset();
    if (lastAge && *lastAge > at)
        lastAge.reset();
}

void ToleranceEngine::State::take(const QueueSample &sample)
{
    lastSample = sample.takenAt;
    consumers.observe(sample);
    deadLetters.observe(sample);
    arrivals.observe(sample);
    current = Assessment();
    current.at = sample.takenAt;
    judge(sample);
    addSideFindings(sample);
}

void ToleranceEngine::State::judge(const QueueSample &sample)
{
    const bool nothingReady = sample.depth.has() && sample.depth.value() == 0 && !sample.oldestAge.has();
    if (!nothingReady || !sample.inFlight.has() || stuckInFlight != sample.inFlight.optional()) {
        stuckInFlight = sample.inFlight.optional();
        stuckSince = sample.takenAt;
    }
    if (isEmpty(sample)) {
        lastEmpty = sample.takenAt;
        lastAge.reset();
        memory.emptied();
        ages.add({sample.takenAt, 0, dueBacklogOf(sample)});
        current.verdict = Verdict::Healthy;
        current.reason = reason::ofEmptyQueue(sample);
        current.headroom = fromSeconds(limits.headroom(0));
        current.earliestBreach = std::max(Millis(0), *current.headroom);
    } else if (sample.oldestAge.has() && isBound(sample.oldestAge)) {
        judgeByBound(sample);
    } else if (sample.oldestAge.has()) {
        judgeByAge(sample);
    } else if (nothingReady) {
        judgeNothingReady(sample);
    } else {
        judgeWithoutAge(sample);
    }
}

void ToleranceEngine::State::judgeByAge(const QueueSample &sample)
{
    const UtcTime agedAt = std::min(sample.oldestAge.asOf().value_or(sample.takenAt), sample.takenAt);
    const Millis lag = sample.takenAt - agedAt;
    const Millis age = std::max(Millis(0), sample.oldestAge.value()); // a skewed clock can make it negative
    current.cause = Cause::AgeInWindow;
    current.age = age;
    current.headroom = fromSeconds(limits.headroom(toSeconds(age)));
    current.earliestBreach = earliestBreach(sample, lag);
    if (!lastAge || agedAt > *lastAge || ages.isEmpty()) {
        lastAge = agedAt;
        ages.add({agedAt, toSeconds(age), dueBacklogOf(sample)});
    }
    AgeReading reading = ages.read(limits, toSeconds(lag), toSeconds(rhythm.lateness()), memory.isAlarmed());
    current.verdict = memory.next(reading, limits);
    ages.tellTurn(reading, limits);
    current.reason = reason::ofAge(reading, limits, current.verdict, current.earliestBreach);
    if (reading.trend && !reading.turnedFrom)
        current.ageSlope = reading.trend->slope;
    if (reading.projection) {
        current.projectedBreach = fromSeconds(*reading.projection);
        current.confidence = std::clamp(reading.trend->agreement * std::min(1.0, toSeconds(reading.trend->span) / limits.steady), 0.0, 1.0);
    }
    if (lag > limits.staleAfter) {
        current.verdict = Verdict::Stale;
        current.cause = Cause::NoFreshSample;
        current.reason = reason::ofOldFigure(lag, limits, current.reason);
    }
}

std::optional<Millis> ToleranceEngine::State::earliestBreach(const QueueSample &sample, Millis lag) const
{
    if (sample.ageIncludesInFlight)
        return std::max(Millis(0), *current.headroom - lag);
    if (!lastEmpty)
        return std::nullopt;
    // Whatever waits now came after the queue was seen empty, in flight or not.
    const double byBound = limits.headroom(toSeconds(sample.takenAt - *lastEmpty));
    return byBound > 0 ? std::optional<Millis>(fromSeconds(byBound)) : std::nullopt;
}

void ToleranceEngine::State::judgeByBound(const QueueSample &sample)
{
    const Millis bound = sample.oldestAge.value();
    const bool atMost = sample.oldestAge.obtained() == Obtained::AtMost;
    current.cause = Cause::AgeNotReported;
    current.verdict = Verdict::NotReported;
    current.reason = reason::ofMissingAge(sample, reason::ofBound(sample, limits));
    if (atMost && toSeconds(bound) < limits.alarmAge) {
        current.verdict = Verdict::Healthy;
        current.cause = Cause::AgeInWindow;
        current.reason = reason::ofBound(sample, limits);
        current.earliestBreach = std::max(Millis(0), fromSeconds(limits.headroom(toSeconds(bound))));
    } else if (!atMost && toSeconds(bound) >= limits.alarmAge) {
        current.verdict = toSeconds(bound) >= limits.window ? Verdict::Breached : Verdict::Approaching;
        current.cause = Cause::AgeInWindow;
        current.reason = reason::ofBound(sample, limits);
    }
}

void ToleranceEngine::State::judgeNothingReady(const QueueSample &sample)
{
    // In flight is somebody's work, until the same number has stood there for as long as would alarm.
    const bool stuck = toSeconds(sample.takenAt - stuckSince) >= limits.alarmAge;
    current.verdict = stuck ? Verdict::NotReported : Verdict::Healthy;
    current.cause = stuck ? Cause::AgeNotReported : Cause::None;
    current.reason = reason::ofNothingReady(sample);
    if (!stuck)
        memory.emptied();
}

void ToleranceEngine::State::judgeWithoutAge(const QueueSample &sample)
{
    const bool knownLately = lastAge && sample.takenAt - *lastAge <= limits.staleAfter;
    if (knownLately) {
        current.verdict = memory.verdict();
        current.cause = Cause::AgeInWindow;
        current.reason = QStringLiteral("age not in this sample; %1 ago it was judged %2")
                             .arg(formatDuration(sample.takenAt - *lastAge), toWord(memory.verdict()));
        return;
    }
    current.verdict = Verdict::NotReported;
    current.cause = Cause::AgeNotReported;
    current.reason = reason::ofMissingAge(sample, sample.oldestAge.note());
}

void ToleranceEngine::State::addSideFindings(const QueueSample &sample)
{
    const UtcTime at = sample.takenAt;
    if (const auto gone = consumers.goneFor(at); gone && *gone > LongestDeploy)
        raise(Verdict::Approaching, Cause::NoConsumers, reason::ofNoConsumers(*gone, sample));
    if (const auto growth = deadLetters.growth(at))
        raise(Verdict::Watch, Cause::DeadLettersGrowing, reason::ofDeadLetters(*growth));
    const auto silent = arrivals.silentFor(at);
    if (tolerance.arrivalCadence && silent && *silent > 2 * *tolerance.arrivalCadence)
        raise(Verdict::Watch, Cause::NoArrivals, reason::ofNoArrivals(*silent, *tolerance.arrivalCadence));
}

void ToleranceEngine::State::raise(Verdict verdict, Cause cause, const QString &text)
{
    if (severityOf(verdict) > severityOf(current.verdict)) {
        current.verdict = verdict;
        current.cause = cause;
        current.reason = text + QStringLiteral("; ") + current.reason;
    } else {
        current.reason += QStringLiteral("; ") + text;
    }
}

} // namespace holdwatch
