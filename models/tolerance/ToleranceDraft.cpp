// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tolerance/ToleranceDraft.h"

#include "models/core/Format.h"
#include "models/tolerance/Assessment.h"

#include <QSet>
#include <QUrl>

#include <algorithm>
#include <array>

namespace holdwatch {

namespace {

constexpr Millis longestWindow = std::chrono::hours(24 * 30);
constexpr int longestOwner = 200;

QString typed(const std::optional<Millis> &duration)
{
    return duration ? typedDuration(*duration) : QString();
}

class Checker
{
public:
    explicit Checker(const ToleranceDraft &draft) : m_draft(draft) {}

    CheckedTolerance run()
    {
        checkWindow();
        Tolerance &tolerance = m_checked.tolerance;
        tolerance.reactionTime = optionalDuration(m_draft.reactionTime, ToleranceField::ReactionTime);
        tolerance.lookAhead = optionalDuration(m_draft.lookAhead, ToleranceField::LookAhead);
        tolerance.handlingTime = optionalDuration(m_draft.handlingTime, ToleranceField::HandlingTime);
        tolerance.arrivalCadence = optionalDuration(m_draft.arrivalCadence, ToleranceField::ArrivalCadence);
        if (m_checked.isFine())
            checkRelations();
        checkClasses();
        checkPeople();
        return std::move(m_checked);
    }

private:
    void refuse(ToleranceField field, const QString &sentence) { m_checked.faults.append({field, sentence}); }

    void checkWindow()
    {
        const auto window = parseDuration(m_draft.holdWindow);
        if (!window || *window <= Millis::zero())
            refuse(ToleranceField::HoldWindow, QStringLiteral("Type how long work may wait, such as 15m or 1h30m."));
        else if (*window > longestWindow)
            refuse(ToleranceField::HoldWindow, QStringLiteral("A hold window can be at most 30d."));
        else
            m_checked.tolerance.holdWindow = *window;
    }

    std::optional<Millis> optionalDuration(const QString &text, ToleranceField field)
    {
        if (text.trimmed().isEmpty())
            return std::nullopt;
        const auto duration = parseDuration(text);
        if (duration && *duration > Millis::zero())
            return duration;
        refuse(field, QStringLiteral("Type a duration such as 90s, 8m or 1h30m, or leave it empty."));
        return std::nullopt;
    }

    void checkRelations()
    {
        const Tolerance &tolerance = m_checked.tolerance;
        const QString window = typedDuration(tolerance.holdWindow);
        if (tolerance.effectiveReactionTime() >= tolerance.holdWindow)
            refuse(ToleranceField::ReactionTime, QStringLiteral("Must be shorter than the hold window of %1, or every message would be an alarm.").arg(window));
        if (tolerance.effectiveLookAhead() < tolerance.effectiveReactionTime())
            refuse(ToleranceField::LookAhead, QStringLiteral("Must be at least the reaction time of %1: watch comes before approaching.").arg(typedDuration(tolerance.effectiveReactionTime())));
        if (tolerance.handlingTime && *tolerance.handlingTime + tolerance.effectiveReactionTime() >= tolerance.holdWindow)
            refuse(ToleranceField::HandlingTime, QStringLiteral("Together with the reaction time it must stay below the hold window of %1.").arg(window));
    }

    void checkClasses()
    {
        QSet<QString> names;
        for (const ToleranceDraft::Class &row : m_draft.workClasses) {
            const QString name = row.name.trimmed();
            const auto window = parseDuration(row.holdWindow);
            if (name.isEmpty())
                return refuse(ToleranceField::WorkClasses, QStringLiteral("Each work class needs a name."));
            if (names.contains(name))
                return refuse(ToleranceField::WorkClasses, QStringLiteral("\"%1\" stands there twice.").arg(name));
            if (!window || *window <= Millis::zero() || *window > longestWindow)
                return refuse(ToleranceField::WorkClasses, QStringLiteral("\"%1\" needs a window such as 5m.").arg(name));
            names.insert(name);
            m_checked.tolerance.workClasses.append({name, *window});
        }
    }

