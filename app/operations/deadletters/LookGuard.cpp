// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/deadletters/LookGuard.h"

#include <QRegularExpression>

#include <algorithm>

namespace holdwatch::operations {

namespace {

constexpr int lastSafe = 1; ///< with one look left, that one could destroy

tl::unexpected<Error> refused(const QString &what, const QString &next)
{
    Error error;
    error.kind = Error::Kind::Unsupported;
    error.what = what;
    error.kept = QStringLiteral("Nothing was sent.");
    error.next = next;
    return failure(error);
}

/// How many messages a look can show is no effect of it: that figure comes late and moves while somebody reads. Fewer looks left are one.
bool isSameEffect(const LookTerms &a, const LookTerms &b)
{
    static const QRegularExpression shown(QStringLiteral("\\bUp to \\d+ messages\\b"));
    const auto effectOf = [](const LookTerms &terms) { return QString(terms.sentence).remove(shown); };
    return a.effect == b.effect && a.looksLeft == b.looksLeft && effectOf(a) == effectOf(b);
}

} // namespace

LookTerms guarded(LookTerms terms, int looksMade)
{
    if (!terms.looksLeft || looksMade <= 0)
        return terms;
    terms.looksLeft = std::max(0, *terms.looksLeft - looksMade);
    terms.sentence += QStringLiteral(" This Holdwatch has looked %1 since it last saw the queue empty.").arg(looksMade == 1 ? QStringLiteral("once") : QStringLiteral("%1 times").arg(looksMade));
    if (terms.effect == LookTerms::Effect::Declared && *terms.looksLeft <= lastSafe) {
        terms.effect = LookTerms::Effect::Risky;
        terms.sentence += QStringLiteral(" One more look could destroy messages.");
    }
    return terms;
}

Result<void> admit(const LookTerms &terms, const ReadOrder &order, const std::optional<LookTerms> &shown)
{
    using Effect = LookTerms::Effect;
    if (terms.effect == Effect::None)
        return {};
    if (terms.effect == Effect::Refused)
        return refused(terms.sentence, {});
    if (!order.hasConsented)
        return refused(terms.sentence, QStringLiteral("Agree to that first."));
    if (shown && !isSameEffect(*shown, terms))
        return refused(QStringLiteral("What a look does there has changed since it was shown: %1").arg(terms.sentence), QStringLiteral("Read it again, then decide."));
    if (terms.effect == Effect::Risky && order.overrideReason.trimmed().isEmpty())
        return refused(terms.sentence, QStringLiteral("Give a reason if it has to be done all the same; it is recorded."));
    return {};
}

} // namespace holdwatch::operations
