// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/PlanRules.h"

#include <QSet>

namespace holdwatch {

namespace {

QString nameOf(const QString &failureClass, const QString &version)
{
    return version.isEmpty() ? failureClass : QStringLiteral("%1, version %2").arg(failureClass, version);
}

void checkDiagnosis(const Diagnosis &its, const FailureClass *known, Remarks &remarks)
{
    const QString name = nameOf(its.failureClass, its.version);
    const bool isPermanent = its.verdict == FailureClass::Verdict::Permanent || (known && known->verdict == FailureClass::Verdict::Permanent);
    remarks.refuseIf(!its.isFixed, "not-fixed", QStringLiteral("%1: not fixed yet. Fix first, redrive second.").arg(name));
    remarks.refuseIf(isPermanent && its.fixReference.trimmed().isEmpty(), "permanent-without-fix", QStringLiteral("%1 is permanent: name the change that fixed it.").arg(name));
    remarks.missIf(its.cause.trimmed().isEmpty(), "cause-missing", QStringLiteral("%1: say what the cause was.").arg(name));
    switch (its.evidence) {
    case Diagnosis::Evidence::None: remarks.add(PlanRemark::State::Refused, "evidence-missing", QStringLiteral("%1: nothing shows that the running consumer accepts it now.").arg(name)); break;
    case Diagnosis::Evidence::Seen: remarks.missIf(its.consumerVersion.trimmed().isEmpty(), "consumer-version-missing", QStringLiteral("%1: say which version of the consumer was seen.").arg(name)); break;
    case Diagnosis::Evidence::Asserted:
        remarks.missIf(its.assertedBy.trimmed().isEmpty(), "asserted-by-missing", QStringLiteral("%1: say who asserts the fix.").arg(name));
        remarks.warnIf(!its.assertedBy.trimmed().isEmpty(), "fix-asserted", QStringLiteral("%1: fix asserted by %2, not seen.").arg(name, its.assertedBy.trimmed()));
        break;
    }
}

} // namespace

QVector<PlanRemark> checkWhy(const RedrivePlan &plan, const PlanFacts &facts)
{
    Remarks remarks(PlanRemark::Section::Why);
    QSet<std::pair<QString, QString>> open;
    for (const PlanItem &item : plan.items)
        open.insert({item.failureClass, item.version});
    for (const Diagnosis &its : plan.diagnoses) {
        if (open.remove({its.failureClass, its.version}))
            checkDiagnosis(its, findClass(facts.classes, its.failureClass), remarks);
    }
    // In the order of the list, so that the same plan is always told the same way.
    for (const PlanItem &item : plan.items) {
        if (open.remove({item.failureClass, item.version}))
            remarks.add(PlanRemark::State::Missing, "diagnosis-missing", QStringLiteral("%1 has no diagnosis.").arg(nameOf(item.failureClass, item.version)));
    }
    const bool isAsked = plan.environment != Environment::Practice;
    remarks.missIf(isAsked && plan.reference.trimmed().isEmpty(), "reference-missing", QStringLiteral("Name the ticket, incident or change."));
    remarks.missIf(isAsked && plan.reason.trimmed().isEmpty(), "reason-missing", QStringLiteral("Say why these messages go back."));
    return remarks.all();
}

} // namespace holdwatch