    void checkPeople()
    {
        m_checked.tolerance.owner = m_draft.owner.trimmed();
        if (m_checked.tolerance.owner.size() > longestOwner)
            refuse(ToleranceField::Owner, QStringLiteral("At most %1 characters.").arg(longestOwner));
        m_checked.tolerance.runbook = m_draft.runbook.trimmed();
        if (m_checked.tolerance.runbook.isEmpty())
            return;
        const QUrl link(m_checked.tolerance.runbook, QUrl::StrictMode);
        const bool web = link.scheme() == QLatin1String("https") || link.scheme() == QLatin1String("http");
        if (!link.isValid() || !web || link.host().isEmpty())
            refuse(ToleranceField::Runbook, QStringLiteral("Type a web address that begins with https://."));
        else if (!link.userInfo().isEmpty())
            refuse(ToleranceField::Runbook, QStringLiteral("Leave user name and password out of the address."));
    }

    const ToleranceDraft &m_draft;
    CheckedTolerance m_checked;
};

bool isAlarm(Verdict verdict)
{
    return verdict == Verdict::Approaching || verdict == Verdict::Breached;
}

} // namespace

ToleranceDraft ToleranceDraft::from(const Tolerance &tolerance)
{
    ToleranceDraft draft;
    draft.holdWindow = typedDuration(tolerance.holdWindow);
    draft.reactionTime = typed(tolerance.reactionTime);
    draft.lookAhead = typed(tolerance.lookAhead);
    draft.handlingTime = typed(tolerance.handlingTime);
    draft.arrivalCadence = typed(tolerance.arrivalCadence);
    for (const WorkClass &workClass : tolerance.workClasses)
        draft.workClasses.append({workClass.name, typedDuration(workClass.holdWindow)});
    draft.owner = tolerance.owner;
    draft.runbook = tolerance.runbook;
    return draft;
}

QString CheckedTolerance::faultOf(ToleranceField field) const
{
    const auto found = std::find_if(faults.begin(), faults.end(), [&](const ToleranceFault &fault) { return fault.field == field; });
    return found == faults.end() ? QString() : found->sentence;
}

CheckedTolerance check(const ToleranceDraft &draft)
{
    return Checker(draft).run();
}

QString typedDuration(Millis duration)
{
    struct Unit
    {
        const char *name;
        qint64 millis;
    };
    constexpr std::array<Unit, 5> units{{{"d", 86'400'000}, {"h", 3'600'000}, {"m", 60'000}, {"s", 1'000}, {"ms", 1}}};
    QString text;
    qint64 left = duration.count();
    for (const Unit &unit : units) {
        if (left >= unit.millis)
            text += QString::number(left / unit.millis) + QLatin1String(unit.name);
        left %= unit.millis;
    }
    return text.isEmpty() ? QStringLiteral("0s") : text;
}

RaisedAlerts raisedBy(const QVector<Assessment> &changes)
{
    RaisedAlerts raised;
    bool alarm = false;
    bool breached = false;
    for (const Assessment &change : changes) {
        const bool begins = isAlarm(change.verdict) && !alarm;
        alarm = isAlarm(change.verdict);
        breached = alarm && breached && !begins;
        raised.alerts += begins;
        raised.watches += change.verdict == Verdict::Watch;
        if (change.verdict == Verdict::Breached && !breached) {
            breached = true;
            ++raised.breaches;
        }
    }
    return raised;
}

QString toSentence(const RaisedAlerts &raised, Millis span, std::optional<Millis> watchedFor)
{
    QString what = raised.alerts == 0 ? QStringLiteral("no alert") : raised.alerts == 1 ? QStringLiteral("1 alert") : QStringLiteral("%1 alerts").arg(raised.alerts);
    if (raised.breaches > 0)
        what += QStringLiteral(", %1 of them breached").arg(raised.breaches);
    if (raised.watches > 0)
        what += QStringLiteral(", and %1 watch (no alarm)").arg(raised.watches == 1 ? QStringLiteral("once") : QStringLiteral("%1 times").arg(raised.watches));
    if (watchedFor && *watchedFor < span) // "none in 24 h" would promise what a few minutes can't show
        return QStringLiteral("Over the %1 recorded so far this would have raised %2.").arg(formatEstimate(std::max<Millis>(*watchedFor, Seconds(1))), what);
    const auto hours = std::chrono::duration_cast<std::chrono::hours>(span).count();
    return QStringLiteral("Over the last %1 h this would have raised %2.").arg(hours).arg(what);
}

} // namespace holdwatch
