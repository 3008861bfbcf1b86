// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/PlanCheck.h"

namespace holdwatch {

/// The parts of checkPlan, one a section. Nobody else calls them.
class Remarks
{
public:
    using State = PlanRemark::State;

    explicit Remarks(PlanRemark::Section section) : m_section(section) {}

    void add(State state, const char *code, const QString &text) { m_all << PlanRemark{m_section, state, QString::fromLatin1(code), text}; }
    void refuseIf(bool holds, const char *code, const QString &text) { addIf(holds, State::Refused, code, text); }
    void warnIf(bool holds, const char *code, const QString &text) { addIf(holds, State::Warned, code, text); }
    void missIf(bool holds, const char *code, const QString &text) { addIf(holds, State::Missing, code, text); }
    void addIf(bool holds, State state, const char *code, const QString &text)
    {
        if (holds)
            add(state, code, text);
    }
    const QVector<PlanRemark> &all() const { return m_all; }

private:
    PlanRemark::Section m_section;
    QVector<PlanRemark> m_all;
};

QVector<PlanRemark> checkWhat(const RedrivePlan &plan, const PlanFacts &facts);
QVector<PlanRemark> checkWhy(const RedrivePlan &plan, const PlanFacts &facts);
QVector<PlanRemark> checkHowMuch(const RedrivePlan &plan, const PlanFacts &facts);
QVector<PlanRemark> checkWho(const RedrivePlan &plan, const PlanFacts &facts);

/// "1 message", "12 messages".
QString messages(qint64 count);
QString messagesWere(qint64 count); ///< "1 message was"
/// Null where the class is not known.
const FailureClass *findClass(const QVector<FailureClass> &classes, const QString &id);
/// Whether a message of that class is past the time it was useful for: counted from its first enqueueing, else from its death.
bool isPastUse(const FailureClass *its, const std::optional<UtcTime> &publishedAt, const std::optional<UtcTime> &diedAt, UtcTime now);

} // namespace holdwatch
